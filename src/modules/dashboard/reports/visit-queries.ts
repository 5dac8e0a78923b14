import { type RawBuilder, sql } from 'kysely'
import type { ReportScope, Source } from './queries.ts'

/** Days of the report are those of the rows; a day lies in the step that begins with it or before it. */
const entries = ({ merchantId, range }: ReportScope): RawBuilder<unknown> => {
  const starts = sql`${range.starts.map((start) => start.toISOString())}::timestamptz[]`
  const isIn = sql`merchant_id = ${merchantId} and day >= ${range.firstDay}::date and day < ${range.endDay}::date`
  return sql`
    select (${starts})[width_bucket(day, ${range.days}::date[])] as at, null::uuid as order_id, null::uuid as user_id,
           null::text as country, null::uuid as product_id, null::text as sku, null::text as name, counted.*
      from (
        select day, source, visits, product_views, carts, checkouts from visit_days where ${isIn}
        union all
        select day, source, (kind = 'visit')::int, (kind = 'product')::int, (kind = 'cart')::int,
               (kind = 'checkout')::int
          from visit_changes where ${isIn}
      ) counted`
}

const measures = ['visits', 'product_views', 'carts', 'checkouts']

export const visitsSource: Source = { entries, keys: [], measures, first: 'visits' }
