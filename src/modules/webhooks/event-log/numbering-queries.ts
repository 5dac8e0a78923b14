import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Of `number_events`. */
export const batchSize = 1_000

const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Gives positions to the merchant's committed events that have none, and queues the mails that they cause, unless mail
 * is off; some are left if `numbered` is at least `batchSize`. `end` is the last position of the log. With `earliest`,
 * an id, the days before it are not looked at: the caller knows that all of theirs are numbered.
 */
export async function numberEvents(
  db: Executor,
  merchantId: string,
  mails: boolean,
  earliest = lowestId,
): Promise<{ numbered: number; end: string }> {
  const { rows } = await sql<{ numbered: number; end: string }>`
    select numbered, coalesce(log_end, 0)::text as end
      from number_events(${merchantId}, ${mails}, ${earliest})`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the end of the log was not found')
  return row
}

/**
 * Where a look for unnumbered events begins. Every event of a transaction before `oldest` has ended, so a statement
 * that runs later sees it. Nearly all that come are above the id `recent`, of yesterday: that some can be older (of a
 * restored database, of a process whose clock is behind) is no reason to go through all days for each merchant.
 */
export async function selectNumberingStart(db: Executor): Promise<{ oldest: string; recent: string }> {
  const { rows } = await sql<{ oldest: string; recent: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
           uuid_at(now() - interval '1 day') as recent`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('there is no snapshot')
  return row
}

/** Merchants with events below the id that have no position. */
export function selectUnnumberedBefore(db: Executor, id: string): Promise<string[]> {
  return selectUnnumbered(db, sql`id < ${id}`)
}

/** Merchants with events from the id on that have no position. */
export function selectUnnumberedFrom(db: Executor, id: string): Promise<string[]> {
  return selectUnnumbered(db, sql`id >= ${id}`)
}

/** The merchants are found one after the other along the index of such events. */
async function selectUnnumbered(db: Executor, among: RawBuilder<unknown>): Promise<string[]> {
  const next = sql`
    select merchant_id from events
     where position is null and not is_test and ${among} and transaction_id >= (select unnumbered_from())`
  const { rows } = await sql<{ merchant_id: string }>`
    with recursive merchant as (
      (${next} order by merchant_id limit 1)
      union all
      select (${next} and merchant_id > merchant.merchant_id order by merchant_id limit 1)
        from merchant where merchant_id is not null
    )
    select merchant_id from merchant where merchant_id is not null`.execute(db)
  return rows.map((row) => row.merchant_id)
}

/** Events of earlier transactions than `oldest` are all numbered: from now on the search begins there. */
export async function saveNumberedUntil(db: Executor, oldest: string): Promise<void> {
  await sql`
    update event_numbering
       set cluster = (select system_identifier from pg_control_system()), numbered_until = ${oldest}::xid8`.execute(db)
}
