import type { EventName } from '#console/data/event-names.ts'
import { nameOf, oneOf } from '#console/lib/search.ts'

export const deliveryStatuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const

export interface DeliveriesSearch {
  status?: (typeof deliveryStatuses)[number]
  event?: EventName
}

export function readDeliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  return { status: oneOf(search['status'], deliveryStatuses), event: nameOf<EventName>(search['event']) }
}
