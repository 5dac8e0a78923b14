import { amountOf, dayOf, oneOf, textOf } from '#console/lib/search.ts'

export const customerSortNames = ['customer_since', 'order_count', 'order_total', 'name', 'email'] as const
export type CustomerSort = (typeof customerSortNames)[number]

export interface CustomersSearch {
  /** Newest first if left out. */
  sort?: CustomerSort
  /** That of the sort if left out. */
  order?: 'asc' | 'desc'
  q?: string
  tag?: string
  group_id?: string
  accepts_marketing?: boolean
  spent_min?: number
  ordered_after?: string
  /** `new`: the dialog of a new customer. */
  open?: 'new'
}

export function readCustomersSearch(search: Record<string, unknown>): CustomersSearch {
  return {
    sort: oneOf(search['sort'], customerSortNames),
    order: oneOf(search['order'], ['asc', 'desc']),
    q: textOf(search['q']),
    tag: textOf(search['tag']),
    group_id: textOf(search['group_id']),
    accepts_marketing: booleanOf(search['accepts_marketing']),
    spent_min: amountOf(search['spent_min']),
    ordered_after: dayOf(search['ordered_after']),
    open: oneOf(search['open'], ['new']),
  }
}

const booleanOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
