import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countAtMost, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { ProductFilter } from './filter.ts'

/** How many products a filter has, along the index of its scope, up to one more than a list tells. */
export function countProducts(
  db: Executor,
  filter: ProductFilter,
  statuses: readonly ProductStatus[] = ['active'],
): Promise<number> {
  const parts = statuses.map(
    (status) => sql`
      select 1 from products where status = ${sql.lit(status)} and ${rowsOf(filter)} and ${withinPrices(filter)}`,
  )
  return countAtMost(db, sql.join(parts, sql` union all `))
}

/** Price bounds of a filter as a condition on `products`. */
export function withinPrices({ minPrice, maxPrice }: ProductFilter): RawBuilder<boolean> {
  if (minPrice === undefined && maxPrice === undefined) return sql<boolean>`true`
  return sql<boolean>`
    price_common between ${minPrice ?? 0}::bigint and ${maxPrice ?? Number.MAX_SAFE_INTEGER}::bigint`
}

/**
 * Merchant, category and stock of a filter as conditions on `products`. Stock is always named, as the index column
 * before the sort: PostgreSQL has no skip scan before version 18.
 */
export function rowsOf(filter: ProductFilter): RawBuilder<boolean> {
  const stock = filter.inStock === undefined ? sql`any ('{true,false}'::boolean[])` : sql.lit(filter.inStock)
  return sql<boolean>`${ownersOf(filter)} and in_stock = ${stock}`
}

/** Merchant and category of a filter as conditions on `products`. */
export function ownersOf({ merchantId, category }: ProductFilter): RawBuilder<boolean> {
  const merchant = merchantId === undefined ? sql`` : sql` and merchant_id = ${merchantId}::uuid`
  return sql<boolean>`true${merchant}${category === undefined ? sql`` : sql` and category = ${category}`}`
}

export interface CategoryCount {
  name: string
  /** What it is sorted by. */
  name_key: string
  product_count: number
}

export interface CategoryPage {
  rows: CategoryCount[]
  /** Categories of the whole list, and products in them. */
  categories: number
  products: number
}

/** Categories that have active products, by name, folded: counts all of these products. */
export async function selectCategories(
  db: Executor,
  merchantId: string | undefined,
  page: PageRange,
): Promise<CategoryPage> {
  const behind = behindCursor(page, 'asc', ['name_key', 'text'], ['name', 'text'])
  const filter = merchantId === undefined ? {} : { merchantId }
  const { rows } = await sql<CategoryCount & Omit<CategoryPage, 'rows'>>`
    with counted as materialized (
      select category as name, fold_text(category) collate "C" as name_key, count(*)::int as product_count
        from products
       where status = 'active' and ${ownersOf(filter)} and category is not null
       group by category
    )
    select size.categories, size.products, page.name, page.name_key, page.product_count
      from (select count(*)::int as categories, coalesce(sum(product_count), 0)::int as products from counted) size
      left join lateral (
        select * from counted where ${behind} order by name_key, name
         ${pageWindow(page)}) page on true
     order by page.name_key, page.name`.execute(db)
  const { categories = 0, products = 0 } = rows[0] ?? {}
  return { rows: rows.filter((row) => row.name !== null), categories, products }
}
