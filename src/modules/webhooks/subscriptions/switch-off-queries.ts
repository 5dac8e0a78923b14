import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Subscriptions whose receiver has failed again and again over at least that time, with no success in between. */
export async function selectHopeless(db: Executor, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ subscription_id: string }>`
    select subscription_id from failing_receivers
     where last_failed_at - failing_since >= make_interval(secs => ${seconds})`.execute(db)
  return rows.map((row) => row.subscription_id)
}

/** Undefined if it has recovered, or been closed, since it was selected: then nothing is changed. */
export async function switchOffSubscription(
  transaction: Transaction,
  id: string,
  reason: string,
  seconds: number,
): Promise<{ merchant_id: string; url: string } | undefined> {
  const { rows } = await sql<{ merchant_id: string; url: string }>`
    with hopeless as (
      delete from failing_receivers
       where subscription_id = ${id} and last_failed_at - failing_since >= make_interval(secs => ${seconds})
      returning subscription_id
    )
    update webhook_subscriptions set active = false, disabled_reason = ${reason}, updated_at = now()
     where id = (select subscription_id from hopeless) and active and deleted_at is null
    returning merchant_id, url`.execute(transaction)
  return rows[0]
}
