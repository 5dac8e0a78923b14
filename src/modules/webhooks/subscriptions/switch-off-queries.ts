import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

const failedFor = (seconds: number) => sql`last_failed_at - failing_since >= make_interval(secs => ${seconds})`

/** Ids of subscriptions whose receiver failed over at least that time without a success in between. */
export async function selectFailingFor(db: Executor, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    select subscription_id from failing_receivers where ${failedFor(seconds)}`.execute(db)
  return rows.map((row) => row.subscription_id)
}

/** Undefined, and nothing changed, if the receiver has recovered or the subscription was closed meanwhile. */
export async function switchOffSubscription(
  transaction: Transaction,
  id: string,
  reason: string,
  seconds: number,
): Promise<{ merchant_id: string; url: string } | undefined> {
  const { rows } = await sql<{ merchant_id: string; url: string }>`
    with failing as (
      delete from failing_receivers where subscription_id = ${id} and ${failedFor(seconds)} returning subscription_id
    )
    update webhook_subscriptions set active = false, disabled_reason = ${reason}, updated_at = now()
     where id = (select subscription_id from failing) and active and deleted_at is null
    returning merchant_id, url`.execute(transaction)
  return rows[0]
}
