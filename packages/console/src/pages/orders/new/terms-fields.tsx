import type { Schemas } from '@commerce-platform/client'
import { cx } from '#console/lib/class-names.ts'
import type { Faults } from '#console/lib/faults.ts'
import { money, zoneTitle } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import type { Draft } from './order-draft.ts'

export interface FieldsProps {
  draft: Draft
  currency: string
  faults: Faults
  isRead: boolean
  change: (next: Partial<Draft>) => void
}

interface ShippingProps extends FieldsProps {
  options: readonly Schemas['ShippingOption'][]
  /** That which the totals are of. */
  method: string
}

/** One of the shop's methods, or one that is agreed on. */
export function ShippingFields({ draft, currency, faults, isRead, change, options, method }: ShippingProps) {
  const own = draft.ownMethod
  return (
    <div className={cx('grid gap-4', method === 'own' ? 'sm:grid-cols-3' : 'sm:max-w-md')}>
      <Field label={t('Method')} error={faults.of('shipping_method_id')}>
        <Select value={method} disabled={isRead} onChange={({ target }) => change({ method: target.value })}>
          {method === '' && <option value="">{t('None')}</option>}
          {options.map(({ id, name, price }) => (
            <option key={id} value={id}>
              {name}, {money(price, currency)}
            </option>
          ))}
          <option value="own">{t('Custom shipping')}</option>
        </Select>
      </Field>
      {method === 'own' && (
        <>
          <Field label={t('Name')} error={faults.of('shipping_method.name')}>
            <Input
              required
              maxLength={100}
              value={own.name}
              readOnly={isRead}
              autoComplete="off"
              placeholder={t('Van of the shop')}
              onChange={({ target }) => change({ ownMethod: { ...own, name: target.value } })}
            />
          </Field>
          <Field label={t('Price in {currency}', { currency })} error={faults.of('shipping_method.price')}>
            <AmountInput
              required
              currency={currency}
              value={own.price}
              readOnly={isRead}
              onChange={({ target }) => change({ ownMethod: { ...own, price: target.value } })}
            />
          </Field>
        </>
      )}
    </div>
  )
}

interface PaymentProps extends Omit<FieldsProps, 'currency'> {
  options: readonly Schemas['PaymentOption'][]
}

/** One of the shop's ways to pay; a shop without any has no choice. */
export function PaymentField({ draft, faults, isRead, change, options }: PaymentProps) {
  return (
    <div className="sm:max-w-md">
      <Field label={t('Payment method')} error={faults.of('payment_method_id')}>
        <Select value={draft.payment} disabled={isRead} onChange={({ target }) => change({ payment: target.value })}>
          <option value="">{t('None: by a link, or by hand')}</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** Off all items, after all promotions. */
export function DiscountFields({ draft: { discount }, currency, faults, isRead, change }: FieldsProps) {
  const set = (next: Partial<Draft['discount']>) => change({ discount: { ...discount, ...next } })
  const value = {
    required: true,
    value: discount.value,
    readOnly: isRead,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ value: target.value }),
  }
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={t('Discount')}>
        <Select
          value={discount.kind}
          disabled={isRead}
          onChange={({ target }) => set({ kind: target.value as Draft['discount']['kind'], value: '' })}
        >
          <option value="none">{t('None')}</option>
          <option value="percent">{t('Percentage')}</option>
          <option value="amount">{t('Amount')}</option>
        </Select>
      </Field>
      {discount.kind === 'percent' && (
        <Field label={t('Percent')} error={faults.of('discount.percent')}>
          <Input
            {...value}
            inputMode="decimal"
            pattern="\s*(100|\d{1,2}([.,]\d{1,2})?)\s*"
            title={t('A number up to 100, with at most two decimals')}
            className="tabular-nums"
          />
        </Field>
      )}
      {discount.kind === 'amount' && (
        <Field label={t('Amount in {currency}', { currency })} error={faults.of('discount.amount')}>
          <AmountInput {...value} currency={currency} />
        </Field>
      )}
      {discount.kind !== 'none' && (
        <Field label={t('Reason')} hint={t('The customer sees it.')} error={faults.of('discount.reason')}>
          <Input
            required
            maxLength={200}
            value={discount.reason}
            readOnly={isRead}
            autoComplete="off"
            placeholder={t('Scratched')}
            onChange={({ target }) => set({ reason: target.value })}
          />
        </Field>
      )}
    </div>
  )
}

export function NoteFields({ draft, faults, isRead, change }: Omit<FieldsProps, 'currency'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Field label={t('Internal note')} hint={t('Customers never see it.')} error={faults.of('note')}>
        <TextArea
          rows={2}
          maxLength={2000}
          value={draft.note}
          readOnly={isRead}
          onChange={({ target }) => change({ note: target.value })}
        />
      </Field>
      <Field
        label={t('Payment due')}
        hint={t('End of the day in {zoneTitle}. Leave empty for 7 days.', { zoneTitle: zoneTitle() })}
        error={faults.of('expires_at')}
      >
        <Input
          type="date"
          value={draft.lastDay}
          readOnly={isRead}
          onChange={({ target }) => change({ lastDay: target.value })}
        />
      </Field>
    </div>
  )
}
