import { type OrderKey, orderUpdated, touchOrder } from '#src/modules/orders/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { ReturnMailKind } from './letters.ts'
import type { ReturnStatus } from './rules.ts'
import { mailReturn } from './send-return-mail.ts'

/**
 * Makes a new version of the locked order, tells receivers of the return's new status, and queues the mail to the
 * customer.
 */
export async function emitReturn(
  transaction: Transaction,
  key: OrderKey,
  { id, status, mail }: { id: string; status: ReturnStatus; mail: ReturnMailKind | null },
): Promise<void> {
  const order = await touchOrder(transaction, { merchantId: key.merchantId, orderId: key.orderId })
  await emit(transaction, [orderUpdated(order, order.status, `return_${status}`, { return: { id, status } })])
  if (mail !== null) await mailReturn(transaction, { merchantId: key.merchantId, returnId: id, kind: mail })
}
