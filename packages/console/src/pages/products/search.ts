import { oneOf, textOf } from '#console/lib/search.ts'
import type { Sorts } from '#console/lib/sorting.ts'

export const productStatuses = ['active', 'draft', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

export const productSorts = { created_at: 'desc', name: 'asc', price: 'asc' } as const satisfies Sorts<string>
export type ProductSort = keyof typeof productSorts

export interface ProductsSearch {
  status?: ProductStatus | undefined
  category?: string | undefined
  brand?: string | undefined
  tag?: string | undefined
  /** Each variant has a row; a group one row if left out. */
  variants?: 'all' | undefined
  q?: string | undefined
  /** Newest first if left out. */
  sort?: ProductSort | undefined
  /** That of the sort if left out. */
  order?: 'asc' | 'desc' | undefined
}

export function readProductsSearch(search: Record<string, unknown>): ProductsSearch {
  return {
    status: oneOf(search['status'], productStatuses),
    category: textOf(search['category']),
    brand: textOf(search['brand']),
    tag: textOf(search['tag']),
    variants: oneOf(search['variants'], ['all']),
    q: textOf(search['q']),
    sort: oneOf(search['sort'], Object.keys(productSorts) as ProductSort[]),
    order: oneOf(search['order'], ['asc', 'desc']),
  }
}

/** Which products are asked for, however they are sorted. */
export function filtersOf({ status, category, brand, tag, q }: ProductsSearch) {
  return {
    ...(status && { status }),
    ...(category && { category }),
    ...(brand && { brand }),
    ...(tag && { tag }),
    ...(q && { q }),
  }
}
