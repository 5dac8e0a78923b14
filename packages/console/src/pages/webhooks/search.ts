import { type EventName, eventNameOf } from '#console/data/event-name.ts'
import { oneOf } from '#console/lib/search.ts'

export const deliveryStatuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const

export interface DeliveriesSearch {
  status?: (typeof deliveryStatuses)[number]
  event?: EventName
}

export function readDeliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  return { status: oneOf(search['status'], deliveryStatuses), event: eventNameOf(search['event']) }
}
