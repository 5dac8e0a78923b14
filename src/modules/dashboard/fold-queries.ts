import { sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'

/**
 * Moves up to `limit` changes into the rollups: taken away and added in one statement, so that a reader sees each change
 * exactly once, in the one place or in the other. Rows are written in key order, so that two folds cannot deadlock within
 * a rollup. Answers how many were folded.
 */
export async function foldChanges(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from figure_changes where (merchant_id, id) in (
        select merchant_id, id from figure_changes order by merchant_id, id limit ${limit} for update skip locked
      ) returning *
    ), hours as (
      insert into figure_hours as rollup
        (merchant_id, hour, pending, paid, processing, completed, cancelled, paid_orders, revenue_minor, new_customers,
         abandoned_carts, delivered, failed)
      select merchant_id, hour, sum(pending), sum(paid), sum(processing), sum(completed), sum(cancelled),
             sum(paid_orders), sum(revenue_minor), sum(new_customers), sum(abandoned_carts), sum(delivered), sum(failed)
        from taken group by merchant_id, hour order by merchant_id, hour
      on conflict (merchant_id, hour) do update set
        pending = rollup.pending + excluded.pending, paid = rollup.paid + excluded.paid,
        processing = rollup.processing + excluded.processing, completed = rollup.completed + excluded.completed,
        cancelled = rollup.cancelled + excluded.cancelled, paid_orders = rollup.paid_orders + excluded.paid_orders,
        revenue_minor = rollup.revenue_minor + excluded.revenue_minor,
        new_customers = rollup.new_customers + excluded.new_customers,
        abandoned_carts = rollup.abandoned_carts + excluded.abandoned_carts,
        delivered = rollup.delivered + excluded.delivered, failed = rollup.failed + excluded.failed
    ), products as (
      insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
      select taken.merchant_id, size.days, floor(extract(epoch from taken.hour) / 86400 / size.days), line.product_id,
             sum(taken.paid_orders * line.quantity), sum(taken.paid_orders * line.quantity * line.price_minor)
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
