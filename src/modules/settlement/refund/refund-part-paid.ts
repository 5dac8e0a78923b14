import { type OrderRow, orderUpdated, updatePaymentStatus } from '#src/modules/orders/index.ts'
import { selectPaidParts, startRefunds, updateRefunded } from '#src/modules/payments/index.ts'
import { returnValue, storedValueProvider } from '#src/modules/stored-value/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { DomainEvent } from '#src/platform/outbox/index.ts'

/**
 * Gives back what was paid of a cancelled order that was paid in part: stored value in this transaction, the rest by
 * the sweep of payments. The ledger is locked last of all.
 */
export async function refundParts(
  transaction: Transaction,
  order: OrderRow,
): Promise<{ order: OrderRow; events: DomainEvent[] }> {
  const { merchant_id: merchantId, id: orderId } = order
  const payments = await startRefunds(transaction, merchantId, orderId)
  for (const { id, provider, amount_minor } of payments) {
    if (provider !== storedValueProvider) continue
    const value = { merchantId, paymentId: id, causeId: id, amountMinor: amount_minor }
    if (!(await returnValue(transaction, value))) throw new Error(`payment ${id} took no stored value`)
    await updateRefunded(transaction, merchantId, id)
  }
  return markRefunded(transaction, order)
}

/**
 * Records that a locked order was refunded. Once, when the last of its payments is back, and for a cancelled order
 * only: after the refund of a second charge an order stays paid. An order with refund rows gets its events from those.
 */
export async function markRefunded(
  transaction: Transaction,
  order: OrderRow,
): Promise<{ order: OrderRow; events: DomainEvent[] }> {
  const { merchant_id: merchantId, id: orderId, status } = order
  const unchanged = { order, events: [] }
  if (status !== 'cancelled' || order.payment_status === 'refunded' || order.refunds !== null) return unchanged
  const payments = order.paid_minor > 0 ? await selectPaidParts(transaction, merchantId, orderId) : []
  if (payments.some((payment) => payment.status !== 'refunded')) return unchanged
  const refunded = await updatePaymentStatus(transaction, { merchantId, orderId }, status, 'refunded')
  if (refunded === undefined) throw new Error(`order ${orderId} was changed while locked`)
  return { order: refunded, events: [orderUpdated(refunded, status, 'refunded')] }
}
