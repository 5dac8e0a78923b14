import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { all, oneOf, stateConditions, timeBounds } from './condition-queries.ts'
import { type OrderFilter, wholeDays } from './filter.ts'

/** The counts of orders: what was folded, and what waits to be. Read in one statement the two are one moment. */
function countedOrders(merchantId: string, days: RawBuilder<unknown>, filter: OrderFilter) {
  const conditions = all([
    sql`merchant_id = ${merchantId}`,
    ...oneOf(sql`status`, filter.statuses),
    ...oneOf(sql`payment_status`, filter.paymentStatuses),
    ...oneOf(sql`fulfillment_status`, filter.fulfillmentStatuses),
  ])
  const columns = sql`status, payment_status, orders`
  return {
    kept: sql`select ${columns} from order_counts where ${conditions} and ${days}`,
    waiting: (waitingDays: RawBuilder<unknown>) =>
      sql`select ${columns} from order_count_changes where ${conditions} and ${waitingDays}`,
  }
}

const inAll = sql`day = '-infinity'`

/** The pairs of status and payment that the merchant has orders of. */
export function statesOf(merchantId: string, filter: OrderFilter): RawBuilder<unknown> {
  const { kept, waiting } = countedOrders(merchantId, inAll, filter)
  return sql`
    select status, payment_status from (${kept} union all ${waiting(sql`true`)}) counted
     group by status, payment_status having sum(orders) > 0`
}

/** The days (UTC) on which the merchant has orders. */
export function daysOf(merchantId: string): RawBuilder<unknown> {
  return sql`
    select day from order_counts where merchant_id = ${merchantId} and day > '-infinity'
     union
    select day from order_count_changes where merchant_id = ${merchantId}`
}

/**
 * How many orders there are by status, payment, fulfilment and time, which is all that is looked at of the filter. Of
 * whole days from the counts; at most two days that are cut are counted. Exact, in one statement.
 */
export async function countByState(db: Executor, merchantId: string, filter: OrderFilter): Promise<number> {
  const { days, parts } = wholeDays(filter)
  const day = (moment: Date) => sql`${moment.toISOString().slice(0, 10)}::date`
  const within = all([
    ...(days?.from ? [sql`day >= ${day(days.from)}`] : []),
    ...(days?.to ? [sql`day < ${day(days.to)}`] : []),
  ])
  const isWhole = filter.from === undefined && filter.to === undefined
  const { kept, waiting } = countedOrders(merchantId, isWhole ? inAll : sql`day > '-infinity' and ${within}`, filter)
  const counts = days === undefined ? [] : [kept, waiting(within)].map((part) => sql`select orders from (${part}) part`)
  const counted = parts.map(
    (part) => sql`
      select count(*) as orders from orders
       where orders.merchant_id = ${merchantId} and ${all([...timeBounds(part), ...stateConditions(filter)])}`,
  )
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(orders), 0)::int as total
      from (${sql.join([...counts, ...counted], sql` union all `)}) counted`.execute(db)
  return rows[0]?.total ?? 0
}

/** Moves up to `limit` changes into the counts, deleted and added in one statement. Returns their number. */
export async function foldOrderCounts(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from order_count_changes
       where ctid = any (array(select ctid from order_count_changes limit ${limit}))
      returning *
    ), counted as (
      insert into order_counts as counted (merchant_id, day, status, payment_status, fulfillment_status, orders)
      select merchant_id, span.day, status, payment_status, fulfillment_status, sum(orders)
        from taken cross join lateral (values (taken.day), (date '-infinity')) span (day)
       group by 1, 2, 3, 4, 5 having sum(orders) <> 0 order by 1, 2, 3, 4, 5
      on conflict (merchant_id, day, status, payment_status, fulfillment_status) do update
        set orders = counted.orders + excluded.orders
    )
    select count(*)::int as folded from taken`.execute(db)
  return rows[0]?.folded ?? 0
}
