import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { SubscriptionKey } from './queries.ts'

/**
 * Ends at most `limit` waiting deliveries of an inactive or deleted subscription; leased ones end by themselves. If the
 * merchant switched it off or deleted it, they are cancelled. If the service switched it off, they fail, so that they
 * can be recovered. Does nothing if the subscription is active again. Returns how many ended.
 */
export async function endWaitingDeliveries(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
  limit: number,
): Promise<number> {
  // In a statement of its own, as in src/modules/webhooks/deliveries/outcomes.sql.
  const { rows: waiting } = await sql<{ id: string; byMerchant: boolean }>`
    with subscription as materialized (
      select id, deleted_at is not null or disabled_reason is null as by_merchant from webhook_subscriptions
       where merchant_id = ${merchantId} and id = ${subscriptionId} and (not active or deleted_at is not null) for share
    )
    select delivery_id as id, (select by_merchant from subscription) as "byMerchant" from delivery_queue
     where subscription_id = (select id from subscription) and lease_token is null
     order by due_at limit ${limit} for update skip locked`.execute(transaction)
  const byMerchant = waiting[0]?.byMerchant ?? true
  const { rows } = await sql`
    with unqueued as (
      delete from delivery_queue where delivery_id = any(${waiting.map(({ id }) => id)}::uuid[])
      returning delivery_id
    )
    update deliveries delivery
       set status = ${byMerchant ? 'cancelled' : 'failed'},
           last_error = case when ${byMerchant} then delivery.last_error else 'the subscription was switched off' end,
           updated_at = now()
      from unqueued
     where delivery.id = unqueued.delivery_id and delivery.merchant_id = ${merchantId}
    returning 1`.execute(transaction)
  return rows.length
}

/**
 * Inactive or deleted subscriptions with a waiting delivery: one index look-up per subscription. With `exists` the
 * planner may start from the queue instead and read all of it.
 */
export async function selectClosedWithWaiting(db: Executor): Promise<SubscriptionKey[]> {
  const { rows } = await sql<SubscriptionKey>`
    select subscription.merchant_id as "merchantId", subscription.id as "subscriptionId"
      from webhook_subscriptions subscription
     cross join lateral (
       select from delivery_queue where subscription_id = subscription.id and lease_token is null
        order by due_at limit 1) waiting
     where not subscription.active or subscription.deleted_at is not null`.execute(db)
  return rows
}

/** An attempt that ends after its subscription was deleted may note a failure of it. */
export async function forgetFailuresOfDeleted(db: Executor): Promise<void> {
  await sql`
    delete from failing_receivers failing using webhook_subscriptions subscription
     where subscription.id = failing.subscription_id and subscription.deleted_at is not null`.execute(db)
}
