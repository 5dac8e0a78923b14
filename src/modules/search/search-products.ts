import {
  type CatalogReader,
  filterKey,
  type ListedCard,
  listCached,
  listProducts,
  type ProductFilter,
  type ProductSort,
  positionInList,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Page, PageRequest } from '#src/platform/lib/page.ts'
import { type RememberedTotals, totalOf } from '#src/platform/lib/totals.ts'
import { areFound } from './absent-queries.ts'
import { facetsOfCatalog } from './catalog-facet-queries.ts'
import { type FacetName, type Facets, noFacets } from './facet-queries.ts'
import type { FoundKeys, Matching, Positions } from './page-queries.ts'
import { type Counted, countMatches, readMatches } from './queries.ts'
import { type Relevance, readCandidates, readSorted, type SortPlan } from './ranked-queries.ts'
import {
  cheaperPlan,
  expectedMatches,
  few,
  isCommon,
  maxCandidates,
  maxCounted,
  maxTried,
  planSearch,
  type RequiredWords,
  type SearchPlan,
} from './rules.ts'
import { type PlanQueries, queriesOf } from './tsquery.ts'
import type { WordCache } from './word-cache.ts'

export interface Search {
  q: string
  filter: ProductFilter
  sort: ProductSort | 'relevance'
  order: SortOrder
  facets: readonly FacetName[]
}

export interface SearchResult {
  page: Page<ListedCard>
  facets: Facets
  /** Words that no product has; the search used the others. */
  ignoredWords: string[]
}

export interface Searcher extends CatalogReader {
  wordCache: WordCache
  totals: RememberedTotals
}

/** The parameters of a search by words for PostgreSQL. */
interface WordSearch extends Search {
  plan: SearchPlan
  queries: PlanQueries
}

type Found = FoundKeys & Counted & { required: RequiredWords; ignored?: string[] }

/**
 * Active products by words; without words the whole catalog, newest first. One statement if the words are cached, few
 * enough products match to be read at once, and enough of them have all words; otherwise up to six.
 */
export async function searchProducts(searcher: Searcher, search: Search, request: PageRequest): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(searcher, search, request)
  const { words, catalogSize } = await searcher.wordCache.read(searcher.db, search.q, search.filter)
  const plan = planSearch(search.q, words, catalogSize, search.filter.language)
  if (plan === undefined) return { page: nothing, facets: noFacets(search.facets), ignoredWords: [] }
  const ofCursor = String(request.after?.[0] ?? '').split(' ')
  const left = without({ ...search, plan, queries: queriesOf(plan) }, ofCursor.slice(1))
  const found = await findBest(searcher, left, request)
  const ignoredWords = found.ignored ?? ofCursor.slice(1)
  const required = [found.required, ...ignoredWords].join(' ')
  const total = request.after === undefined ? totalOf(found.total) : await request.total(0, async () => found.total)
  const scores = new Map(found.keys.map(({ id }, n) => [id, found.scores[n]]))
  const page = await listCached(searcher, found.keys, request.limit, total, async ({ sortValues }) => {
    const score = scores.get(sortValues.id)
    if (score !== undefined) return [required, 'ranked', score, sortValues.id]
    const sort = search.sort === 'relevance' ? 'created_at' : search.sort
    return [required, 'sorted', ...(await positionInList(searcher.db, { filter: search.filter, sort }, sortValues))]
  })
  return { page, facets: found.facets, ignoredWords }
}

const nothing: Page<ListedCard> = { items: [], total: totalOf(0), hasMore: false, last: undefined }

/** The list of the catalog with the facets of its filter. */
async function browse(
  reader: Searcher,
  { filter, sort, order, facets: names }: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const list = { filter, sort: sort === 'relevance' ? 'created_at' : sort, order } as const
  const page = await listProducts(reader, list, request)
  if (names.length === 0) return { page, facets: {}, ignoredWords: [] }
  const { facets } = await reader.totals.counts(
    JSON.stringify(['facets', ...filterKey(filter), ...names]),
    () => facetsOfCatalog(reader.db, filter, names),
    ({ total }) => total,
  )
  return { page, facets, ignoredWords: [] }
}

/**
 * Products with all words; if they are few, also those with most words, unless these are too many to rank. Without any
 * match, drops the words that no product has.
 */
