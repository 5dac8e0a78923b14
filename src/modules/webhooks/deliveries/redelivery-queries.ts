import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import type { DeliveryKey } from './queries.ts'

/** Attempt numbers go on from the earlier ones; no retry is spent. */
const queueAgain = sql`
  insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at, tries)
  select id, merchant_id, subscription_id, event_id, clock_timestamp(),
         coalesce((select max(number) from delivery_attempts where delivery_id = again.id), 0)
    from again`

/** Queues an ended delivery again. Returns whether it had ended; undefined if there is no such delivery. */
export async function requeueDelivery(
  transaction: Transaction,
  { merchantId, subscriptionId, deliveryId }: DeliveryKey,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ ended: boolean }>`
    with found as materialized (
      select id, status in ('delivered', 'failed', 'cancelled') as ended from deliveries
       where merchant_id = ${merchantId} and subscription_id = ${subscriptionId} and id = ${deliveryId}
         for update
    ), again as (
      update deliveries delivery set status = 'pending', updated_at = now()
        from found
       where found.ended and delivery.id = found.id and delivery.merchant_id = ${merchantId}
      returning delivery.id, delivery.merchant_id, delivery.subscription_id, delivery.event_id
    ), queued as (
      ${queueAgain}
    )
    select ended from found`.execute(transaction)
  return rows[0]?.ended
}

/**
 * Queues the oldest failed deliveries of a range of time again, at most `limit`. Returns how many: of two requests at
 * the same time, each delivery is queued and counted by one.
 */
export async function requeueFailed(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
  { since, until }: { since: Date; until: Date },
  limit: number,
): Promise<number> {
  // Ids begin with the time of the event or a moment later, so this prunes partitions.
  const inPartitions = sql`id >= uuid_at(${since}) and id < uuid_at(${until}::timestamptz + interval '1 minute')`
  const { rows } = await sql<{ queued: number }>`
    with failed as materialized (
      select id from deliveries
       where merchant_id = ${merchantId} and subscription_id = ${subscriptionId} and status = 'failed'
         and created_at >= ${since} and created_at < ${until} and ${inPartitions}
       order by id limit ${limit} for update
    ), again as (
      update deliveries delivery set status = 'pending', updated_at = now()
        from failed
       where delivery.id = failed.id and delivery.merchant_id = ${merchantId}
      returning delivery.id, delivery.merchant_id, delivery.subscription_id, delivery.event_id
    ), queued as (
      ${queueAgain}
      returning 1
    )
    select count(*) as queued from queued`.execute(transaction)
  return rows[0]?.queued ?? 0
}
