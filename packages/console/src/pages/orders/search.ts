import { oneOf, textOf } from '#console/lib/search.ts'

export const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStatuses = ['unpaid', 'failed', 'paid', 'partially_refunded', 'refunded'] as const
export const fulfillmentStatuses = ['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const

export interface OrdersSearch {
  status?: OrderStatus
  payment_status?: (typeof paymentStatuses)[number]
  fulfillment_status?: (typeof fulfillmentStatuses)[number]
  q?: string
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    status: oneOf(search['status'], orderStatuses),
    payment_status: oneOf(search['payment_status'], paymentStatuses),
    fulfillment_status: oneOf(search['fulfillment_status'], fulfillmentStatuses),
    q: textOf(search['q']),
  }
}
