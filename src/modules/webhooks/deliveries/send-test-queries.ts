import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { WrittenEvent } from '#src/platform/outbox/index.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'

/**
 * Writes an event for one subscription, subscribed to or not, and returns the id of the delivery. The caller has locked
 * the subscription.
 */
export async function insertTestDelivery(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
  event: Omit<WrittenEvent, 'user_id' | 'mail' | 'data'>,
): Promise<string> {
  const { rows } = await sql<{ delivery_id: string }>`
    with event as (
      insert into events (id, merchant_id, name, body, is_test, created_at)
      values (${event.id}, ${merchantId}, ${event.name}, ${event.body}, true, ${event.created_at})
      returning id, merchant_id, name, created_at
    ), delivery as (
      insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at)
      select delivery_id(id, ${subscriptionId}::uuid), merchant_id, ${subscriptionId}::uuid, id, name, 'pending',
             created_at, created_at
        from event
      returning id, merchant_id, subscription_id, event_id
    )
    insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at)
    select id, merchant_id, subscription_id, event_id, clock_timestamp() from delivery
    returning delivery_id`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('a delivery was not queued')
  return row.delivery_id
}
