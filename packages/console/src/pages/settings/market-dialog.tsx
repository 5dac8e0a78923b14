import { read, type Schemas } from '@commerce-platform/client'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import type { Faults } from '#console/lib/faults.ts'
import { typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { CountryList } from '#console/ui/country-list.tsx'
import { CurrencyChoice } from '#console/ui/currency-choice.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { MethodDialog, type MethodProps } from './method-form.tsx'

type Market = Schemas['Market']
type Body = Schemas['CreateMarket']

export function MarketDialog({ method: market, currency, onClose }: MethodProps<Market>) {
  const [countries, setCountries] = useState(market?.countries ?? [])
  async function save(body: Body) {
    if (market === undefined) return read(api.POST('/admin/markets', { body }))
    const change = changedFields(market, body)
    if (Object.keys(change).length === 0) return market
    return read(api.PATCH('/admin/markets/{id}', { params: { path: { id: market.id } }, body: change }))
  }
  return (
    <MethodDialog
      kind="markets"
      about={t('Customers in its countries read your shop in its languages and pay in its currency.')}
      aboutDeletion={t(
        'Its countries go to the market of all other countries. Translations stay. It cannot be ' + 'undone.',
      )}
      keepsAlways={market?.own ?? false}
      method={market}
      fieldNames={['name', 'countries', 'currency', 'prices_include_tax', 'price_rounding', 'locales', 'position']}
      read={(form) => readForm(form, countries, market ?? { own: false, currency })}
      save={save}
      remove={(id) => read(api.DELETE('/admin/markets/{id}', { params: { path: { id } } }))}
      onClose={onClose}
      fields={({ faults, readOnly, onChange }) => (
        <MarketFields
          market={market}
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
  market: Market | undefined
  /** That of the shop. */
  currency: string
  faults: Faults
  countries: string[]
  readOnly: boolean
  onCountries: (countries: string[]) => void
}

function MarketFields({ market, currency, faults, countries, readOnly, onCountries }: FieldsProps) {
  const [chosen, setChosen] = useState(market?.currency ?? currency)
  const common = { autoComplete: 'off', readOnly }
  const rounding = market?.price_rounding
  return (
    <>
      <Field label={t('Name')} error={faults.of('name')} className="sm:col-span-2">
        <Input name="name" required maxLength={100} defaultValue={market?.name} {...common} />
      </Field>
      {market?.own ? (
        <p className="text-ink-2 sm:col-span-2">{t('It serves all countries that no other market names.')}</p>
      ) : (
        <div className="sm:col-span-2">
          <CountryList
            label={t('Countries')}
            hint={t('A country can be in one market only.')}
            error={faults.of('countries')}
            value={countries}
            readOnly={readOnly}
            onChange={onCountries}
          />
        </div>
      )}
      {!market?.own && (
        <Field
          label={t('Currency')}
          hint={t('Products without a price in it are not sold here.')}
          error={faults.of('currency')}
          className="sm:col-span-2"
        >
          <CurrencyChoice name="currency" value={chosen} disabled={readOnly} onChoice={setChosen} />
        </Field>
      )}
      {!market?.own && (
        <Field label={t('Prices')} error={faults.of('prices_include_tax')}>
          <Select name="prices_include_tax" defaultValue={taxOf(market)} disabled={readOnly}>
            <option value="">{t('As your shop’s settings say')}</option>
            <option value="true">{t('Include tax')}</option>
            <option value="false">{t('Tax is added')}</option>
          </Select>
        </Field>
      )}
      <Field
        label={t('Round to multiples of ({currency})', { currency: chosen })}
        hint={t('Of prices that a price list’s percent makes. Leave empty to round to the smallest unit.')}
        error={faults.of('price_rounding')}
      >
        <AmountInput
          name="price_rounding"
          currency={chosen}
          defaultValue={rounding == null ? '' : typedAmount(rounding, chosen)}
          {...common}
        />
      </Field>
      <Field
        label={t('Languages')}
        hint={t('Codes, such as de-AT, en. The first is the default.')}
        error={faults.of('locales')}
        className="sm:col-span-2"
      >
        <Input name="locales" required maxLength={500} defaultValue={market?.locales.join(', ')} {...common} />
      </Field>
      <Field
        label={t('Position')}
        hint={t('Order in the list. Lower numbers come first.')}
        error={faults.of('position')}
      >
        <Input
          name="position"
          required
          inputMode="numeric"
          pattern="[0-9]+"
          title={t('A whole number, such as 500')}
          className="tabular-nums"
          defaultValue={market?.position ?? 0}
          {...common}
        />
      </Field>
      {!market?.own && (
        <Checkbox
          name="active"
          defaultChecked={market?.active ?? true}
          disabled={readOnly}
          className="self-start sm:mt-5"
        >
          {t('Active')}
        </Checkbox>
      )}
    </>
  )
}

const taxOf = (market: Market | undefined) => String(market?.prices_include_tax ?? '')

/** The shop's own cannot be switched off, and has the currency and the taxes of the shop. */
function readForm(form: HTMLFormElement, countries: string[], market: Pick<Market, 'own' | 'currency'>): Body {
  const { own: isOwn } = market
  const values = new FormData(form)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const currency = isOwn ? market.currency : text('currency')
  const includesTax = text('prices_include_tax')
  return {
    name: text('name'),
    countries,
    ...(!isOwn && { currency, prices_include_tax: includesTax === '' ? null : includesTax === 'true' }),
    price_rounding: readAmount(text('price_rounding'), currency)?.amount ?? null,
    locales: text('locales')
      .split(/[,;\s]+/)
      .filter((one) => one !== ''),
    position: Number(text('position')),
    active: isOwn || values.has('active'),
  }
}
