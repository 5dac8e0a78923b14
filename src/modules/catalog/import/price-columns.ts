import type { FieldFault } from '#src/platform/lib/errors.ts'
import { isCurrency } from '#src/platform/lib/money.ts'
import { CompareAtPrice } from '../products/field-schemas.ts'
import { type OtherPrices, presentOtherPrices } from '../products/other-prices.ts'
import { columnKey } from './column-key.ts'
import type { FileColumn } from './columns.ts'

/** Columns that a file has for each further currency, such as `price:EUR`; in their order. */
const names = ['price', 'compare_at_price'] as const

/** Of a title such as `price:EUR` or `Compare at price:eur`. A text: what is wrong with it. */
export function priceColumnOf(title: string): FileColumn | string | undefined {
  const at = title.lastIndexOf(':')
  const name = names.find((one) => one === columnKey(title.slice(0, at)))
  if (at === -1 || name === undefined) return undefined
  const currency = title
    .slice(at + 1)
    .trim()
    .toUpperCase()
  if (!isCurrency(currency)) return `must name a currency of ISO 4217 behind the colon, such as ${name}:EUR`
  return {
    name: `${name}:${currency}`,
    schema: CompareAtPrice,
    field: undefined,
    key: undefined,
    kind: 'decimal',
    clears: true,
  }
}

/** A price that a row sets; null: it takes it away. */
export type RowPrice =
  | { currency: string; amount: number; compare_at_amount: number | null }
  | { currency: string; amount: null }

interface DividedPrices {
  own: Record<string, unknown>
  prices: RowPrice[]
  faults: FieldFault[]
}

/** The prices of a row in other currencies, and its other cells. */
export function dividePrices(row: Record<string, unknown>): DividedPrices {
  if (!Object.keys(row).some((title) => title.includes(':'))) return { own: row, prices: [], faults: [] }
  const own: Record<string, unknown> = {}
  const cells = new Map<string, Partial<Record<(typeof names)[number], number | null>>>()
  const faults: FieldFault[] = []
  for (const [title, value] of Object.entries(row)) {
    const column = title.includes(':') ? priceColumnOf(title) : undefined
    if (column === undefined) own[title] = value
    else if (typeof column === 'string') faults.push({ field: title, message: column })
    else if (value !== null && (typeof value !== 'number' || !(value >= 0)))
      faults.push({ field: column.name, message: 'must be a number of at least 0' })
    else {
      const [name = '', currency = ''] = column.name.split(':')
      cells.set(currency, { ...cells.get(currency), [name]: value })
    }
  }
  const prices = [...cells].flatMap(([currency, { price, compare_at_price: usual = null }]): RowPrice[] => {
    if (price != null) return [{ currency, amount: price, compare_at_amount: usual }]
    if (usual === null) return price === null ? [{ currency, amount: null }] : []
    faults.push({ field: `compare_at_price:${currency}`, message: `needs a price:${currency} beside it` })
    return []
  })
  return { own, prices, faults }
}

/** Faults by the columns of the file: `price:EUR` for `prices[0].amount`. */
export function byPriceColumns(faults: readonly FieldFault[], prices: readonly RowPrice[]): FieldFault[] {
  return faults.map((fault) => {
    const [, at = '', name = ''] = /^prices\[(\d+)\]\.(.*)$/.exec(fault.field) ?? []
    const currency = prices[Number(at)]?.currency
    if (at === '' || currency === undefined) return fault
    return { ...fault, field: `${name === 'compare_at_amount' ? 'compare_at_price' : 'price'}:${currency}` }
  })
}

/** The titles of columns for these currencies. */
export function priceTitles(currencies: readonly string[]): string[] {
  return currencies.flatMap((currency) => names.map((name) => `${name}:${currency}`))
}

/** The cells of these columns. */
export function priceCells(stored: OtherPrices, currencies: readonly string[]): Record<string, number | null> {
  const shown = new Map(presentOtherPrices(stored)?.map((one) => [one.currency, one]))
  return Object.fromEntries(
    currencies.flatMap((currency) => {
      const { amount = null, compare_at_amount: usual = null } = shown.get(currency) ?? {}
      return [
        [`price:${currency}`, amount],
        [`compare_at_price:${currency}`, usual],
      ]
    }),
  )
}
