import { ApiError } from '@commerce-platform/client'
import type { Order } from '#console/data/queries.ts'
import { sentence } from '#console/lib/faults.ts'
import { count, money, plural } from '#console/lib/format.ts'
import { rounded } from '../orders/order-units.ts'
import { hasAddedTax } from '../orders/refund-plan.ts'
import type { Return } from '../orders/returns-of-order.ts'
import type { Choice, Exchangeable } from './exchange-data.ts'
import { shortage } from './return-faults.ts'
import { costOf, type ReturnBody } from './return-plan.ts'

/** What the customer gets for a line, as it is chosen. */
export interface ExchangeRow {
  key: number
  line: number
  choice: Choice
  quantity: string
}

const unitsOf = ({ quantity }: ExchangeRow) => (/^\s*[1-9]\d*\s*$/.test(quantity) ? Number(quantity) : Number.NaN)

/** Units of a line for which nothing is chosen yet. */
export function unitsLeft({ line, quantity }: Exchangeable, rows: readonly ExchangeRow[]): number {
  const chosen = rows.filter((row) => row.line === line).reduce((sum, row) => sum + (unitsOf(row) || 0), 0)
  return Math.max(0, quantity - chosen)
}

/** What is wrong with a row: before it is asked, or as the service answers. */
export function faultAt(
  row: ExchangeRow,
  item: Exchangeable,
  rows: readonly ExchangeRow[],
  error: unknown,
): string | undefined {
  const units = unitsOf(row)
  if (Number.isNaN(units)) return 'Needs a whole number, 1 or more.'
  const others = rows.filter((one) => one.line === row.line && one !== row)
  const room = item.quantity - others.reduce((sum, one) => sum + (unitsOf(one) || 0), 0)
  if (units > room) return `Only ${plural(item.quantity, 'unit')} of it ${item.quantity === 1 ? 'is' : 'are'} returned.`
  if (row.choice.available === 0) return 'None of it is left.'
  if (units > row.choice.available) return `Only ${count(row.choice.available)} available.`
  const at = `exchange[${rows.indexOf(row)}].`
  const named = error instanceof ApiError ? error.faults.find(({ field }) => field.startsWith(at)) : undefined
  return named ? sentence(named.message) : shortage(error, row.choice.id)
}

export const exchangeOf = (rows: readonly ExchangeRow[]): Pick<ReturnBody, 'exchange'> => ({
  exchange: rows.map((row) => ({ product_id: row.choice.id, quantity: unitsOf(row) })),
})

/** What the exchange takes of the refund, and what is left of it then. */
export function outcomeOf(
  row: Return,
  order: Order,
  items: readonly Exchangeable[],
  rows: readonly ExchangeRow[],
): string | undefined {
  const sent = items.map((item) => ({ line: item.line, quantity: item.quantity - unitsLeft(item, rows) }))
  const units = sent.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units === 0) return undefined
  const worth = costOf(order, sent)
  const rest = rounded(costOf(order, items) - worth)
  const tax = hasAddedTax(order) ? ' and its tax' : ''
  const text = (amount: number) => `${money(amount, row.currency)}${tax}`
  const reserves = `Reserves ${plural(units, 'unit')} at the price of the order, ${text(worth)}, without shipping.`
  const pays = 'The refund of the return pays it'
  return rest === 0
    ? `${reserves} ${pays}: nothing is to pay and nothing to refund.`
    : `${reserves} ${pays}; ${text(rest)} are left to refund.`
}
