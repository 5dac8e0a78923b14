import type { Static } from 'typebox'
import type { Database } from '#src/platform/db/pool.ts'
import type { Merchant } from '#src/platform/http/authentication-services.ts'
import { averageMinor, toMajor } from '#src/platform/lib/money.ts'
import { type Figures, selectFigures, selectLowStock, selectWebhookHealth } from './queries.ts'
import { blocksOf, bucketsOf, type Range } from './rules.ts'
import type { Dashboard } from './schemas.ts'
import { selectTopProducts } from './top-queries.ts'

/** The limit in low_stock's triggers: at most so many available is low. */
const lowStockThreshold = 5
const listLength = 10

const nothing: Figures = {
  pending: 0,
  paid: 0,
  processing: 0,
  completed: 0,
  cancelled: 0,
  paid_orders: 0,
  revenue_minor: 0,
  refunded_minor: 0,
  tax_minor: 0,
  shipping_minor: 0,
  new_customers: 0,
  abandoned_carts: 0,
  delivered: 0,
  failed: 0,
}

/** The figures of a shop in a range of days: four statements, sent at once, whatever the size of the shop. */
export async function readDashboard(
  db: Database,
  { id, currency }: Merchant,
  range: Range,
  topBy: 'revenue' | 'units',
): Promise<Static<typeof Dashboard>> {
  const [figures, top, low, webhooks] = await Promise.all([
    selectFigures(db, id, range),
    selectTopProducts(db, id, { ...range, blocks: blocksOf(range) }, topBy, listLength),
    selectLowStock(db, id, listLength),
    selectWebhookHealth(db, id),
  ])
  const total = figures.find(({ bucket }) => bucket === null) ?? nothing
  const buckets = new Map(figures.map((row) => [row.bucket?.getTime(), row]))
  const money = (minor: number) => toMajor(minor, currency)
  const revenueOf = (figures: Figures) => figures.revenue_minor - figures.refunded_minor
  const average = averageMinor(revenueOf(total), total.paid_orders)
  const { pending, paid, processing, completed, cancelled } = total
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    interval: range.interval,
    currency,
    revenue: money(revenueOf(total)),
    refunds: money(total.refunded_minor),
    tax: money(total.tax_minor),
    shipping: money(total.shipping_minor),
    paid_orders: total.paid_orders,
    average_order_value: average === undefined ? null : money(average),
    orders: { total: placed(total), pending, paid, processing, completed, cancelled },
    new_customers: total.new_customers,
    top_products: top.map(({ product_id, sku, name, units, revenue_minor }) => ({
      product_id,
      sku,
      name,
      units,
      revenue: money(revenue_minor),
    })),
    low_stock: {
      threshold: lowStockThreshold,
      count: low[0]?.total ?? 0,
      items: low.map(({ product_id, sku, name, available }) => ({ product_id, sku, name, available })),
    },
    abandoned_carts: total.abandoned_carts,
    webhooks: { delivered: total.delivered, failed: total.failed, ...webhooks },
    series: bucketsOf(range).map((start) => {
      const row = buckets.get(start.getTime()) ?? nothing
      return {
        starts_at: start.toISOString(),
        revenue: money(revenueOf(row)),
        refunds: money(row.refunded_minor),
        paid_orders: row.paid_orders,
        orders: placed(row),
        new_customers: row.new_customers,
        abandoned_carts: row.abandoned_carts,
      }
    }),
  }
}

function placed({ pending, paid, processing, completed, cancelled }: Figures): number {
  return pending + paid + processing + completed + cancelled
}
