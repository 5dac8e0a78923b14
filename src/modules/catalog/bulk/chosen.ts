/** Which products: these, or all that a filter finds. */
export type Chosen = { ids: readonly string[] } | { filter: BulkFilter }

export interface BulkFilter {
  q?: string
  sku?: string
  status?: string
  category?: string
  brand?: string
  tag?: string
  group_id?: string
  min_price?: number
  max_price?: number
  in_stock?: boolean
  /** An id or a slug. */
  collection?: string
  [option: `option.${string}`]: string
}
