import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Selling } from '../currency-rules.ts'
import { type Dimension, isStep, type ReportRange } from './rules.ts'

/** What a report reads: a shop and its days. */
export interface ReportScope {
  merchantId: string
  range: ReportRange
  by: Dimension | undefined
  /** In which currency; undefined: the shop has one. */
  selling?: Selling | undefined
}

/** A report as sums of entries. */
export interface Source {
  /** Selects `at`, `order_id`, `user_id`, `country`, `product_id`, `sku`, `name`, the keys and the measures. */
  entries: (scope: ReportScope) => RawBuilder<unknown>
  /** Texts by which its rows always differ. */
  keys: readonly string[]
  /** Sums: those of money end in `_minor`. */
  measures: readonly string[]
  /** The measure of which the most comes first, unless rows are of days. */
  first: string
}

export interface ReportRow {
  is_total: boolean
  /** The values of `by`, if any, and of the keys; an empty text stands for none. */
  dims: string[] | null
  /** All rows, also those behind the last that was read. */
  total: number
  sku: string | null
  name: string | null
  customer: string | null
  [measure: string]: unknown
}

/** The rows of a page; the first is the sum of all rows. */
export interface PageOfRows {
  limit: number
  order: 'most' | 'key'
  /** Rows behind this one, in the order of their key. */
  after?: readonly string[] | undefined
}

/** The sums of a report, in one statement. */
export async function selectReport(
  db: Executor,
  source: Source,
  scope: ReportScope,
  { limit, order, after = [] }: PageOfRows,
): Promise<ReportRow[]> {
  const { by, merchantId } = scope
  const dims = [...(by ? [dimensionOf(scope, by)] : []), ...source.keys.map((key) => sql.ref(key))]
  const texts = dims.map((dim) => sql`coalesce(${dim}::text, '')`)
  const sums = source.measures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`)
  const measures = sql.join(source.measures.map((name) => sql.ref(name)))
  const isByKey = order === 'key' || isStep(by)
  const { rows } = await sql<ReportRow>`
    with entry as (${source.entries(scope)}), grouped as (
      select grouping(dims) = 1 as is_total, dims, max(sku) as sku, max(name) as name, ${sql.join(sums)}
        from (select array[${sql.join(texts)}]::text[] as dims, sku, name, ${measures} from entry) keyed
       group by grouping sets ((dims), ())
    ), page as (
      select *, (select count(*)::int from grouped where not is_total) as total from grouped
       where is_total or dims > ${[...after]}::text[]
       order by is_total desc, ${isByKey ? sql`` : sql`${sql.ref(source.first)} desc,`} dims limit ${limit + 1}
    )
    select page.*, ${by === 'customer' ? customerOf(merchantId) : sql`null`} as customer
      from page
     order by is_total desc, ${isByKey ? sql`` : sql`${sql.ref(source.first)} desc,`} dims`.execute(db)
  return rows
}

/** As the shop knows them now. */
function customerOf(merchantId: string): RawBuilder<unknown> {
  return sql`(
    select case when told.by_staff then coalesce(told.name, told.email) else coalesce(users.name, users.email) end
      from users
      left join customers told on told.merchant_id = ${merchantId} and told.user_id = users.id
     where users.id = nullif(page.dims[1], '')::uuid)`
}

function dimensionOf({ merchantId, range }: ReportScope, by: Dimension): RawBuilder<unknown> {
  if (isStep(by)) {
    const starts = sql`${range.starts.map((start) => start.toISOString())}::timestamptz[]`
    return sql`lpad((width_bucket(at, ${starts}) - 1)::text, 4, '0')`
  }
  if (by === 'method') return methodOf(merchantId)
  return { product: sql`product_id`, customer: sql`user_id`, country: sql`country`, source: sql`source` }[by]
}

/** How an order was paid. */
const methodOf = (merchantId: string) => sql`(
  select case count(distinct payment.method) when 1 then min(payment.method) when 0 then null else 'several' end
    from payments payment
   where payment.merchant_id = ${merchantId} and payment.order_id = entry.order_id
     and payment.status in ('succeeded', 'refunding', 'refunded'))`
