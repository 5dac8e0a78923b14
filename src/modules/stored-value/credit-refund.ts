import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { insertStoreCredit, lockAccount, selectShopCurrency } from './account-queries.ts'
import { insertEntry } from './entry-queries.ts'
import { otherCurrency } from './value.ts'

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

/**
 * Adds a refund to the store credit of its customer: value that was paid, which never expires. Store credit is in the
 * currency of its shop.
 * @throws AppError CURRENCY_MISMATCH
 */
export async function creditRefund(transaction: Transaction, refund: CreditedRefund): Promise<void> {
  const { merchantId, userId, currency, refundId, orderId, amountMinor, actorId } = refund
  if (amountMinor === 0) return
  await insertStoreCredit(transaction, { merchantId, id: newId(), userId, currency })
  const account = await lockAccount(transaction, merchantId, { userId })
  const own = account?.currency ?? (await selectShopCurrency(transaction, merchantId))
  if (account === undefined || own !== currency) throw otherCurrency(own, currency)
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
