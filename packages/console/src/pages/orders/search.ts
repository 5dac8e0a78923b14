import { amountOf, dayOf, oneOf, textOf } from '#console/lib/search.ts'

export const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What lists are filtered by: one state, or those that are looked for together. */
export const paymentFilters = [
  ...(['unpaid', 'failed', 'partially_paid', 'paid', 'partially_refunded', 'refunded'] as const),
  'paid,partially_refunded',
] as const
export const fulfillmentFilters = [
  ...(['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const),
  'unfulfilled,partially_fulfilled',
] as const

export interface OrdersSearch {
  status?: OrderStatus | 'draft'
  payment_status?: (typeof paymentFilters)[number]
  /** Should have been paid by now. */
  overdue?: 'true'
  fulfillment_status?: (typeof fulfillmentFilters)[number]
  /** Days of the shop, both included. */
  created_from?: string
  created_to?: string
  /** Amounts are compared in one currency. */
  currency?: string
  min_total?: number
  max_total?: number
  /** Placed by one customer. */
  user_id?: string
  promotion_id?: string
  /** One tag, or several separated by commas. */
  tags?: string
  /** A member of the staff, or `none`. */
  assignee_id?: string
  q?: string
  sort?: 'total'
  order?: 'asc'
}

/** Those that stand behind the status and the search. */
export const furtherFilters = [
  ...(['payment_status', 'fulfillment_status', 'created_from', 'created_to', 'min_total', 'max_total'] as const),
  ...(['currency', 'user_id', 'promotion_id', 'tags', 'assignee_id', 'overdue'] as const),
] as const satisfies (keyof OrdersSearch)[]

/** Which orders are asked for, however they are sorted. */
export function filtersOf({ sort: _, order: __, ...filters }: OrdersSearch) {
  return filters
}

export function isFiltered(search: OrdersSearch): boolean {
  return Object.values(filtersOf(search)).some((value) => value !== undefined)
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    status: oneOf(search['status'], [...orderStatuses, 'draft']),
    payment_status: oneOf(search['payment_status'], paymentFilters),
    overdue: oneOf(search['overdue'], ['true']),
    fulfillment_status: oneOf(search['fulfillment_status'], fulfillmentFilters),
    created_from: dayOf(search['created_from']),
    created_to: dayOf(search['created_to']),
    currency: currencyOf(search['currency']),
    min_total: amountOf(search['min_total']),
    max_total: amountOf(search['max_total']),
    user_id: textOf(search['user_id']),
    promotion_id: textOf(search['promotion_id']),
    tags: textOf(search['tags']),
    assignee_id: textOf(search['assignee_id']),
    q: textOf(search['q']),
    sort: oneOf(search['sort'], ['total']),
    order: oneOf(search['order'], ['asc']),
  }
}

function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined
}
