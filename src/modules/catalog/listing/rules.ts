import type { ProductSort } from './filter.ts'

/**
 * How a list filtered by price and sorted by something else is read. `walk`: along the sort's index, passing over what the
 * filter leaves out. `gather`: everything in the price range, then sorted. Either alone can take time that grows with
 * the catalog; the cheaper of the two reads at most about the square root of (rows before the page's end × catalog).
 */
export type ListPlan = 'walk' | 'gather'

/** What visiting a product costs that its price index does not hold the sort value of, in index entries. */
const visitCost = 5

export function cheaperPlan(
  sort: ProductSort,
  counts: { matching: number; scope: number },
  page: { rows: number },
): ListPlan {
  const walk = counts.matching === 0 ? counts.scope : (page.rows * counts.scope) / counts.matching
  const gather = counts.matching * (sort === 'name' ? visitCost : 1)
  return gather < walk ? 'gather' : 'walk'
}
