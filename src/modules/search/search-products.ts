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
import { closelyRanked, countMatches, type FoundPage, type Order, readMatches } from './queries.ts'
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
  page: Page<ListedProduct>
  facets: Facets
}

/** A search with fewer products than this that have all words also shows those that have most of them. */
const few = 20

/** How matches are found and ranked. Cursors carry it, so that all pages of one search use one mode. */
interface Mode {
  words: 'all' | 'most'
  ranked: 'closely' | 'broadly'
}

/** Active products by words, in two to four statements; without words the whole catalog, newest first. */
export async function searchProducts(
  reader: CatalogReader,
  search: Search,
  request: PageRequest,
): Promise<SearchResult> {
  if (search.q.trim() === '') return browse(reader, search, request)
  const { words, catalogSize, sku } = await analyzeWords(reader.db, search.q)
  const plan = planSearch(words, catalogSize, sku)
  if (plan === undefined) return { page: nothing, facets: noFacets(search.facets) }
  const { mode, keys, scores, total, facets } = await readBestMode(reader.db, search, plan, request)
  const scoreOf = new Map(keys.map(({ id }, index) => [id, scores[index] ?? 0]))
  const page = await listKnown(reader, keys, request.limit, total, ({ sortValues }) => [
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
  reader: CatalogReader,
  { filter, sort, order, facets: names }: Search,
  request: PageRequest,
): Promise<SearchResult> {
  const list = { filter, sort: sort === 'relevance' ? 'created_at' : sort, order } as const
  const page = await listProducts(reader, list, request)
  return { page, facets: names.length === 0 ? {} : await facetsOfCatalog(reader.db, filter, names) }
}

/** Chooses the mode, and returns what it finds. */
async function readBestMode(db: Executor, search: Search, plan: SearchPlan, request: PageRequest) {
  if (request.after !== undefined) {
    const mode = modeOf(request.after)
    return { mode, ...(await readIn(db, search, plan, mode, request)) }
  }
  const all = await readIn(db, search, plan, { words: 'all' }, request)
  if (all.total >= few || (all.total > 0 && search.sort !== 'relevance')) return { mode: modeFor('all', all), ...all }
  // Products with most of the words are added, unless there are too many to rank by their words.
  const most = await countMatches(db, plan.most, search.filter)
  if (all.total > 0 && most > closelyRanked) return { mode: modeFor('all', all), ...all }
  const found = await readIn(db, search, plan, { words: 'most' }, request)
  return { mode: modeFor('most', found), ...found }
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
