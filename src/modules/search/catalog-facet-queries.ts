import { sql } from 'kysely'
import type { ProductFilter } from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'

/** Facets of all products of a filter, counted from the indexes of the lists. */
export async function facetsOfCatalog(
  db: Executor,
  filter: ProductFilter,
  names: readonly FacetName[],
): Promise<Facets> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const conditions = [
    sql`status = 'active'`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(inStock === undefined ? [] : [sql`in_stock = ${inStock}`]),
    ...(minPrice === undefined ? [] : [sql`price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`price_common <= ${maxPrice}::bigint`]),
  ]
  const amounts = sql`
    select merchant_id, coalesce(category, '') as category, count(*) as amount from products
     where ${sql.join(conditions, sql` and `)} group by 1, 2`
  const facets = facetsOf(names, { category: amounts, merchant: amounts })
  const { rows } = await sql<{ facets: Facets }>`select ${facets} as facets`.execute(db)
  return rows[0]?.facets ?? {}
}
