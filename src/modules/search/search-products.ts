import {
  type CatalogReader,
  type ListedProduct,
  listKnown,
  listProducts,
  type ProductFilter,
  type ProductSort,
  positionOf,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Page, PageRequest } from '#src/platform/lib/page.ts'
import { facetsOfCatalog } from './catalog-facet-queries.ts'
import { type FacetName, type Facets, noFacets } from './facet-queries.ts'
import type { KnownWords } from './known-words.ts'
import { closelyRanked, countMatches, type FoundPage, type Order, type Ranking, readMatches } from './queries.ts'
import { planSearch, type SearchPlan } from './rules.ts'
import { type AnalyzedQuery, analyzeWords } from './word-queries.ts'

export interface Search {
  q: string
  filter: ProductFilter
  sort: ProductSort | 'relevance'
  order: SortOrder
  facets: readonly FacetName[]
}

export interface SearchResult {
  page: Page<ListedProduct>
  facets: Facets
}

/** A search with fewer products than this that have all words also shows those that have most of them. */
const few = 20

/** How matches are found and ranked. Cursors carry it, so that all pages of one search use one mode. */
interface Mode {
  words: 'all' | 'most'
  ranked: Ranking
}

export interface Searcher extends CatalogReader {
  knownWords: KnownWords
}

/**
 * Active products by words: one statement if the words are known as typed and few products are not the trouble, up to
 * five otherwise. Without words the whole catalog, newest first.
 */
export async function searchProducts(searcher: Searcher, search: Search, request: PageRequest): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(searcher, search, request)
  const found = await readBestMode(searcher, search, request)
  if (found === undefined) return { page: nothing, facets: noFacets(search.facets) }
  const { mode, keys, scores, total, facets } = found
  const scoreOf = new Map(keys.map(({ id }, index) => [id, scores[index] ?? 0]))
  const page = await listKnown(searcher, keys, request.limit, total, ({ sortValues }) => [
    mode.words,
    mode.ranked,
    ...(search.sort === 'relevance'
      ? [scoreOf.get(sortValues.id) ?? 0, sortValues.id]
      : positionOf(search.sort, sortValues)),
  ])
  return { page, facets }
}

const nothing: Page<ListedProduct> = { items: [], total: 0, hasMore: false, last: undefined }

/** The list of the catalog with the facets of its filter. */
async function browse(
  reader: Searcher,
  { filter, sort, order, facets: names }: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const list = { filter, sort: sort === 'relevance' ? 'created_at' : sort, order } as const
  const page = await listProducts(reader, list, request)
  return { page, facets: names.length === 0 ? {} : await facetsOfCatalog(reader.db, filter, names) }
}

type Found = FoundPage & { mode: Mode }

/** Chooses the mode, and returns what it finds; undefined if the text has no words. */
async function readBestMode(searcher: Searcher, search: Search, request: PageRequest): Promise<Found | undefined> {
  const { db, knownWords } = searcher
  const remembered = knownWords.recall(search.q)
  const plan = planOf(search, remembered ?? (await analyze(searcher, search)))
  if (plan === undefined) return undefined
  if (request.after !== undefined) return readIn(db, search, plan, modeOf(request.after), request)
  const all = await readAll(db, search, plan, request)
  if (enough(all, search)) return all
  // Too few to leave it at words that may be outdated.
  const current = remembered === undefined ? plan : planOf(search, await analyze(searcher, search))
  if (current === undefined || current.all === plan.all) return addMost(db, search, plan, request, all)
  const again = await readAll(db, search, current, request)
  return enough(again, search) ? again : addMost(db, search, current, request, again)
}

function planOf({ q }: Search, { words, catalogSize }: AnalyzedQuery): SearchPlan | undefined {
  return planSearch(q, words, catalogSize)
}

async function analyze({ db, knownWords }: Searcher, { q }: Search): Promise<AnalyzedQuery> {
  const analyzed = await analyzeWords(db, q)
  knownWords.remember(analyzed)
  return analyzed
}

/** Products with all words; ranked once more if there are more or fewer than the dictionary made expect. */
async function readAll(db: Executor, search: Search, plan: SearchPlan, request: PageRequest): Promise<Found> {
  const expected = rankingOf(plan.expected)
  const all = await readIn(db, search, plan, { words: 'all', ranked: expected }, request)
  const ranked = rankingOf(all.total)
  if (search.sort !== 'relevance' || ranked === expected) return all
  return readIn(db, search, plan, { words: 'all', ranked }, request)
}

function enough({ total }: FoundPage, { sort }: Search): boolean {
  return total >= few || (total > 0 && sort !== 'relevance')
}

/** Adds products with most of the words, unless there are too many to rank by their words. */
async function addMost(db: Executor, search: Search, plan: SearchPlan, request: PageRequest, all: Found) {
  const most = await countMatches(db, plan.most, search.filter)
  if (all.total > 0 && most > closelyRanked) return all
  return readIn(db, search, plan, { words: 'most', ranked: rankingOf(most) }, request)
}

async function readIn(
  db: Executor,
  search: Search,
  plan: SearchPlan,
  mode: Mode,
  request: PageRequest,
): Promise<Found> {
  const { filter, facets, sort, order } = search
  const how: Order = sort === 'relevance' ? { by: sort, plan, ranked: mode.ranked } : { by: sort, order }
  return { mode, ...(await readMatches(db, { words: plan[mode.words], filter, facets }, request, how)) }
}

function rankingOf(matches: number): Ranking {
  return matches <= closelyRanked ? 'closely' : 'broadly'
}

function modeOf(after: NonNullable<PageRequest['after']>): Mode {
  const [words, ranked] = after
  return { words: words === 'all' ? 'all' : 'most', ranked: ranked === 'closely' ? 'closely' : 'broadly' }
}
