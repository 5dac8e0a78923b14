import { read, type Schemas } from '@commerce-platform/client'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import type { Faults } from '#console/lib/faults.ts'
import { typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { AmountsInCurrencies, readAmountsIn } from '#console/ui/amounts-in-currencies.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { CountryList } from '#console/ui/country-list.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { MethodDialog, type MethodProps } from './method-form.tsx'

type Method = Schemas['ShippingMethod']
type Body = Schemas['CreateShippingMethod']

const names = [
  'name',
  'description',
  'price',
  'free_from',
  'prices',
  'min_weight_grams',
  'max_weight_grams',
  'regions',
  'postal_codes',
  'position',
]

export function ShippingDialog({ method, currency, onClose }: MethodProps<Method>) {
  const [countries, setCountries] = useState(method?.countries ?? [])
  async function save(body: Body) {
    if (method === undefined) return read(api.POST('/admin/shipping-methods', { body }))
    const change = changedFields(method, body)
    if (Object.keys(change).length === 0) return method
    return read(api.PATCH('/admin/shipping-methods/{id}', { params: { path: { id: method.id } }, body: change }))
  }
  return (
    <MethodDialog
      kind="shipping-methods"
      method={method}
      fieldNames={names}
      read={(form) => readForm(form, countries, currency)}
      save={save}
      remove={(id) => read(api.DELETE('/admin/shipping-methods/{id}', { params: { path: { id } } }))}
      onClose={onClose}
      fields={({ faults, readOnly, onChange }) => (
        <ShippingFields
          method={method}
          currency={currency}
          faults={faults}
          countries={countries}
          readOnly={readOnly}
          onCountries={(next) => {
            setCountries(next)
            onChange()
          }}
        />
      )}
    />
  )
}

interface FieldsProps {
  method: Method | undefined
  currency: string
  faults: Faults
  countries: string[]
  readOnly: boolean
  onCountries: (countries: string[]) => void
}

function ShippingFields({ method, currency, faults, countries, readOnly, onCountries }: FieldsProps) {
  const amount = (value: number | null | undefined) => (value == null ? '' : typedAmount(value, currency))
  const common = { autoComplete: 'off', readOnly }
  return (
    <>
      <Field label={t('Name')} error={faults.of('name')} className="sm:col-span-2">
        <Input name="name" required maxLength={200} defaultValue={method?.name} {...common} />
      </Field>
      <Field
        label={t('Description')}
        hint={t('Shown to the shopper, such as how long it takes.')}
        error={faults.of('description')}
        className="sm:col-span-2"
      >
        <Input name="description" maxLength={1000} defaultValue={method?.description ?? ''} {...common} />
      </Field>
      <Field label={t('Price in {currency}', { currency })} error={faults.of('price')}>
        <AmountInput name="price" required currency={currency} defaultValue={amount(method?.price)} {...common} />
      </Field>
      <Field
        label={t('Free from, in {currency}', { currency })}
        hint={t('Leave empty if it is never free.')}
        error={faults.of('free_from')}
      >
        <AmountInput name="free_from" currency={currency} defaultValue={amount(method?.free_from)} {...common} />
      </Field>
      <AmountsInCurrencies
        own={currency}
        stored={(method?.prices ?? []).map(({ currency, price, free_from }) => ({
          currency,
          amounts: { price, free_from },
        }))}
        fields={priceFields}
        error={faults.of('prices')}
        isRead={readOnly}
      />
      <Field
        label={t('Minimum weight (g)')}
        hint={t('Of everything in the order.')}
        error={faults.of('min_weight_grams')}
      >
        <Input name="min_weight_grams" {...whole} defaultValue={method?.min_weight_grams ?? ''} {...common} />
      </Field>
      <Field
        label={t('Maximum weight (g)')}
        hint={t('Leave empty for no limit.')}
        error={faults.of('max_weight_grams')}
      >
        <Input name="max_weight_grams" {...whole} defaultValue={method?.max_weight_grams ?? ''} {...common} />
      </Field>
      <div className="sm:col-span-2">
        <CountryList
          label={t('Ships to')}
          hint={t('Choose none to ship anywhere.')}
          value={countries}
          readOnly={readOnly}
          onChange={(next) => {
            onCountries(next)
          }}
        />
      </div>
      <Field
        label={t('Regions of the country')}
        hint={t('Names or codes, such as Canarias, IB. Leave empty for the whole country.')}
        error={faults.of('regions')}
      >
        <Input name="regions" defaultValue={method?.regions?.join(', ') ?? ''} {...common} />
      </Field>
      <Field
        label={t('Postal codes of the country')}
        hint={t('Such as 35*, 07000..07999. Leave empty for the whole country.')}
        error={faults.of('postal_codes')}
      >
        <Input name="postal_codes" defaultValue={method?.postal_codes?.join(', ') ?? ''} {...common} />
      </Field>
      <Field
        label={t('Position')}
        hint={t('Order in the list. Lower numbers come first.')}
        error={faults.of('position')}
      >
        <Input name="position" required {...whole} defaultValue={method?.position ?? 0} {...common} />
      </Field>
      <Checkbox
        name="active"
        defaultChecked={method?.active ?? true}
        disabled={readOnly}
        className="self-start sm:mt-5"
      >
        {t('Customers can choose it')}
      </Checkbox>
    </>
  )
}

const priceFields = [
  {
    name: 'price',
    label: (currency: string) => t('Price in {currency}', { currency }),
    hint: t('Leave empty not to offer it in this currency, unless it is free.'),
  },
  { name: 'free_from', label: (currency: string) => t('Free from, in {currency}', { currency }) },
]

const whole = {
  inputMode: 'numeric',
  pattern: '[0-9]+',
  title: t('A whole number, such as 500'),
  className: 'tabular-nums',
} as const

function readForm(form: HTMLFormElement, countries: string[], currency: string): Body {
  const values = new FormData(form)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const list = (name: string) => {
    const parts = text(name)
      .split(/[,;]/)
      .flatMap((part) => part.trim() || [])
    return parts.length > 0 ? parts : null
  }
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const amount = (name: string) => readAmount(text(name), currency)?.amount ?? null
  const prices = readAmountsIn(values, ['price', 'free_from']).map(({ currency, price, free_from }) => ({
    currency,
    price: price ?? 0,
    free_from,
  }))
  return {
    name: text('name'),
    description: text('description') || null,
    price: amount('price') ?? 0,
    free_from: amount('free_from'),
    prices: prices.length > 0 ? prices : null,
    min_weight_grams: number('min_weight_grams'),
    max_weight_grams: number('max_weight_grams'),
    position: number('position') ?? 0,
    active: values.has('active'),
    countries: countries.length > 0 ? countries : null,
    regions: list('regions'),
    postal_codes: list('postal_codes'),
  }
}
