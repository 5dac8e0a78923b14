import {
  type CatalogContext,
  filterKey,
  listProducts,
  type PresentedProduct,
  type ProductFilter,
  type ProductSort,
  positionOf,
  presentProduct,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Page, type PageBounds, type PageRequest, toPage } from '#src/platform/lib/page.ts'
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
  page: Page<PresentedProduct>
  facets: Facets
}

/** What the page cache keeps of a search beside its products. */
interface CachedSearch extends PageBounds {
  facets: Facets
}

/** A search with fewer products than this that have all words also shows those that have most of them. */
const few = 20

/** How matches are found and ranked. Cursors carry it, so that all pages of one search use one mode. */
interface Mode {
  words: 'all' | 'most'
  ranked: 'closely' | 'broadly'
}

/** Active products by words; without words the whole catalog, newest first. */
export async function searchProducts(
  context: CatalogContext,
  search: Search,
  request: PageRequest,
): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(context, search, request)
  const { q, filter, sort, order, facets } = search
  const { limit, offset, after = null } = request
  const key = JSON.stringify(['search', q.trim(), filterKey(filter), sort, order, facets, limit, offset, after])
  const known = await context.catalogMemory.recall<CachedSearch>(key)
  if (known === undefined) return findAndCache(context, key, search, request)
  const { facets: counted, ...bounds } = known.found
  return { page: { ...bounds, items: known.products }, facets: counted }
}

/** Two to four statements. The result is cached if all of them saw the same catalog version. */
async function findAndCache(
  { db, catalogMemory }: CatalogContext,
  key: string,
  search: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const { words, catalogSize, sku, version } = await analyzeWords(db, search.q)
  const plan = planSearch(words, catalogSize, sku)
  if (plan === undefined) return { page: toPage([], request.limit, 0, () => []), facets: noFacets(search.facets) }
  const { mode, rows, total, facets, versions } = await readBestMode(db, search, plan, request)
  const { items, ...bounds } = toPage(rows, request.limit, total, (row) => [
    mode.words,
    mode.ranked,
    ...position(search, row),
  ])
  const products = items.map(presentProduct)
  catalogMemory.remember<CachedSearch>(key, [version, ...versions], { found: { ...bounds, facets }, products })
  return { page: { ...bounds, items: products }, facets }
}

/** The list of the catalog with the facets of its filter. */
async function browse(
  context: CatalogContext,
  { filter, sort, order, facets: names }: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const list = { filter, sort: sort === 'relevance' ? 'created_at' : sort, order } as const
  const { db, catalogMemory } = context
  const page = await listProducts(context, list, request)
  if (names.length === 0) return { page, facets: {} }
  const key = JSON.stringify(['facets', filterKey(filter), names])
  const known = await catalogMemory.recall<Facets>(key)
  if (known !== undefined) return { page, facets: known.found }
  const { facets, version } = await facetsOfCatalog(db, filter, names)
  catalogMemory.remember(key, [version], { found: facets, products: [] })
  return { page, facets }
}

/** Chooses the mode, and returns what it finds with the catalog versions read. */
async function readBestMode(db: Executor, search: Search, plan: SearchPlan, request: PageRequest) {
  if (request.after !== undefined) {
    const mode = modeOf(request.after)
    const found = await readIn(db, search, plan, mode, request)
    return { mode, ...found, versions: [found.version] }
  }
  const all = await readIn(db, search, plan, { words: 'all' }, request)
  if (all.total >= few || (all.total > 0 && search.sort !== 'relevance'))
    return { mode: modeFor('all', all), ...all, versions: [all.version] }
  // Products with most of the words are added, unless there are too many to rank by their words.
  const most = await countMatches(db, plan.most, search.filter)
  const versions = [all.version, most.version]
  if (all.total > 0 && most.matches > closelyRanked) return { mode: modeFor('all', all), ...all, versions }
  const found = await readIn(db, search, plan, { words: 'most' }, request)
  return { mode: modeFor('most', found), ...found, versions: [...versions, found.version] }
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
