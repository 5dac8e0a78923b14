import type { PaymentProviders } from '#src/modules/payments/index.ts'
import { addRefunded, type PaidPart, refundUnit } from '#src/modules/payments/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { OrderKey } from '../queries.ts'
import { insertParts } from './part-queries.ts'
import { insertRefund, type NewRefund, type StoredRefund, selectRefund } from './queries.ts'
import { splitOverSources } from './source-rules.ts'

/** Writes a refund of a locked order, with its parts if several payments have paid the order. */
export async function writeRefund(
  transaction: Transaction,
  key: OrderKey,
  sources: readonly PaidPart[],
  refund: NewRefund,
): Promise<StoredRefund> {
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
