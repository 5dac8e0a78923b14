import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface DatabaseState {
  oldestSnapshotSeconds: number
  lockWaits: number
}

/**
 * Age of the oldest open snapshot of this database, of any client: until it ends, vacuum removes no row that changed
 * meanwhile. And sessions that wait for a lock. Only a role with `pg_read_all_stats` sees clients of other roles.
 */
export async function selectDatabaseState(db: Database): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    with session as (
      select wait_event_type, case when backend_xid is not null or backend_xmin is not null then xact_start end as since
        from pg_stat_activity where datname = current_database()
    )
    select coalesce(extract(epoch from clock_timestamp() - least((select min(since) from session),
                     (select min(prepared) from pg_prepared_xacts where database = current_database()))), 0)::float8
             as "oldestSnapshotSeconds",
           (select count(*) from session where wait_event_type = 'Lock') as "lockWaits"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table returns one row')
  return row
}

/** What waits for background processes, and since when the first of it. */
export interface Backlog {
  jobs: number
  jobsSeconds: number
  jobsFailed: number
  payments: number
  paymentsSeconds: number
  refunds: number
  refundsSeconds: number
}

/**
 * Due jobs; payments without an outcome that need nothing of the buyer; refunds that the provider has not confirmed.
 */
export async function selectBacklog(db: Database): Promise<Backlog> {
  const seconds = (since: RawBuilder<unknown>) =>
    sql`coalesce(greatest(extract(epoch from clock_timestamp() - ${since}), 0), 0)::float8`
  const { rows } = await sql<Backlog>`
    select (select count(*) from jobs where attempts >= max_attempts and due_at > now() - interval '1 day')
             as "jobsFailed",
           job.number as jobs, ${seconds(sql`job.since`)} as "jobsSeconds",
           payment.number as payments, ${seconds(sql`payment.since`)} as "paymentsSeconds",
           refund.number as refunds, ${seconds(sql`refund.since`)} as "refundsSeconds"
      from (select count(*) as number, min(due_at) as since from jobs
             where attempts < max_attempts and due_at <= now()) job,
           (select count(*) as number, min(created_at) as since from payments
             where status in ('pending', 'refunding') and due_at < 'infinity') payment,
           (select count(*) as number, min(created_at) as since from refunds
             where status = 'pending' and due_at < 'infinity') refund`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate returns one row')
  return row
}

/** The time zones of all shops. */
export async function selectTimeZones(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ timezone: string }>`
    select distinct timezone from merchant_settings where timezone <> 'UTC' order by timezone`.execute(db)
  return rows.map(({ timezone }) => timezone)
}

/**
 * What PostgreSQL takes the offsets of zones from UTC to be at moments, in seconds. It leaves out unknown zones.
 * @param moments in milliseconds since 1970
 */
export async function selectOffsets(
  db: Executor,
  zones: readonly string[],
  moments: readonly number[],
): Promise<Map<string, number[]>> {
  if (zones.length === 0) return new Map()
  const { rows } = await sql<{ name: string; offsets: number[] }>`
    select name, array_agg(extract(epoch from (at at time zone name) - (at at time zone 'UTC'))::float8 order by at)
             as offsets
      from pg_timezone_names
     cross join (select to_timestamp(ms / 1000) as at from unnest(${[...moments]}::float8[]) ms) moment
     where name = any(${[...zones]}::text[]) group by name`.execute(db)
  return new Map(rows.map(({ name, offsets }) => [name, offsets]))
}
