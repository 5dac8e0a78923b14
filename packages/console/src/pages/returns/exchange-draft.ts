import { ApiError } from '@commerce-platform/client'
import type { Order } from '#console/data/queries.ts'
import { sentence } from '#console/lib/faults.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
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
  if (Number.isNaN(units)) return t('Needs a whole number, 1 or more.')
  const others = rows.filter((one) => one.line === row.line && one !== row)
  const room = item.quantity - others.reduce((sum, one) => sum + (unitsOf(one) || 0), 0)
  if (units > room)
    return t('Only {units, plural, one {# unit of it is} other {# units of it are}} returned.', {
      units: item.quantity,
    })
  if (row.choice.available === 0) return t('None of it is left.')
  if (units > row.choice.available) return t('Only {available} available.', { available: count(row.choice.available) })
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
  const text = (amount: number) =>
    hasAddedTax(order)
      ? t('{amount} and its tax', { amount: money(amount, row.currency) })
      : money(amount, row.currency)
  const reserves = t(
    'Reserves {units, plural, one {# unit} other {# units}} at the price of the order, {amount}, without shipping.',
    { units, amount: text(worth) },
  )
  const pays =
    rest === 0
      ? t('The refund of the return pays it: nothing is to pay and nothing to refund.')
      : t('The refund of the return pays it; {amount} are left to refund.', { amount: text(rest) })
  return `${reserves} ${pays}`
}
