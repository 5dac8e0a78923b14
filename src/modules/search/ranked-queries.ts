import { type RawBuilder, sql } from 'kysely'
import {
  type CardForm,
  formsOf,
  type ProductFilter,
  type ProductSort,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { contextOf, isChosen, languageIn, tableOf } from '#src/modules/catalog/shared-queries.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import {
  type FoundKeys,
  type FoundRow,
  firstMatches,
  foundKeys,
  type Matching,
  matchesFilter,
  ofForms,
  type PageValues,
  type Positions,
  pageOf,
  pageValues,
  shownCards,
  sortColumns,
} from './page-queries.ts'
import { maxCandidates, type RequiredWords, type SearchPlan } from './rules.ts'
import { has, type ScoreShape, type ScoreValues, scoreOf, scoreShape, scoreValues } from './scoring-queries.ts'
import type { PlanQueries } from './tsquery.ts'

/** By a score of each match. */
export interface Relevance {
  by: 'relevance'
  plan: SearchPlan
  queries: PlanQueries
  required: RequiredWords
}

/** A page of the best of so many candidates. */
export async function readCandidates(
  db: Executor,
  { words, filter: { variants, ...filter }, common, shownSku, shownWords }: Matching,
  order: Relevance,
  page: Positions,
  max = maxCandidates,
): Promise<FoundKeys> {
  const { plan, queries, required } = order
  const { rows } = await candidatePage(
    { limit: page.limit, common, max, score: scoreShape(queries, required), variants },
    {
      ...filter,
      ...pageValues(page),
      words,
      shownSku,
      shownWords,
      allInName: queries.allInName,
      ...scoreValues(plan, queries),
    },
  ).execute(db)
  return foundKeys(rows[0])
}

/** `walk`: reads along the index of the sort. `gather`: reads all matches and sorts them. */
export type SortPlan = 'walk' | 'gather'

/** A page in the order of a sort, of any number of matches; excludes the candidates of a search by relevance. */
export async function readSorted(
  db: Executor,
  { words, filter: { variants, ...filter }, common, shownSku, shownWords }: Matching,
  sorted: { by: ProductSort; order: SortOrder; plan: SortPlan; withoutCandidates?: PlanQueries },
  page: Positions,
): Promise<FoundKeys> {
  const { withoutCandidates, ...shape } = sorted
  const { rows } = await sortedPage(
    { ...shape, limit: page.limit, common, withoutCandidates: withoutCandidates !== undefined, variants },
    { ...filter, ...pageValues(page), words, shownSku, shownWords, ...candidateValues(withoutCandidates) },
  ).execute(db)
  return foundKeys(rows[0])
}

type CandidateValues = Pick<PlanQueries, 'sku' | 'allInName'>

function candidateValues(queries: PlanQueries | undefined): Partial<CandidateValues> {
  return queries === undefined ? {} : { sku: queries.sku, allInName: queries.allInName }
}

/**
 * The candidates of a search, as `candidate (merchant_id, card_id, position)`: the first cards with the text as their
 * SKU, then those with all words in their name, then others. They are the same for every page of the search.
 */
function candidates(
  { words, sku, allInName, filter, common }: CandidateValues & Pick<Matching, 'words' | 'filter' | 'common'>,
  position: RawBuilder<unknown>,
  number = maxCandidates,
): RawBuilder<unknown> {
  const selected = sql`card.merchant_id, card.card_id, ${position} as position`
  const first = (condition: RawBuilder<boolean>, limit: RawBuilder<unknown>, isCommon = false) =>
    firstMatches(selected, { words: condition, filter, common: isCommon }, limit)
  const max = sql.lit(number)
  // Two words of a compound may stand apart in a name; IS TRUE limits the index to one of the conditions.
  const inName = sql<boolean>`${has(allInName)} and (${has(words)}) is true and not ${has(sku)}`
  return sql`
    by_sku as materialized (${first(has(sku), max)}),
    named as materialized (${first(inName, sql`(select ${max} - count(*) from by_sku)`)}),
    other as materialized (
      ${first(
        sql`${has(words)} and not ${has(allInName)} and not ${has(sku)}`,
        sql`(select ${max} - (select count(*) from by_sku) - count(*) from named)`,
        common,
      )}),
    candidate as materialized (
      select * from by_sku union all select * from named union all select * from other)`
}

interface CandidateShape {
  limit: number
  max: number
  common: boolean
  score: ScoreShape
  variants: ProductFilter['variants'] | undefined
}

