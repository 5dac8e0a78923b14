import { type RawBuilder, sql } from 'kysely'
import type { ProductFilter } from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { everyMerchant } from './catalog-queries.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'

/**
 * Facets of all products of a filter, from the counts; ranges that a price bound cuts are counted from the price index.
 */
export async function facetsOfCatalog(
  db: Executor,
  filter: ProductFilter,
  names: readonly FacetName[],
): Promise<Facets> {
  const facets = facetsOf(names, { category: amountsBy('category', filter), merchant: amountsBy('merchant', filter) })
  const { rows } = await sql<{ facets: Facets }>`select ${facets} as facets`.execute(db)
  return rows[0]?.facets ?? {}
}

/**
 * Price ranges within the bounds are summed; those that a bound cuts are counted from the price index. Changes that are
 * not folded yet are added, except within the ranges just counted. Stock is always named, as the index column before
 * the price: PostgreSQL has no skip scan before version 18.
 */
function amountsBy(facet: FacetName, filter: ProductFilter): RawBuilder<unknown> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const measured = inStock === undefined ? sql`total` : inStock ? sql`in_stock` : sql`total - in_stock`
  const owners = [
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
  ]
  const scopes =
    facet === 'category'
      ? [
          sql`merchant_id = ${merchantId ?? everyMerchant}::uuid`,
          category === undefined ? sql`category <> ''` : sql`true`,
        ]
      : [
          sql`category = ${category ?? ''}`,
          merchantId === undefined ? sql`merchant_id <> ${everyMerchant}::uuid` : sql`true`,
        ]
  const stock = inStock === undefined ? [] : [sql`in_stock = ${inStock}`]
  const all = (...conditions: RawBuilder<unknown>[]) => sql.join([sql`status = 'active'`, ...conditions], sql` and `)
  if (minPrice === undefined && maxPrice === undefined)
    return sql`
      select merchant_id, category, ${measured} as amount from product_counts where ${all(...scopes, ...owners)}
      union all
      select merchant_id, category, amount from product_count_changes where ${all(...owners, ...stock)}`
  const min = sql`${minPrice ?? 0}::bigint`
  const max = sql`${maxPrice ?? Number.MAX_SAFE_INTEGER}::bigint`
  const value = sql.ref(facet === 'category' ? 'category' : 'merchant_id')
  return sql`
    with range as (
      select merchant_id, category, low, high, ${measured} as amount, low >= ${min} and high - 1 <= ${max} as whole
        from product_counts where ${all(...scopes, ...owners)} and high > ${min} and low <= ${max}
    )
    select merchant_id, category, amount from range where whole
    union all
    select merchant_id, category, amount from product_count_changes change
     where ${all(...owners, ...stock)} and price_common between ${min} and ${max}
       and not exists (select from range where not whole and range.${value} = change.${value}
                          and change.price_common >= low and change.price_common < high)
    union all
    select range.merchant_id, range.category, cut.amount
      from range cross join lateral (
        select count(*)::int as amount from products
         where ${all(...owners)} and products.${value} = range.${value}
           and in_stock = ${inStock === undefined ? sql`any ('{true,false}'::boolean[])` : inStock}
           and price_common between greatest(low, ${min}) and least(high - 1, ${max})) cut
     where not whole`
}
