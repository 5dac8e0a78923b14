import { oneOf, textOf } from '#console/lib/search.ts'
import type { Sorts } from '#console/lib/sorting.ts'

/** Bounds of the tabs; any other in the address is kept. */
export const fewUnits = 5

export const stockSorts = { sku: 'asc', name: 'asc', available: 'asc' } as const satisfies Sorts<string>
export type StockSort = keyof typeof stockSorts

export interface InventorySearch {
  /** Only products of which at most this many are available. */
  low_stock?: number | undefined
  category?: string | undefined
  q?: string | undefined
  /** By SKU if left out; with `low_stock` by what is available. */
  sort?: StockSort | undefined
  order?: 'asc' | 'desc' | undefined
}

export function readInventorySearch(search: Record<string, unknown>): InventorySearch {
  const { low_stock } = search
  const isBound = typeof low_stock === 'number' && Number.isInteger(low_stock) && low_stock >= 0 && low_stock <= 1e9
  return {
    ...(isBound && { low_stock }),
    category: textOf(search['category']),
    q: textOf(search['q']),
    sort: oneOf(search['sort'], Object.keys(stockSorts) as StockSort[]),
    order: oneOf(search['order'], ['asc', 'desc']),
  }
}

/** What nothing else in the address says is first: of what runs low the least, else the SKU. */
export function sortsOf({ low_stock }: InventorySearch): Sorts<StockSort> {
  const { available, ...others } = stockSorts
  return low_stock === undefined ? stockSorts : { available, ...others }
}
