import { amountOf, dayOf, oneOf, textOf } from '#console/lib/search.ts'

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
  tag?: string
  group_id?: string
  accepts_marketing?: 'true' | 'false'
  spent_min?: number
  ordered_after?: string
  /** `new`: the dialog of a new customer. */
  open?: 'new'
}

/** Filters that a phone shows when asked for. */
export const furtherFilters = ['group_id', 'tag', 'accepts_marketing', 'spent_min', 'ordered_after'] as const

export function readCustomersSearch(search: Record<string, unknown>): CustomersSearch {
  return {
    sort: oneOf(search['sort'], customerSortNames),
    order: oneOf(search['order'], ['asc', 'desc']),
    q: textOf(search['q']),
    tag: textOf(search['tag']),
    group_id: textOf(search['group_id']),
    accepts_marketing: oneOf(String(search['accepts_marketing']), ['true', 'false']),
    spent_min: amountOf(search['spent_min']),
    ordered_after: dayOf(search['ordered_after']),
    open: oneOf(search['open'], ['new']),
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

/** What the service is asked for, besides the sort. */
export function filtersOf(search: CustomersSearch) {
  const names = ['q', ...furtherFilters] as const
  const filters = names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]))
  return Object.fromEntries(filters) as Pick<CustomersSearch, (typeof names)[number]>
}
