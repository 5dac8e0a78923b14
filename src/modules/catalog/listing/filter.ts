import { Type } from 'typebox'
import { line, Uuid } from '#src/platform/http/envelope.ts'
import { boundToCommonScale, maxAmount } from '#src/platform/lib/money.ts'

/** Which products a list shows. What is absent does not restrict it. */
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

/** The query parameters of the filter, in the catalog and in the search. */
export const filterParameters = {
  category: Type.Optional(line({ max: 100, description: 'Products of exactly this category.' })),
  merchant_id: Type.Optional(Uuid),
  min_price: Type.Optional(
    Type.Number({ minimum: 0, maximum: maxAmount, description: 'In major units of the product’s own currency.' }),
  ),
  max_price: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount })),
  in_stock: Type.Optional(Type.Boolean({ description: 'True: only what can be bought now. False: only what cannot.' })),
}

export const orderParameter = Type.Optional(
  Type.String({ enum: ['asc', 'desc'], description: 'Default: desc for created_at, asc for price and name.' }),
)

interface FilterQuery {
  category?: string
  merchant_id?: string
  min_price?: number
  max_price?: number
  in_stock?: boolean
}

export function readFilter(query: FilterQuery): ProductFilter {
  return {
    ...(query.merchant_id !== undefined && { merchantId: query.merchant_id.toLowerCase() }),
    ...(query.category !== undefined && { category: query.category }),
    ...(query.min_price !== undefined && { minPrice: boundToCommonScale(query.min_price, 'min') }),
    ...(query.max_price !== undefined && { maxPrice: boundToCommonScale(query.max_price, 'max') }),
    ...(query.in_stock !== undefined && { inStock: query.in_stock }),
  }
}

export function readOrder(sort: string, order: string | undefined): SortOrder {
  return (order as SortOrder | undefined) ?? (sort === 'created_at' ? 'desc' : 'asc')
}

/** The filter as part of a list's name: a cursor is good for one filter. */
export function filterKey(filter: ProductFilter): unknown[] {
  return [filter.merchantId, filter.category, filter.minPrice, filter.maxPrice, filter.inStock].map(
    (part) => part ?? null,
  )
}
