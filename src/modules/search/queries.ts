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
import type { PageRange } from '#src/platform/lib/page.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import { closelyRanked, type Ranking, type RequiredWords } from './modes.ts'
import { pointsOf, type SearchPlan } from './rules.ts'
import type { PlanQueries } from './tsquery.ts'
import { dictionaryMark } from './word-queries.ts'

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
  | { by: 'relevance'; plan: SearchPlan; queries: PlanQueries; ranked: Ranking | undefined; required: RequiredWords }

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
  { limit, offset, after }: PageRange,
  order: Order,
): Promise<FoundPage> {
  // A search cursor begins with the mode (words, ranked); the position is its last two values.
  const [behind, behindId] = after?.slice(-2) ?? []
  const values = { ...filter, words, behind, behindId, offset: offset === 0 ? undefined : offset }
  const page =
    order.by === 'relevance'
      ? matchPage({ facets, limit, order: relevance(order) }, { ...values, ...scoreValues(order) })
      : matchPage({ facets, limit, order }, values)
  const { rows } = await page.execute(db)
  const { keys = null, scores = null, total = 0, facets: counted = {}, mark = '' } = rows[0] ?? {}
  return { keys: readKeys(keys), scores: scores?.split(',').map(Number) ?? [], total, facets: counted, mark }
}

interface FoundRow extends Omit<FoundPage, 'keys' | 'scores'> {
  keys: string | null
  scores: string | null
}

interface PageShape {
  facets: readonly FacetName[]
  limit: number
  order: { by: ProductSort; order: SortOrder } | Relevance
}

interface PageValues extends ProductFilter, Partial<ScoreValues> {
  words: string
  offset: number | undefined
  behind: string | number | boolean | null | undefined
  behindId: string | number | boolean | null | undefined
}

const matchPage = compileOnce(
  ({ facets, limit, order }: PageShape, { words, offset = 0, behind, behindId, ...rest }: PageValues) => {
    const { position, type, ranked } = positionIn(order, rest)
    const ascending = 'order' in order && order.order === 'asc'
    const direction = ascending ? sql`asc` : sql`desc`
    const after = behind === undefined || behindId === undefined ? undefined : [behind, behindId]
    const onPage = behindCursor({ after }, ascending ? 'asc' : 'desc', ['position', type], ['product_id', 'uuid'])
    const amounts = sql`select merchant_id, category, 1 as amount from match`
    const inOrder = sql`position ${direction}, product_id ${direction}`
    const scores = order.by === 'relevance' ? sql`string_agg(position::text, ',' order by ${inOrder})` : sql`null`
    return sql<FoundRow>`
      with match as (
        select product_id, ${position} as position${facets.length === 0 ? sql`` : sql`, merchant_id, category`}
          from product_documents where ${has(words)} and ${matchesFilter(rest)}
      ), counted as (
        select count(*)::int as total from match
      ), ranked (product_id, position) as (
        ${ranked ?? sql`select product_id, position from match`}
      ), page as (
        select product_id, position from ranked where ${onPage} order by ${inOrder} ${pageWindow({ limit, offset })}
      )
      select (select total from counted) as total, ${dictionaryMark} as mark,
             ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets,
             string_agg(key, ',' order by ${inOrder}) as keys,
             ${scores} as scores
        from page join product_keys on id = product_id`
  },
)

interface Position {
  /** Computed from the row of each match. */
  position: RawBuilder<unknown>
  type: string
  /** Query of (product_id, position) over the matches, to rank them once they are counted. */
  ranked?: RawBuilder<unknown>
}

function positionIn(order: PageShape['order'], values: Partial<ScoreValues>): Position {
  if (order.by !== 'relevance')
    return {
      created_at: { position: sql`created_at`, type: 'timestamptz(3)' },
      price: { position: sql`price_common`, type: 'bigint' },
      name: { position: sql`name_key`, type: 'text' },
    }[order.by]
  const { ranked } = order
  const [close, broad] = [closeScore(values as ScoreValues, order), broadScore(values as ScoreValues)]
  if (ranked !== undefined) return { position: ranked === 'closely' ? close : broad, type: 'bigint' }
  const few = sql`(select total <= ${sql.lit(closelyRanked)} from counted)`
  return {
    position: broad,
    type: 'bigint',
    ranked: sql`
      select product_id, position from match where not ${few}
      union all
      select product_id, ${close} from match join product_documents using (product_id) where ${few}`,
  }
}

