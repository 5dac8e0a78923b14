import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shopOptions } from '#console/data/queries.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { decimalsOf, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import type { BulkChange } from './bulk-data.ts'
import { JobDialog, type JobDialogProps } from './job-dialog.tsx'

type ChosenProps = Pick<JobDialogProps, 'products' | 'onClose' | 'onDone'>

const ways = {
  lower_percent: t('Lower by percent'),
  raise_percent: t('Raise by percent'),
  lower_amount: t('Lower by an amount'),
  raise_amount: t('Raise by an amount'),
  set: t('Set to'),
} as const
type Way = keyof typeof ways

/** Prices by percent, by an amount, or set; lowered also as a sale, which shows the price before. */
export function ChangePrices({ products, ...rest }: ChosenProps) {
  const currency = useQuery(shopOptions).data?.currency ?? ''
  const [way, setWay] = useState<Way>('lower_percent')
  const isPercent = way.endsWith('percent')
  return (
    <JobDialog
      {...rest}
      products={products}
      title={t('Change the price of {products, plural, one {# product} other {# products}}', {
        products: products.length,
      })}
      begin={t('Change')}
      action={(count) => t('Change {count, plural, one {# product} other {# products}}', { count })}
      done={(count) => t('{count, plural, one {# product} other {# products}} repriced', { count })}
      changeOf={(form) => changeOf(form, currency)}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('How')}>
          {/* An input as any other: what it says is read with the form. */}
          <Select name="way" value={way} onChange={(event) => setWay(event.target.value as Way)}>
            {Object.entries(ways).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        {isPercent ? (
          <Field key="percent" label={t('Percent')}>
            <Input
              name="value"
              type="number"
              required
              min={0}
              max={way === 'lower_percent' ? 100 : 10_000}
              step="any"
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
        ) : (
          <Field key="amount" label={t('Amount in {currency}', { currency })}>
            <AmountInput name="value" required currency={currency} />
          </Field>
        )}
        <Field label={t('Round to')}>
          <Select name="round_to">
            <option value="">{t('As it comes out')}</option>
            {roundings(currency).map((value) => (
              <option key={value} value={value}>
                {money(value, currency)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {way.startsWith('lower') && (
        <Checkbox name="sale" className="mt-3">
          {t('As a sale: customers see today’s price struck through')}
        </Checkbox>
      )}
    </JobDialog>
  )
}

function roundings(currency: string): number[] {
  if (currency === '') return []
  return decimalsOf(currency) === 0 ? [10, 100, 1_000] : [0.05, 0.1, 0.5, 1]
}

function changeOf(form: FormData, currency: string): BulkChange | undefined {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const way = text('way') as Way
  if (text('value') === '') return undefined
  const value = way.endsWith('percent') ? Number(text('value')) : readAmount(text('value'), currency)?.amount
  if (value === undefined || Number.isNaN(value)) return undefined
  const steps: Record<Way, object> = {
    lower_percent: { percent: -value },
    raise_percent: { percent: value },
    lower_amount: { amount: -value },
    raise_amount: { amount: value },
    set: { set: value },
  }
  const rounding = text('round_to') === '' ? {} : { round_to: Number(text('round_to')) }
  const price = { ...steps[way], ...rounding }
  return form.has('sale') ? { price, compare_at_price: { percent: 0 } } : { price }
}

export function EndSale({ products, ...rest }: ChosenProps) {
  return (
    <JobDialog
      {...rest}
      products={products}
      title={t('End the sale of {products, plural, one {# product} other {# products}}', { products: products.length })}
      description={t('Customers no longer see a price struck through. The prices stay as they are.')}
      begin={t('End the sale of')}
      action={(count) => t('End the sale of {count, plural, one {# product} other {# products}}', { count })}
      done={(count) => t('{count, plural, one {# product} other {# products}} no longer on sale', { count })}
      changeOf={() => ({ compare_at_price: null })}
    />
  )
}
