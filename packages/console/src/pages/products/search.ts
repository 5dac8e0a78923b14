import { oneOf, textOf } from '#console/lib/search.ts'

export const productStatuses = ['active', 'draft', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

export interface ProductsSearch {
  status?: ProductStatus
  q?: string
}

export function readProductsSearch(search: Record<string, unknown>): ProductsSearch {
  return { status: oneOf(search['status'], productStatuses), q: textOf(search['q']) }
}
