import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { Draft, TextField } from './promotion-draft.ts'
import type { Names } from './promotion-sentence.ts'

export interface FieldsProps {
  draft: Draft
  currency: string
  faults: Faults
  isRead: boolean
  names: Names | undefined
  change: (next: Partial<Draft>) => void
}

interface ValueProps extends FieldsProps {
  name: TextField
  label: string
  /** Where the service has another name for it. */
  field?: string
  hint?: string
  required?: boolean
}

export function AmountField({ name, label, field = name, hint, required = false, ...rest }: ValueProps) {
  const { draft, currency, faults, isRead, change } = rest
  return (
    <Field label={t('{amount} in {currency}', { amount: label, currency })} hint={hint} error={faults.of(field)}>
      <AmountInput
        currency={currency}
        required={required}
        value={draft[name]}
        readOnly={isRead}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
}

/** A whole number, from 1. */
export function CountField({ name, label, field = name, hint, required = false, ...rest }: ValueProps) {
  const { draft, faults, isRead, change } = rest
  return (
    <Field label={label} hint={hint} error={faults.of(field)}>
      <Input
        type="number"
        min={1}
        max={1_000_000}
        step={1}
        required={required}
        value={draft[name]}
        readOnly={isRead}
        className="tabular-nums"
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
}

export function PercentField({ name, label, field = name, hint, ...rest }: ValueProps) {
  const { draft, faults, isRead, change } = rest
  return (
    <Field label={label} hint={hint} error={faults.of(field)}>
      <Input
        required
        inputMode="decimal"
        pattern="\s*(100|\d{1,2}([.,]\d{1,2})?)\s*"
        title={t('A number up to 100, with at most two decimals')}
        value={draft[name]}
        readOnly={isRead}
        autoComplete="off"
        className="tabular-nums"
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
}

/** What only this kind has. */
export function KindFields(props: FieldsProps) {
  const { draft, faults, isRead, names, change } = props
  if (draft.kind === 'percentage') {
    return (
      <>
        <PercentField {...props} name="percent" label={t('Percent')} />
        <AmountField
          {...props}
          name="max_discount"
          label={t('At most')}
          hint={t('Per order. Leave empty for no limit.')}
        />
      </>
    )
  }
  if (draft.kind === 'amount') {
    return (
      <>
        <AmountField {...props} name="amount" label={t('Amount')} required />
        <Checkbox checked={draft.each} disabled={isRead} onChange={({ target }) => change({ each: target.checked })}>
          {t('Off each unit')}
        </Checkbox>
      </>
    )
  }
  if (draft.kind === 'free_shipping') {
    return (
      <AmountField
        {...props}
        name="max_shipping"
        label={t('At most')}
        hint={t('Off shipping. Leave empty for all of it.')}
      />
    )
  }
  const choice = (name: 'buy_of' | 'get_of', field: string, label: string) => (
    <div className="sm:col-span-2">
      <ChoiceField
        label={label}
        value={draft[name]}
        names={names}
        error={faults.of(field) ?? faults.of(field.split('.')[0] ?? '')}
        isRead={isRead}
        onChange={(next) => change({ [name]: next })}
      />
    </div>
  )
  return (
    <>
      <CountField
        {...props}
        name="times_at_most"
        label={t('Times at most')}
        hint={t('Per order. Leave empty for no limit.')}
      />
      <CountField {...props} name="buy_quantity" field="buy.quantity" label={t('Units to buy')} required />
      {choice('buy_of', 'buy.of', t('To buy'))}
      <CountField {...props} name="get_quantity" field="get.quantity" label={t('Units to get')} required />
      <PercentField
        {...props}
        name="get_percent"
        field="get.percent"
        label={t('Percent off those')}
        hint={t('100: free.')}
      />
      {choice('get_of', 'get.of', t('To get'))}
    </>
  )
}
