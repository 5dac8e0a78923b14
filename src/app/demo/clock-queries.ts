import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#src/platform/db/pool.ts'
import { planSettings } from '#src/platform/db/session-settings.ts'

/**
 * The database's clock while the demo shop is made, and how far the making has come: a schema of its own, which is
 * there from the first start until the shop is made (docs/decisions/0053-demo-trade.md).
 *
 * Its `now()` and `clock_timestamp()` are found before PostgreSQL's own by the sessions of the maker, by their search
 * path. Functions and defaults of columns were bound to PostgreSQL's when they were made, so these are bound anew. In
 * all other sessions the functions of the schema answer the time of the server.
 */
const schema = 'demo_trade'
const flag = `${schema}.clock`

const clockFunction = (name: string, volatility: string) => `
  create function ${schema}.${name}() returns timestamptz ${volatility} language sql as $$
    select case when current_setting('${flag}', true) = 'on'
                then pg_catalog.${name}() + (select ahead from ${schema}.state) else pg_catalog.${name}() end $$`

const pathTo = (place: string) => `${schema}, pg_catalog, "${place}", pg_temp`

/** Whether a demo shop was begun here and is not whole yet. */
export async function isBeingMade(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regnamespace(${schema}) is not null as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The one maker of a demo shop: a session of the owner of the tables. */
export interface MakerSession {
  client: pg.Client
  /** The schema of the tables. */
  place: string
}

const lockAttempts = 20
const lockPauseMs = 250

/** Undefined if another process makes it. The sessions of a process that was killed end soon, not at once. */
export async function becomeMaker(ownerUrl: string): Promise<MakerSession | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'commerce-demo' })
  client.on('error', () => {})
  await client.connect()
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtextextended('${schema}', 0)) as locked, current_schema() as place`,
    )
    if (rows[0]?.locked) return { client, place: rows[0].place }
    if (attempt === lockAttempts) break
    await sleep(lockPauseMs)
  }
  await client.end()
  return undefined
}

/** What is to be made. */
export interface Trade {
  /** The one in which it ends included. */
  days: number
  ordersPerDay: number
  endsAt: Date
}

/** Installs the clock, unless an earlier start has: then that trade goes on. Without `endsAt` the past ends now. */
export async function installClock(
  { client, place }: MakerSession,
  { days, ordersPerDay, endsAt }: Omit<Trade, 'endsAt'> & Partial<Trade>,
): Promise<void> {
  const { rows } = await client.query(`select to_regnamespace('${schema}') is not null as found`)
  if (rows[0]?.found) return
  await inOne(client, async () => {
    const statements = [
      `create schema ${schema}`,
      `create table ${schema}.state (ahead interval not null, step integer not null, days integer not null,
                                     orders_per_day integer not null, ends_at timestamptz not null)`,
      `create table ${schema}.known (key text primary key, value text not null)`,
      clockFunction('now', 'stable'),
      clockFunction('clock_timestamp', 'volatile'),
      // A receiver that somebody subscribes meanwhile is not told of the time before.
      `create view ${schema}.webhook_subscriptions with (security_invoker = true) as
         select * from "${place}".webhook_subscriptions where created_at <= ${schema}.now()`,
      `grant usage on schema ${schema} to public`,
      `grant select, insert, update on all tables in schema ${schema} to public`,
    ]
    for (const statement of statements) await client.query(statement)
    await client.query(`insert into ${schema}.state values ('0', 0, $1, $2, coalesce($3, clock_timestamp()))`, [
      ...[days, ordersPerDay, endsAt],
    ])
    // The tables may be older than the shop: nobody is mailed about its past.
    await client.query(`update event_numbering set mailed_since = greatest(mailed_since, ends_at) from ${schema}.state`)
    // The catalog is of the first day; the service waits for it.
    await makePartitions(client, 'first')
    await bindClocks(client, place, 'past')
  })
}

/**
 * Makes the partitions of the first day, or of all days that have passed since: each day by itself, since a day's holds
 * up those who read events for a moment.
 */
export async function makePartitions(client: pg.Client, days: 'first' | 'all'): Promise<void> {
  const { rows } = await client.query(
    `select ((ends_at at time zone 'UTC')::date - ago)::text as day
       from ${schema}.state cross join generate_series(0, state.days - 1) ago
      order by ago desc limit $1`,
    [days === 'first' ? 1 : null],
  )
  const make = 'select create_day_partitions($1::date), create_audit_partition($1::date)'
  for (const { day } of rows) await client.query(make, [day])
}

/** Removes the clock and all that was noted: the shop is whole. Waits for no lock for long: requests are served. */
export async function removeClock({ client, place }: MakerSession): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inOne(client, async () => {
        await client.query("set local lock_timeout = '200ms'")
        await bindClocks(client, place, 'present')
        await client.query(`drop view if exists ${schema}.webhook_subscriptions`)
        await client.query(`drop table ${schema}.state, ${schema}.known`)
        await client.query(`drop function ${schema}.now(), ${schema}.clock_timestamp()`)
        await client.query(`drop schema ${schema}`)
      })
    } catch (error) {
      // 55P03: somebody held a lock; 40P01: and waited for one of ours.
      if (attempt === lockAttempts || !/^(55P03|40P01)$/.test((error as { code?: string }).code ?? '')) throw error
      await sleep(lockPauseMs)
    }
  }
}

/**
 * Binds the clocks that functions and defaults read to those of the past, or to the database's own again. Functions
 * that run as their owner keep theirs, and in the past those that make partitions: in the first schema of their path.
 */
async function bindClocks(client: pg.Client, place: string, to: 'past' | 'present'): Promise<void> {
  const path = to === 'past' ? pathTo(place) : `"${place}", pg_temp`
  await client.query(`set local search_path = ${pathTo(place)}`)
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter function %s set search_path = ${path}', oid::regprocedure) as statement from pg_proc
      where pronamespace = $1::regnamespace and not prosecdef and prosrc ~ '\\m(now|clock_timestamp)\\(\\)'
        and ($2 = 'present' or prosrc !~ 'create table')
        and exists (select from unnest(proconfig) setting where setting like 'search_path=%')
     union all
     select format('alter table %s alter column %I set default %s', adrelid::regclass, attname,
                   regexp_replace(pg_get_expr(adbin, adrelid), '\\w+\\.(now|clock_timestamp)\\(\\)', '\\1()', 'g'))
       from pg_attrdef join pg_class on pg_class.oid = adrelid
       join pg_attribute on attrelid = adrelid and attnum = adnum
      where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
        and pg_get_expr(adbin, adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'`,
    [`"${place}"`, to],
  )
  await client.query(`set local search_path = ${path}`)
  for (const { statement } of rows) await client.query(statement)
}

