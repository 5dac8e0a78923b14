import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import type { DeliveryKey } from './queries.ts'

/**
 * Queues ended deliveries again. The transaction has locked them in an earlier statement (reason:
 * deliveries/outcomes.sql). Attempt numbers continue; no retry is spent.
 */
async function queueAgain(transaction: Transaction, merchantId: string, deliveryIds: readonly string[]) {
  await sql`
    with again as (
      update deliveries delivery set status = 'pending', updated_at = now()
       where delivery.merchant_id = ${merchantId} and delivery.id = any(${deliveryIds}::uuid[])
      returning delivery.id, delivery.merchant_id, delivery.subscription_id, delivery.event_id
    )
    insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at, tries)
    select id, merchant_id, subscription_id, event_id, clock_timestamp(),
           coalesce((select max(number) from delivery_attempts where delivery_id = again.id), 0)
      from again`.execute(transaction)
}

/** Queues an ended delivery again. Returns whether it had ended; undefined if there is no such delivery. */
export async function requeueDelivery(
  transaction: Transaction,
  { merchantId, subscriptionId, deliveryId }: DeliveryKey,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ ended: boolean }>`
    select status in ('delivered', 'failed', 'cancelled') as ended from deliveries
     where merchant_id = ${merchantId} and subscription_id = ${subscriptionId} and id = ${deliveryId}
       for update`.execute(transaction)
  const ended = rows[0]?.ended
  if (ended) await queueAgain(transaction, merchantId, [deliveryId])
  return ended
}

/**
 * Queues the oldest failed deliveries of a range of time again, at most `limit`. Returns how many. Of two concurrent
 * requests only one queues and counts each delivery.
 */
export async function requeueFailed(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
  { since, until }: { since: Date; until: Date },
  limit: number,
): Promise<number> {
  // Ids begin with the time of the event or a moment later, so this prunes partitions.
  const inPartitions = sql`id >= uuid_at(${since}) and id < uuid_at(${until}::timestamptz + interval '1 minute')`
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
     where merchant_id = ${merchantId} and subscription_id = ${subscriptionId} and status = 'failed'
       and created_at >= ${since} and created_at < ${until} and ${inPartitions}
     order by id limit ${limit} for update`.execute(transaction)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await queueAgain(transaction, merchantId, ids)
  return ids.length
}
