import { type RawBuilder, sql } from 'kysely'

export type FacetName = 'category' | 'merchant'

export interface Facets {
  category?: { value: string; count: number }[]
  merchant?: { value: string; name: string; count: number }[]
}

/** Values per facet, the most frequent first. */
export const mostValues = 100

export function noFacets(names: readonly FacetName[]): Facets {
  return Object.fromEntries(names.map((name) => [name, []]))
}

/** For each facet a query of rows (merchant_id, category, amount). */
export type Amounts = Record<FacetName, RawBuilder<unknown>>

/**
 * The facets as one JSON object. Merchant names come from a subquery per value; a join was sometimes planned to read
 * all.
 */
export function facetsOf(names: readonly FacetName[], amounts: Amounts): RawBuilder<Facets> {
  const facets = {
    category: sql`
      select json_agg(json_build_object('value', category, 'count', count) order by count desc, category)
        from (select category, sum(amount)::int as count from (${amounts.category}) part where category <> ''
               group by 1 having sum(amount) > 0 order by 2 desc, 1 limit ${sql.lit(mostValues)}) counted`,
    merchant: sql`
      select json_agg(json_build_object('value', merchant_id, 'count', count,
                                        'name', (select name from merchants where id = merchant_id))
                      order by count desc, merchant_id)
        from (select merchant_id, sum(amount)::int as count from (${amounts.merchant}) part
               group by 1 having sum(amount) > 0 order by 2 desc, 1 limit ${sql.lit(mostValues)}) counted`,
  }
  const parts = names.map((name) => sql`${sql.lit(name)}, coalesce((${facets[name]}), '[]')`)
  return sql<Facets>`json_build_object(${sql.join(parts)})`
}
