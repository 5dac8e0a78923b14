import { openDigits } from '#src/platform/lib/postal-patterns.ts'
import { regionKey, regionsAround } from '#src/platform/lib/regions.ts'
import { readVatNumber } from '#src/platform/lib/vat-numbers.ts'

export interface Place {
  country: string
  region: string | null
  postal_code?: string | null
}

/** The shop's own place: that of its address on invoices, else the only country of its table of rates. */
export function placeOfShop(
  seat: Place | null | undefined,
  rates: readonly Pick<TaxRateRow, 'country'>[],
): Place | undefined {
  if (seat) return { country: seat.country, region: seat.region, postal_code: seat.postal_code ?? null }
  const [only, ...others] = new Set(rates.map(({ country }) => country))
  return only === undefined || others.length > 0 ? undefined : { country: only, region: null }
}

/** The place that a shop's VAT number says. */
export function placeOfNumber(number: string | null): Place | undefined {
  const state = number === null ? undefined : readVatNumber(number)?.state
  return state === undefined ? undefined : { country: state === 'XI' ? 'GB' : state, region: null }
}

export interface TaxRateRow {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Null: the whole country. */
  region: string | null
  /** Patterns of postal codes; null: all of the region, or of the country. */
  postal_codes: string[] | null
  tax_class: string
  name: string
  /** Percent, with up to four decimals. */
  rate: number
  /** Taken of the price plus the non-compound taxes and the compound ones above it. Null: an older release wrote it. */
  compound: boolean | null
}

/** Per class all rows of the most specific place with any, in the order of the table. */
export function ratesAt(rates: readonly TaxRateRow[], place: Place | undefined): Map<string, TaxRateRow[]> {
  if (place === undefined) return new Map()
  const region = regionKey(place.country, place.region)
  const here = { ...place, region, around: region === '' ? [] : regionsAround(place.country, region) }
  const byClass = new Map<string, { rank: number; rows: TaxRateRow[] }>()
  for (const row of rates) {
    const rank = rankOf(row, here)
    if (rank === undefined) continue
    const best = byClass.get(row.tax_class)
    if (best === undefined || rank < best.rank) byClass.set(row.tax_class, { rank, rows: [row] })
    else if (rank === best.rank) best.rows.push(row)
  }
  return new Map([...byClass].map(([taxClass, { rows }]) => [taxClass, alone(rows, place)]))
}

/** The place of an address, with the comparison keys of its region and of the regions around that. */
interface Here extends Place {
  region: string
  around: readonly string[]
}

const [ofRegion, ofCountry] = [100, 1_000]

/** How specific a row is: smaller is more specific. Undefined: it does not match this place. */
function rankOf(row: TaxRateRow, { country, region, around, postal_code }: Here): number | undefined {
  if (row.country !== country) return undefined
  const key = regionKey(country, row.region)
  const distance = key === region ? 0 : around.indexOf(key) + 1
  if (key !== '' && (region === '' || (distance === 0 && key !== region))) return undefined
  if (row.postal_codes === null) return key === '' ? ofCountry : ofRegion + distance
  const open = openDigits(row.postal_codes, postal_code, country)
  // A region with codes is more specific than the same codes alone.
  return open === undefined ? undefined : open - (key === '' ? 0 : 1e-9)
}

/**
 * Releases without `compound` wrote one row for each class and spelling of a region, and applied the row of the buyer's
 * spelling. Their tables keep that rule: `QC` and `Québec` are not two taxes.
 */
function alone(rows: TaxRateRow[], place: Place): TaxRateRow[] {
  const [first] = rows
  if (first === undefined || !rows.every(({ compound }) => compound === null)) return rows
  return [rows.find(({ region }) => spelling(region) === spelling(place.region)) ?? first]
}

function spelling(region: string | null): string {
  return (region ?? '').normalize('NFKC').toLowerCase().replace(/\s/g, '')
}

/** Unique key of a row. */
export function placeOf({ country, region, postal_codes, tax_class }: TaxRateRow): string {
  return [country, regionKey(country, region), postal_codes?.join() ?? '', tax_class].join(' ')
}
