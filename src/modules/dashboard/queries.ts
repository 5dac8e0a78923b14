import { sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import type { Block, Interval } from './rules.ts'

/**
 * The dashboard reads what other modules write; it writes nothing of theirs. Every figure is the rollup plus the changes
 * not folded yet, in one statement: exact at the moment of its snapshot.
 */

export interface Figures {
  pending: number
  paid: number
  processing: number
  completed: number
  cancelled: number
  paid_orders: number
  revenue_minor: number
  new_customers: number
  abandoned_carts: number
  delivered: number
  failed: number
}

/** The figures of a range, one row for each bucket that has any, and one with `bucket` null for the whole. */
export async function selectFigures(
  db: Executor,
  merchantId: string,
  range: { from: Date; to: Date; interval: Interval },
): Promise<(Figures & { bucket: Date | null })[]> {
  const columns = sql`hour, pending, paid, processing, completed, cancelled, paid_orders, revenue_minor, new_customers,
    abandoned_carts, delivered, failed`
  const mine = sql`merchant_id = ${merchantId} and hour >= ${range.from} and hour < ${range.to}`
  const { rows } = await sql<Figures & { bucket: Date | null }>`
    select greatest(date_trunc(${range.interval}, hour, 'UTC'), ${range.from}::timestamptz) as bucket,
           coalesce(sum(pending), 0) as pending, coalesce(sum(paid), 0) as paid,
           coalesce(sum(processing), 0) as processing, coalesce(sum(completed), 0) as completed,
           coalesce(sum(cancelled), 0) as cancelled, coalesce(sum(paid_orders), 0) as paid_orders,
           coalesce(sum(revenue_minor), 0) as revenue_minor, coalesce(sum(new_customers), 0) as new_customers,
           coalesce(sum(abandoned_carts), 0) as abandoned_carts, coalesce(sum(delivered), 0) as delivered,
           coalesce(sum(failed), 0) as failed
      from (select ${columns} from figure_hours where ${mine}
            union all
            select ${columns} from figure_changes where ${mine}) figures
     group by grouping sets ((1), ())`.execute(db)
  return rows
}

export interface ProductSales {
  product_id: string
  sku: string | null
  name: string | null
  units: number
  revenue_minor: number
}

/**
 * The products that sold most in a range of days, told as the blocks it is made of. Summed as doubles, exact below 2^53 as all
 * amounts are: a sum of bigints is a numeric, which took three times as long (100,000 rows of 60,000 products).
 */
export async function selectTopProducts(
  db: Executor,
  merchantId: string,
  range: { from: Date; to: Date; blocks: readonly Block[] },
  rank: 'revenue' | 'units',
  limit: number,
): Promise<ProductSales[]> {
  const sizes = range.blocks.map((block) => block.days)
  const numbers = range.blocks.map((block) => block.number)
  const rankColumn = sql.ref(rank === 'revenue' ? 'revenue_minor' : 'units')
  const { rows } = await sql<ProductSales>`
    with sold as (
      select sales.product_id, sales.units, sales.revenue_minor
        from unnest(${sizes}::int[], ${numbers}::int[]) as part (days, number)
        join product_sales sales
          on sales.merchant_id = ${merchantId} and sales.block_days = part.days and sales.block = part.number
      union all
      select line.product_id, change.paid_orders * line.quantity, change.paid_orders * line.quantity * line.price_minor
        from figure_changes change
        join order_items line on line.merchant_id = change.merchant_id and line.order_id = change.order_id
       where change.merchant_id = ${merchantId} and change.hour >= ${range.from} and change.hour < ${range.to}
    ), top as (
      select product_id, sum(units::float8) as units, sum(revenue_minor::float8) as revenue_minor from sold
       group by product_id having sum(units::float8) > 0
       order by ${rankColumn} desc, product_id limit ${limit}
    )
    select top.product_id, product.sku, product.name, top.units, top.revenue_minor
      from top left join products product on product.merchant_id = ${merchantId} and product.id = top.product_id
     order by ${rankColumn} desc, product_id`.execute(db)
  return rows
}

export interface LowStock {
  product_id: string
  sku: string
  name: string
  available: number
  total: number
}

/** Products for sale that are nearly or wholly out of stock, the emptiest first, each with the number of them all. */
export async function selectLowStock(db: Executor, merchantId: string, limit: number): Promise<LowStock[]> {
  const forSale = sql`
    from low_stock low
    join products product on product.merchant_id = low.merchant_id and product.id = low.product_id
   where low.merchant_id = ${merchantId} and product.status = 'active'`
  const { rows } = await sql<LowStock>`
    select product.id as product_id, product.sku, product.name, low.available, (select count(*) ${forSale}) as total
           ${forSale}
     order by low.available, low.product_id limit ${limit}`.execute(db)
  return rows
}

/** What waits for delivery now, and the subscriptions the service has switched off. */
export async function selectWebhookHealth(
  db: Executor,
  merchantId: string,
): Promise<{ pending: number; disabled_subscriptions: number }> {
  const { rows } = await sql<{ pending: number; disabled_subscriptions: number }>`
    select (select count(*) from delivery_queue where merchant_id = ${merchantId}) as pending,
           (select count(*) from webhook_subscriptions
             where merchant_id = ${merchantId} and not active and disabled_reason is not null
               and deleted_at is null) as disabled_subscriptions`.execute(db)
  return rows[0] ?? { pending: 0, disabled_subscriptions: 0 }
}
