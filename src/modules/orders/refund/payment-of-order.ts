import { type PaymentRow, selectPaymentsOfOrders } from '#src/modules/payments/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { OrderRow } from '../row-queries.ts'

/**
 * The payment that has paid an order, as opposed to a second charge, which is refunded on its own. Undefined if nothing
 * was left to pay.
 */
export async function paymentOf(transaction: Transaction, order: OrderRow): Promise<PaymentRow | undefined> {
  const payments = await selectPaymentsOfOrders(transaction, order.merchant_id, [order.id])
  const paidAt = order.paid_at?.getTime()
  const payment =
    payments.find(({ status }) => status === 'succeeded') ??
    payments.find(({ settled_at }) => settled_at !== null && settled_at.getTime() === paidAt)
  if (payment === undefined && order.total_minor > 0) throw new Error(`order ${order.id} is paid and has no payment`)
  return payment
}
