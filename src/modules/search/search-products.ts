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
import type { Page, PageRequest } from '#src/platform/lib/page.ts'
import { facetsOfCatalog } from './catalog-facet-queries.ts'
import { type FacetName, type Facets, noFacets } from './facet-queries.ts'
import type { KnownWords } from './known-words.ts'
import { type Counted, countMatches, type FoundKeys, readCandidates, readMatches, readSorted } from './queries.ts'
import {
  cheaperPlan,
  expectedMatches,
  few,
  isCommon,
  mostCandidates,
  mostCounted,
  planSearch,
  type RequiredWords,
  type SearchPlan,
} from './rules.ts'
import { type PlanQueries, queriesOf } from './tsquery.ts'

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
}

/** A search by words, as PostgreSQL is asked for it. */
interface WordSearch extends Search {
  plan: SearchPlan
  queries: PlanQueries
}

type Found = FoundKeys & Counted & { words: RequiredWords }

/**
 * Active products by words; without words the whole catalog, newest first. One statement if this process knows the
 * words, probably few enough products match to be read at once, and enough of them have all words; else up to six.
 */
export async function searchProducts(searcher: Searcher, search: Search, request: PageRequest): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(searcher, search, request)
  const { words, catalogSize } = await searcher.knownWords.read(searcher.db, search.q)
  const plan = planSearch(search.q, words, catalogSize)
  if (plan === undefined) return { page: nothing, facets: noFacets(search.facets) }
  const found = await findBest(searcher, { ...search, plan, queries: queriesOf(plan) }, request)
  const scores = new Map(found.keys.map(({ id }, n) => [id, found.scores[n]]))
  const page = await listKnown(searcher, found.keys, request.limit, found.total, ({ sortValues }) => {
    const score = scores.get(sortValues.id)
    if (score !== undefined) return [found.words, 'ranked', score, sortValues.id]
    const sort = search.sort === 'relevance' ? 'created_at' : search.sort
    return [found.words, 'sorted', ...positionOf(sort, sortValues)]
  })
  return { page, facets: found.facets }
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
  return { page, facets: names.length === 0 ? {} : (await facetsOfCatalog(reader.db, filter, names)).facets }
}

/** Products with all words; if they are few, those with most of the words, unless these are too many to rank. */
async function findBest(searcher: Searcher, search: WordSearch, request: PageRequest): Promise<Found> {
  if (request.after !== undefined) return find(searcher, search, request, request.after[0] === 'all' ? 'all' : 'most')
  const all = await find(searcher, search, request, 'all')
  if (all.total >= few || (all.total > 0 && search.sort !== 'relevance')) return all
  const most = await find(searcher, search, request, 'most')
  return all.total > 0 && most.total > mostCandidates ? all : most
}

/** Matches are read once and at once if they are probably few, which the count of those that were read tells. */
async function find({ db }: Searcher, search: WordSearch, request: PageRequest, words: RequiredWords): Promise<Found> {
  const { filter, facets, sort, order, plan, queries } = search
  const expected = expectedMatches(plan, words)
  const matching = { words: queries[words], filter, common: isCommon(expected, plan, filter) }
  const { after, ...rest } = request
  const [, part, ...position] = after ?? []
  const page = { ...rest, after: after && position }
  const byScore = { by: 'relevance', plan, queries, required: words } as const
  const most = sort === 'relevance' ? mostCandidates : mostCounted
  if (expected <= most) {
    const found = await readMatches(
      db,
      matching,
      facets,
      sort === 'relevance' ? byScore : { by: sort, order },
      page,
      most,
    )
    if (found.total <= most) return { ...found, words }
  }
  const counted = await countMatches(db, matching, facets)
  const matches = counted.total > mostCounted ? Math.max(counted.total, expected) : counted.total
  const sorted = { order, plan: cheaperPlan(plan.catalogSize, matches, page) }
  if (sort !== 'relevance')
    return { ...counted, ...(await readSorted(db, matching, { by: sort, ...sorted }, page)), words }
  const ranked =
    part === 'sorted' || page.offset >= mostCandidates
      ? { keys: [], scores: [] }
      : await readCandidates(db, matching, byScore, page)
  if (ranked.keys.length > page.limit || counted.total <= mostCandidates) return { ...counted, ...ranked, words }
  // Behind the candidates come the others, the newest first.
  const behind = await readSorted(
    db,
    matching,
    { by: 'created_at', ...sorted, order: 'desc', withoutCandidates: queries },
    {
      limit: page.limit - ranked.keys.length,
      offset: Math.max(0, page.offset - mostCandidates),
      after: part === 'sorted' ? position : undefined,
    },
  )
  return { ...counted, keys: [...ranked.keys, ...behind.keys], scores: ranked.scores, words }
}
