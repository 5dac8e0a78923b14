import { notFound } from '#src/platform/lib/errors.ts'
import { presetCountries, presetRegions } from './preset-table.ts'
import { standardClass } from './rules.ts'

interface PresetRate {
  country: string
  region: string | null
  tax_class: string
  name: string
  rate: number
}

export interface TaxPreset {
  country: string | null
  as_of: string | null
  source: string | null
  warning: string | null
  rates: PresetRate[]
  countries: string[]
}

const countries = [...Object.keys(presetCountries), ...Object.keys(presetRegions)].sort()

/** The usual rates of a country; without one, only the countries that have some. @throws AppError NOT_FOUND */
export function presetOf(country: string | undefined): TaxPreset {
  if (country === undefined) return { country: null, as_of: null, source: null, warning: null, rates: [], countries }
  const [whole, parts] = [presetCountries[country], presetRegions[country]]
  const found = whole ?? parts
  if (found === undefined) throw notFound('tax preset')
  const { asOf, source, warning = null } = found
  const rates = whole
    ? whole.rates.map((rate, index) => ({ country, region: null, tax_class: classOf(index), name: whole.name, rate }))
    : Object.entries(parts?.regions ?? {}).flatMap(([region, taxes]) =>
        taxes.map(([name, rate]) => ({ country, region, tax_class: standardClass, name, rate })),
      )
  return { country, as_of: asOf, source, warning, rates, countries }
}

function classOf(index: number): string {
  if (index === 0) return standardClass
  return index === 1 ? 'reduced' : `reduced-${index}`
}
