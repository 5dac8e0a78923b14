import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { partsOf, type Span } from './rules.ts'

/**
 * The dashboard only reads. Every figure is the sum of the rollup and the changes not yet folded, read in one
 * statement: exact for its snapshot.
 */

export interface Figures {
  pending: number
  paid: number
  processing: number
  completed: number
  cancelled: number
  paid_orders: number
  /** Of the orders paid, before refunds. */
  revenue_minor: number
  refunded_minor: number
  tax_minor: number
  shipping_minor: number
  new_customers: number
  abandoned_carts: number
  delivered: number
  failed: number
}

export interface FigureRow extends Figures {
  /** Of the range before. */
  earlier: boolean
  /** Number of the step from 0 on, beginning with those of the previous range. Null: the whole range. */
  bucket: number | null
}

/** Consecutive steps. */
export interface Steps {
  /** Of the range before, if it is wanted. */
  before: readonly Date[]
  now: readonly Date[]
  to: Date
  /** Starts of the UTC days that contain a bound of a step. */
  cutDays: readonly Date[]
}

const moments = (dates: readonly Date[]) => sql`${dates.map((date) => date.toISOString())}::timestamptz[]`

/**
 * The figures of steps: one row per step with any figures, and one per range. A UTC day within one step is one row of
 * the rollup; days cut by a bound are read by their quarters of an hour.
 */
export async function selectFigures(db: Executor, merchantId: string, steps: Steps): Promise<FigureRow[]> {
  const starts = [...steps.before, ...steps.now]
  const columns = sql`hour, pending, paid, processing, completed, cancelled, paid_orders, revenue_minor,
    new_customers, abandoned_carts, delivered, failed, 0 as refunded_minor, 0 as tax_minor, 0 as shipping_minor`
  const sales = sql`hour, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, refunded_minor, tax_minor, shipping_minor`
  const mine = sql`merchant_id = ${merchantId} and hour >= ${starts[0] ?? steps.to} and hour < ${steps.to}`
  const cuts = sql`unnest(${moments(steps.cutDays)}) cut (day)`
  const whole = sql`${mine} and not exists (select from ${cuts} where cut.day = hour)`
  const cut = sql`join ${cuts} on hour >= cut.day and hour < cut.day + interval '1 day' where ${mine}`
  const { rows } = await sql<FigureRow>`
    select bucket < ${steps.before.length} as earlier, bucket,
           coalesce(sum(pending), 0) as pending, coalesce(sum(paid), 0) as paid,
           coalesce(sum(processing), 0) as processing, coalesce(sum(completed), 0) as completed,
           coalesce(sum(cancelled), 0) as cancelled, coalesce(sum(paid_orders), 0) as paid_orders,
           coalesce(sum(revenue_minor), 0) as revenue_minor, coalesce(sum(refunded_minor), 0) as refunded_minor,
           coalesce(sum(tax_minor), 0) as tax_minor, coalesce(sum(shipping_minor), 0) as shipping_minor,
           coalesce(sum(new_customers), 0) as new_customers,
           coalesce(sum(abandoned_carts), 0) as abandoned_carts, coalesce(sum(delivered), 0) as delivered,
           coalesce(sum(failed), 0) as failed
      from (select width_bucket(hour, ${moments(starts)}) - 1 as bucket, figure.*
              from (select ${columns} from figure_days where ${whole}
                    union all
                    select ${columns} from figure_hours ${cut}
                    union all
                    select ${columns} from figure_changes where ${mine}
                    union all
                    select ${sales} from sales_days where ${whole}
                    union all
                    select ${sales} from sales_hours ${cut}
                    union all
                    select ${sales} from sales_changes where ${mine}) figure) figures
     group by grouping sets ((1, 2), (1))`.execute(db)
  return rows
}

export interface LowStock {
  product_id: string
  sku: string
  name: string
  available: number
  total: number
}

/** Products for sale that are low or out of stock, the lowest first. `total` is the number of all. */
export async function selectLowStock(db: Executor, merchantId: string, limit: number): Promise<LowStock[]> {
  const mine = sql`merchant_id = ${merchantId} and for_sale`
  const { rows } = await sql<LowStock>`
    select product.id as product_id, product.sku, product.name, low.available,
           (select count(*)::int from low_stock where ${mine}) as total
      from (select * from low_stock where ${mine} order by available, product_id limit ${sql.lit(limit)}) low
     cross join lateral (
       select id, sku, name from products
        where products.merchant_id is not distinct from low.merchant_id and products.id = low.product_id
       offset 0) product
     order by low.available, low.product_id`.execute(db)
  return rows
}

export interface GivenDiscount {
  promotion_id: string
  /** Null: the promotion was deleted. */
  name: string | null
  orders: number
  amount_minor: number
  shipping_minor: number
}

interface HealthAndDiscounts {
  pending: number
  disabled_subscriptions: number
  discounts: GivenDiscount[]
}

/**
 * Deliveries that wait now, and subscriptions that the service has disabled. In the same statement, to save one for
 * shops without promotions, what promotions took off the orders placed in a range, without cancelled ones.
 */
export async function selectHealthAndDiscounts(
  db: Executor,
  merchantId: string,
  range: Span,
): Promise<HealthAndDiscounts> {
  const { inner, edges } = partsOf(range)
  const columns = sql`promotion_id, orders, amount_minor, shipping_minor`
  const within = ({ from, to }: Span) => sql`
    merchant_id = ${merchantId} and hour >= ${from}::timestamptz and hour < ${to}::timestamptz`
  const atEdges = edges.map((edge) => sql`union all select ${columns} from promotion_use_hours where ${within(edge)}`)
  const { rows } = await sql<HealthAndDiscounts>`
    select coalesce((
             select json_agg(given order by amount_minor + shipping_minor desc, promotion_id)
               from (select promotion_id, max(promotion.name) as name, sum(orders) as orders,
                            sum(amount_minor) as amount_minor, sum(shipping_minor) as shipping_minor
                       from (select ${columns} from promotion_use_days where ${within(inner)}
                             ${sql.join(atEdges, sql` `)}
                             union all select ${columns} from promotion_use_changes where ${within(range)}) used
                       left join promotions promotion on promotion.merchant_id = ${merchantId}
                                                      and promotion.id = promotion_id
                      group by 1 having sum(orders) > 0) given), '[]') as discounts,
           (select coalesce(sum(queued.waiting), 0)::int
              from webhook_subscriptions subscription
             cross join lateral (
               select (select count(*) from delivery_queue
                        where subscription_id = subscription.id and lease_token is null)
                      + (select count(*) from delivery_queue
                          where subscription_id = subscription.id and lease_token is not null) as waiting) queued
             where subscription.merchant_id = ${merchantId}) as pending,
           (select count(*) from webhook_subscriptions
             where merchant_id = ${merchantId} and not active and disabled_reason is not null
               and deleted_at is null) as disabled_subscriptions`.execute(db)
  return rows[0] ?? { pending: 0, disabled_subscriptions: 0, discounts: [] }
}
