import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Of `number_events`. */
export const batchSize = 1_000

/**
 * Gives positions to the merchant's committed events that have none, and queues the mails that they cause, unless mail
 * is off; some are left if `numbered` is at least `batchSize`. `end` is the last position of the log.
 */
export async function numberEvents(
  db: Executor,
  merchantId: string,
  mails: boolean,
): Promise<{ numbered: number; end: string }> {
  const { rows } = await sql<{ numbered: number; end: string }>`
    select numbered, coalesce(log_end, 0)::text as end from number_events(${merchantId}, ${mails})`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the end of the log was not found')
  return row
}

/** Every event of a transaction before this one has ended, so a statement that runs later sees it. */
export async function selectOldestRunning(db: Executor): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('there is no snapshot')
  return row.oldest
}

/** Merchants with events that have no position, found one after the other along the index of such events. */
export async function selectUnnumberedMerchants(db: Executor): Promise<string[]> {
  const next = sql`
    select merchant_id from events
     where position is null and not is_test and transaction_id >= (select unnumbered_from())`
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
