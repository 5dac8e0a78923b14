import { sumMinor, taxMinor } from '#src/platform/lib/money.ts'

export interface TaxRateRow {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Null: the whole country. */
  region: string | null
  tax_class: string
  name: string
  /** Percent, with up to four decimals. */
  rate: number
}

/** The class of products that name none. */
export const standardClass = 'standard'

/** The class that taxes shipping. */
export const shippingClass = 'shipping'

export interface Place {
  country: string
  region: string | null
}

/** A line of an order, or its shipping. */
export interface TaxedPart {
  taxClass: string
  amountMinor: number
}

export interface TaxLine {
  name: string
  rate: number
  /** With its tax, if tax is included. */
  taxable_minor: number
  amount_minor: number
}

export interface Tax {
  /** One per name and rate, in the order of the table. */
  lines: TaxLine[]
  /** Per part the index of the line that taxes it; null: not taxed. */
  lineOf: (number | null)[]
  totalMinor: number
}

/**
 * The tax on an order. It is rounded once per line, so that the lines agree with what an authority recounts. Without a
 * place, and for an amount of 0, there is none.
 * @param unit the minor units that a line is rounded to
 * @throws RangeError beyond the safe integers
 */
export function taxOf(
  rates: readonly TaxRateRow[],
  place: Place | undefined,
  parts: readonly TaxedPart[],
  included: boolean,
  unit = 1,
): Tax {
  const ofClass = ratesAt(rates, place)
  const rowOf = parts.map(({ taxClass, amountMinor }) => (amountMinor === 0 ? undefined : ofClass.get(taxClass)))
  const used = new Set(rowOf)
  const taxing = [...new Set(rates.filter((row) => used.has(row)).map(keyOf))]
  const lineOf = rowOf.map((row) => (row === undefined ? null : taxing.indexOf(keyOf(row))))
  const lines = taxing.map((key, line) => {
    const { name, rate } = rates.find((row) => keyOf(row) === key) as TaxRateRow // it is one of theirs
    const taxable = sumMinor(parts.flatMap(({ amountMinor }, part) => (lineOf[part] === line ? amountMinor : [])))
    return { name, rate, taxable_minor: taxable, amount_minor: taxMinor(taxable, rate, included, unit) }
  })
  return { lines, lineOf, totalMinor: sumMinor(lines.map((line) => line.amount_minor)) }
}

/** By class the most specific row: of the region, else of the country. */
function ratesAt(rates: readonly TaxRateRow[], place: Place | undefined): Map<string, TaxRateRow> {
  if (place === undefined) return new Map()
  const here = rates.filter(({ country }) => country === place.country)
  const region = regionKey(place.region)
  const ofRegion = region === '' ? [] : here.filter((row) => regionKey(row.region) === region)
  const ofCountry = here.filter((row) => row.region === null)
  return new Map([...ofCountry, ...ofRegion].map((row) => [row.tax_class, row]))
}

/** Regions compare without case and white space; '' for the whole country. */
export function regionKey(region: string | null): string {
  return (region ?? '').normalize('NFKC').toLowerCase().replace(/\s/g, '')
}

/** What a table has at most one row of. */
export function placeOf({ country, region, tax_class }: TaxRateRow): string {
  return [country, regionKey(region), tax_class].join(' ')
}

function keyOf({ name, rate }: TaxRateRow): string {
  return `${rate} ${name}`
}
