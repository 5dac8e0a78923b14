import { type PaidPart, selectPaidParts } from '#src/modules/payments/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { OrderRow } from '../row-queries.ts'

/**
 * The payments that have paid a locked order, the newest first, as opposed to a second charge, which is refunded on its
 * own.
 */
export async function sourcesOf(transaction: Transaction, order: OrderRow): Promise<[PaidPart, ...PaidPart[]]> {
  const payments = await selectPaidParts(transaction, order.merchant_id, order.id)
  const [newest, ...older] = payments.filter(({ refunded_minor }) => refunded_minor !== null)
  if (newest !== undefined) return [newest, ...older]
  const paidAt = order.paid_at?.getTime()
  const only =
    payments.find(({ status }) => status === 'succeeded') ??
    payments.find(({ settled_at }) => settled_at !== null && settled_at.getTime() === paidAt)
  if (only === undefined) throw new Error(`order ${order.id} is paid and has no payment`)
  return [only]
}
