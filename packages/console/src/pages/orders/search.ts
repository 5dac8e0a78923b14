import { oneOf, textOf } from '#console/lib/search.ts'

export const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export interface OrdersSearch {
  status?: OrderStatus
  q?: string
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return { status: oneOf(search['status'], orderStatuses), q: textOf(search['q']) }
}
