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
import { totalOf } from '#src/platform/lib/totals.ts'
import { facetsOfCatalog } from './catalog-facet-queries.ts'
import { type FacetName, type Facets, nameFacets, noFacets } from './facet-queries.ts'
import type { SearchIndex } from './inverted-index/search-index.ts'
import type { KnownWords } from './known-words.ts'
import type { FoundBy } from './metrics.ts'
import { closelyRanked, few, type Mode, modeOf, type Ranking, rankingOf } from './modes.ts'
import { countMatches, type FoundPage, type Order, readMatches } from './queries.ts'
import { expectedMatches, planSearch, type SearchPlan } from './rules.ts'
import { type PlanQueries, queriesOf } from './tsquery.ts'
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

export interface Searcher extends CatalogReader {
  knownWords: KnownWords
  /** Undefined where reads are sent to a standby. */
  index: SearchIndex | undefined
  /** Told of each search by words. */
  found: (by: FoundBy) => void
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
  const told = await request.total(request.limit + 1, async () => total)
  const page = await listKnown(searcher, keys, request.limit, told, ({ sortValues }) => [
    mode.words,
    mode.ranked,
    ...(search.sort === 'relevance' ? [scoreOf(sortValues.id), sortValues.id] : positionOf(search.sort, sortValues)),
  ])
  return { page, facets }
}

const nothing: Page<ListedProduct> = { items: [], total: totalOf(0), hasMore: false, last: undefined }

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
    const found = await readWith(searcher, search, known, request)
    if (found?.mark === known.mark) return found
  }
  const analyzed = await analyzeWords(db, search.q)
  knownWords.remember(analyzed)
  return readWith(searcher, search, analyzed, request)
}

/** Chooses the mode, and returns what it finds; undefined if the text has no words. */
async function readWith(
  { db, index, found: note }: Searcher,
  search: Search,
  { words, catalogSize }: AnalyzedQuery,
  request: PageRequest,
): Promise<Found | undefined> {
  const plan = planSearch(search.q, words, catalogSize)
  if (plan === undefined) return undefined
  const { filter, facets } = search
  const found = search.sort === 'relevance' ? await index?.find({ plan, filter, facets }, request) : undefined
  note(found === undefined ? 'database' : 'memory')
  if (found !== undefined) return { ...found, facets: await nameFacets(db, found.facets) }
  const sent = { search, plan, queries: queriesOf(plan), request }
  if (request.after !== undefined) return readIn(db, sent, modeOf(request.after))
  const all = await readAll(db, sent)
  if (all.total >= few || (all.total > 0 && search.sort !== 'relevance')) return all
  // Products with most of the words are added, unless there are too many to rank by their words.
  const most = await countMatches(db, sent.queries.most, search.filter)
  if (all.total > 0 && most > closelyRanked) return all
  return readIn(db, sent, { words: 'most', ranked: rankingOf(most) })
}

/** A search as PostgreSQL is asked for it. */
interface SentSearch {
  search: Search
  plan: SearchPlan
  queries: PlanQueries
  request: PageRequest
}

/**
 * Products with all words. Where probably few enough are to be ranked closely they are at once; where not, the
 * statement counts them first, which costs a look-up for each.
 */
async function readAll(db: Executor, sent: SentSearch): Promise<Found> {
  const probably = rankingOf(expectedMatches(sent.plan))
  const ranked = probably === 'closely' ? probably : undefined
  const all = await readIn(db, sent, { words: 'all', ranked })
  if (sent.search.sort !== 'relevance' || probably === 'broadly' || all.total <= closelyRanked) return all
  return readIn(db, sent, { words: 'all', ranked: 'broadly' })
}

async function readIn(
  db: Executor,
  { search: { filter, facets, sort, order }, plan, queries, request }: SentSearch,
  { words, ranked }: Pick<Mode, 'words'> & { ranked: Ranking | undefined },
): Promise<Found> {
  const how: Order = sort === 'relevance' ? { by: sort, plan, queries, ranked, required: words } : { by: sort, order }
  const found = await readMatches(db, { words: queries[words], filter, facets }, request, how)
  return { ...found, mode: { words, ranked: ranked ?? rankingOf(found.total) } }
}