/** What the text of a statement by relevance depends on. */
interface Relevance {
  by: 'relevance'
  ranked: Ranking | undefined
  required: RequiredWords
  /** For each word, whether it may also be nearly in the name: as the beginning of a word, or as a far correction. */
  nearly: boolean[]
}

type ByRelevance = Extract<Order, { by: 'relevance' }>

function relevance({ queries, ranked, required }: ByRelevance): Relevance {
  return { by: 'relevance', ranked, required, nearly: queries.terms.map((term) => term.inName !== term.exactlyInName) }
}

type ScoreValues = Omit<PlanQueries, 'all' | 'most' | 'terms'> &
  Record<`exactly${number}` | `nearly${number}` | `anywhere${number}`, string> &
  Record<`weight${number}`, number>

/** Each under a name of its own, so that the statement can be compiled without them. */
function scoreValues({ plan, queries: { all: _all, most: _most, terms, ...values } }: ByRelevance): ScoreValues {
  const points = pointsOf(plan.terms)
  const ofTerms = terms.flatMap(({ exactlyInName, inName, anywhere }, n) => [
    [`exactly${n}`, exactlyInName],
    ...(inName === exactlyInName ? [] : [[`nearly${n}`, inName]]),
    [`anywhere${n}`, anywhere],
    [`weight${n}`, points[n]],
  ])
  return { ...values, ...Object.fromEntries(ofTerms) }
}

/** For many matches: all words in the name first, then in stock, then short names. */
function broadScore({ allInName }: ScoreValues): RawBuilder<number> {
  return sql<number>`(${points(1_000, has(allInName))} + ${points(500, sql`in_stock`)} - name_words)`
}

/**
 * For few matches, in millionths: each word weighs by its rarity, more in the name than elsewhere and more as a whole
 * word than as a prefix. An exact phrase (only names have positions), a short name and stock add a little. Asking a
 * document costs 0.2 µs, so it is not asked what follows: a phrase and a last word are of names, and matches that must
 * have all words have each of them.
 */
function closeScore(values: ScoreValues, { nearly, required }: Pick<Relevance, 'nearly' | 'required'>) {
  const { allExactlyInNameOrSku, phraseOrSku, sku } = values
  const head = points(50_000, has(values.head))
  const terms = nearly.map((also, n) => {
    const weight = sql`${values[`weight${n}`]}::int`
    const isLast = n === nearly.length - 1
    const [anywhere, nowhere] = [sql`${weight} * 4 / 10`, sql`0`]
    const cases = [
      // A single word is not in the name: that has been asked.
      ...(nearly.length === 1
        ? []
        : [sql`when ${has(values[`exactly${n}`])} then ${weight} ${isLast ? sql`+ ${head}` : sql``}`]),
      ...(also ? [sql`when ${has(values[`nearly${n}`])} then ${weight} * 9 / 10`] : []),
      ...(required === 'all' ? [] : [sql`when ${has(values[`anywhere${n}`])} then ${anywhere}`]),
    ]
    const otherwise = required === 'all' ? anywhere : nowhere
    return cases.length === 0 ? otherwise : sql`case ${sql.join(cases, sql` `)} else ${otherwise} end`
  })
  return sql<number>`(
    case when ${has(allExactlyInNameOrSku)}
         then case when not ${has(phraseOrSku)} then 1000000 when ${has(sku)} then 10000000 else 1100000 end + ${head}
         else ${sql.join(terms, sql` + `)} end
    + ${points(10_000, sql`in_stock`)} - 10000 * name_words)`
}

function has(words: string | undefined): RawBuilder<boolean> {
  return sql<boolean>`document @@ ${words}::tsquery`
}

function points(number: number, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when ${condition} then ${sql.lit(number)} else 0 end`
}
