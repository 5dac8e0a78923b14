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
import { facetsOfCatalog } from './catalog-facet-queries.ts'
import { type FacetName, type Facets, noFacets } from './facet-queries.ts'
import { closelyRanked, countMatches, type FoundPage, type FoundProduct, type Order, readMatches } from './queries.ts'
import { planSearch, type SearchPlan } from './rules.ts'
import { analyzeWords } from './word-queries.ts'

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

/** Active products by words; without words, the whole catalog, newest first. Mostly two statements, at most four. */
export async function searchProducts(db: Executor, search: Search, request: PageRequest): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(db, search, request)
  const { words, catalogSize, sku } = await analyzeWords(db, search.q)
  const plan = planSearch(words, catalogSize, sku)
  if (plan === undefined) return { page: toPage([], request.limit, 0, () => []), facets: noFacets(search.facets) }
  const { mode, rows, total, facets } = await readBestMode(db, search, plan, request)
  const page = toPage(rows, request.limit, total, (row) => [mode.words, mode.ranked, ...position(search, row)])
  return { page, facets }
}

async function browse(
  db: Executor,
  { filter, sort, order, facets }: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const list = { filter, sort: sort === 'relevance' ? 'created_at' : sort, order } as const
  return { page: await listProducts(db, list, request), facets: await facetsOfCatalog(db, filter, facets) }
}

async function readBestMode(db: Executor, search: Search, plan: SearchPlan, request: PageRequest) {
  if (request.after !== undefined) {
    const mode = modeOf(request.after)
    return { mode, ...(await readIn(db, search, plan, mode, request)) }
  }
  const all = await readIn(db, search, plan, { words: 'all' }, request)
  if (!(await fallsShort(db, search, plan, all))) return { mode: modeFor('all', all), ...all }
  const most = await readIn(db, search, plan, { words: 'most' }, request)
  return { mode: modeFor('most', most), ...most }
}

/** Whether products with most words follow: where too few have all, unless far too many have most. */
async function fallsShort(db: Executor, { sort, filter }: Search, plan: SearchPlan, all: FoundPage): Promise<boolean> {
  if (all.total === 0) return true
  if (all.total >= few || sort !== 'relevance') return false
  return (await countMatches(db, plan.most, filter)) <= closelyRanked
}

function readIn(
  db: Executor,
  { filter, facets, sort, order }: Search,
  plan: SearchPlan,
  { words, ranked }: Pick<Mode, 'words'> & Partial<Mode>,
  request: PageRequest,
): Promise<FoundPage> {
  const how: Order = sort === 'relevance' ? { by: sort, plan, ranked } : { by: sort, order }
  return readMatches(db, { words: plan[words], filter, facets }, request, how)
}

function modeFor(words: Mode['words'], { total }: FoundPage): Mode {
  return { words, ranked: total <= closelyRanked ? 'closely' : 'broadly' }
}

function modeOf(after: NonNullable<PageRequest['after']>): Mode {
  const [words, ranked] = after
  return { words: words === 'all' ? 'all' : 'most', ranked: ranked === 'closely' ? 'closely' : 'broadly' }
}

function position({ sort }: Search, row: FoundProduct): [string | number, string] {
  return sort === 'relevance' ? [row.score, row.id] : positionOf(sort, row)
}
