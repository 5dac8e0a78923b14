import { sql } from 'kysely'
import { setLockTimeout } from '#src/platform/db/statements/lock-timeout.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

export async function createPartitions(transaction: Transaction, monthsAhead: number): Promise<void> {
  await setLockTimeout(transaction)
  await sql`
    select create_audit_partition((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
      from generate_series(0, ${monthsAhead}::int) ahead`.execute(transaction)
}

/** Drops the partitions of months that ended that many days ago. */
export async function dropPartitions(transaction: Transaction, retentionDays: number): Promise<void> {
  await setLockTimeout(transaction)
  await sql`
    select drop_audit_partitions_before((now() at time zone 'UTC')::date - ${retentionDays}::int)`.execute(transaction)
}
