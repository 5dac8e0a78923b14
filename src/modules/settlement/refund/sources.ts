import type { OrderRow } from '#src/modules/orders/index.ts'
import { type PaidPart, selectPaidParts } from '#src/modules/payments/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

/**
 * The payments that have paid a locked order, the newest first, as opposed to a second charge, which is refunded on its
 * own. None if nothing was left to pay, also of an order that an edit has made dearer since.
 */
export async function sourcesOf(transaction: Transaction, order: OrderRow): Promise<PaidPart[]> {
  const payments = await selectPaidParts(transaction, order.merchant_id, order.id)
  const parts = payments.filter(({ refunded_minor }) => refunded_minor !== null)
  if (parts.length > 0) return parts
  const paidAt = order.paid_at?.getTime()
  const refunded = new Set(order.refunds?.flatMap(({ parts }) => parts.map(({ payment_id }) => payment_id)))
  const only =
    payments.find(({ status }) => status === 'succeeded') ??
    payments.find(({ id }) => refunded.has(id)) ??
    payments.find(({ settled_at }) => settled_at !== null && settled_at.getTime() === paidAt)
  if (only === undefined && order.paid_minor > 0) throw new Error(`order ${order.id} is paid and has no payment`)
  return only === undefined ? [] : [only]
}
