import { type RawBuilder, sql } from 'kysely'
import { countUpToMaximum, pageWindow, rowsUpTo } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'

export interface LoggedEvent {
  id: string
  position: string
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
 * The merchant's events by position, up to `end`; no event can be added before that. `page.after` is the position from
 * which the page continues, in its direction. Reads along an index of the log, or of one event name.
 */
export async function selectEvents(
  db: Executor,
  merchantId: string,
  filter: LogFilter,
  page: Pick<PageRange, 'limit' | 'offset'> & { after: string | undefined; direction: Direction },
): Promise<LoggedEvent[]> {
  const way = sql.raw(page.direction)
  const from = page.after === undefined ? filter : continued(filter, page.after, page.direction)
  const { rows } = await sql<LoggedEvent>`
    select id, position::text as position, body
      from (select id, position, body from events
             where ${matching(merchantId, from)} order by position ${way} ${rowsUpTo(page)}) event
     order by event.position ${way} ${pageWindow(page)}`.execute(db)
  return rows
}

export function countEvents(db: Executor, merchantId: string, filter: LogFilter): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from events where ${matching(merchantId, filter)}`)
}

function continued(filter: LogFilter, position: string, direction: Direction): LogFilter {
  return direction === 'asc' ? { ...filter, after: position } : { ...filter, end: String(BigInt(position) - 1n) }
}

/**
 * The time of an event is that of its id. Positions are compared as rows: for two bounds on one column the generic plan
 * estimates 0.5 % of the events, and then sorts instead of reading in order.
 */
function matching(merchantId: string, { event, since, after, end }: LogFilter): RawBuilder<unknown> {
  const conditions = [
    sql`merchant_id = ${merchantId} and position is not null`,
    sql`(position, id) <= (${end}::bigint, ${lastId}::uuid)`,
  ]
  if (event !== undefined) conditions.push(sql`name = ${event}`)
  if (since !== undefined) conditions.push(sql`id >= uuid_at(${since})`)
  if (after !== undefined) conditions.push(sql`(position, id) > (${after}::bigint, ${lastId}::uuid)`)
  return sql.join(conditions, sql` and `)
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
