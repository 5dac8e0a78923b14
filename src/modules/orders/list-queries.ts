import { type RawBuilder, sql } from 'kysely'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { all, fulfillmentCondition, hasText, stateConditions, timeBounds, totalBounds } from './condition-queries.ts'
import { statesOf } from './count-queries.ts'
import { isOfTime, type OrderFilter, type OrderSort } from './filter.ts'
import { foundByText } from './match-queries.ts'
import { type OrderRow, orderColumns } from './row-queries.ts'

type Sql = RawBuilder<unknown>

/** An order of a list, with its place in it. */
export type ListedOrder = OrderRow & { position: string }

/** The index that a list, or a part of it, is read from: by user, by status and payment, by time, by total, by text. */
export type OrderIndex = 'user' | 'state' | 'time' | 'total' | 'text'

/** One index, and whether it is read in the order of the list until the page is full, or whole and then sorted. */
export interface Reading {
  index: OrderIndex
  inOrder: boolean
  filter: OrderFilter
}

/** A page of a merchant's orders: what all readings find; no two find the same order. */
export async function selectOrders(
  db: Executor,
  merchantId: string,
  readings: readonly Reading[],
  { by, direction }: OrderSort,
  page: PageRequest,
): Promise<ListedOrder[]> {
  const [key, type] = by === 'total' ? [sql`total_minor`, 'bigint'] : [sql`created_at`, 'timestamptz']
  const order = sql.raw(direction)
  const part = ({ index, inOrder, filter }: Reading) => {
    const behind = behindCursor(page, direction, [sql`orders.${key}`, type], [sql`orders.id`, 'uuid'])
    // An offset is of all parts together.
    const window = sql`${pageWindow({ limit: page.limit, offset: 0 })}`
    const until = page.offset === 0 ? window : sql`limit ${page.limit + 1 + page.offset}`
    const sorted = sql`order by orders.${key} ${order}, orders.id ${order} ${until}`
    return inOrder
      ? sql`(${readIndex(merchantId, filter, index, behind, sorted)})`
      : sql`(select * from (${readIndex(merchantId, filter, index)}) orders where ${behind} ${sorted})`
  }
  const parts = readings.map(part)
  const { rows } = await sql<ListedOrder>`
    select ${orderColumns}, orders.${key}::text as position
      from (select * from (${sql.join(parts, sql` union all `)}) orders
             order by orders.${key} ${order}, orders.id ${order} ${pageWindow(page)}) orders
     order by orders.${key} ${order}, orders.id ${order}`.execute(db)
  return rows
}

/** An order that the export has come to; without columns of the order if the filter leaves it out. */
export type ExportedOrder = { scanned_id: string; position: string } & (OrderRow | { id: null })

/**
 * The next orders of an export, oldest first: `limit` of those that one index holds together, some of which the rest of
 * the filter leaves out. So a read is short whatever the filter, and all reads together look at each order once.
 */
export async function selectForExport(
  db: Executor,
  merchantId: string,
  filter: OrderFilter,
  index: Exclude<OrderIndex, 'total' | 'text'>,
  after: [position: string, id: string] | undefined,
  limit: number,
): Promise<ExportedOrder[]> {
  const { sought, minTotal: _min, maxTotal: _max, ...held } = filter
  const behind = behindCursor({ after }, 'asc', [sql`orders.created_at`, 'timestamptz'], [sql`orders.id`, 'uuid'])
  const next = sql`order by orders.created_at, orders.id limit ${sql.lit(limit)}`
  const rest = all([...totalBounds(filter), ...(sought ? [hasText(sought)] : [])])
  const { rows } = await sql<ExportedOrder>`
    with scanned as materialized (
      select id, created_at from (${readIndex(merchantId, held, index, behind, next)}) orders
       order by created_at, id limit ${sql.lit(limit)}
    )
    select scanned.id as scanned_id, scanned.created_at::text as position, listed.*
      from scanned left join lateral (
        select ${orderColumns} from orders
         where orders.merchant_id = ${merchantId} and orders.id = scanned.id and ${rest}) listed on true
     order by scanned.created_at, scanned.id`.execute(db)
  return rows
}

