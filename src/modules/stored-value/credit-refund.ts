import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { insertStoreCredit, lockAccount } from './account-queries.ts'
import { insertEntry } from './entry-queries.ts'

/** What a refund gives as store credit. */
export interface CreditedRefund {
  merchantId: string
  userId: string
  currency: string
  refundId: string
  orderId: string
  amountMinor: number
  actorId: string | null
}

/** Adds a refund to the store credit of its customer: value that was paid, which never expires. */
export async function creditRefund(transaction: Transaction, refund: CreditedRefund): Promise<void> {
  const { merchantId, userId, currency, refundId, orderId, amountMinor, actorId } = refund
  if (amountMinor === 0) return
  await insertStoreCredit(transaction, { merchantId, id: newId(), userId, currency })
  const account = await lockAccount(transaction, merchantId, { userId })
  if (account === undefined) throw new Error(`user ${userId} has no store credit`)
  await insertEntry(transaction, merchantId, account.id, {
    kind: 'adjusted',
    origin: 'returned',
    amount_minor: amountMinor,
    cause_id: refundId,
    payment_id: null,
    order_id: orderId,
    reason: 'Refund of a return',
    actor_id: actorId,
  })
}
