import { type RawBuilder, sql } from 'kysely'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { ProductFilter } from './filter.ts'

/** The merchant_id of counts over the products of all merchants. */
const everyMerchant = '00000000-0000-0000-0000-000000000000'

/** Products of a price range from which it is split, into ranges of half as many. */
export const widestCount = 16_384

const activeOnly: readonly ProductStatus[] = ['active']

/**
 * SQL for the number of products of a filter without price bounds: the counts, and the changes that are not folded into
 * them yet. One statement reads both from one snapshot, so the number is exact.
 */
export function totalExpression(
  filter: ProductFilter,
  statuses: readonly ProductStatus[] = activeOnly,
): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(amount), 0)::int
      from (select ${measured(filter)} as amount from product_counts where ${scope(filter, statuses)}
             union all
            select amount from product_count_changes where ${changesOf(filter, statuses)}) part)`
}

/**
 * Counts the active products of a filter with price bounds (`matching`) and without them (`scope`). Ranges within the
 * bounds are summed; the one or two that a bound cuts are counted from the price index, at most `widestCount` entries
 * each.
 */
export async function countWithinPrices(
  db: Executor,
  filter: ProductFilter,
): Promise<{ matching: number; scope: number }> {
  const min = sql`${filter.minPrice ?? 0}::bigint`
  const max = sql`${filter.maxPrice ?? Number.MAX_SAFE_INTEGER}::bigint`
  const { rows } = await sql<{ matching: number; scope: number }>`
    with range as (
      select low, high, ${measured(filter)} as amount, low >= ${min} and high - 1 <= ${max} as whole
        from product_counts where ${scope(filter, activeOnly)} and high > ${min} and low <= ${max}
    )
    select ((select coalesce(sum(amount), 0) from range where whole)
            + (select coalesce(sum(amount), 0) from product_count_changes change
                where ${changesOf(filter, activeOnly)} and price_common between ${min} and ${max}
                  and not exists (select from range where not whole and price_common >= low and price_common < high))
            + (select coalesce(sum(cut.amount), 0)
                 from range cross join lateral (
                   select count(*) as amount from products
                    where status = 'active' and ${rowsOf(filter)}
                      and price_common between greatest(low, ${min}) and least(high - 1, ${max})) cut
                where not whole))::int as matching,
           ${totalExpression(filter)} as scope`.execute(db)
  return rows[0] ?? { matching: 0, scope: 0 }
}

/**
 * Merchant, category and stock of a filter as conditions on `products`. Stock is always named, as the index column
 * before the sort: PostgreSQL has no skip scan before version 18.
 */
export function rowsOf(filter: ProductFilter): RawBuilder<boolean> {
  const stock = filter.inStock === undefined ? sql`any ('{true,false}'::boolean[])` : sql.lit(filter.inStock)
  return sql<boolean>`${ownersOf(filter)} and in_stock = ${stock}`
}

/** Merchant and category of a filter as conditions on any table that has both columns. */
export function ownersOf({ merchantId, category }: ProductFilter): RawBuilder<boolean> {
  const merchant = merchantId === undefined ? sql`` : sql` and merchant_id = ${merchantId}::uuid`
  return sql<boolean>`true${merchant}${category === undefined ? sql`` : sql` and category = ${category}`}`
}

function changesOf(filter: ProductFilter, statuses: readonly ProductStatus[]): RawBuilder<boolean> {
  const stock = filter.inStock === undefined ? sql`` : sql` and in_stock = ${sql.lit(filter.inStock)}`
  return sql<boolean>`${oneOf(statuses)} and ${ownersOf(filter)}${stock}`
}

function scope({ merchantId, category }: ProductFilter, statuses: readonly ProductStatus[]): RawBuilder<boolean> {
  return sql<boolean>`merchant_id = ${merchantId === undefined ? sql.lit(everyMerchant) : sql`${merchantId}`}::uuid
    and category = ${category ?? sql.lit('')}
    and ${oneOf(statuses)}`
}

/** Literals, as in the conditions of the partial indexes. */
function oneOf(statuses: readonly ProductStatus[]): RawBuilder<boolean> {
  return sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
}

function measured({ inStock }: ProductFilter): RawBuilder<number> {
  if (inStock === undefined) return sql`total`
  return inStock ? sql`in_stock` : sql`total - in_stock`
}

export interface CategoryCount {
  name: string
  product_count: number
}

/** Categories that have active products, by name. */
export async function selectCategories(
  db: Executor,
  merchantId: string | undefined,
  page: PageRequest,
): Promise<{ rows: CategoryCount[]; total: number }> {
  const merchant = merchantId === undefined ? sql`` : sql` and merchant_id = ${merchantId}::uuid`
  const behind = behindCursor(page, 'asc', ['name', 'text'])
  const { rows } = await sql<CategoryCount & { categories: number }>`
    with counted as (
      select category as name, sum(amount)::int as product_count
        from (select category, total as amount from product_counts
               where merchant_id = ${merchantId ?? everyMerchant}::uuid and status = 'active' and category <> ''
               union all
              select category, amount from product_count_changes
               where status = 'active' and category <> ''${merchant}) part
       group by category having sum(amount) > 0
    )
    select size.categories, page.name, page.product_count
      from (select count(*)::int as categories from counted) size
      left join lateral (
        select * from counted where ${behind} order by name
         ${pageWindow(page)}) page on true
     order by page.name`.execute(db)
  return { rows: rows.filter((row) => row.name !== null), total: rows[0]?.categories ?? 0 }
}

/** A price range of one scope with too many products. Bounds are text, as the largest bigint is one of them. */
export interface WideRange {
  merchant_id: string
  category: string
  status: ProductStatus
  low: string
  high: string
}

/**
 * Folds the changes into the counts. Only the sweep calls it, one process at a time, in a repeatable read transaction,
 * so that it deletes, adds and counts within one snapshot. Returns the number of changes, and the ranges that have too
 * many products now (a range of a single price cannot be split).
 */
export async function foldChanges(transaction: Transaction): Promise<{ folded: number; wide: WideRange[] }> {
  const { rows } = await sql<{ folded: number; wide: WideRange[] }>`
    with change as (
      delete from product_count_changes returning *
    ), scoped as (
      select scope.merchant_id, scope.category, status, price_common,
             sum(amount) as total, coalesce(sum(amount) filter (where in_stock), 0) as in_stock
        from change
       cross join lateral (
         select merchant_id, '' as category
         union all select merchant_id, category where category <> ''
         union all select ${everyMerchant}::uuid, '' where status = 'active'
         union all select ${everyMerchant}::uuid, category where category <> '' and status = 'active') scope
       group by 1, 2, 3, 4
    ), placed as (
      select merchant_id, category, status, low, sum(total) as total, sum(in_stock) as in_stock
        from (select *, coalesce((select low from product_counts counted
                                   where counted.merchant_id = scoped.merchant_id and counted.category = scoped.category
                                     and counted.status = scoped.status and counted.low <= scoped.price_common
                                   order by low desc limit 1), 0) as low
                from scoped) each
       group by 1, 2, 3, 4
    ), counted as (
      insert into product_counts as counted (merchant_id, category, status, low, high, total, in_stock)
      select merchant_id, category, status, low, 9223372036854775807, total, in_stock from placed
       where total <> 0 or in_stock <> 0
      on conflict (merchant_id, category, status, low)
      do update set total = counted.total + excluded.total, in_stock = counted.in_stock + excluded.in_stock
      returning merchant_id, category, status, low, high, total
    )
    select (select count(*) from change) as folded,
           (select coalesce(json_agg(json_build_object('merchant_id', merchant_id, 'category', category,
                                                       'status', status, 'low', low::text, 'high', high::text)), '[]')
              from counted where total > ${sql.lit(widestCount)} and high - low > 1) as wide`.execute(transaction)
  return rows[0] ?? { folded: 0, wide: [] }
}

/**
 * Splits a count into narrower ranges. A price that many products share gets a range of its own, which no bound cuts.
 */
export async function splitCount(transaction: Transaction, range: WideRange): Promise<void> {
  const half = sql.lit(widestCount / 2)
  const filter: ProductFilter = {
    ...(range.merchant_id !== everyMerchant && { merchantId: range.merchant_id }),
    ...(range.category !== '' && { category: range.category }),
  }
  await sql`
    with price as (
      select price_common as low, count(*) as total, count(*) filter (where in_stock) as in_stock
        from products
       where status = ${sql.lit(range.status)} and ${rowsOf(filter)}
         and price_common >= ${range.low}::bigint and price_common < ${range.high}::bigint
       group by 1
    ), grouped as (
      select *, (sum(total) over (order by low) - total)::bigint / ${half} * 2 + (total > ${half})::int as part
        from price
    ), part as (
      select min(low) as low, sum(total) as total, sum(in_stock) as in_stock from grouped group by part
      union all
      select low + 1, 0, 0 from grouped where total > ${half}
      union all
      select ${range.low}::bigint, 0, 0
    ), bounded as (
      select low, coalesce(lead(low) over (order by low), ${range.high}::bigint) as high, total, in_stock
        from (select low, sum(total) as total, sum(in_stock) as in_stock from part
               where low < ${range.high}::bigint group by 1) each
    )
    insert into product_counts as counted (merchant_id, category, status, low, high, total, in_stock)
    select ${range.merchant_id}::uuid, ${range.category}, ${range.status}, low, high, total, in_stock from bounded
    on conflict (merchant_id, category, status, low)
    do update set high = excluded.high, total = excluded.total, in_stock = excluded.in_stock`.execute(transaction)
}
