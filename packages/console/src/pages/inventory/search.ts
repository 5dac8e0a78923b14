import { textOf } from '#console/lib/search.ts'

/** Bounds of the tabs; any other in the address is kept. */
export const fewUnits = 5

export interface InventorySearch {
  /** Only products of which at most this many are available. */
  low_stock?: number
  q?: string
}

export function readInventorySearch(search: Record<string, unknown>): InventorySearch {
  const { low_stock } = search
  const isBound = typeof low_stock === 'number' && Number.isInteger(low_stock) && low_stock >= 0 && low_stock <= 1e9
  return { ...(isBound && { low_stock }), q: textOf(search['q']) }
}
