import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { FigureRow, Figures, GivenDiscount, Steps } from './queries.ts'
import type { Span } from './rules.ts'

/** Figures of orders in other currencies than the shop's own, from the rows themselves. */

/** What an order adds to the figures of its currency. */
export type SoldFigures = Omit<Figures, 'new_customers' | 'abandoned_carts' | 'delivered' | 'failed'>

export interface ElsewhereRow extends SoldFigures, Pick<FigureRow, 'earlier' | 'bucket'> {
  currency: string
}

/** By the rules of the rollups: orders on the days of their placing and of their payment, refunds on theirs. */
export async function selectFiguresElsewhere(
  db: Executor,
  merchantId: string,
  own: string,
  steps: Steps,
): Promise<ElsewhereRow[]> {
  const starts = [...steps.before, ...steps.now]
  const bounds = sql`${starts.map((start) => start.toISOString())}::timestamptz[]`
  const range = sql`${starts[0] ?? steps.to}, ${steps.to}`
  const { rows } = await sql<ElsewhereRow>`
    select currency, bucket < ${steps.before.length} as earlier, bucket,
           count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'paid') as paid,
           count(*) filter (where status = 'processing') as processing,
           count(*) filter (where status = 'completed') as completed,
           count(*) filter (where status = 'cancelled') as cancelled, sum(paid_orders) as paid_orders,
           sum(revenue_minor) as revenue_minor, sum(refunded_minor) as refunded_minor, sum(tax_minor) as tax_minor,
           sum(shipping_minor) as shipping_minor
      from (select width_bucket(at, ${bounds}) - 1 as bucket, fact.*
              from (select currency, created_at as at, status, 0 as paid_orders, 0 as revenue_minor,
                           0 as refunded_minor, 0 as tax_minor, 0 as shipping_minor
                      from placed_elsewhere(${merchantId}, ${range})
                    union all
                    select currency, paid_at, null, 1, total_minor - coalesce(voucher_minor, 0), 0, tax_total_minor,
                           shipping_total_minor
                      from paid_elsewhere(${merchantId}, ${range})
                     where counts_as_paid(payment_status, refund_count, paid_at)
                    union all
                    select currency, settled_at, null, 0, 0, amount_minor - coalesce(voucher_minor, 0), 0, 0
                      from refunds_elsewhere(${merchantId}, ${own}, ${range}) where edit_id is null) fact) facts
     group by grouping sets ((1, 2, 3), (1, 2))`.execute(db)
  return rows
}

interface DiscountElsewhere extends GivenDiscount {
  currency: string
}

/** The rollup of promotions has them too: what they were used for in all, and sums without a currency. */
export async function selectDiscountsElsewhere(
  db: Executor,
  merchantId: string,
  { from, to }: Span,
): Promise<DiscountElsewhere[]> {
  // An edit can give an order of earlier days a promotion, which counts on the day of the edit.
  const { rows } = await sql<DiscountElsewhere>`
    select elsewhere.currency, used.promotion_id, max(used.name) as name, count(*)::int as orders,
           sum(used.amount_minor)::bigint as amount_minor, sum(used.shipping_minor)::bigint as shipping_minor
      from (select id, currency from placed_elsewhere(${merchantId}, ${from}, ${to})
            union
            select id, currency from edited_elsewhere(${merchantId}, ${from}, ${to})) elsewhere
     cross join lateral promotions_of_order(${merchantId}, elsewhere.id) used
     where used.used_at >= ${from} and used.used_at < ${to}
     group by 1, 2
     order by sum(used.amount_minor + used.shipping_minor) desc, 2`.execute(db)
  return rows
}
