import { sql } from 'kysely'
import type { RefundPartRow } from '#src/modules/orders/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { RefundOutcome, StoredRefund } from './queries.ts'

/** A part of a refund of several payments. */
export type StoredPart = RefundPartRow & { id: string }

export async function insertParts(
  transaction: Transaction,
  { merchant_id, id }: Pick<StoredRefund, 'merchant_id' | 'id'>,
  parts: readonly Pick<StoredPart, 'id' | 'payment_id' | 'amount_minor'>[],
): Promise<void> {
  await sql`
    insert into refund_parts (merchant_id, refund_id, payment_id, id, status, amount_minor)
    select ${merchant_id}::uuid, ${id}::uuid, payment_id, part.id, 'pending', amount_minor
      from unnest(${parts.map((part) => part.payment_id)}::uuid[], ${parts.map((part) => part.id)}::uuid[],
                  ${parts.map((part) => part.amount_minor)}::bigint[]) part (payment_id, id, amount_minor)
    `.execute(transaction)
}

/** Makes the failed parts of a refund pending again, each as its next attempt. */
export async function updatePartsResent(
  transaction: Transaction,
  { merchant_id, id }: Pick<StoredRefund, 'merchant_id' | 'id'>,
): Promise<void> {
  await sql`
    update refund_parts set status = 'pending', attempt = attempt + 1, failure = null, settled_at = null
     where merchant_id = ${merchant_id} and refund_id = ${id} and status = 'failed'`.execute(transaction)
}

/** Records the outcome of an attempt of a part, once, from one of these statuses; the order is locked. */
export async function updatePartSettled(
  transaction: Transaction,
  { merchant_id, id }: Pick<StoredRefund, 'merchant_id' | 'id'>,
  part: StoredPart,
  { status, reference, failure, isByHand = false }: RefundOutcome,
  from: readonly StoredPart['status'][],
): Promise<boolean> {
  const { rows } = await sql`
    update refund_parts
       set status = ${status}, reference = ${reference}, failure = ${failure}, by_hand = ${isByHand},
           settled_at = now()
     where merchant_id = ${merchant_id} and refund_id = ${id} and id = ${part.id} and attempt = ${part.attempt}
       and status = any (${[...from]}::text[])
    returning id`.execute(transaction)
  return rows.length > 0
}
