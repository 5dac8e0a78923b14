import { oneOf, textOf } from '#console/lib/search.ts'

/** Each with the order one wants of it. */
export const customerSorts = {
  newest: { text: 'Newest first', sort: 'customer_since', order: 'desc' },
  orders: { text: 'Most orders', sort: 'order_count', order: 'desc' },
  total: { text: 'Highest total', sort: 'order_total', order: 'desc' },
  name: { text: 'By name', sort: 'name', order: 'asc' },
  email: { text: 'By e-mail', sort: 'email', order: 'asc' },
} as const

export type CustomerSort = keyof typeof customerSorts
export const customerSortNames = Object.keys(customerSorts) as CustomerSort[]

export interface CustomersSearch {
  /** Newest first if left out. */
  sort?: CustomerSort
  q?: string
}

export function readCustomersSearch(search: Record<string, unknown>): CustomersSearch {
  return { sort: oneOf(search['sort'], customerSortNames), q: textOf(search['q']) }
}
