import type { OrderRow } from '#src/modules/orders/index.ts'
import { addRefunded, type PaidPart, type PaymentProviders, refundUnit } from '#src/modules/payments/index.ts'
import { cancelBoughtCards } from '#src/modules/stored-value/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { refundedCards, voucherPart } from '../gift-card-rules.ts'
import { insertParts } from './part-queries.ts'
import { insertRefund, type NewRefund, type StoredRefund, selectRefund } from './queries.ts'
import { splitOverSources } from './source-rules.ts'

/**
 * Writes a refund of a locked order, with its parts if several payments have paid the order. Units that are gift cards
 * lose their value with it.
 * @throws AppError INVALID_TRANSITION if a gift card is spent
 */
export async function writeRefund(
  transaction: Transaction,
  order: OrderRow,
  sources: readonly PaidPart[],
  { ...refund }: NewRefund,
): Promise<StoredRefund> {
  const key = { merchantId: order.merchant_id, orderId: order.id }
  const units = refundedCards(order, refund.items)
  if (units.length > 0) {
    await cancelBoughtCards(transaction, { ...key, actorId: refund.actor_id, units })
    refund.voucher_minor = voucherPart(order, refund.items, refund.amount_minor)
  }
  const [newest] = sources
  if (newest === undefined) return insertRefund(transaction, key, null, refund)
  const parts = splitOverSources(sources, refund.amount_minor)
  if (newest.refunded_minor === null) return insertRefund(transaction, key, newest.id, refund)
  const written = await insertRefund(transaction, key, refund.id, refund)
  await insertParts(
    transaction,
    written,
    parts.map((part) => ({ ...part, id: newId() })),
  )
  await addRefunded(transaction, key, parts)
  const complete = await selectRefund(transaction, key.merchantId, written.id)
  if (complete === undefined) throw new Error('a refund was not inserted')
  return complete
}

/** Each part of a refund must be a multiple of this many minor units. */
export function largestUnit(providers: PaymentProviders, sources: readonly PaidPart[]): number {
  return Math.max(...sources.map((source) => refundUnit(providers, source)))
}
