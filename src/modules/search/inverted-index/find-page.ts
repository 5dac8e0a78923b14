import type { ProductFilter } from '#src/modules/catalog/index.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { FacetCounts, FacetName } from '../facet-queries.ts'
import { closelyRanked, few, type Mode, modeOf, type RequiredWords, rankingOf } from '../modes.ts'
import { heavySubsets, type SearchPlan } from '../rules.ts'
import { bestOf } from './best.ts'
import type { Columns } from './columns.ts'
import { countFacets } from './count-facets.ts'
import type { IndexedProduct, InvertedIndex } from './inverted-index.ts'
import { collectMatches } from './matching.ts'
import { compareWithId, parseId } from './product-ids.ts'
import { scoreMatches } from './ranking.ts'

export interface FoundInIndex {
  mode: Mode
  total: number
  /** One more than the page has if there is another page. */
  products: IndexedProduct[]
  scores: number[]
  facets: FacetCounts
}

/** What to find in an index. */
export interface IndexedSearch {
  plan: SearchPlan
  filter: ProductFilter
  facets: readonly FacetName[]
}

/** A page by relevance, the same that PostgreSQL finds. Undefined if the text may be a SKU, which only that knows. */
export function findPage(
  index: InvertedIndex,
  { plan, filter, facets }: IndexedSearch,
  request: PageRange,
): FoundInIndex | undefined {
  if (index.skus.mayHave(plan.skuText)) return undefined
  const { words, total } = findMatches(index, plan, filter, request)
  const mode = request.after === undefined ? { words, ranked: rankingOf(total) } : modeOf(request.after)
  scoreMatches(index, plan, mode.ranked, total)
  return { mode, total, ...pageOf(index, total, request), facets: countFacets(index, total, facets) }
}

/** Products with most of the words are added to few that have all, unless they are too many to rank by their words. */
function findMatches(index: InvertedIndex, plan: SearchPlan, filter: ProductFilter, { after }: PageRange) {
  const find = (words: RequiredWords) => ({ words, total: matchesOf(index, plan, filter, words) })
  if (after !== undefined) return find(modeOf(after).words)
  const all = find('all')
  if (all.total >= few) return all
  const most = find('most')
  return all.total > 0 && most.total > closelyRanked ? find('all') : most
}

function matchesOf(index: InvertedIndex, plan: SearchPlan, filter: ProductFilter, words: RequiredWords): number {
  const { terms } = plan
  const subsets = words === 'all' ? [2 ** terms.length - 1] : heavySubsets(terms)
  const count = collectMatches(index, terms, subsets)
  const passes = filterOf(index, filter)
  return passes === undefined ? count : keepMatches(index.columns, count, passes)
}

/** Undefined if every document passes. */
function filterOf({ columns, ...index }: InvertedIndex, filter: ProductFilter) {
  const { merchants, categories, prices, inStock } = columns
  const {
    merchantId,
    category: categoryName,
    inStock: stock,
    minPrice = 0,
    maxPrice = Number.MAX_SAFE_INTEGER,
  } = filter
  if (Object.keys(filter).length === 0) return undefined
  // Those that no document has are none.
  const merchant = merchantId === undefined ? undefined : (index.merchants.find(merchantId) ?? -1)
  const category = categoryName === undefined ? undefined : (index.categories.find(categoryName) ?? -1)
  return (document: number) => {
    const price = prices[document] ?? 0
    return (
      (merchant === undefined || merchants[document] === merchant) &&
      (category === undefined || categories[document] === category) &&
      (stock === undefined || inStock[document] === Number(stock)) &&
      price >= minPrice &&
      price <= maxPrice
    )
  }
}

function keepMatches({ matches, found }: Columns, count: number, passes: (document: number) => boolean): number {
  let kept = 0
  for (let n = 0; n < count; n++) {
    const document = matches[n] ?? 0
    if (!passes(document)) continue
    matches[kept] = document
    found[kept++] = found[n] ?? 0
  }
  return kept
}

function pageOf({ columns, product }: InvertedIndex, total: number, { limit, offset, after }: PageRange) {
  const { matches, scores } = columns
  const [candidates, skipped] = after === undefined ? [total, offset] : [behindCursor(columns, total, after), 0]
  const page = [...bestOf(columns, candidates, skipped + limit + 1).subarray(skipped)]
  return { products: page.map((n) => product(matches[n] ?? 0)), scores: page.map((n) => scores[n] ?? 0) }
}

/** The matches behind a cursor, in any order. */
function behindCursor({ ids, matches, scores }: Columns, total: number, after: NonNullable<PageRange['after']>) {
  const [score, id] = after.slice(-2)
  const [lowest, lastId] = [Number(score), parseId(String(id))]
  const behind: number[] = []
  for (let n = 0; n < total; n++) {
    const difference = (scores[n] ?? 0) - lowest
    if (difference < 0 || (difference === 0 && compareWithId(ids, matches[n] ?? 0, lastId) < 0)) behind.push(n)
  }
  return behind
}