const candidatePage = compileOnce(
  (
    { limit, max, common, score, variants }: CandidateShape,
    {
      words,
      allInName,
      offset,
      behind,
      behindId,
      shownSku,
      shownWords,
      ...rest
    }: PageValues & CandidateValues & ScoreValues,
  ) => {
    const filter = { ...rest, ...(variants !== undefined && { variants }) }
    const matching = { words, allInName, sku: rest.sku, filter, common }
    const { page, keys, scores } = pageOf(
      { order: 'desc', type: 'bigint', limit },
      { behind, behindId, offset },
      sql`candidate`,
    )
    return sql<FoundRow>`
      with ${candidates(matching, scoreOf(rest, score), max)}, page as (${page})
      select ${keys} as keys, ${scores} as scores from ${shownCards({ shownSku, shownWords, ...filter }, variants)}`
  },
)

interface SortedShape {
  by: ProductSort
  order: SortOrder
  plan: SortPlan
  limit: number
  common: boolean
  withoutCandidates: boolean
  variants: ProductFilter['variants'] | undefined
}

const sortedPage = compileOnce(
  (
    { by, order, plan, limit, common, withoutCandidates, variants }: SortedShape,
    {
      words,
      sku = '',
      allInName = '',
      offset,
      behind,
      behindId,
      shownSku,
      shownWords,
      ...rest
    }: PageValues & Partial<CandidateValues>,
  ) => {
    const filter = { ...rest, ...(variants !== undefined && { variants }) }
    const { column, type } = sortColumns[by]
    const source = plan === 'gather' ? gathered(words, filter, column) : walked(words, filter, column, order)
    const others = sql`
      (select * from (${source}) found where card_id not in (select card_id from candidate)) others`
    const { page, keys } = pageOf(
      { order, type, limit },
      { behind, behindId, offset },
      withoutCandidates ? others : sql`(${source}) found`,
    )
    const matching = { words, sku, allInName, filter, common }
    const without = withoutCandidates ? sql`${candidates(matching, sql`null`)}, ` : sql``
    return sql<FoundRow>`
      with ${without}page as (${page})
      select ${keys} as keys, null as scores from ${shownCards({ shownSku, shownWords, ...filter }, variants)}`
  },
)

function gathered(words: string, filter: ProductFilter, column: string): RawBuilder<unknown> {
  return sql`
    select card.merchant_id, card.card_id, ${sql.ref(column)} as position
      from ${tableOf('listing_texts', filter)}
     where ${ofForms(has(words), filter)} and ${matchesFilter(filter)}`
}

/**
 * Reads along the index of the sort, one range per form and stock, the columns before the sort. CASE hides the
 * selectivity of the other conditions, so that the planner keeps the sort index; a subquery checks the words, so that
 * it starts with the card.
 */
function walked(words: string, filter: ProductFilter, column: string, order: SortOrder): RawBuilder<unknown> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const direction = sql.raw(order)
  const isByName = column === 'card.name_key'
  const table = isByName ? 'listing_texts' : 'listings'
  const owner = sql`card.active and ${contextOf(table, filter)}
    ${merchantId === undefined ? sql`` : sql` and card.merchant_id = ${merchantId}::uuid`}
    ${category === undefined ? sql`` : sql` and card.category = ${category}`}`
  const prices = sql`
    card.price_common between ${minPrice ?? 0}::bigint and ${maxPrice ?? Number.MAX_SAFE_INTEGER}::bigint`
  const bounded = minPrice !== undefined || maxPrice !== undefined
  const chosen = isChosen(filter, table)
  const within = sql`case when ${bounded ? prices : sql`true`} and ${chosen} then true else false end`
  const found = isByName
    ? sql`case when ${has(words)} then true else false end`
    : sql`(select text.document @@ ${words}::tsquery from listing_texts text
            where text.merchant_id = card.merchant_id and text.language = ${languageIn(filter)}
              and text.card_id = card.card_id)`
  const range = (form: CardForm, stock: boolean) => sql`
    (select card.merchant_id, card.card_id, ${sql.ref(column)} as position from ${tableOf(table, filter)}
      where ${owner} and card.form = ${sql.lit(form)}::"char" and card.in_stock = ${sql.lit(stock)}
        and ${within} and ${found}
      order by ${sql.ref(column)} ${direction}, card.card_id ${direction})`
  const stocks = inStock === undefined ? [true, false] : [inStock]
  const ranges = formsOf(filter).flatMap((form) => stocks.map((stock) => range(form, stock)))
  return sql.join(ranges, sql` union all `)
}
