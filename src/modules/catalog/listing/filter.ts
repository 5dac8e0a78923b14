import { boundToCommonScale } from '#src/platform/lib/money.ts'

/** Which products a list shows; an absent field does not restrict it. */
export interface ProductFilter {
  merchantId?: string
  category?: string
  /** Bounds on the common price scale, both included. */
  minPrice?: number
  maxPrice?: number
  inStock?: boolean
}

export type ProductSort = 'created_at' | 'price' | 'name'
export type SortOrder = 'asc' | 'desc'

interface FilterQuery {
  category?: string
  merchant_id?: string
  min_price?: number
  max_price?: number
  in_stock?: boolean
}

export function readFilter(query: FilterQuery): ProductFilter {
  return {
    ...(query.merchant_id !== undefined && { merchantId: query.merchant_id }),
    ...(query.category !== undefined && { category: query.category }),
    ...(query.min_price !== undefined && { minPrice: boundToCommonScale(query.min_price, 'min') }),
    ...(query.max_price !== undefined && { maxPrice: boundToCommonScale(query.max_price, 'max') }),
    ...(query.in_stock !== undefined && { inStock: query.in_stock }),
  }
}

export function readOrder(sort: string, order: string | undefined): SortOrder {
  return (order as SortOrder | undefined) ?? (sort === 'created_at' ? 'desc' : 'asc')
}

/** The filter as part of cursor and cache keys: a cursor is valid for one filter only. */
export function filterKey(filter: ProductFilter): unknown[] {
  return [filter.merchantId, filter.category, filter.minPrice, filter.maxPrice, filter.inStock].map(
    (part) => part ?? null,
  )
}