async function findBest(searcher: Searcher, search: WordSearch, request: PageRequest): Promise<Found> {
  const { after } = request
  if (after !== undefined) return find(searcher, search, request, String(after[0]).startsWith('all') ? 'all' : 'most')
  const all = await find(searcher, search, request, 'all')
  if (all.total >= few || (all.total > 0 && search.sort !== 'relevance')) return all
  const ignored = all.total === 0 ? await absentWords(searcher, search) : []
  if (ignored.length > 0) return { ...(await findBest(searcher, without(search, ignored), request)), ignored }
  const most = await find(searcher, search, request, 'most')
  return all.total > 0 && most.total > maxCounted ? all : most
}

/** The words that no product has, of the shop if the search is of one; none if there is no other word. */
async function absentWords({ db }: Searcher, { plan, queries, filter }: WordSearch): Promise<string[]> {
  const ofAll = filter.merchantId === undefined
  // A frequent word of the dictionary is assumed to match: verifying it would take long.
  const doubtful = plan.terms.flatMap(({ words, products }, index) =>
    ofAll && products > maxCounted ? [] : [{ words, condition: queries.terms[index]?.anywhere ?? '' }],
  )
  if (plan.terms.length === 1) return []
  const conditions = doubtful.map(({ condition }) => condition)
  const found = await areFound(db, conditions, filter.merchantId)
  const absent = doubtful.filter((_, index) => found[index] === false)
  return absent.length === plan.terms.length ? [] : absent.flatMap(({ words }) => words)
}

/** The search with its other words. */
function without(search: WordSearch, ignored: readonly string[]): WordSearch {
  if (ignored.length === 0) return search
  const terms = search.plan.terms.filter(({ words }) => !words.every((word) => ignored.includes(word)))
  const plan = { ...search.plan, terms }
  return { ...search, plan, queries: queriesOf(plan) }
}

/**
 * Up to the counted maximum all matches are read at once, with their number. If there are more, or probably far more,
 * they are counted, which is cached, and the page is read separately.
 */
async function find(
  searcher: Searcher,
  search: WordSearch,
  request: PageRequest,
  required: RequiredWords,
): Promise<Found> {
  const { filter, facets, sort, order, plan, queries } = search
  const expected = expectedMatches(plan, required)
  const shown = { shownSku: queries.sku, shownWords: queries.terms.map(({ anywhere }) => anywhere) }
  const matching = { words: queries[required], filter, common: isCommon(expected, plan, filter), ...shown }
  const [, part, ...position] = request.after ?? []
  const page = { limit: request.limit, offset: request.offset, after: request.after && position }
  const by = sort === 'relevance' ? ({ by: sort, plan, queries, required } as const) : { by: sort, order }
  const readAll = () => readMatches(searcher.db, matching, facets, by, page)
  const key = JSON.stringify(['matches', matching.words, ...filterKey(filter), ...facets])
  const tried = expected <= maxTried && !searcher.totals.has(key) ? await readAll() : undefined
  if (tried !== undefined && tried.total <= maxCounted) return { ...tried, required }
  const counted = await searcher.totals.counts(
    key,
    async () =>
      tried === undefined || facets.length > 0
        ? countMatches(searcher.db, matching, facets)
        : { total: tried.total, facets: tried.facets },
    ({ total }) => total,
  )
  if (counted.total <= maxCounted) return { ...(await readAll()), required }
  const planFor = (rows: number) => cheaperPlan(plan, { counted: counted.total, expected }, rows)
  const found =
    by.by === 'relevance'
      ? await readRanked(searcher.db, { matching, by, planFor }, page, part === 'sorted')
      : await readSorted(searcher.db, matching, { ...by, plan: planFor(page.offset + page.limit) }, page)
  return { ...counted, ...found, required }
}

interface ManyMatches {
  matching: Matching
  by: Relevance
  planFor: (rows: number) => SortPlan
}

/** The best candidates, then the other matches, newest first. */
async function readRanked(
  db: Executor,
  { matching, by, planFor }: ManyMatches,
  page: Positions,
  isBehind: boolean,
): Promise<FoundKeys> {
  const ranked =
    isBehind || page.offset >= maxCandidates ? { keys: [], scores: [] } : await readCandidates(db, matching, by, page)
  if (ranked.keys.length > page.limit) return ranked
  const rest = {
    limit: page.limit - ranked.keys.length,
    offset: Math.max(0, page.offset - maxCandidates),
    after: isBehind ? page.after : undefined,
  }
  const plan = planFor(maxCandidates + rest.offset + rest.limit)
  const newest = { by: 'created_at', order: 'desc', plan, withoutCandidates: by.queries } as const
  const others = await readSorted(db, matching, newest, rest)
  return { keys: [...ranked.keys, ...others.keys], scores: ranked.scores }
}
