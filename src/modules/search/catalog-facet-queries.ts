import { type RawBuilder, sql } from 'kysely'
import { formsOf, type ProductFilter } from '#src/modules/catalog/index.ts'
import { contextOf, isChosen } from '#src/modules/catalog/shared-queries.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import { maxCounted } from './rules.ts'

/** Facets of the products of a filter, counted over at most `maxCounted`, and the number of counted products. */
export async function facetsOfCatalog(
  db: Executor,
  filter: ProductFilter,
  names: readonly FacetName[],
): Promise<{ facets: Facets; total: number }> {
  const { rows } = await sql<{ facets: Facets; total: number }>`
    with counted as materialized (
      select card.merchant_id, card.card_id, card.category from listings card
       where ${contextOf('listings', filter)} and ${matches(filter)} limit ${sql.lit(maxCounted)}
    )
    select ${facetsOf(names, sql`counted`)} as facets, (select count(*)::int from counted) as total`.execute(db)
  return rows[0] ?? { facets: {}, total: 0 }
}

/** Always names the stock, the index column before the price: PostgreSQL has no skip scan before version 18. */
function matches(filter: ProductFilter): RawBuilder<boolean> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const forms = sql.join(formsOf(filter).map((form) => sql.lit(form)))
  const conditions = [
    sql`card.active and card.form in (${forms})`,
    ...(merchantId === undefined ? [] : [sql`card.merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`card.category = ${category}`]),
    inStock === undefined ? sql`card.in_stock = any ('{true,false}'::boolean[])` : sql`card.in_stock = ${inStock}`,
    ...(minPrice === undefined ? [] : [sql`card.price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`card.price_common <= ${maxPrice}::bigint`]),
    isChosen(filter, 'listings'),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
