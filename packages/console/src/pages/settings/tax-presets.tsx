import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { countryName, longDay } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'

type Rate = Schemas['TaxRate']

const presetOptions = (country?: string) =>
  queryOptions({
    queryKey: ['tax-presets', country],
    queryFn: ({ signal }) =>
      read(api.GET('/admin/tax-rates/presets', { params: { query: country ? { country } : {} }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface TaxPresetsProps {
  /** Those in the table. */
  rates: readonly Rate[]
  onAdd: (rates: readonly Rate[]) => void
}

/** The usual rates of a country, chosen by its name. Rows that the table has are not added again. */
export function TaxPresets({ rates, onAdd }: TaxPresetsProps) {
  const [country, setCountry] = useState('')
  const { data: all } = useQuery(presetOptions())
  const { data: chosen, error } = useQuery({ ...presetOptions(country), enabled: country !== '' })
  const missing = chosen?.rates.filter(
    (rate) =>
      !rates.some(
        (one) =>
          one.country === rate.country &&
          (one.region ?? null) === rate.region &&
          one.tax_class === rate.tax_class &&
          one.name === rate.name,
      ),
  )
  const named = (all?.countries ?? []).map((code) => ({ code, name: countryName(code) }))
  named.sort((one, other) => one.name.localeCompare(other.name))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('Usual rates of')}
        value={country}
        onChange={({ target }) => setCountry(target.value)}
        className="w-auto!"
      >
        <option value="">{t('Usual rates of…')}</option>
        {named.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {missing && chosen && (
        <>
          <Button
            refusal={missing.length === 0 ? t('The table has these rates.') : undefined}
            onClick={() => onAdd(missing)}
          >
            {t('Add these rates')}
          </Button>
          <p className="text-left text-ink-2">
            {chosen.rates.length === 1 || chosen.rates.some(({ region }) => region === null)
              ? `${chosen.rates.map(({ rate }) => `${rate} %`).join(', ')}. `
              : `${t('By region.')} `}
            {chosen.warning && `${chosen.warning} `}
            <span className="text-ink-3">{`${chosen.source}, ${longDay(`${chosen.as_of}T12:00:00Z`)}.`}</span>
          </p>
        </>
      )}
      {error && <Notice error={error} />}
    </div>
  )
}
