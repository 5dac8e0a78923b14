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
import { dictionaryMark } from './word-queries.ts'

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

/** By a sort of the catalog, or by relevance. Without `ranked` the number of matches decides how that is computed. */
export type Order =
  | { by: ProductSort; order: SortOrder }
  | { by: 'relevance'; plan: SearchPlan; ranked: Ranking | undefined }

/** `closely` by the words of each match; `broadly` by less, for more than `closelyRanked` matches. */
export type Ranking = 'closely' | 'broadly'

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
  /** The state of the dictionary that they were found in. */
  mark: string
}

/** A page of matches, their total and their facets in one statement, so that each match is read once. */
export async function readMatches(
  db: Executor,
  { words, filter, facets }: Matches,
  page: PageRequest,
  order: Order,
): Promise<FoundPage> {
  const { position, type, ranked } = positionIn(order)
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
      ${ranked ?? sql`select product_id, position from match`}
    ), page as (
      select product_id, position from ranked where ${rest}
       order by position ${direction}, product_id ${direction}
       ${pageWindow(page)}
    )
    select (select total from counted) as total,
           ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets, ${dictionaryMark} as mark,
           string_agg(key, ',' order by ${inOrder}) as keys, ${scores} as scores
      from page join product_keys on id = product_id`.execute(db)
  const { keys = null, scores: found = null, total = 0, facets: counted = {}, mark = '' } = rows[0] ?? {}
  return { keys: readKeys(keys), scores: found ?? [], total, facets: counted, mark }
}

interface Position {
  /** Computed from the row of each match. */
  position: RawBuilder<unknown>
  type: string
  /** Query of (product_id, position) over the matches, to rank them once they are counted. */
  ranked?: RawBuilder<unknown>
}

function positionIn(order: Order): Position {
  if (order.by !== 'relevance')
    return {
      created_at: { position: sql`created_at`, type: 'timestamptz(3)' },
      price: { position: sql`price_common`, type: 'bigint' },
      name: { position: sql`name_key`, type: 'text' },
    }[order.by]
  const { plan, ranked } = order
  if (ranked === 'closely') return { position: closeScore(plan), type: 'bigint' }
  if (ranked === 'broadly') return { position: broadScore(plan), type: 'bigint' }
  const few = sql`(select total <= ${sql.lit(closelyRanked)} from counted)`
  return {
    position: broadScore(plan),
    type: 'bigint',
    ranked: sql`
      select product_id, position from match where not ${few}
      union all
      select product_id, ${closeScore(plan)} from match join product_documents using (product_id) where ${few}`,
  }
}

/** For many matches: all words in the name first, then in stock, then short names. */
function broadScore(plan: SearchPlan): RawBuilder<number> {
  return sql<number>`(${points(1_000, has(plan.allInName))} + ${points(500, sql`in_stock`)} - name_words)`
}

/**
 * For few matches, in millionths: each word weighs by its rarity, more in the name than elsewhere and more as a whole
 * word than as a prefix. An exact phrase, a short name and stock add a little. What a match has most often is asked
 * first: each question costs 0.2 µs.
 */
function closeScore(plan: SearchPlan): RawBuilder<number> {
  const weight = plan.terms.reduce((sum, term) => sum + term.weight, 0)
  const terms = plan.terms.map((term) => {
    const share = (part: number) => sql`${Math.round((part * 1_000_000 * term.weight) / weight)}::int`
    const nearlyInName = term.inName === term.exactlyInName ? sql`` : sql`when ${has(term.inName)} then ${share(0.9)}`
    return sql`case when ${has(term.exactlyInName)} then ${share(1)} ${nearlyInName}
      when ${has(term.anywhere)} then ${share(0.4)} else 0 end`
  })
  return sql<number>`(
    case when ${has(plan.allExactlyInName)} then 1000000 else ${sql.join(terms, sql` + `)} end
    + case when ${has(plan.phraseOrSku)} then case when ${has(plan.sku)} then 10000000 else 100000 end else 0 end
    + ${points(50_000, has(plan.head))} + ${points(10_000, sql`in_stock`)} - 10000 * name_words)`
}

function has(words: string): RawBuilder<boolean> {
  return sql<boolean>`document @@ ${words}::tsquery`
}

function points(number: number, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when ${condition} then ${sql.lit(number)} else 0 end`
}