async function inOne(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The address for sessions that live in the past. */
export function pastUrl(directUrl: string, { place }: MakerSession): string {
  const settings = { ...planSettings, search_path: pathTo(place).replaceAll(' ', ''), [flag]: 'on' }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return `${directUrl}${directUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(options.join(' '))}`
}

/** From now on the maker's sessions are at that moment, and go on from there. */
export async function setDatabaseClock(db: Database, at: Date): Promise<void> {
  await sql`update demo_trade.state set ahead = ${at} - pg_catalog.clock_timestamp()`.execute(db)
}

/** What is made, and how many steps of it are done. */
export async function readProgress(db: Database): Promise<{ done: number; trade: Trade }> {
  const { rows } = await sql<{ step: number; days: number; orders_per_day: number; ends_at: Date }>`
    select step, days, orders_per_day, ends_at from demo_trade.state`.execute(db)
  const [state] = rows
  if (state === undefined) throw new Error('the demo shop has no state')
  const { step, days, orders_per_day, ends_at } = state
  return { done: step, trade: { days, ordersPerDay: orders_per_day, endsAt: ends_at } }
}

export async function saveStep(db: Database, step: number): Promise<void> {
  await sql`update demo_trade.state set step = ${step}`.execute(db)
}

export async function readKnown(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`select key, value from demo_trade.known`.execute(db)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export async function saveKnown(db: Database, key: string, value: string): Promise<void> {
  await sql`
    insert into demo_trade.known values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(db)
}

/** Whether jobs are due or under way, or soon tried again. */
export async function hasJobs(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from jobs
                    where attempts < max_attempts and due_at < clock_timestamp() + interval '1 minute')
        as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Whether deliveries are due or, since they were, under way; and when the next one is. */
export async function readQueue(db: Database): Promise<{ isBusy: boolean; nextAt: Date | null }> {
  const { rows } = await sql<{ is_busy: boolean; next_at: Date | null }>`
    select coalesce(bool_or(due_at <= clock_timestamp()), false) as is_busy, min(due_at) as next_at
      from delivery_queue`.execute(db)
  return { isBusy: rows[0]?.is_busy ?? false, nextAt: rows[0]?.next_at ?? null }
}
