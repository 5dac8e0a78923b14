import type { Schemas } from '@commerce-platform/client'
import { sentence } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'

type Rate = Schemas['TaxRate']

/** A row of the table as it is typed. A change makes a new row of the same key. */
export interface TaxRow {
  key: number
  country: string
  region: string
  /** Separated by commas or blanks. */
  postal_codes: string
  tax_class: string
  name: string
  rate: string
  compound: boolean
}

export type TaxField = Exclude<keyof TaxRow, 'key' | 'compound'>

let keys = 0

export const emptyRow = (): TaxRow => ({
  key: ++keys,
  country: '',
  region: '',
  postal_codes: '',
  tax_class: 'standard',
  name: '',
  rate: '',
  compound: false,
})

export function rowsOf(rates: readonly Rate[]): TaxRow[] {
  return rates.map(({ region, postal_codes, rate, compound = false, ...rest }) => ({
    key: ++keys,
    ...rest,
    region: region ?? '',
    postal_codes: postal_codes?.join(', ') ?? '',
    rate: String(rate),
    compound,
  }))
}

/** What cannot be read as a number is refused by the service, at its field. */
export function rateOf({ country, region, postal_codes, tax_class, name, rate, compound }: TaxRow): Rate {
  const patterns = postal_codes.split(/[,;]/).flatMap((text) => text.trim() || [])
  return {
    country: country.trim().toUpperCase(),
    region: region.trim() || null,
    tax_class: tax_class.trim(),
    name: name.trim(),
    rate: rate.trim() === '' ? Number.NaN : Number(rate.replace(',', '.')),
    ...(patterns.length > 0 && { postal_codes: patterns }),
    ...(compound && { compound }),
  }
}

/** The service finds rows by these. */
const placeOf = ({ country, region, postal_codes, tax_class }: Rate) =>
  `${country} ${region?.toLowerCase() ?? ''} ${postal_codes?.join() ?? ''} ${tax_class}`
const textOf = (rate: Rate) => `${placeOf(rate)} ${rate.name} ${rate.rate} ${rate.compound ?? false}`

/** Rows by their place, and which of its rows they are. */
function byPlace(rates: readonly Rate[]): Map<string, string> {
  const groups = [...Map.groupBy(rates, placeOf)]
  return new Map(groups.flatMap(([place, rows]) => rows.map((row, at) => [`${place} ${at}`, textOf(row)] as const)))
}

/** `2 rows added, 1 row removed`; empty if nothing differs. */
export function changeBetween(before: readonly Rate[], after: readonly Rate[]): string {
  const texts = (rates: readonly Rate[]) => rates.map(textOf).join('\n')
  if (texts(before) === texts(after)) return ''
  const [was, is] = [byPlace(before), byPlace(after)]
  const removed = [...was.keys()].filter((place) => !is.has(place)).length
  const added = after.length - before.length + removed
  const changed = [...was].filter(([place, text]) => (is.get(place) ?? text) !== text).length
  const parts = [
    added > 0 && t('{rows, plural, one {# row} other {# rows}} added', { rows: added }),
    changed > 0 && t('{rows, plural, one {# row} other {# rows}} changed', { rows: changed }),
    removed > 0 && t('{rows, plural, one {# row} other {# rows}} removed', { rows: removed }),
  ].filter(Boolean)
  return parts.join(', ') || t('The order of the rows is changed')
}

export interface RowFaults {
  byField: ReadonlyMap<TaxField, string>
  /** About the row as a whole. */
  whole: string | undefined
}

/** Faults by the index of the row as it was sent. */
export function faultsByRow(faults: readonly { field: string; message: string }[]): ReadonlyMap<number, RowFaults> {
  const rows = new Map<number, { byField: Map<TaxField, string>; whole: string | undefined }>()
  for (const { field, message } of faults) {
    const [, index, name] = /^rates\[(\d+)\](?:\.(\w+)(?:\[\d+\])?)?$/.exec(field) ?? []
    if (index === undefined) continue
    const row = rows.get(Number(index)) ?? { byField: new Map(), whole: undefined }
    const text = sentence(message.replace(/rates\[(\d+)\]/, (_, at) => `row ${Number(at) + 1}`))
    if (name) row.byField.set(name as TaxField, text)
    else row.whole = text
    rows.set(Number(index), row)
  }
  return rows
}
