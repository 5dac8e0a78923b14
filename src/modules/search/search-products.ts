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
import {
  closelyRanked,
  countMatches,
  type FoundPage,
  type Order,
  type Ranking,
  type RequiredWords,
  readMatches,
} from './queries.ts'
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
  words: RequiredWords
  ranked: Ranking
}

export interface Searcher extends CatalogReader {
  knownWords: KnownWords
}

/**
 * Active products by words; without words the whole catalog, newest first. One statement if this process knows the
 * words and enough products have all of them, else up to four; one more where a product is not known yet.
 */
export async function searchProducts(searcher: Searcher, search: Search, request: PageRequest): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(searcher, search, request)
  const found = await readBestMode(searcher, search, request)
  if (found === undefined) return { page: nothing, facets: noFacets(search.facets) }
  const { mode, keys, scores, total, facets } = found
  const scoreOf = (productId: string) => scores[keys.findIndex(({ id }) => id === productId)] ?? 0
  const page = await listKnown(searcher, keys, request.limit, total, ({ sortValues }) => [
    mode.words,
    mode.ranked,
    ...(search.sort === 'relevance' ? [scoreOf(sortValues.id), sortValues.id] : positionOf(search.sort, sortValues)),
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

/** With the words that this process knows, if the dictionary is still the one they are from; else with its words. */
async function readBestMode(searcher: Searcher, search: Search, request: PageRequest): Promise<Found | undefined> {
  const { db, knownWords } = searcher
  const known = knownWords.recall(search.q)
  if (known !== undefined) {
    const found = await readWith(db, search, known, request)
    if (found?.mark === known.mark) return found
  }
  const analyzed = await analyzeWords(db, search.q)
  knownWords.remember(analyzed)
  return readWith(db, search, analyzed, request)
}

/** Chooses the mode, and returns what it finds; undefined if the text has no words. */
async function readWith(
  db: Executor,
  search: Search,
  { words, catalogSize }: AnalyzedQuery,
  request: PageRequest,
): Promise<Found | undefined> {
  const plan = planSearch(search.q, words, catalogSize)
  if (plan === undefined) return undefined
  if (request.after !== undefined) return readIn(db, search, plan, modeOf(request.after), request)
  const all = await readAll(db, search, plan, request)
  if (all.total >= few || (all.total > 0 && search.sort !== 'relevance')) return all
  // Products with most of the words are added, unless there are too many to rank by their words.
  const most = await countMatches(db, plan.most, search.filter)
  if (all.total > 0 && most > closelyRanked) return all
  return readIn(db, search, plan, { words: 'most', ranked: rankingOf(most) }, request)
}

/**
 * Products with all words. Where probably few enough are to be ranked closely they are at once; where not, the
 * statement counts them first, which costs a look-up for each.
 */
async function readAll(db: Executor, search: Search, plan: SearchPlan, request: PageRequest): Promise<Found> {
  const probably = rankingOf(plan.expected)
  const ranked = probably === 'closely' ? probably : undefined
  const all = await readIn(db, search, plan, { words: 'all', ranked }, request)
  if (search.sort !== 'relevance' || probably === 'broadly' || all.total <= closelyRanked) return all
  return readIn(db, search, plan, { words: 'all', ranked: 'broadly' }, request)
}

async function readIn(
  db: Executor,
  search: Search,
  plan: SearchPlan,
  { words, ranked }: Pick<Mode, 'words'> & { ranked: Ranking | undefined },
  request: PageRequest,
): Promise<Found> {
  const { filter, facets, sort, order } = search
  const how: Order = sort === 'relevance' ? { by: sort, plan, ranked, required: words } : { by: sort, order }
  const found = await readMatches(db, { words: plan[words], filter, facets }, request, how)
  return { ...found, mode: { words, ranked: ranked ?? rankingOf(found.total) } }
}

function rankingOf(matches: number): Ranking {
  return matches <= closelyRanked ? 'closely' : 'broadly'
}

function modeOf(after: NonNullable<PageRequest['after']>): Mode {
  const [words, ranked] = after
  return { words: words === 'all' ? 'all' : 'most', ranked: ranked === 'closely' ? 'closely' : 'broadly' }
}
