import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import type { PageRequest } from '#src/http/pagination.ts'

/** Where an event stands in the log. */
export interface LogPosition {
  transaction_id: string
  id: string
}

export interface LoggedEvent extends LogPosition {
  body: Buffer
}

/**
 * Where the log ends for now: at the oldest transaction that writes to this database, or where the next one will begin. Ids
 * are made before the commit, so a reader who followed ids would pass over what commits late.
 *
 * `pg_snapshot_xmin` would do in one statement, but waits for the transactions of other databases of the server as well.
 * Who has ended between the snapshot and the look at the activity is taken for a stranger, rightly so: the statement
 * that reads the events comes later, and sees what it wrote.
 */
export async function selectLogEnd(db: Executor): Promise<string> {
  const { rows } = await sql<{ log_end: string }>`
    select coalesce(
      (select running from pg_snapshot_xip(pg_current_snapshot()) running
        where exists (select from pg_stat_activity
                       where datname = current_database() and backend_xid = running::xid)
        order by running limit 1),
      pg_snapshot_xmax(pg_current_snapshot()))::text as log_end`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the log has an end')
  return row.log_end
}

export async function selectPosition(db: Executor, merchantId: string, id: string): Promise<LogPosition | undefined> {
  const { rows } = await sql<LogPosition>`
    select transaction_id::text as transaction_id, id from events
     where merchant_id = ${merchantId} and id = ${id} and not is_test`.execute(db)
  return rows[0]
}

export interface LogFilter {
  event: string | undefined
  since: Date | undefined
  /** Only what stands behind it. */
  after: LogPosition | undefined
  /** From `selectLogEnd`, asked before. */
  end: string
}

/** The merchant's events in the order of the transactions that caused them, up to `end`: nothing can come to stand before these. */
export async function selectEvents(
  db: Executor,
  merchantId: string,
  { event, since, after, end }: LogFilter,
  page: PageRequest,
): Promise<{ rows: LoggedEvent[]; total: number }> {
  const conditions = [sql`merchant_id = ${merchantId} and not is_test`, sql`transaction_id < ${end}::xid8`]
  if (event !== undefined) conditions.push(sql`name = ${event}`)
  if (since !== undefined) conditions.push(sql`created_at >= ${since} and id >= uuid_at(${since})`)
  if (after !== undefined) conditions.push(behind(after))
  const own = sql.join(conditions, sql` and `)
  const [transaction_id, id] = page.after ?? []
  const next =
    page.after === undefined ? sql`` : sql`and ${behind({ transaction_id: String(transaction_id), id: String(id) })}`
  const { rows } = await sql<LoggedEvent>`
    select id, transaction_id::text as transaction_id, body from events where ${own} ${next}
     order by events.transaction_id, events.id
     limit ${page.limit + 1} offset ${page.after === undefined ? page.offset : 0}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from events where ${own}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

function behind({ transaction_id, id }: LogPosition): RawBuilder<unknown> {
  return sql`(transaction_id, id) > (${transaction_id}::xid8, ${id}::uuid)`
}
