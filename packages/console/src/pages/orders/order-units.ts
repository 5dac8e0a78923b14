import { ApiError } from '@commerce-platform/client'
import type { Order } from '#console/data/queries.ts'
import { sentencesOf } from '#console/lib/faults.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

type Item = Order['items'][number]

/** Units by the line of their item. */
export type Units = Readonly<Record<number, number>>

/** Units that can still be sent. A refund takes those first, so what was returned never counts here. */
export function leftToSend({ status }: Pick<Order, 'status'>, item: Item): number {
  if (status === 'cancelled') return 0
  return Math.max(0, item.quantity - item.quantity_fulfilled - item.quantity_refunded)
}

/** Of all lines of an order. */
export const unitsLeft = (order: Order) => order.items.reduce((sum, item) => sum + leftToSend(order, item), 0)

export function leftToRefund({ status }: Pick<Order, 'status'>, item: Item): number {
  return status === 'cancelled' ? 0 : item.quantity - item.quantity_refunded
}

/** Of what was paid, what no refund has taken yet. What came after the order was cancelled goes back without one. */
export function moneyLeft({ paid_at, amount_paid, refunded_total }: Order): number {
  return paid_at === null ? 0 : rounded(amount_paid - refunded_total)
}

/** What is chosen of a line; NaN if that is no number of the units left. Without any left, it is not asked for. */
export function chosenOf(units: Units, { line }: Pick<Item, 'line'>, left: number): number {
  const chosen = left === 0 ? 0 : (units[line] ?? 0)
  return Number.isInteger(chosen) && chosen >= 0 && chosen <= left ? chosen : Number.NaN
}

export function unitsOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Sums of amounts in major units, without what binary fractions leave. */
export function rounded(amount: number): number {
  return Number(amount.toFixed(4))
}

export function unsendable(order: Order): string | undefined {
  if (order.status === 'pending' && !order.send_before_paid) return t('Only a paid order can be sent.')
  if (order.status === 'cancelled') return t('A cancelled order is not sent.')
  return order.items.some((item) => leftToSend(order, item) > 0) ? undefined : t('Nothing is left to send.')
}

/** Why its lines stay as they are. */
export function uneditable(order: Order): string | undefined {
  if (order.status === 'cancelled') return t('A cancelled order is not edited.')
  if (order.fulfillments.length > 0 || order.status === 'completed')
    return t('Something was sent: take it back as a return.')
  return order.refunds.some(({ edit }) => edit !== true) ? t('Something was refunded already.') : undefined
}

/** Why it goes where it goes. */
export function uncorrectable(order: Order): string | undefined {
  if (order.status === 'cancelled') return t('A cancelled order is not sent.')
  return order.items.some((item) => leftToSend(order, item) > 0) ? undefined : t('Everything has been sent.')
}

export function unrefundable(order: Order): string | undefined {
  const isSentUnpaid = order.paid_at === null && order.fulfillments.length > 0
  if (isSentUnpaid && order.payment_status === 'partially_paid') return t('Record the rest of its payment first.')
  if (order.payment_status === 'unpaid' || order.payment_status === 'failed') return t('Nothing was paid yet.')
  if (order.payment_status === 'partially_paid' && order.status === 'pending')
    return t('The order is not fully paid yet. Cancel it to refund what was paid.')
  if (moneyLeft(order) > 0 || order.items.some((item) => leftToRefund(order, item) > 0)) return undefined
  return t('All that was paid is refunded.')
}

interface TooMany {
  line: number
  left?: number
  refundable?: number
}

/** What is wrong with the units of one line: of the request, or because the order has changed in between. */
export function unitFault(error: unknown, sentItems: readonly { line?: number }[], line: number): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const index = sentItems.findIndex((one) => one.line === line)
  const fault = error.faults.find(({ field }) => index >= 0 && field.startsWith(`items[${index}]`))
  if (fault) return sentencesOf([{ ...fault, field: fault.field.split('.').at(-1) ?? '' }])
  const tooMany = tooManyOf(error).find((one) => one.line === line)
  return tooMany && t('Only {left} left by now.', { left: count(tooMany.left ?? tooMany.refundable ?? 0) })
}

/** Whether every part of a failure is about units, and so stands at their lines. */
export function isAboutUnits(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'VALIDATION_ERROR') return error.faults.every(({ field }) => field.startsWith('items['))
  return tooManyOf(error).length > 0
}

function tooManyOf({ code, details }: ApiError): TooMany[] {
  if (code !== 'INVALID_TRANSITION') return []
  return (details as { products?: TooMany[] } | undefined)?.products ?? []
}
