import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** An attempt holds a job by its id and attempt number: a process that has lost the lease changes nothing. */
export interface LeasedJob {
  id: string
  name: string
  payload: object
  attempts: number
}

type Attempt = Pick<LeasedJob, 'id' | 'attempts'>

/** A replaced job gets a new id, so that an attempt of the old one can neither end nor postpone the new one. */
export async function upsertJob(
  db: Executor,
  job: { id: string; name: string; payload: object; key: string | null; maxAttempts: number; delayMs: number },
): Promise<void> {
  await sql`
    insert into jobs (id, name, payload, key, max_attempts, due_at)
    values (${job.id}, ${job.name}, ${JSON.stringify(job.payload)}::jsonb, ${job.key}, ${job.maxAttempts},
            now() + ${job.delayMs} * interval '1 ms')
    on conflict (key) do update set
      id = excluded.id, name = excluded.name, payload = excluded.payload, attempts = 0,
      max_attempts = excluded.max_attempts,
      due_at = case when jobs.attempts = 0 then least(jobs.due_at, excluded.due_at) else excluded.due_at end`.execute(
    db,
  )
}

interface Lease {
  limit: number
  leaseMs: number
  /** Only of this shop. */
  of?: string
  /** Of none of these shops. */
  except?: readonly string[]
}

const shop = sql<string | null>`coalesce(payload ->> 'merchantId', payload ->> 'merchant_id')`

/** Leases at most `limit` jobs of these names, the longest due first, and counts their attempts. */
export async function leaseJobs(
  db: Executor,
  names: readonly string[],
  { limit, leaseMs, of, except = [] }: Lease,
): Promise<LeasedJob[]> {
  const ofOthers = except.length === 0 ? sql`true` : sql`(${shop} <> all (${[...except]}::text[])) is not false`
  const chosen = of === undefined ? ofOthers : sql`${shop} = ${of}`
  const { rows } = await sql<LeasedJob>`
    update jobs set attempts = attempts + 1, due_at = now() + ${leaseMs} * interval '1 ms'
     where id = any (array(select id from jobs
                            where due_at <= now() and attempts < max_attempts and name = any (${[...names]})
                              and ${chosen}
                            order by due_at limit ${limit} for update skip locked))
    returning id, name, payload, attempts`.execute(db)
  return rows
}

/** Leases jobs of shops that have had little time; where none waits, of the one that has had the least. */
export async function leaseInTurn(
  db: Executor,
  names: readonly string[],
  busy: readonly string[],
  limits: Pick<Lease, 'limit' | 'leaseMs'>,
): Promise<LeasedJob[]> {
  let leased = await leaseJobs(db, names, { ...limits, except: busy })
  for (const one of busy) {
    if (leased.length > 0) break
    leased = await leaseJobs(db, names, { ...limits, of: one })
  }
  return leased
}

/** The attempts that still hold their job. */
const held = (attempts: readonly Attempt[]) => sql`
  (id, attempts) in (select * from unnest(${attempts.map(({ id }) => id)}::uuid[],
                                          ${attempts.map((attempt) => attempt.attempts)}::int[]))`

/** Sets the due time of jobs: the end of a renewed lease, or the next attempt. */
export async function postponeJobs(db: Executor, attempts: readonly Attempt[], delayMs: number): Promise<void> {
  await sql`update jobs set due_at = now() + ${delayMs} * interval '1 ms' where ${held(attempts)}`.execute(db)
}

/** Gives back jobs whose attempt was not begun. */
export async function releaseJobs(db: Executor, attempts: readonly Attempt[]): Promise<void> {
  await sql`update jobs set due_at = now(), attempts = attempts - 1 where ${held(attempts)}`.execute(db)
}

export async function deleteJobs(db: Executor, attempts: readonly Attempt[]): Promise<void> {
  await sql`delete from jobs where ${held(attempts)}`.execute(db)
}

/** Deletes jobs whose last attempt failed a week ago; the log has the reason. */
export async function deleteFailedJobs(db: Executor): Promise<void> {
  await sql`delete from jobs where attempts >= max_attempts and due_at < now() - interval '7 days'`.execute(db)
}
