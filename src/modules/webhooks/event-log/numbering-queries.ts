import { sql } from 'kysely'
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

interface Unnumbered {
  merchant_id: string
  /** From which id on the merchant's events without a position are. */
  earliest: string
  /** The same for all. Every event of an earlier transaction has ended, so these are all of its events. */
  oldest: string
}

/**
 * Merchants with committed events that have no position. Nearly all of these are of today; that some can be older (of a
 * restored database, of a process whose clock is behind) is no reason to go through all days for each merchant.
 */
export async function selectUnnumbered(db: Executor): Promise<Unnumbered[]> {
  const { rows } = await sql<Unnumbered>`
    with recent as materialized (select uuid_at(now() - interval '1 day') as id)
    select merchant_id, pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
           case when bool_or(id < (select id from recent)) then ${lowestId}::uuid
                else (select id from recent) end as earliest
      from events
     where position is null and not is_test and transaction_id >= (select unnumbered_from())
     group by merchant_id`.execute(db)
  return rows
}

/** Events of earlier transactions than `oldest` are all numbered: from now on the search begins there. */
export async function saveNumberedUntil(db: Executor, oldest: string): Promise<void> {
  await sql`
    update event_numbering
       set cluster = (select system_identifier from pg_control_system()), numbered_until = ${oldest}::xid8`.execute(db)
}
