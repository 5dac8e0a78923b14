import { type RawBuilder, sql } from 'kysely'
import type { ProductFilter } from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import { mostCounted } from './rules.ts'

/** Facets of the products of a filter, of at most `mostCounted`, and how many products were counted. */
export async function facetsOfCatalog(
  db: Executor,
  filter: ProductFilter,
  names: readonly FacetName[],
): Promise<{ facets: Facets; total: number }> {
  const amounts = sql`select merchant_id, category, 1 as amount from product`
  const { rows } = await sql<{ facets: Facets; total: number }>`
    with product as materialized (
      select merchant_id, category from products where ${matches(filter)} limit ${sql.lit(mostCounted)}
    )
    select ${facetsOf(names, { category: amounts, merchant: amounts })} as facets,
           (select count(*)::int from product) as total`.execute(db)
  return rows[0] ?? { facets: {}, total: 0 }
}

/** Stock is always named, as the index column before the price: PostgreSQL has no skip scan before version 18. */
function matches({ merchantId, category, inStock, minPrice, maxPrice }: ProductFilter): RawBuilder<boolean> {
  const conditions = [
    sql`status = 'active'`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    inStock === undefined ? sql`in_stock = any ('{true,false}'::boolean[])` : sql`in_stock = ${inStock}`,
    ...(minPrice === undefined ? [] : [sql`price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`price_common <= ${maxPrice}::bigint`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
