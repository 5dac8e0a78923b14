import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'

interface Service {
  deps: { db: Database }
}

/** Executes statements in a transaction that keeps their locks until the returned function commits it. */
export async function holdLocks({ deps: { db } }: Service, ...statements: RawBuilder<unknown>[]) {
  const holder = await db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder)
  for (const statement of statements) await statement.execute(holder)
  return { commit: () => holder.commit().execute() }
}

/**
 * Number of statements on the service's database that currently wait for a lock. Not read in the transaction that holds
 * the lock: there `pg_stat_activity` keeps the sessions of its first read, and misses later ones.
 */
export async function lockWaits({ deps: { db } }: Service): Promise<number> {
  const { rows } = await sql<{ waits: number }>`
    select count(*) as waits from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waits ?? 0
}
