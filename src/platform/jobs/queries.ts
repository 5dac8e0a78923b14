import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'
import { sessionLockKey } from '#src/platform/db/session-lock.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Queues a job in graphile-worker, in the transaction of what it follows from. */
export async function insertJob(
  db: Executor,
  name: string,
  payload: object,
  options: { key?: string; runAt?: Date; maxAttempts?: number },
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}::text)`.execute(db)
}

/** Takes the right to run a sweep for this connection, without waiting. */
export async function lockSweep(connection: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${`sweep:${name}`}, 0)) as locked`.execute(connection)
  return rows[0]?.locked ?? false
}

/** Nothing to give back is no fault: the connection may be another one by now, and the lock gone with the first. */
export async function unlockSweep(connection: Database, name: string): Promise<void> {
  await sql`select pg_advisory_unlock(hashtextextended(${`sweep:${name}`}, 0))`.execute(connection)
}

/** The pools that have locked jobs and whose sign of life nobody holds. */
export async function selectDeadPools(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with holder as materialized (
      select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
    )
    select id from holder
     where pg_try_advisory_xact_lock(hashtextextended(${sessionLockKey('')} || id, 0))`.execute(transaction)
  return rows.map((row) => row.id)
}

export async function unlockJobsOf(db: Executor, poolIds: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${poolIds}::text[])`.execute(db)
}

/** Deletes jobs that have used up their attempts and been left lying for a week; the log has said why they failed. */
export async function deleteFailedJobs(db: Executor): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
       limit 10000))`.execute(db)
}

/** Takes a waiting job out of the queue by its key; one that runs is not repeated. */
export async function deleteJob(db: Executor, key: string): Promise<void> {
  await sql`select from graphile_worker.remove_job(${key}::text)`.execute(db)
}
