import { sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import { catalogState, type ProductFilter } from '#src/modules/catalog/index.ts'
import { type Amounts, type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import { found } from './queries.ts'

const everyMerchant = '00000000-0000-0000-0000-000000000000'

/** How the whole catalog falls into categories and merchants: from the counts, or, within price bounds, from the products. */
export async function facetsOfCatalog(
  db: Executor,
  filter: ProductFilter,
  names: readonly FacetName[],
): Promise<{ facets: Facets; state: string }> {
  const priced = filter.minPrice !== undefined || filter.maxPrice !== undefined
  const facets = facetsOf(names, priced ? documents(filter) : counts(filter))
  const { rows } = await sql<{
    facets: Facets
    state: string
  }>`select ${facets} as facets, ${catalogState} as state`.execute(db)
  return rows[0] ?? { facets: {}, state: '' }
}

function documents(filter: ProductFilter): Amounts {
  const rows = sql`select merchant_id, category, 1 as amount from product_documents where ${found(filter)}`
  return { category: rows, merchant: rows }
}

function counts({ merchantId, category, inStock }: ProductFilter): Amounts {
  const measured = inStock === undefined ? sql`total` : inStock ? sql`in_stock` : sql`total - in_stock`
  const merchant = merchantId === undefined ? sql`` : sql` and merchant_id = ${merchantId}::uuid`
  const within = category === undefined ? sql`` : sql` and category = ${category}`
  const stock = inStock === undefined ? sql`` : sql` and in_stock = ${sql.lit(inStock)}`
  const changes = sql`select merchant_id, category, amount from product_count_changes
                       where status = 'active'${merchant}${within}${stock}`
  return {
    category: sql`
      select merchant_id, category, ${measured} as amount from product_counts
       where status = 'active' and merchant_id = ${merchantId ?? everyMerchant}::uuid${within}
      union all ${changes}`,
    merchant: sql`
      select merchant_id, category, ${measured} as amount from product_counts
       where status = 'active' and category = ${category ?? ''}
         and merchant_id <> ${everyMerchant}::uuid${merchant}
      union all ${changes}`,
  }
}
