import { dueOf, type OrderRow } from '#src/modules/orders/index.ts'
import { unitsToIssue } from '#src/modules/pricing/index.ts'
import { issueBought } from '#src/modules/stored-value/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** Issues the gift cards of an order with the payment that completes it. An order without any costs no statement. */
export async function issueGiftCards(transaction: Transaction, order: OrderRow): Promise<void> {
  if (order.paid_at === null || order.status === 'cancelled' || dueOf(order) > 0) return
  const units = unitsToIssue(order)
  if (units.length === 0) return
  const { merchant_id: merchantId, id: orderId, user_id: userId } = order
  await issueBought(transaction, { merchantId, orderId, userId }, units)
}
