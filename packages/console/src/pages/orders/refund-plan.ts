import { ApiError, type Schemas } from '@commerce-platform/client'
import type { Order } from '#console/data/queries.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { decimalsOf, listed, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { chosenOf, leftToRefund, leftToSend, moneyLeft, rounded, type Units } from './order-units.ts'

/** What staff has chosen. */
export interface RefundChoice {
  units: Units
  /** Lines of which returned units stay out of stock. */
  notRestocked: ReadonlySet<number>
  shipping: boolean
  /** As typed; empty: what the units cost. */
  amount: string
}

export type RefundBody = Schemas['CreateRefund']

export function refundBody(order: Order, choice: RefundChoice, reason: string | null): RefundBody {
  const items = order.items
    .map((item) => ({
      line: item.line,
      quantity: chosenOf(choice.units, item, leftToRefund(order, item)),
      restock: !choice.notRestocked.has(item.line),
    }))
    .filter(({ quantity }) => quantity > 0)
  const own = ownAmount(order, choice)
  return {
    ...(items.length > 0 && { items }),
    ...(own !== undefined && { amount: own }),
    ...(choice.shipping && own === undefined && { shipping: true }),
    reason,
  }
}

/** Undefined if none is typed, NaN if what is typed is no amount of the currency, or could be two. */
export function ownAmount({ currency }: Pick<Order, 'currency'>, { amount }: RefundChoice): number | undefined {
  const read = readAmount(amount, currency)
  return read && (read.amount ?? Number.NaN)
}

/** What the chosen units and shipping cost, without the tax that is added to prices; NaN while the units are wrong. */
export function costOf(order: Order, { units, shipping }: RefundChoice): number {
  const ofUnits = order.items.reduce(
    (sum, item) => sum + costOfUnits(item, chosenOf(units, item, leftToRefund(order, item)), order.currency),
    0,
  )
  const fee = feeGivenBack(order, (item) => chosenOf(units, item, leftToRefund(order, item)))
  return rounded(ofUnits + (shipping ? order.shipping_total : 0) + fee)
}

/** The fee of the payment method goes back with the last unit. */
export function feeGivenBack(order: Order, chosen: (item: Order['items'][number]) => number): number {
  const isLast = order.items.every((item) => item.quantity_refunded + chosen(item) >= item.quantity)
  const hasUnits = order.items.some((item) => chosen(item) > 0)
  return isLast && hasUnits ? order.payment_fee_total : 0
}

/** As the service has it: the share of what was paid for the line, less that of the units refunded before. */
export function costOfUnits(item: Order['items'][number], units: number, currency: string): number {
  if (item.discount === 0) return item.price * units
  const scale = 10 ** decimalsOf(currency)
  const paid = Math.round(item.paid * scale)
  const share = (count: number) => Math.floor((2 * paid * count + item.quantity) / (2 * item.quantity))
  return (share(item.quantity_refunded + units) - share(item.quantity_refunded)) / scale
}

/** Tax comes on top, by the service's rounding: the figure shown is without it. */
export function hasAddedTax({ tax_included, tax_total }: Pick<Order, 'tax_included' | 'tax_total'>): boolean {
  return !tax_included && tax_total > 0
}

/** Whether something is typed that is no number of units, or no amount. Then no consequence can be named. */
export function isWrong(order: Order, choice: RefundChoice): boolean {
  return Number.isNaN(costOf(order, choice)) || Number.isNaN(ownAmount(order, choice))
}

/** "£25.50", or "£25.50 plus tax" where only the service knows the exact figure. */
export function amountText(order: Order, choice: RefundChoice): string {
  const own = ownAmount(order, choice)
  const text = money(own ?? costOf(order, choice), order.currency)
  return own === undefined && hasAddedTax(order) ? t('{amount} plus tax', { amount: text }) : text
}

/** "Refunds £25.50, cancels 1 unit that was not sent and restocks 2 units." Undefined: nothing can be named. */
export function consequenceOf(order: Order, choice: RefundChoice): string | undefined {
  if (isWrong(order, choice)) return undefined
  const counts = { cancelled: 0, restocked: 0, notRestocked: 0, leftAfter: 0 }
  for (const item of order.items) {
    const chosen = chosenOf(choice.units, item, leftToRefund(order, item))
    const left = leftToSend(order, item)
    const cancelled = Math.min(chosen, left)
    counts.cancelled += cancelled
    counts.leftAfter += left - cancelled
    counts[choice.notRestocked.has(item.line) ? 'notRestocked' : 'restocked'] += chosen - cancelled
  }
  const { cancelled, restocked, notRestocked, leftAfter } = counts
  if (cancelled + restocked + notRestocked === 0 && !choice.shipping && !ownAmount(order, choice)) return undefined
  const parts = [
    t('Refunds {amount}', { amount: amountText(order, choice) }),
    cancelled > 0 && t('cancels {units, plural, one {# unit} other {# units}} not sent yet', { units: cancelled }),
    restocked > 0 && t('restocks {units, plural, one {# unit} other {# units}}', { units: restocked }),
    notRestocked > 0 &&
      t('leaves {units, plural, one {# returned unit} other {# returned units}} out of stock', { units: notRestocked }),
  ].filter((part) => part !== false)
  const wasSent = order.items.some(({ quantity_fulfilled }) => quantity_fulfilled > 0)
  const ends = cancelled > 0 && leftAfter === 0
  return [
    `${listed(parts)}.`,
    ends && (wasSent ? t('The order is then completed.') : t('The order is then cancelled.')),
    t('It cannot be undone.'),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Everything that is left, as a start for who gives all back. */
export function allUnits(order: Order): Units {
  return Object.fromEntries(order.items.map((item) => [item.line, leftToRefund(order, item)]))
}

/** What is wrong with the amount: it is none, or more than is left, before asking or as the service answers. */
export function amountFault(order: Order, choice: RefundChoice, error: unknown): string | undefined {
  const own = ownAmount(order, choice)
  if (Number.isNaN(own)) return readAmount(choice.amount, order.currency)?.fault
  const say = (left: number) => t('Only {left} is left of what was paid.', { left: money(left, order.currency) })
  if (error instanceof ApiError && error.code === 'REFUND_TOO_LARGE') {
    return say((error.details as { refundable?: number } | undefined)?.refundable ?? moneyLeft(order))
  }
  return (own ?? costOf(order, choice)) > moneyLeft(order) ? say(moneyLeft(order)) : undefined
}
