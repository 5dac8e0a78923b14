import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import type { ProductFilter } from '#src/modules/catalog/index.ts'
import { found, type Matches } from './queries.ts'

export type FacetName = 'category' | 'merchant'

export interface Facets {
  category?: { value: string; count: number }[]
  merchant?: { value: string; name: string; count: number }[]
}

/** The most frequent values of each facet; a page cannot show more. */
const mostValues = 100

const everyMerchant = '00000000-0000-0000-0000-000000000000'

/** How the products that match fall into categories and merchants. */
export async function facetsOfMatches(db: Executor, matches: Matches, names: readonly FacetName[]): Promise<Facets> {
  if (names.length === 0) return {}
  return readFacets(db, names, documents(sql`document @@ ${matches.words}::tsquery and ${found(matches.filter)}`))
}

/** The same of the whole catalog: from the counts, or, within price bounds, from the products. */
export async function facetsOfCatalog(
  db: Executor,
  filter: ProductFilter,
  names: readonly FacetName[],
): Promise<Facets> {
  if (names.length === 0) return {}
  const priced = filter.minPrice !== undefined || filter.maxPrice !== undefined
  return readFacets(db, names, priced ? documents(found(filter)) : counts(filter))
}

export function noFacets(names: readonly FacetName[]): Facets {
  return Object.fromEntries(names.map((name) => [name, []]))
}

/** Numbers of products by merchant and category, as rows (merchant_id, category, amount). */
type Amounts = Record<FacetName, RawBuilder<unknown>>

function documents(condition: RawBuilder<unknown>): Amounts {
  const rows = sql`select merchant_id, category, 1 as amount from product_documents where ${condition}`
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

async function readFacets(db: Executor, names: readonly FacetName[], amounts: Amounts): Promise<Facets> {
  const facets = {
    category: sql`(
      select coalesce(json_agg(json_build_object('value', category, 'count', count) order by count desc, category), '[]')
        from (select category, sum(amount)::int as count from (${amounts.category}) part where category <> ''
               group by 1 having sum(amount) > 0 order by 2 desc, 1 limit ${sql.lit(mostValues)}) counted)`,
    merchant: sql`(
      select coalesce(json_agg(json_build_object('value', counted.merchant_id, 'name', merchant.name, 'count', count)
                               order by count desc, counted.merchant_id), '[]')
        from (select merchant_id, sum(amount)::int as count from (${amounts.merchant}) part
               group by 1 having sum(amount) > 0 order by 2 desc, 1 limit ${sql.lit(mostValues)}) counted
        join merchants merchant on merchant.id = counted.merchant_id)`,
  }
  const columns = names.map((name) => sql`${facets[name]} as ${sql.ref(name)}`)
  const { rows } = await sql<Facets>`select ${sql.join(columns)}`.execute(db)
  return rows[0] ?? {}
}
