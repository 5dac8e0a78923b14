import type { DomainEvent } from '#src/platform/outbox/index.ts'
import { presentOrder } from './present-order.ts'
import type { OrderRow } from './row-queries.ts'
import { effects, type OrderChange, type OrderStatus } from './rules.ts'

/** The event of a changed order. */
export function orderUpdated(
  order: OrderRow,
  previous: OrderStatus,
  change: OrderChange,
  more: object = {},
): DomainEvent {
  const data = { order: presentOrder(order, 'staff'), previous_status: previous, change, ...more }
  return { merchantId: order.merchant_id, name: 'order.updated', data }
}

/** The events of a changed order; the event of its end comes first. */
export function orderChanged(order: OrderRow, previous: OrderStatus, change: OrderChange): DomainEvent[] {
  const events = [orderUpdated(order, previous, change)]
  const effect = effects[order.status]
  if (order.status === previous || !('event' in effect)) return events
  return [
    { merchantId: order.merchant_id, name: effect.event, data: { order: presentOrder(order, 'staff') } },
    ...events,
  ]
}
