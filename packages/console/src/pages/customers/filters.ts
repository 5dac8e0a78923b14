import { oneOf } from '#console/lib/search.ts'
import { t } from '#console/lib/text.ts'
import { type CustomerSort, type CustomersSearch, customerSortNames } from './search.ts'

/** What the list is sorted by, with the order one wants of it first. */
export const customerSorts = {
  customer_since: { text: t('Newest first'), order: 'desc' },
  order_count: { text: t('Most orders'), order: 'desc' },
  order_total: { text: t('Highest total'), order: 'desc' },
  name: { text: t('By name'), order: 'asc' },
  email: { text: t('By e-mail'), order: 'asc' },
} as const satisfies Record<CustomerSort, object>

/** Filters that a phone shows when asked for. */
export const furtherFilters = ['group_id', 'tag', 'spent_min', 'ordered_after'] as const

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
export function filtersOf({ accepts_marketing, ...search }: CustomersSearch) {
  const names = ['q', ...furtherFilters] as const
  const filters = names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]))
  return {
    ...(Object.fromEntries(filters) as Pick<CustomersSearch, (typeof names)[number]>),
    ...(accepts_marketing !== undefined && ({ accepts_marketing: accepts_marketing ? 'true' : 'false' } as const)),
  }
}
