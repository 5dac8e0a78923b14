import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { RetryPeriod } from './rules.ts'

const failedFor = (seconds: number) =>
  sql`failing.last_failed_at - failing.failing_since >= make_interval(secs => ${seconds})`

/** Ids of subscriptions with that retry period whose receiver has failed for at least that time without a success. */
export async function selectFailingFor(db: Executor, retryFor: RetryPeriod, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    select failing.subscription_id from failing_receivers failing
      join webhook_subscriptions subscription on subscription.id = failing.subscription_id
     where subscription.retry_for = ${retryFor} and ${failedFor(seconds)}`.execute(db)
  return rows.map((row) => row.subscription_id)
}

interface SwitchedOff {
  merchant_id: string
  url: string
}

/** Changes nothing and returns undefined if the receiver has recovered or the subscription was closed meanwhile. */
export async function switchOffSubscription(
  transaction: Transaction,
  id: string,
  reason: string,
  seconds: number,
): Promise<SwitchedOff | undefined> {
  const { rows } = await sql<SwitchedOff>`
    with receiver as (
      delete from failing_receivers failing where failing.subscription_id = ${id} and ${failedFor(seconds)}
      returning subscription_id
    )
    update webhook_subscriptions set active = false, disabled_reason = ${reason}, updated_at = now()
     where id = (select subscription_id from receiver) and active and deleted_at is null
    returning merchant_id, url`.execute(transaction)
  return rows[0]
}

/** Changes nothing and returns undefined if the subscription has another URL by now, or was closed. */
export async function switchOffReceiver(
  transaction: Transaction,
  { subscriptionId, url }: { subscriptionId: string; url: string },
  reason: string,
): Promise<SwitchedOff | undefined> {
  const { rows } = await sql<SwitchedOff>`
    update webhook_subscriptions set active = false, disabled_reason = ${reason}, updated_at = now()
     where id = ${subscriptionId} and url = ${url} and active and deleted_at is null
    returning merchant_id, url`.execute(transaction)
  return rows[0]
}
