import type { DomainEvent, PersonalEventName } from '#src/platform/outbox/index.ts'
import { type MailCause, mailOfChange } from './mails/mail-of-event.ts'
import { presentOrder } from './present-order.ts'
import type { OrderRow } from './row-queries.ts'
import { type CorrectedField, effects, type OrderChange, type OrderStatus } from './rules.ts'

export function orderCreated(order: OrderRow): DomainEvent {
  return eventOf(order, 'order.created', 'order_confirmation')
}

/** The event of a changed order. */
export function orderUpdated(
  order: OrderRow,
  previous: OrderStatus,
  change: OrderChange,
  more: object = {},
): DomainEvent {
  const data = { order: presentOrder(order, 'staff'), previous_status: previous, change, ...more }
  const mail = mailOfChange(change, previous, order)
  return { ...subjectOf(order), name: 'order.updated', data, ...(mail && { mail }) }
}

/** The event of an order that staff has corrected; the customer is told of another address of the parcel. */
export function orderCorrected(order: OrderRow, fields: readonly CorrectedField[]): DomainEvent {
  const event = orderUpdated(order, order.status, 'corrected', { fields })
  return fields.includes('shipping_address') ? { ...event, mail: 'address_change' satisfies MailCause } : event
}

/** The events of a changed order; the event of its end comes first. */
export function orderChanged(order: OrderRow, previous: OrderStatus, change: OrderChange): DomainEvent[] {
  const events = [orderUpdated(order, previous, change)]
  const effect = effects[order.status]
  if (order.status === previous || !('event' in effect)) return events
  const ended = eventOf(order, effect.event, effect.event === 'order.cancelled' ? 'cancellation' : undefined)
  return [ended, ...events]
}

function eventOf(order: OrderRow, name: PersonalEventName, mail?: MailCause): DomainEvent {
  return { ...subjectOf(order), name, data: { order: presentOrder(order, 'staff') }, ...(mail && { mail }) }
}

/** The shop and the user of an order, as its events say them. */
export function subjectOf({ merchant_id, user_id }: Pick<OrderRow, 'merchant_id' | 'user_id'>) {
  return { merchantId: merchant_id, userId: user_id }
}
