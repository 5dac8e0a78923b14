import { type RawBuilder, sql } from 'kysely'
import { pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { plannedLimit } from '../deliveries/queries.ts'

/** The position of an event in the log. */
export interface LogPosition {
  transaction_id: string
  id: string
}

export interface LoggedEvent extends LogPosition {
  body: Buffer
}

/**
 * The current end of the log: the oldest running transaction that writes to this database, else the next transaction
 * id. Event ids are made before the commit, so a reader that follows ids would miss events that commit late.
 *
 * `pg_snapshot_xmin` alone also waits for transactions of other databases of the server. A transaction that ended
 * between the snapshot and the read of pg_stat_activity is ignored; the statement that reads the events runs later and
 * sees its rows.
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
  if (row === undefined) throw new Error('the end of the log was not found')
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
  /** Only events after this position. */
  after: LogPosition | undefined
  /** From an earlier `selectLogEnd`. */
  end: string
}

/** The merchant's events in the order of their transactions, up to `end`: no event can be added before these. */
export async function selectEvents(
  db: Executor,
  merchantId: string,
  filter: LogFilter,
  page: PageRequest,
): Promise<{ rows: LoggedEvent[]; total: number }> {
  const [transaction_id, id] = page.after ?? []
  const from =
    page.after === undefined ? filter : { ...filter, after: { transaction_id: String(transaction_id), id: String(id) } }
  const limit = page.limit + 1 + page.offset
  const filtered = filter.event !== undefined || filter.since !== undefined
  const { rows } = await sql<LoggedEvent>`
    select id, transaction_id::text as transaction_id, body
      from (${filtered ? stretchByStretch(merchantId, from, limit) : inOrder(merchantId, from, limit)}) event
     order by event.transaction_id, event.id ${pageWindow(page)}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`${totalOf(merchantId, filter)}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Without a filter: along the index. */
function inOrder(merchantId: string, filter: LogFilter, limit: number): RawBuilder<unknown> {
  return sql`
    select id, transaction_id, body from events where ${matching(merchantId, filter)}
     order by transaction_id, id limit ${plannedLimit(limit)}`
}

/**
 * With a filter. The counted stretches tell where matching events are and how many stretches fill the page; only these
 * are read, and then the events that are not counted yet.
 */
function stretchByStretch(merchantId: string, filter: LogFilter, limit: number): RawBuilder<unknown> {
  const part = sql`
    select id, transaction_id, body from events
     where ${matching(merchantId, filter)}
       and transaction_id between stretch.first_transaction and stretch.last_transaction
       and id between stretch.low and stretch.high
     order by transaction_id, id limit ${plannedLimit(limit)}`
  return sql`
    with stretch as materialized (${stretches(merchantId, filter)}), enough as (
      select min(last_transaction) as transaction
        from (select last_transaction, sum(amount) filter (where whole) over (order by last_transaction) as amount
                from stretch) up_to
       where amount >= ${limit}::int
    )
    (select found.* from stretch cross join lateral (${part}) found
      where (stretch.first_transaction <= (select transaction from enough)) is not false)
    union all
    (select id, transaction_id, body from events
      where ${matching(merchantId, filter)} and transaction_id >= (select counted_until from event_log_mark)
        and (select transaction from enough) is null
      order by transaction_id, id limit ${plannedLimit(limit)})`
}

/** The stretches that may have matching events. `whole`: no bound of the filter cuts it, so all of `amount` match. */
function stretches(merchantId: string, { event, since, after, end }: LogFilter): RawBuilder<unknown> {
  const amount = event === undefined ? sql`total` : sql`(totals ->> ${event})::integer`
  const named = event === undefined ? sql`` : sql`and totals ? ${event}`
  const recent = since === undefined ? sql`` : sql`and high >= uuid_at(${since})`
  const afterPosition = after === undefined ? sql`` : sql`and last_transaction >= ${after.transaction_id}::xid8`
  return sql`
    select first_transaction, last_transaction, low, high, ${amount} as amount,
           last_transaction < ${end}::xid8
             ${since === undefined ? sql`` : sql`and low >= uuid_at(${since})`}
             ${after === undefined ? sql`` : sql`and first_transaction > ${after.transaction_id}::xid8`} as whole
      from event_stretches
     where merchant_id = ${merchantId} and first_transaction < ${end}::xid8 ${named} ${recent} ${afterPosition}`
}

/** Exact: whole stretches by their counts, cut ones and uncounted events by their rows, all in one snapshot. */
function totalOf(merchantId: string, filter: LogFilter): RawBuilder<{ total: number }> {
  const own = matching(merchantId, filter)
  return sql`
    with stretch as materialized (${stretches(merchantId, filter)})
    select ((select coalesce(sum(amount), 0) from stretch where whole)
            + (select coalesce(sum(cut.amount), 0)
                 from stretch cross join lateral (
                   select count(*) as amount from events
                    where ${own} and transaction_id between stretch.first_transaction and stretch.last_transaction
                      and id between stretch.low and stretch.high) cut
                where not whole)
            + (select count(*) from events
                where ${own} and transaction_id >= (select counted_until from event_log_mark)))::int as total`
}

/** The time of an event is that of its id. */
function matching(merchantId: string, { event, since, after, end }: LogFilter): RawBuilder<unknown> {
  const conditions = [sql`merchant_id = ${merchantId} and not is_test and transaction_id < ${end}::xid8`]
  if (event !== undefined) conditions.push(sql`name = ${event}`)
  if (since !== undefined) conditions.push(sql`id >= uuid_at(${since})`)
  if (after !== undefined) {
    conditions.push(sql`(transaction_id, id) > (${after.transaction_id}::xid8, ${after.id}::uuid)`)
  }
  return sql.join(conditions, sql` and `)
}
