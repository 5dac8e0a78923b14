import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** The columns that are summed per hour and per day. */
const figures = `
  pending paid processing completed cancelled paid_orders revenue_minor new_customers abandoned_carts delivered
  failed
`
  .trim()
  .split(/\s+/)
const each = (write: (column: string) => string) => sql.raw(figures.map(write).join(', '))
const columns = each((column) => column)
const sums = each((column) => `sum(${column})`)
const added = each((column) => `${column} = rollup.${column} + excluded.${column}`)

/**
 * Moves up to `limit` changes into the rollups. One statement deletes and adds them, so that a reader sees each change
 * exactly once. Rows are written in key order, so that two folds cannot deadlock within a rollup. Returns the number of
 * changes.
 */
export async function foldChanges(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from figure_changes where (merchant_id, id) in (
        select merchant_id, id from figure_changes order by merchant_id, id limit ${limit}
      ) returning *
    ), hours as (
      insert into figure_hours as rollup (merchant_id, hour, ${columns})
      select merchant_id, hour, ${sums} from taken group by 1, 2 order by 1, 2
      on conflict (merchant_id, hour) do update set ${added}
    ), days as (
      insert into figure_days as rollup (merchant_id, hour, ${columns})
      select merchant_id, date_trunc('day', hour, 'UTC'), ${sums}
        from taken group by 1, 2 order by 1, 2
      on conflict (merchant_id, hour) do update set ${added}
    ), totals as (
      insert into figure_totals as rollup (merchant_id, pending, paid, processing, completed, cancelled, customers)
      select merchant_id, sum(pending), sum(paid), sum(processing), sum(completed), sum(cancelled), sum(new_customers)
        from taken group by 1 order by 1
      on conflict (merchant_id) do update set
        pending = rollup.pending + excluded.pending, paid = rollup.paid + excluded.paid,
        processing = rollup.processing + excluded.processing, completed = rollup.completed + excluded.completed,
        cancelled = rollup.cancelled + excluded.cancelled, customers = rollup.customers + excluded.customers
    ), products as (
      insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
      select taken.merchant_id, size.days, floor(extract(epoch from taken.hour) / 86400 / size.days), line.product_id,
             sum(taken.paid_orders * line.quantity),
             sum(taken.paid_orders * revenue_of_units(line.voucher, line.price_minor, line.discount_minor,
                                                      line.quantity, line.quantity))
        from taken
        join order_items line on line.merchant_id = taken.merchant_id and line.order_id = taken.order_id
       cross join (values (1), (8), (64)) size (days)
       group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (merchant_id, block_days, block, product_id) do update set
        units = rollup.units + excluded.units, revenue_minor = rollup.revenue_minor + excluded.revenue_minor
    ), customers as (
      insert into customer_sales as rollup (merchant_id, user_id, order_count, order_total_minor)
      select merchant_id, user_id, sum(order_count), sum(order_total_minor)
        from taken where user_id is not null group by 1, 2 order by 1, 2
      on conflict (merchant_id, user_id) do update set
        order_count = rollup.order_count + excluded.order_count,
        order_total_minor = rollup.order_total_minor + excluded.order_total_minor
    )
    select count(*) as folded from taken`.execute(db)
  return rows[0]?.folded ?? 0
}

/** The same for refunds, tax and shipping. */
export async function foldSalesChanges(db: Executor, limit: number): Promise<number> {
  const sums = sql`sum(refunded_minor), sum(tax_minor), sum(shipping_minor)`
  const added = sql`
    refunded_minor = rollup.refunded_minor + excluded.refunded_minor,
    tax_minor = rollup.tax_minor + excluded.tax_minor,
    shipping_minor = rollup.shipping_minor + excluded.shipping_minor`
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from sales_changes where (merchant_id, id) in (
        select merchant_id, id from sales_changes order by merchant_id, id limit ${limit}
      ) returning *
    ), hours as (
      insert into sales_hours as rollup (merchant_id, hour, refunded_minor, tax_minor, shipping_minor)
      select merchant_id, hour, ${sums} from taken group by 1, 2 order by 1, 2
      on conflict (merchant_id, hour) do update set ${added}
    ), days as (
      insert into sales_days as rollup (merchant_id, hour, refunded_minor, tax_minor, shipping_minor)
      select merchant_id, date_trunc('day', hour, 'UTC'), ${sums} from taken group by 1, 2 order by 1, 2
      on conflict (merchant_id, hour) do update set ${added}
    ), products as (
      insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
      select taken.merchant_id, size.days, floor(extract(epoch from taken.hour) / 86400 / size.days), line.product_id,
             -sum(item.quantity),
             -sum(revenue_of_units(line.voucher, line.price_minor, line.discount_minor, line.quantity,
                                   item.quantity))
        from taken
        join refunds on refunds.merchant_id = taken.merchant_id and refunds.id = taken.refund_id
       cross join jsonb_to_recordset(refunds.items) as item (line int, product_id uuid, quantity bigint)
        join order_items line on line.merchant_id = refunds.merchant_id and line.order_id = refunds.order_id
                             and line.product_id = item.product_id
                             and line.line = coalesce(item.line, line.line)
       cross join (values (1), (8), (64)) size (days)
       group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (merchant_id, block_days, block, product_id) do update set
        units = rollup.units + excluded.units, revenue_minor = rollup.revenue_minor + excluded.revenue_minor
    )
    select count(*) as folded from taken`.execute(db)
  return rows[0]?.folded ?? 0
}
