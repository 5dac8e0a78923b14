import type { ProductSort } from './filter.ts'

/**
 * How to read a list that is filtered by price and sorted by something else. `walk`: scan the sort's index and filter.
 * `gather`: read the whole price range and sort it. Each alone can take time linear in the size of the catalog; the
 * cheaper of the two reads at most about sqrt(rows up to the end of the page × products in scope).
 */
export type ListPlan = 'walk' | 'gather'

/** Cost of reading a product row, in index entries: price indexes hold created_at, but not the name. */
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
