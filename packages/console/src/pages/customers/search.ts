import { oneOf, textOf } from '#console/lib/search.ts'

/** What the list is sorted by, with the order one wants of it first. */
export const customerSorts = {
  customer_since: { text: 'Newest first', order: 'desc' },
  order_count: { text: 'Most orders', order: 'desc' },
  order_total: { text: 'Highest total', order: 'desc' },
  name: { text: 'By name', order: 'asc' },
  email: { text: 'By e-mail', order: 'asc' },
} as const

export type CustomerSort = keyof typeof customerSorts
export const customerSortNames = Object.keys(customerSorts) as CustomerSort[]

export interface CustomersSearch {
  /** Newest first if left out. */
  sort?: CustomerSort
  /** That of the sort if left out. */
  order?: 'asc' | 'desc'
  q?: string
}

export function readCustomersSearch(search: Record<string, unknown>): CustomersSearch {
  return {
    sort: oneOf(search['sort'], customerSortNames),
    order: oneOf(search['order'], ['asc', 'desc']),
    q: textOf(search['q']),
  }
}

/** The sort of an address, in full. */
export function sortOf({ sort = 'customer_since', order }: CustomersSearch) {
  return { sort, order: order ?? customerSorts[sort].order }
}

/** An address's part for a sort: a list that was sorted otherwise begins with the order one wants. */
export function searchFor(before: CustomersSearch, by: string, order: 'asc' | 'desc') {
  const sort = oneOf(by, customerSortNames) ?? 'customer_since'
  const isOther = sort !== sortOf(before).sort || order === customerSorts[sort].order
  return { sort: sort === 'customer_since' ? undefined : sort, order: isOther ? undefined : order }
}