/** How many orders a reading finds. */
export async function countReading(db: Executor, merchantId: string, { index, filter }: Reading): Promise<number> {
  const isOfKeys = index === 'total' || (index === 'text' && isOfTime(filter))
  const found = isOfKeys
    ? readKeys(merchantId, filter, index, sql`true`, sql``)
    : sql`select orders.id from (${readIndex(merchantId, filter, index)}) orders`
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${found}) counted`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The orders of the filter, read from one index: all of them, or those `behind` a cursor in the order of the index, up
 * to the limit in `sorted`. `offset 0` keeps the planner from another index.
 */
function readIndex(merchantId: string, filter: OrderFilter, index: OrderIndex, behind = sql`true`, sorted?: Sql): Sql {
  const mine = sql`orders.merchant_id = ${merchantId}`
  const ordered = sorted ?? sql`offset 0`
  const rest = (...conditions: Sql[][]) => all([...conditions.flat(), behind])
  const read = (within: Sql[], ...conditions: Sql[][]) =>
    sorted
      ? sql`select orders.* from orders where ${all([mine, ...within])} and ${rest(...conditions)} ${sorted}`
      : sql`select orders.* from (select * from orders where ${all([mine, ...within])} offset 0) orders
             where ${rest(...conditions)}`
  switch (index) {
    case 'user': {
      const bySought = filter.sought ? [hasText(filter.sought)] : []
      return read(
        [sql`orders.user_id = ${filter.userId}`, ...timeBounds(filter)],
        ...[stateConditions(filter), totalBounds(filter), bySought],
      )
    }
    case 'time':
      return read(timeBounds(filter), stateConditions(filter), totalBounds(filter))
    case 'state':
      return sql`
        select orders.* from (${statesOf(merchantId, filter)}) state cross join lateral (
          select orders.* from orders
           where ${mine} and orders.status = state.status and orders.payment_status = state.payment_status
             and ${all(timeBounds(filter))} and ${rest(totalBounds(filter), fulfillmentCondition(filter))}
           ${ordered}) orders`
    case 'total':
      return sql`
        select orders.* from (${readKeys(merchantId, filter, index, behind, ordered)}) listed
          cross join lateral (select * from orders where ${mine} and orders.id = listed.id offset 0) orders`
    case 'text':
      return sql`
        select orders.* from (${readKeys(merchantId, filter, index, sorted ? behind : sql`true`, ordered)}) found
          cross join lateral (select * from orders where ${mine} and orders.id = found.id offset 0) orders
         where ${all([...stateConditions(filter), ...totalBounds(filter)])}`
  }
}

/** Ids alone, from what an index holds; of a text without what is asked of state and total. */
function readKeys(merchantId: string, filter: OrderFilter, index: 'total' | 'text', behind: Sql, ordered: Sql): Sql {
  const found = index === 'text' ? sql`(${foundByText(merchantId, filter)}) orders` : sql`orders`
  const conditions =
    index === 'text'
      ? outside(filter)
      : [sql`orders.merchant_id = ${merchantId}`, ...totalBounds(filter), ...stateConditions(filter)]
  return sql`select orders.id from ${found} where ${all([...conditions, ...momentsOf(filter), behind])} ${ordered}`
}

function momentsOf({ from, to }: OrderFilter): Sql[] {
  return [
    ...(from ? [sql`orders.created_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`orders.created_at < ${to}::timestamptz`] : []),
  ]
}

/** Orders of whole days whose dates begin with the text are found by time. */
function outside({ sought }: OrderFilter): Sql[] {
  const days = sought?.days
  return days
    ? [sql`(orders.created_at < ${days.from}::timestamptz or orders.created_at >= ${days.to}::timestamptz)`]
    : []
}
