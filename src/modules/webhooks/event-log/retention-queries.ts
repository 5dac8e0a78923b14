import { sql } from 'kysely'
import { setLockTimeout } from '#src/platform/db/statements/lock-timeout.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

export async function createPartitions(transaction: Transaction, daysAhead: number): Promise<void> {
  await setLockTimeout(transaction)
  await sql`
    select create_day_partitions((now() at time zone 'UTC')::date + ahead)
      from generate_series(0, ${daysAhead}::int) ahead`.execute(transaction)
}

/** Drops partitions older than that many whole days, and their queue rows. */
export async function dropPartitions(transaction: Transaction, retentionDays: number): Promise<void> {
  await setLockTimeout(transaction)
  const oldest = sql`(now() at time zone 'UTC')::date - ${retentionDays}::int`
  await sql`
    delete from delivery_queue
     where delivery_id < (select uuid_at((${oldest})::timestamp at time zone 'UTC'))`.execute(transaction)
  await sql`select drop_partitions_before(${oldest})`.execute(transaction)
}

export async function purgeDeletedSubscriptions(db: Executor, days: number): Promise<void> {
  await sql`
    delete from webhook_subscriptions subscription
     where deleted_at < now() - make_interval(days => ${days}::int)
       and not exists (select from delivery_queue where subscription_id = subscription.id)`.execute(db)
}
