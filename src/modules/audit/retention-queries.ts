import { sql } from 'kysely'
import { setLockTimeout } from '#src/platform/db/lock-timeout.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

export async function createPartitions(transaction: Transaction, monthsAhead: number): Promise<void> {
  await setLockTimeout(transaction)
  await sql`
    select create_audit_partition((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
      from generate_series(0, ${monthsAhead}::int) ahead`.execute(transaction)
}

/**
 * Drops the partitions of months that ended that many days ago, and their counts. Changes of counts first: that waits
 * for a fold which has taken some, and the next statement sees what it has made of them.
 */
export async function dropPartitions(transaction: Transaction, keepDays: number): Promise<void> {
  await setLockTimeout(transaction)
  const { rows } = await sql<{ first: Date }>`
    select drop_audit_partitions_before((now() at time zone 'UTC')::date - ${keepDays}::int)::timestamp
             at time zone 'UTC' as first`.execute(transaction)
  const first = rows[0]?.first
  await sql`delete from audit_count_changes where hour < ${first}`.execute(transaction)
  await sql`delete from audit_counts where hour < ${first}`.execute(transaction)
}

/** Adds what was counted since to the counts. Answers how many changes there were. */
export async function foldCounts(db: Executor): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with change as (
      delete from audit_count_changes returning *
    ), counted as (
      insert into audit_counts as counted (merchant_id, hour, actor_id, action, entries)
      select merchant_id, hour, actor_id, action, sum(entries) from change group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict on constraint audit_counts_key do update set entries = counted.entries + excluded.entries
    )
    select count(*)::int as folded from change`.execute(db)
  return rows[0]?.folded ?? 0
}
