import type { Static } from 'typebox'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { averageMinor, sumMinor, toMajor } from '#src/platform/lib/money.ts'
import { discountsIn, figuresIn } from './by-currency-rules.ts'
import { selectShopCounts } from './count-queries.ts'
import type { Selling } from './currency-rules.ts'
import type { Dependencies } from './dependencies.ts'
import {
  type ElsewhereRow,
  type SoldFigures,
  selectDiscountsElsewhere,
  selectFiguresElsewhere,
} from './elsewhere-queries.ts'
import {
  type FigureRow,
  type Figures,
  type Steps,
  selectFigures,
  selectHealthAndDiscounts,
  selectLowStock,
} from './queries.ts'
import { bucketsOf, cutDays, partsOf, previousRange, type Range, withoutBlocks } from './rules.ts'
import type { Counts, Dashboard } from './schemas.ts'
import { selectTopProducts } from './top-queries.ts'

/** Stock is low at this many available units or fewer; the triggers of low_stock use the same limit. */
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

export interface DashboardRequest {
  range: Range
  topBy: 'revenue' | 'units'
  /** With those of the range before. */
  compared: boolean
  /** Of which orders; undefined: the shop sells in one currency. */
  selling: Selling | undefined
}

/**
 * The figures of a shop in a range of days. Always four statements, sent at once, with or without the comparison; six
 * for a shop that sells in several currencies.
 */
export async function readDashboard(
  db: Database,
  { id, currency: own }: Merchant,
  { range, topBy, compared, selling }: DashboardRequest,
): Promise<Static<typeof Dashboard>> {
  const currency = selling?.currency ?? own
  const before = previousRange(range)
  const steps = stepsOf(range, compared ? before : undefined)
  // Blocks are of the shop's own currency.
  const parts = selling?.which === 'one' ? withoutBlocks(range) : partsOf(range)
  const [counted, top, low, { discounts: given, ...webhooks }, elsewhere, givenElsewhere] = await Promise.all([
    selectFigures(db, id, steps),
    selectTopProducts(db, { merchantId: id, selling }, parts, topBy, listLength),
    selectLowStock(db, id, listLength),
    selectHealthAndDiscounts(db, id, range),
    selling ? selectFiguresElsewhere(db, id, own, steps) : [],
    selling ? selectDiscountsElsewhere(db, id, range) : [],
  ])
  const figures = selling ? figuresIn(counted, elsewhere, selling, nothing) : counted
  const discounts = selling ? discountsIn(given, givenElsewhere, selling) : given
  const [now = [], then = []] = [false, true].map((earlier) => figures.filter((row) => row.earlier === earlier))
  const total = totalOf(now)
  const money = (minor: number) => toMajor(minor, currency)
  return {
    ...(compared && {
      previous: {
        from: before.from.toISOString(),
        to: before.to.toISOString(),
        ...totalsOf(totalOf(then), currency),
        series: seriesOf(then, steps.before, 0, currency),
      },
    }),
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    interval: range.interval,
    timezone: range.zone,
    currency,
    currencies: currenciesOf(selling ? figuresIn(counted, elsewhere, { which: 'own', currency: own }, nothing) : now, {
      own,
      chosen: currency,
      elsewhere,
    }),
    ...totalsOf(total, currency),
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
    discounts: {
      total: money(sumMinor(discounts.map(({ amount_minor, shipping_minor }) => amount_minor + shipping_minor))),
      by_promotion: discounts.map(({ promotion_id, name, orders, amount_minor, shipping_minor }) => ({
        promotion_id,
        name,
        orders,
        amount: money(amount_minor),
        shipping_amount: money(shipping_minor),
      })),
    },
    webhooks: { delivered: total.delivered, failed: total.failed, ...webhooks },
    series: seriesOf(now, steps.now, steps.before.length, currency),
  }
}

/** The shop's own first, then those in which there are figures, and the chosen one. */
function currenciesOf(
  figures: FigureRow[],
  { own, chosen, elsewhere }: { own: string; chosen: string; elsewhere: ElsewhereRow[] },
) {
  const rows = elsewhere.filter(({ earlier, bucket }) => !earlier && bucket === null)
  const others = new Set([...rows.map(({ currency }) => currency), ...(chosen === own ? [] : [chosen])])
  const of = (currency: string, row: SoldFigures) => ({
    currency,
    revenue: toMajor(revenueOf(row), currency),
    paid_orders: row.paid_orders,
    orders: placed(row),
  })
  return [
    of(own, totalOf(figures.filter(({ earlier }) => !earlier))),
    ...[...others].toSorted().map((code) => of(code, rows.find(({ currency }) => currency === code) ?? nothing)),
  ]
}

function totalOf(rows: FigureRow[]): Figures {
  return rows.find(({ bucket }) => bucket === null) ?? nothing
}

function stepsOf(range: Range, before: Range | undefined): Steps {
  const now = bucketsOf(range)
  const then = before ? bucketsOf(before, range) : []
  return { before: then, now, to: range.to, cutDays: cutDays([...then, ...now, range.to]) }
}

/** `first`: the number that the first of these steps has. */
function seriesOf(rows: FigureRow[], starts: readonly Date[], first: number, currency: string) {
  const buckets = new Map(rows.map((row) => [row.bucket, row]))
  return starts.map((start, index) => {
    const row = buckets.get(first + index) ?? nothing
    return {
      starts_at: start.toISOString(),
      revenue: toMajor(revenueOf(row), currency),
      refunds: toMajor(row.refunded_minor, currency),
      paid_orders: row.paid_orders,
      orders: placed(row),
      new_customers: row.new_customers,
      abandoned_carts: row.abandoned_carts,
    }
  })
}

function totalsOf(figures: Figures, currency: string) {
  const { paid_orders, pending, paid, processing, completed, cancelled } = figures
  const average = averageMinor(revenueOf(figures), paid_orders)
  return {
    revenue: toMajor(revenueOf(figures), currency),
    refunds: toMajor(figures.refunded_minor, currency),
    tax: toMajor(figures.tax_minor, currency),
    shipping: toMajor(figures.shipping_minor, currency),
    paid_orders,
    average_order_value: average === undefined ? null : toMajor(average, currency),
    orders: { total: placed(figures), pending, paid, processing, completed, cancelled },
    new_customers: figures.new_customers,
    abandoned_carts: figures.abandoned_carts,
  }
}

/** What waits at a shop. */
export async function readCounts(
  { shop, reads }: Pick<Dependencies, 'shop' | 'reads'>,
  merchantId: string,
  writer: string,
): Promise<Static<typeof Counts>> {
  const counts = await reads.run(writer, shop(merchantId), (db) => selectShopCounts(db, merchantId))
  const { pending, paid, processing, payment_failed, ...more } = counts
  const { returns_requested, returns_received, refunds_overdue, refunds_failed, ...others } = more
  return {
    ...others,
    orders: { pending, paid, processing, to_fulfill: paid + processing, payment_failed, refunds_failed },
    returns: { requested: returns_requested, received: returns_received, overdue: refunds_overdue },
  }
}

/** Refunds count on their own day. */
function revenueOf({ revenue_minor, refunded_minor }: SoldFigures): number {
  return revenue_minor - refunded_minor
}

function placed({ pending, paid, processing, completed, cancelled }: SoldFigures): number {
  return pending + paid + processing + completed + cancelled
}
