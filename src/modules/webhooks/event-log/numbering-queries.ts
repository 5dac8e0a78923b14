import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Maximum of `number_events` per call. */
export const batchSize = 1_000

const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Numbers the merchant's committed events, and queues the mails that they cause, unless mail is off. Some may be left
 * if `numbered` is at least `batchSize`. `end` is the last position of the log. `earliest` is an id: the caller knows
 * that all events before it are numbered, and their partitions are skipped.
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
  /** The id at which the merchant's unnumbered events begin. */
  earliest: string
  /** The oldest transaction id that may still commit events: all events of earlier transactions are visible. */
  oldest: string
}

/**
 * Merchants with committed, unnumbered events. Nearly all of these events are of today. Some can be older (a restored
 * database, a process whose clock is behind), so the caller scans all days only for these merchants.
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

/** Records that all events of transactions before `oldest` are numbered: the next search begins there. */
export async function saveNumberedUntil(db: Executor, oldest: string): Promise<void> {
  await sql`
    update event_numbering
       set cluster = (select system_identifier from pg_control_system()), numbered_until = ${oldest}::xid8`.execute(db)
}
