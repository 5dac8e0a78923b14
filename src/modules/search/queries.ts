import { type RawBuilder, sql } from 'kysely'
import {
  catalogState,
  joinStock,
  type ProductFilter,
  type ProductRow,
  type ProductSort,
  productColumns,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import type { SearchPlan } from './rules.ts'

/** Conditions on `product_documents`, without the words. */
export function found(filter: ProductFilter): RawBuilder<boolean> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const conditions = [
    sql`active`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(inStock === undefined ? [] : [sql`in_stock = ${sql.lit(inStock)}`]),
    ...(minPrice === undefined ? [] : [sql`price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`price_common <= ${maxPrice}::bigint`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Up to so many matches are ranked one by one; more are ranked by what the row says without its words. */
export const closelyRanked = 1_000

/** How many products match, not counted beyond closelyRanked. */
export async function countMatches(
  db: Executor,
  words: string,
  filter: ProductFilter,
): Promise<{ matches: number; state: string }> {
  const { rows } = await sql<{ matches: number; state: string }>`
    select count(*)::int as matches, ${catalogState} as state from (
      select from product_documents where document @@ ${words}::tsquery and ${found(filter)}
       limit ${sql.lit(closelyRanked + 1)}) match`.execute(db)
  return rows[0] ?? { matches: 0, state: '' }
}

/** How matches are ordered: by a sort of the catalog, or by relevance, in the way the number of matches calls for if not said. */
export type Order =
  | { by: ProductSort; order: SortOrder }
  | { by: 'relevance'; plan: SearchPlan; ranked?: 'closely' | 'broadly' | undefined }

export interface Matches {
  words: string
  filter: ProductFilter
  facets: readonly FacetName[]
}

export interface FoundProduct extends ProductRow {
  score: number
}

export interface FoundPage {
  rows: FoundProduct[]
  total: number
  facets: Facets
  /** What they were found in. */
  state: string
}

/**
 * A page of matches, their number, and how they fall into categories and merchants, in one statement: each match is found
 * and visited once.
 */
export async function readMatches(
  db: Executor,
  { words, filter, facets }: Matches,
  page: PageRequest,
  order: Order,
): Promise<FoundPage> {
  const { position, type, closely } = positionIn(order)
  const ascending = 'order' in order && order.order === 'asc'
  const direction = ascending ? sql`asc` : sql`desc`
  // A search's cursor begins with how it was found; the position is its last two values.
  const rest = behindCursor(
    { after: page.after?.slice(-2) },
    ascending ? 'asc' : 'desc',
    ['position', type],
    ['product_id', 'uuid'],
  )
  const amounts = sql`select merchant_id, category, 1 as amount from match`
  const { rows } = await sql<FoundProduct & Omit<FoundPage, 'rows'>>`
    with match as materialized (
      select product_id, ${position} as position${facets.length === 0 ? sql`` : sql`, merchant_id, category`}
        from product_documents where document @@ ${words}::tsquery and ${found(filter)}
    ), counted as materialized (
      select count(*)::int as total from match
    ), ranked (product_id, position) as (
      ${closely ?? sql`select product_id, position from match`}
    ), page as materialized (
      select product_id, position from ranked where ${rest}
       order by position ${direction}, product_id ${direction}
       ${pageWindow(page)}
    )
    select counted.total, ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets,
           ${catalogState} as state, listed.*
      from counted
      left join (select page.position as score, ${productColumns}
                   from page join products product on product.id = page.product_id ${joinStock}) listed on true
     order by listed.score ${direction}, listed.id ${direction}`.execute(db)
  const [first] = rows
  const { total = 0, facets: counted = {}, state = '' } = first ?? {}
  return { rows: rows.filter((row) => row.id !== null), total, facets: counted, state }
}

interface Position {
  /** Of a match, from its row. */
  position: RawBuilder<unknown>
  type: string
  /** Matches (product_id, position) ranked by what they say, should that be called for. */
  closely?: RawBuilder<unknown>
}

function positionIn(order: Order): Position {
  if (order.by !== 'relevance') {
    const column = { created_at: sql`created_at`, price: sql`price_common`, name: sql`name_key` }[order.by]
    return {
      position: column,
      type: { created_at: 'timestamptz(3)', price: 'bigint', name: 'text' }[order.by],
    }
  }
  const { plan, ranked } = order
  const type = 'bigint'
  if (ranked === 'broadly') return { position: broadScore(plan), type }
  const each = sql`
    select match.product_id, close.score from match
     cross join lateral (select ${closeScore(plan)} as score from product_documents
                          where product_documents.product_id = match.product_id limit 1) close`
  if (ranked === 'closely') return { position: sql`null::bigint`, type, closely: each }
  const few = sql`(select total <= ${sql.lit(closelyRanked)} from counted)`
  return {
    position: broadScore(plan),
    type,
    closely: sql`select product_id, position from match where not ${few} union all ${each} where ${few}`,
  }
}

/** Many matches: all words in the name first, then what is in stock, then short names. */
function broadScore(plan: SearchPlan): RawBuilder<number> {
  return sql<number>`((document @@ ${plan.allInName}::tsquery)::int * 1000 + in_stock::int * 500 - name_words)::bigint`
}

/**
 * Few matches, in millionths: each word counts by its rarity, in the name more than elsewhere and typed in full more than
 * begun; words next to each other as typed, a short name and being in stock count a little.
 */
function closeScore(plan: SearchPlan): RawBuilder<number> {
  const has = (words: string) => sql`document @@ ${words}::tsquery`
  const weight = plan.terms.reduce((sum, term) => sum + term.weight, 0)
  const terms = plan.terms.map(
    (term) => sql`${term.weight / weight}::float8 * case
      when ${has(term.exactlyInName)} then 1 when ${has(term.inName)} then 0.9::float8
      when ${has(term.anywhere)} then 0.4::float8 else 0 end`,
  )
  const rest = [
    ...(plan.sku === undefined ? [] : [sql`(${has(plan.sku)})::int * 10`]),
    ...(plan.phrase === undefined ? [] : [sql`(${has(plan.phrase)})::int * 0.1::float8`]),
    sql`(${has(plan.head)})::int * 0.05::float8 + in_stock::int * 0.01::float8 - name_words * 0.01::float8`,
  ]
  return sql<number>`(1000000 * (${sql.join([...terms, ...rest], sql` + `)}))::bigint`
}
