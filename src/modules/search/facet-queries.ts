import { type RawBuilder, sql } from 'kysely'

export const facetNames = ['category', 'merchant', 'brand', 'tag', 'option'] as const

export type FacetName = (typeof facetNames)[number]

interface Value {
  value: string
  count: number
}

export interface Facets {
  category?: Value[]
  merchant?: (Value & { name: string })[]
  brand?: Value[]
  tag?: Value[]
  option?: (Value & { name: string })[]
}

/** Maximum values per facet, the most frequent first. */
const maxValues = 100

export function noFacets(names: readonly FacetName[]): Facets {
  return Object.fromEntries(names.map((name) => [name, []]))
}

/**
 * The facets of rows (merchant_id, card_id, category) as one JSON object. Merchant names come from a subquery per
 * value; for a join the planner sometimes read all merchants.
 */
export function facetsOf(names: readonly FacetName[], cards: RawBuilder<unknown>): RawBuilder<Facets> {
  const ofKeys = (mark: string, value: RawBuilder<unknown>) => sql`
    select json_agg(${value} order by count desc, key)
      from (select substr(key, 3) as key, count(*)::int as count
              from ${cards} one
              join listings on listings.merchant_id = one.merchant_id and context = 0
                           and listings.card_id = one.card_id
             cross join unnest(keys) key
             where key like ${sql.lit(`${mark}:%`)}
             group by 1 order by 2 desc, 1 limit ${sql.lit(maxValues)}) counted`
  const plain = sql`json_build_object('value', key, 'count', count)`
  const facets = {
    category: sql`
      select json_agg(json_build_object('value', category, 'count', count) order by count desc, category)
        from (select category, count(*)::int as count from ${cards} one where category <> ''
               group by 1 order by 2 desc, 1 limit ${sql.lit(maxValues)}) counted`,
    merchant: sql`
      select json_agg(json_build_object('value', merchant_id, 'count', count,
                                        'name', (select name from merchants where id = merchant_id))
                      order by count desc, merchant_id)
        from (select merchant_id, count(*)::int as count from ${cards} one
               group by 1 order by 2 desc, 1 limit ${sql.lit(maxValues)}) counted`,
    brand: ofKeys('b', plain),
    tag: ofKeys('t', plain),
    option: ofKeys(
      'o',
      sql`
        json_build_object('name', split_part(key, '=', 1), 'value', substr(key, strpos(key, '=') + 1), 'count', count)`,
    ),
  }
  const parts = names.map((name) => sql`${sql.lit(name)}, coalesce((${facets[name]}), '[]')`)
  return sql<Facets>`json_build_object(${sql.join(parts)})`
}
