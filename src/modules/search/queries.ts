import { type RawBuilder, sql } from 'kysely'
import {
  type ProductFilter,
  type ProductKey,
  type ProductSort,
  readKeys,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { compileOnce } from '#src/platform/db/compile-once.ts'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import { mostCandidates, mostCounted, type RequiredWords, type SearchPlan } from './rules.ts'
import { has, type ScoreShape, type ScoreValues, scoreOf, scoreShape, scoreValues } from './scoring-queries.ts'
import type { PlanQueries } from './tsquery.ts'

/** What a search has to match. */
export interface Matching {
  /** A `tsquery`. */
  words: string
  filter: ProductFilter
  /** Most products have the words. */
  common: boolean
}

export type Order = { by: ProductSort; order: SortOrder } | Relevance

/** By a score of each match. */
export interface Relevance {
  by: 'relevance'
  plan: SearchPlan
  queries: PlanQueries
  required: RequiredWords
}

/** The products of a page, one more if there is another page, with their scores if they are sorted by relevance. */
export interface FoundKeys {
  keys: ProductKey[]
  scores: number[]
}

export interface Counted {
  /** At most one more than was to be counted. */
  total: number
  facets: Facets
}

/** The filter as conditions on `product_documents`. */
function matchesFilter({ merchantId, category, inStock, minPrice, maxPrice }: ProductFilter): RawBuilder<boolean> {
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

/** Where a page begins; `after` are the last two values of a cursor. */
export type Positions = Pick<PageRequest, 'limit' | 'offset' | 'after'>

/**
 * The page, the total and the facets of at most `most` matches, each read once, by one statement. If there is one more,
 * only the total is right.
 */
export async function readMatches(
  db: Executor,
  { words, filter }: Matching,
  facets: readonly FacetName[],
  order: Order,
  page: Positions,
  most: number,
): Promise<FoundKeys & Counted> {
  const { rows } = await matchPage(
    { facets, limit: page.limit, most, order: orderShape(order) },
    { ...filter, ...pageValues(page), words, ...(order.by === 'relevance' && scoreValues(order.plan, order.queries)) },
  ).execute(db)
  const [{ total, facets: counted, ...row }] = rows as [FoundRow & Counted]
  return { ...foundKeys(row), total, facets: counted }
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

/** How many products match, and their facets, of at most `mostCounted`. */
export async function countMatches(
  db: Executor,
  { words, filter, common }: Matching,
  facets: readonly FacetName[],
): Promise<Counted> {
  const { rows } = await counts({ facets, common }, { ...filter, words }).execute(db)
  return rows[0] ?? { total: 0, facets: {} }
}

interface FoundRow {
  keys: string | null
  scores: string | null
}

function foundKeys({ keys, scores }: FoundRow = { keys: null, scores: null }): FoundKeys {
  return { keys: readKeys(keys), scores: scores?.split(',').map(Number) ?? [] }
}

interface PageValues extends ProductFilter {
  words: string
  offset: number | undefined
  behind: string | number | boolean | null | undefined
  behindId: string | number | boolean | null | undefined
}

function pageValues({ offset, after }: Positions): Omit<PageValues, 'words'> {
  const [behind, behindId] = after ?? []
  return { behind, behindId, offset: offset === 0 ? undefined : offset }
}

type OrderShape = { by: ProductSort; order: SortOrder } | { by: 'relevance'; score: ScoreShape }

function orderShape(order: Order): OrderShape {
  return order.by === 'relevance' ? { by: order.by, score: scoreShape(order.queries, order.required) } : order
}

const sortColumns: Record<ProductSort, { column: string; type: string }> = {
  created_at: { column: 'created_at', type: 'timestamptz(3)' },
  price: { column: 'price_common', type: 'bigint' },
  name: { column: 'name_key', type: 'text' },
}

/** SQL for the page of a query of (product_id, position), and for the keys of its products. */
function pageOf(
  { order, type, limit }: { order: SortOrder; type: string; limit: number },
  { behind, behindId, offset = 0 }: Pick<PageValues, 'behind' | 'behindId' | 'offset'>,
  source: RawBuilder<unknown>,
) {
  const direction = sql.raw(order)
  const after = behind === undefined || behindId === undefined ? undefined : [behind, behindId]
  const onPage = behindCursor({ after }, order, ['position', type], ['product_id', 'uuid'])
  const inOrder = sql`position ${direction}, product_id ${direction}`
  return {
    page: sql`
      select product_id, position from ${source} where ${onPage} order by ${inOrder} ${pageWindow({ limit, offset })}`,
    keys: sql`string_agg(key, ',' order by ${inOrder})`,
    scores: sql`string_agg(position::text, ',' order by ${inOrder})`,
  }
}

const matchPage = compileOnce(
  (
    { facets, limit, most, order }: { facets: readonly FacetName[]; limit: number; most: number; order: OrderShape },
    { words, offset, behind, behindId, ...rest }: PageValues & Partial<ScoreValues>,
  ) => {
    const byScore = order.by === 'relevance'
    const { column, type } = byScore ? { column: undefined, type: 'bigint' } : sortColumns[order.by]
    const position = byScore ? scoreOf(rest as ScoreValues, order.score) : sql.ref(column ?? '')
    const direction = byScore ? 'desc' : order.order
    const { page, keys, scores } = pageOf({ order: direction, type, limit }, { behind, behindId, offset }, sql`match`)
    const amounts = sql`select merchant_id, category, 1 as amount from match`
    return sql<FoundRow & Counted>`
      with match as materialized (
        select product_id, ${position} as position${facets.length === 0 ? sql`` : sql`, merchant_id, category`}
          from product_documents where ${has(words)} and ${matchesFilter(rest)} limit ${sql.lit(most + 1)}
      ), page as (${page})
      select (select count(*)::int from match) as total,
             ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets,
             ${keys} as keys, ${byScore ? scores : sql`null`} as scores
        from page join product_keys on id = product_id`
  },
)

type CandidateValues = Pick<PlanQueries, 'sku' | 'allInName'>

function candidateValues(queries: PlanQueries | undefined): Partial<CandidateValues> {
  return queries === undefined ? {} : { sku: queries.sku, allInName: queries.allInName }
}

/** SQL that reads the first matches: in the order of the table by the index of words, or all products, newest first. */
function firstMatches(
  selected: RawBuilder<unknown>,
  { words, filter, common }: { words: RawBuilder<boolean>; filter: ProductFilter; common: boolean },
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // CASE hides that the index has the words: reading all its entries takes longer than finding the first matches.
  const [matching, order] = common
    ? [sql`case when ${words} then true else false end`, sql`order by product_id desc`]
    : [words, sql``]
  return sql`
    select ${selected} from product_documents where ${matching} and ${matchesFilter(filter)} ${order} limit ${limit}`
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

const counts = compileOnce(
  (
    { facets, common }: { facets: readonly FacetName[]; common: boolean },
    { words, ...filter }: ProductFilter & { words: string },
  ) => {
    const selected = facets.length === 0 ? sql`` : sql`merchant_id, category`
    const amounts = sql`select merchant_id, category, 1 as amount from match limit ${sql.lit(mostCounted)}`
    return sql<Counted>`
      with match as materialized (
        ${firstMatches(selected, { words: has(words), filter, common }, sql.lit(mostCounted + 1))}
      )
      select (select count(*)::int from match) as total,
             ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets`
  },
)
