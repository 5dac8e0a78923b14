import type { Executor } from '#src/db/transaction.ts'
import { type Page, type PageRequest, toPage } from '#src/http/pagination.ts'
import {
  listProducts,
  type ProductFilter,
  type ProductRow,
  type ProductSort,
  positionOf,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { type FacetName, type Facets, facetsOfCatalog, facetsOfMatches, noFacets } from './facet-queries.ts'
import {
  analyzeWords,
  closelyRanked,
  countMatches,
  type FoundProduct,
  type Matches,
  rankBroadly,
  rankClosely,
  sortMatches,
} from './queries.ts'
import { planSearch, type SearchPlan } from './rules.ts'

export interface Search {
  q: string
  filter: ProductFilter
  sort: ProductSort | 'relevance'
  order: SortOrder
  facets: readonly FacetName[]
}

export interface SearchResult {
  page: Page<ProductRow>
  facets: Facets
}

/** Fewer products with all words than this are followed by products with most of them. */
const few = 20

/**
 * How a search is read. A cursor carries it, so that the pages of one search stay parts of one list while the catalog
 * changes under it.
 */
interface Mode {
  words: 'all' | 'most'
  ranked: 'closely' | 'broadly'
}

/** Active products by words. Without words, the whole catalog, newest first. At most 4 statements, and 1 for facets. */
export async function searchProducts(db: Executor, search: Search, request: PageRequest): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(db, search, request)
  const { words, catalogSize } = await analyzeWords(db, search.q)
  const plan = planSearch(search.q, words, catalogSize)
  if (plan === undefined) return { page: toPage([], request.limit, 0, () => []), facets: noFacets(search.facets) }
  const { mode, matches, rows, total } = await readBestMode(db, search, plan, request)
  const page = toPage(rows, request.limit, total, (row) => [mode.words, mode.ranked, ...position(search, row)])
  return { page, facets: await facetsOfMatches(db, matches, search.facets) }
}

async function browse(
  db: Executor,
  { filter, sort, order, facets }: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const list = { filter, sort: sort === 'relevance' ? 'created_at' : sort, order } as const
  return { page: await listProducts(db, list, request), facets: await facetsOfCatalog(db, filter, facets) }
}

/** From here on a search is taken for a broad one without a count beforehand; should it find few after all, it is counted. */
const surelyMany = 3 * closelyRanked

async function readBestMode(db: Executor, search: Search, plan: SearchPlan, request: PageRequest) {
  const readIn = async (mode: Mode) => {
    const matches = { words: plan[mode.words], filter: search.filter }
    return { mode, matches, ...(await readMatches(db, search, plan, mode, matches, request)) }
  }
  if (request.after !== undefined) return readIn(modeOf(request.after))
  if (plan.expected >= surelyMany) {
    const broad = await readIn({ words: 'all', ranked: 'broadly' })
    if (broad.total > closelyRanked) return broad
  }
  return readIn(await chooseMode(db, plan, search))
}

async function chooseMode(db: Executor, plan: SearchPlan, { filter, sort }: Search): Promise<Mode> {
  const found = await countMatches(db, plan, filter, few)
  const fallsShort = sort === 'relevance' ? found.all < few && found.most <= closelyRanked : false
  const words = fallsShort || found.all === 0 ? 'most' : 'all'
  return { words, ranked: found[words] <= closelyRanked ? 'closely' : 'broadly' }
}

function modeOf(after: NonNullable<PageRequest['after']>): Mode {
  const [words, ranked] = after
  return { words: words === 'all' ? 'all' : 'most', ranked: ranked === 'closely' ? 'closely' : 'broadly' }
}

function readMatches(
  db: Executor,
  { sort, order }: Search,
  plan: SearchPlan,
  mode: Mode,
  matches: Matches,
  request: PageRequest,
) {
  if (sort !== 'relevance') return sortMatches(db, matches, request, sort, order)
  return mode.ranked === 'closely' ? rankClosely(db, plan, matches, request) : rankBroadly(db, plan, matches, request)
}

function position({ sort }: Search, row: FoundProduct): [string | number, string] {
  return sort === 'relevance' ? [row.score, row.id] : positionOf(sort, row)
}
