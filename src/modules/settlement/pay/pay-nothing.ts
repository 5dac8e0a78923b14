import { type OrderRow, presentOrder, subjectOf } from '#src/modules/orders/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { moveOrder } from '../change/change-status.ts'

/** An order of which nothing is left to pay is paid without a payment. */
export async function payNothing(transaction: Transaction, { merchant_id, id }: OrderRow): Promise<OrderRow> {
  const key = { merchantId: merchant_id, orderId: id }
  const { order, events } = await moveOrder(transaction, key, { to: 'paid', by: 'payment', actor: null })
  const data = { order: presentOrder(order, 'staff'), payment: null }
  await emit(transaction, [{ ...subjectOf(order), name: 'order.payment_succeeded', data }, ...events])
  return order
}
