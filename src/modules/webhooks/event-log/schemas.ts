import { type Static, Type } from 'typebox'
import { named } from '#src/platform/http/envelope.ts'
import { Delivery, EventName, eventFields, presentDelivery, presentEvent } from '../deliveries/schemas.ts'
import type { EventRecord } from './get-event.ts'
import type { Direction } from './queries.ts'

export const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{32}$',
  examples: ['evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11'],
})

export const EventDetail = named(
  'EventDetail',
  Type.Object({
    ...eventFields,
    is_test: Type.Boolean({ description: 'True for the sample event of a test, whose ids refer to nothing.' }),
    deliveries: Type.Array(Delivery, {
      description: 'One for each subscription that the event was sent to; may be empty.',
    }),
  }),
)

export function presentEventDetail(event: EventRecord): Static<typeof EventDetail> {
  return {
    ...presentEvent(event),
    is_test: event.is_test,
    deliveries: event.deliveries.map(presentDelivery),
  }
}

export const eventLogFilter = {
  event: Type.Optional(EventName),
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only events from this date (of the shop’s `timezone`) or time on.',
      examples: ['2026-11-01'],
    }),
  ),
  after: Type.Optional(
    Type.String({
      pattern: '^evt_[0-9a-f]{32}$',
      description: 'Id of an event: only events after it in the log. Use it to continue from the last event you have.',
    }),
  ),
  order: Type.Unsafe<Direction>(
    Type.String({
      enum: ['asc', 'desc'],
      default: 'asc',
      description: '`asc`: oldest first, to follow the log. `desc`: newest first, to look at what happened last.',
    }),
  ),
}
