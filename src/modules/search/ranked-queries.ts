import { type RawBuilder, sql } from 'kysely'
import type { ProductFilter, ProductSort, SortOrder } from '#src/modules/catalog/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import {
  type FoundKeys,
  type FoundRow,
  firstMatches,
  foundKeys,
  type Matching,
  matchesFilter,
  type PageValues,
  type Positions,
  pageOf,
  pageValues,
  sortColumns,
} from './page-queries.ts'
import { mostCandidates, type RequiredWords, type SearchPlan } from './rules.ts'
import { has, type ScoreShape, type ScoreValues, scoreOf, scoreShape, scoreValues } from './scoring-queries.ts'
import type { PlanQueries } from './tsquery.ts'

/** By a score of each match. */
export interface Relevance {
  by: 'relevance'
  plan: SearchPlan
  queries: PlanQueries
  required: RequiredWords
}

/** A page of the best of the candidates. */
export async function readCandidates(
  db: Executor,
  { words, filter, common }: Matching,
  order: Relevance,
  page: Positions,
): Promise<FoundKeys> {
  const { plan, queries, required } = order
  const { rows } = await candidatePage(
    { limit: page.limit, common, score: scoreShape(queries, required) },
    { ...filter, ...pageValues(page), words, allInName: queries.allInName, ...scoreValues(plan, queries) },
  ).execute(db)
  return foundKeys(rows[0])
}

/** `walk`: along the index of the sort. `gather`: all matches, which are then sorted. */
export type SortPlan = 'walk' | 'gather'

/** A page in the order of a sort, of any number of matches; without the candidates of a search by relevance. */
export async function readSorted(
  db: Executor,
  { words, filter, common }: Matching,
  sorted: { by: ProductSort; order: SortOrder; plan: SortPlan; withoutCandidates?: PlanQueries },
  page: Positions,
): Promise<FoundKeys> {
  const { withoutCandidates, ...shape } = sorted
  const { rows } = await sortedPage(
    { ...shape, limit: page.limit, common, withoutCandidates: withoutCandidates !== undefined },
    { ...filter, ...pageValues(page), words, ...candidateValues(withoutCandidates) },
  ).execute(db)
  return foundKeys(rows[0])
}

type CandidateValues = Pick<PlanQueries, 'sku' | 'allInName'>

function candidateValues(queries: PlanQueries | undefined): Partial<CandidateValues> {
  return queries === undefined ? {} : { sku: queries.sku, allInName: queries.allInName }
}

/**
 * The candidates of a search, as `candidate (product_id, position)`: the first products with the text as their SKU,
 * then those with all words in their name, then others. They are the same for every page of the search.
 */
function candidates(
  { words, sku, allInName, filter, common }: CandidateValues & Matching,
  position: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const selected = sql`product_id, ${position} as position`
  const first = (condition: RawBuilder<boolean>, limit: RawBuilder<unknown>, isCommon = false) =>
    firstMatches(selected, { words: condition, filter, common: isCommon }, limit)
  const most = sql.lit(mostCandidates)
  // Two words for a compound may be apart in a name that has both; IS TRUE keeps the index to one of the conditions.
  const inName = sql<boolean>`${has(allInName)} and (${has(words)}) is true and not ${has(sku)}`
  return sql`
    by_sku as materialized (${first(has(sku), most)}),
    named as materialized (${first(inName, sql`(select ${most} - count(*) from by_sku)`)}),
    other as materialized (
      ${first(
        sql`${has(words)} and not ${has(allInName)} and not ${has(sku)}`,
        sql`(select ${most} - (select count(*) from by_sku) - count(*) from named)`,
        common,
      )}),
    candidate as materialized (
      select * from by_sku union all select * from named union all select * from other)`
}

const candidatePage = compileOnce(
  (
    { limit, common, score }: { limit: number; common: boolean; score: ScoreShape },
    { words, allInName, offset, behind, behindId, ...rest }: PageValues & CandidateValues & ScoreValues,
  ) => {
    const matching = { words, allInName, sku: rest.sku, filter: rest, common }
    const { page, keys, scores } = pageOf(
      { order: 'desc', type: 'bigint', limit },
      { behind, behindId, offset },
      sql`candidate`,
    )
    return sql<FoundRow>`
      with ${candidates(matching, scoreOf(rest, score))}, page as (${page})
      select ${keys} as keys, ${scores} as scores from page join product_keys on id = product_id`
  },
)

interface SortedShape {
  by: ProductSort
  order: SortOrder
  plan: SortPlan
  limit: number
  common: boolean
  withoutCandidates: boolean
}

const sortedPage = compileOnce(
  (
    { by, order, plan, limit, common, withoutCandidates }: SortedShape,
    { words, sku = '', allInName = '', offset, behind, behindId, ...filter }: PageValues & Partial<CandidateValues>,
  ) => {
    const { column, type } = sortColumns[by]
    const source = plan === 'gather' ? gathered(words, filter, column) : walked(words, filter, column, order)
    const rest = sql`(select * from (${source}) found where product_id not in (select product_id from candidate)) rest`
    const { page, keys } = pageOf(
      { order, type, limit },
      { behind, behindId, offset },
      withoutCandidates ? rest : sql`(${source}) found`,
    )
    const matching = { words, sku, allInName, filter, common }
    const without = withoutCandidates ? sql`${candidates(matching, sql`null`)}, ` : sql``
    return sql<FoundRow>`
      with ${without}page as (${page})
      select ${keys} as keys, null as scores from page join product_keys on id = product_id`
  },
)

function gathered(words: string, filter: ProductFilter, column: string): RawBuilder<unknown> {
  return sql`
    select product_id, ${sql.ref(column)} as position from product_documents
     where ${has(words)} and ${matchesFilter(filter)}`
}

/**
 * Along the index of the sort, a range for products in stock and one for the others: stock is the column before the
 * sort. CASE hides the selectivity of price bounds, so that the planner keeps the index of the sort; the words are
 * asked for in a subquery, so that it starts with the product.
 */
function walked(words: string, filter: ProductFilter, column: string, order: SortOrder): RawBuilder<unknown> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const direction = sql.raw(order)
  const owner = sql`status = 'active'${merchantId === undefined ? sql`` : sql` and merchant_id = ${merchantId}::uuid`}
    ${category === undefined ? sql`` : sql` and category = ${category}`}`
  const prices = sql`price_common between ${minPrice ?? 0}::bigint and ${maxPrice ?? Number.MAX_SAFE_INTEGER}::bigint`
  const bounded = minPrice !== undefined || maxPrice !== undefined
  const within = column === 'price_common' ? prices : sql`case when ${prices} then true else false end`
  const range = (stock: RawBuilder<unknown>) => sql`
    (select id as product_id, ${sql.ref(column)} as position from products
      where ${owner} and ${stock}${bounded ? sql` and ${within}` : sql``}
        and (select ${has(words)} from product_documents where product_id = id)
      order by ${sql.ref(column)} ${direction}, id ${direction})`
  return inStock === undefined
    ? sql`${range(sql`in_stock`)} union all ${range(sql`not in_stock`)}`
    : range(sql`in_stock = ${inStock}`)
}
