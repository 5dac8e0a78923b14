import { type RawBuilder, sql } from 'kysely'
import {
  type ProductFilter,
  type ProductKey,
  type ProductSort,
  readKeys,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import type { SearchPlan } from './rules.ts'

/** The filter as conditions on `product_documents`. */
function matchesFilter(filter: ProductFilter): RawBuilder<boolean> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const conditions = [
    sql`active`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(inStock === undefined ? [] : [sql`in_stock = ${inStock}`]),
    ...(minPrice === undefined ? [] : [sql`price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`price_common <= ${maxPrice}::bigint`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Up to this many matches are ranked by their words; more are ranked by the columns of the row, which is cheaper. */
export const closelyRanked = 1_000

/** Number of matches; counting stops behind closelyRanked. */
export async function countMatches(db: Executor, words: string, filter: ProductFilter): Promise<number> {
  const { rows } = await sql<{ matches: number }>`
    select count(*)::int as matches from (
      select from product_documents where document @@ ${words}::tsquery and ${matchesFilter(filter)}
       limit ${sql.lit(closelyRanked + 1)}) match`.execute(db)
  return rows[0]?.matches ?? 0
}

/**
 * By a sort of the catalog, or by relevance; without `ranked` the number of matches decides how relevance is computed.
 */
export type Order =
  | { by: ProductSort; order: SortOrder }
  | { by: 'relevance'; plan: SearchPlan; ranked?: 'closely' | 'broadly' | undefined }

export interface Matches {
  words: string
  filter: ProductFilter
  facets: readonly FacetName[]
}

export interface FoundPage {
  /** One more than the page has if there is another page. */
  keys: ProductKey[]
  /** The scores of the keys, if they are sorted by relevance. */
  scores: number[]
  total: number
  facets: Facets
}

/** A page of matches, their total and their facets in one statement, so that each match is read once. */
export async function readMatches(
  db: Executor,
  { words, filter, facets }: Matches,
  page: PageRequest,
  order: Order,
): Promise<FoundPage> {
  const { position, type, closely } = positionIn(order)
  const ascending = 'order' in order && order.order === 'asc'
  const direction = ascending ? sql`asc` : sql`desc`
  // A search cursor begins with the mode (words, ranked); the position is its last two values.
  const rest = behindCursor(
    { after: page.after?.slice(-2) },
    ascending ? 'asc' : 'desc',
    ['position', type],
    ['product_id', 'uuid'],
  )
  const amounts = sql`select merchant_id, category, 1 as amount from match`
  const inOrder = sql`position ${direction}, product_id ${direction}`
  const scores = order.by === 'relevance' ? sql`array_agg(position order by ${inOrder})` : sql`null::bigint[]`
  const { rows } = await sql<{ keys: string | null; scores: number[] | null } & Omit<FoundPage, 'keys' | 'scores'>>`
    with match as (
      select product_id, ${position} as position${facets.length === 0 ? sql`` : sql`, merchant_id, category`}
        from product_documents where document @@ ${words}::tsquery and ${matchesFilter(filter)}
    ), counted as (
      select count(*)::int as total from match
    ), ranked (product_id, position) as (
      ${closely ?? sql`select product_id, position from match`}
    ), page as (
      select product_id, position from ranked where ${rest}
       order by position ${direction}, product_id ${direction}
       ${pageWindow(page)}
    )
    select counted.total, ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets, listed.*
      from counted
     cross join (select string_agg(key, ',' order by ${inOrder}) as keys, ${scores} as scores
                   from page join product_keys on id = product_id) listed`.execute(db)
  const { keys = null, scores: found = null, total = 0, facets: counted = {} } = rows[0] ?? {}
  return { keys: readKeys(keys), scores: found ?? [], total, facets: counted }
}

interface Position {
  /** Computed from the row of each match. */
  position: RawBuilder<unknown>
  type: string
  /** Query of (product_id, position) that ranks matches by their words. */
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
    select product_id, ${closeScore(plan)} from match join product_documents using (product_id)`
  if (ranked === 'closely') return { position: sql`null::bigint`, type, closely: each }
  const few = sql`(select total <= ${sql.lit(closelyRanked)} from counted)`
  return {
    position: broadScore(plan),
    type,
    closely: sql`select product_id, position from match where not ${few} union all ${each} where ${few}`,
  }
}

/** For many matches: all words in the name first, then in stock, then short names. */
function broadScore(plan: SearchPlan): RawBuilder<number> {
  return sql<number>`((document @@ ${plan.allInName}::tsquery)::int * 1000 + in_stock::int * 500 - name_words)::bigint`
}

/**
 * For few matches, in millionths: each word weighs by its rarity, more in the name than elsewhere and more as a whole
 * word than as a prefix. An exact phrase, a short name and stock add a little.
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
