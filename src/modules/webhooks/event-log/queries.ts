import { type RawBuilder, sql } from 'kysely'
import { pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { plannedLimit } from '../deliveries/queries.ts'

export interface LoggedEvent {
  id: string
  position: string
  /** The first value of a cursor; nothing reads it. */
  transaction_id: string
  body: Buffer
}

/** The position of an event in the log; null while it has none. */
export async function selectPosition(db: Executor, merchantId: string, id: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ position: string | null }>`
    select position::text as position from events
     where merchant_id = ${merchantId} and id = ${id} and not is_test`.execute(db)
  return rows[0]?.position
}

/** The bytes of one event, also of a sample. */
export async function selectEvent(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<{ body: Buffer; is_test: boolean } | undefined> {
  const { rows } = await sql<{ body: Buffer; is_test: boolean }>`
    select body, is_test from events where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

export type Direction = 'asc' | 'desc'

export interface LogFilter {
  event: string | undefined
  since: Date | undefined
  /** Only events after this position. */
  after: string | undefined
  /** Only events up to this position, which was the end of the log. */
  end: string
}

/**
 * The merchant's events by their positions, up to `end`: no event can be added before these. `page.after` is the
 * position that the page continues from, in its direction.
 */
export async function selectEvents(
  db: Executor,
  merchantId: string,
  filter: LogFilter,
  page: Pick<PageRequest, 'limit' | 'offset'> & { after: string | undefined; direction: Direction },
): Promise<{ rows: LoggedEvent[]; total: number }> {
  const { direction } = page
  const from = page.after === undefined ? filter : continued(filter, page.after, direction)
  const limit = page.limit + 1 + page.offset
  const filtered = filter.event !== undefined || filter.since !== undefined
  const { rows } = await sql<LoggedEvent>`
    select id, position::text as position, transaction_id::text as transaction_id, body
      from (${(filtered ? segmentBySegment : inOrder)(merchantId, from, direction, limit)}) event
     order by event.position ${sql.raw(direction)} ${pageWindow(page)}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`${totalOf(merchantId, filter)}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

function continued(filter: LogFilter, position: string, direction: Direction): LogFilter {
  return direction === 'asc' ? { ...filter, after: position } : { ...filter, end: String(BigInt(position) - 1n) }
}

/** Without a filter: along the index. */
function inOrder(merchantId: string, filter: LogFilter, direction: Direction, limit: number): RawBuilder<unknown> {
  return sql`
    select id, position, transaction_id, body from events
     where ${matching(merchantId, filter)} order by position ${sql.raw(direction)} limit ${plannedLimit(limit)}`
}

/**
 * With a filter. The segments tell where matching events are and how many segments fill the page; only these are read.
 */
function segmentBySegment(
  merchantId: string,
  filter: LogFilter,
  direction: Direction,
  limit: number,
): RawBuilder<unknown> {
  const way = sql.raw(direction)
  const [near, far] = direction === 'asc' ? ['first_position', 'last_position'] : ['last_position', 'first_position']
  const begins = sql.ref(`segment.${near}`)
  const ends = sql.ref(`segment.${far}`)
  const part = sql`
    select id, position, transaction_id, body from events
     where ${matching(merchantId, filter)} and ${inSegment}
     order by position ${way} limit ${plannedLimit(limit)}`
  return sql`
    with segment as materialized (${segments(merchantId, filter)}), enough as (
      select position
        from (select ${ends} as position, sum(amount) filter (where whole) over (order by ${ends} ${way}) as amount
                from segment) up_to
       where amount >= ${limit}::bigint
       order by position ${way} limit 1
    )
    select found.* from segment cross join lateral (${part}) found
     where (${begins} ${sql.raw(direction === 'asc' ? '<=' : '>=')} (select position from enough)) is not false`
}

const inSegment = sql`
  position between segment.first_position and segment.last_position and id between segment.low and segment.high`

/** The segments that may have matching events. `whole`: no bound of the filter cuts it, so all of `amount` match. */
function segments(merchantId: string, { event, since, after, end }: LogFilter): RawBuilder<unknown> {
  const amount = event === undefined ? sql`total` : sql`(totals ->> ${event})::integer`
  const named = event === undefined ? sql`` : sql`and totals ? ${event}`
  const recent = since === undefined ? sql`` : sql`and high >= uuid_at(${since})`
  const behind = after === undefined ? sql`` : sql`and last_position > ${after}::bigint`
  return sql`
    select first_position, last_position, low, high, ${amount} as amount,
           last_position <= ${end}::bigint
             ${since === undefined ? sql`` : sql`and low >= uuid_at(${since})`}
             ${after === undefined ? sql`` : sql`and first_position > ${after}::bigint`} as whole
      from event_segments
     where merchant_id = ${merchantId} and first_position <= ${end}::bigint ${named} ${recent} ${behind}`
}

/** Exact: whole segments by their counts, cut ones by their rows, all in one snapshot. */
function totalOf(merchantId: string, filter: LogFilter): RawBuilder<{ total: number }> {
  return sql`
    with segment as materialized (${segments(merchantId, filter)})
    select ((select coalesce(sum(amount), 0) from segment where whole)
            + (select coalesce(sum(cut.amount), 0)
                 from segment cross join lateral (
                   select count(*) as amount from events where ${matching(merchantId, filter)} and ${inSegment}) cut
                where not whole))::int as total`
}

/** The time of an event is that of its id. */
function matching(merchantId: string, { event, since, after, end }: LogFilter): RawBuilder<unknown> {
  const conditions = [sql`merchant_id = ${merchantId} and position <= ${end}::bigint`]
  if (event !== undefined) conditions.push(sql`name = ${event}`)
  if (since !== undefined) conditions.push(sql`id >= uuid_at(${since})`)
  if (after !== undefined) conditions.push(sql`position > ${after}::bigint`)
  return sql.join(conditions, sql` and `)
}
