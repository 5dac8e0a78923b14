import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'

const longerAgoThan = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`

/**
 * Subscriptions whose oldest waiting delivery is overdue by more than that; one index look-up per waiting subscription.
 */
export async function selectOverdue(db: Executor, seconds: number): Promise<SubscriptionKey[]> {
  const { rows } = await sql<SubscriptionKey>`
    with recursive receiver as (
      (select subscription_id, merchant_id, due_at from delivery_queue where lease_token is null
        order by subscription_id, due_at limit 1)
      union all
      select next.subscription_id, next.merchant_id, next.due_at
        from receiver cross join lateral (
          select subscription_id, merchant_id, due_at from delivery_queue
           where lease_token is null and subscription_id > receiver.subscription_id
           order by subscription_id, due_at limit 1) next
    )
    select merchant_id as "merchantId", subscription_id as "subscriptionId"
      from receiver where due_at < ${longerAgoThan(seconds)}`.execute(db)
  return rows
}

/**
 * Fails at most `limit` deliveries that have waited longer for their first attempt, oldest first. Deliveries with an
 * attempt keep their schedule. Returns how many failed.
 */
export async function failOverdue(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
  { seconds, limit, reason }: { seconds: number; limit: number; reason: string },
): Promise<number> {
  // In a statement of its own, as in src/modules/webhooks/deliveries/outcomes.sql.
  const { rows: waiting } = await sql<{ id: string }>`
    select delivery_id as id from delivery_queue
     where merchant_id = ${merchantId} and subscription_id = ${subscriptionId} and lease_token is null and not begun
       and due_at < ${longerAgoThan(seconds)}
     order by due_at limit ${limit} for update skip locked`.execute(transaction)
  const { rows } = await sql`
    with unqueued as (
      delete from delivery_queue where delivery_id = any(${waiting.map(({ id }) => id)}::uuid[])
      returning delivery_id
    )
    update deliveries delivery set status = 'failed', last_error = ${reason}, updated_at = now()
      from unqueued where delivery.id = unqueued.delivery_id and delivery.merchant_id = ${merchantId}
    returning 1`.execute(transaction)
  return rows.length
}

/** The URL of the subscription if its owners got no mail within that time; notes that they get one now. */
export async function noteMailed(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
  seconds: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`
    update webhook_subscriptions set overload_told_at = now()
     where merchant_id = ${merchantId} and id = ${subscriptionId} and deleted_at is null
       and (overload_told_at is null or overload_told_at < ${longerAgoThan(seconds)})
    returning url`.execute(transaction)
  return rows[0]?.url
}
