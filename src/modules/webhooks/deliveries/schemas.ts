import { type Static, Type } from 'typebox'
import { body, Nullable, named, optionalBody, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { eventPublicId } from '#src/platform/lib/ids.ts'
import { eventNames, type EventName as Name } from '#src/platform/outbox/index.ts'
import type { AttemptRow, DeliveryRow, DeliveryDetail as Detail } from './queries.ts'
import {
  deliveryStatuses,
  nextAttemptReason,
  nextAttemptReasons,
  type NextAttemptReason as Reason,
  type DeliveryStatus as Status,
} from './rules.ts'

export const EventName = Type.Unsafe<Name>(Type.String({ enum: [...eventNames], examples: ['order.created'] }))
export const DeliveryStatus = Type.Unsafe<Status>(Type.String({ enum: [...deliveryStatuses] }))

const NextAttemptReason = Type.Unsafe<Reason>(
  Type.String({
    enum: [...nextAttemptReasons],
    description: 'Reason of that time: `retry_after` if the receiver asked to wait, `retry` after any other failure.',
    examples: ['retry'],
  }),
)

export const TestWebhook = optionalBody('TestWebhook', {
  event: Type.Optional(EventName),
})

const deliveryFields = {
  id: Uuid,
  webhook_id: Uuid,
  event_id: Type.String({ description: 'Id of the envelope.', examples: ['evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11'] }),
  event: EventName,
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Attempts that count as retries; faults of the service do not.' }),
  next_attempt_at: Nullable(
    Type.String({ format: 'date-time', description: 'When the next attempt is due; null if none is planned.' }),
  ),
  next_attempt_reason: Nullable(NextAttemptReason),
  last_status_code: Nullable(Type.Integer({ examples: [200] })),
  last_error: Nullable(Type.String({ examples: ['connection refused'] })),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Delivery = named('Delivery', Type.Object(deliveryFields))

export function presentDelivery(row: DeliveryRow): Static<typeof Delivery> {
  return {
    id: row.id,
    webhook_id: row.subscription_id,
    event_id: eventPublicId(row.event_id),
    event: row.event_name as Name,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.due_at?.toISOString() ?? null,
    next_attempt_reason: nextAttemptReason(row),
    last_status_code: row.last_status_code,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export const eventFields = {
  id: Type.String({ examples: ['evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11'] }),
  event: EventName,
  created: Type.Integer({ description: 'Unix seconds.', examples: [1795253400] }),
  data: Type.Object(
    {},
    { additionalProperties: true, description: 'Data of the event; its fields depend on `event`.' },
  ),
  api_version: Type.String({ examples: ['v1'] }),
}

export const EventEnvelope = named('EventEnvelope', Type.Object(eventFields))

/** The sent bytes, parsed. */
export function presentEvent({ body }: { body: Buffer }): Static<typeof EventEnvelope> {
  return JSON.parse(body.toString())
}

const DeliveryAttempt = named(
  'DeliveryAttempt',
  Type.Object({
    number: Type.Integer({ examples: [1] }),
    started_at: Timestamp,
    duration_ms: Type.Integer({ examples: [87] }),
    outcome: Type.String({
      description:
        '`delivered`; `rejected` (the answer is not 2xx), `timeout`, `network_error`, `blocked` (the address is not ' +
        'allowed); `egress_fault` and `lost` are faults of the service and spend no retry.',
      examples: ['rejected'],
    }),
    status_code: Nullable(Type.Integer({ examples: [503] })),
    error: Nullable(Type.String({ examples: ['no answer in time'] })),
    response_body: Nullable(Type.String({ description: 'The first 16 KiB of the answer.' })),
  }),
)

export const DeliveryDetail = named(
  'DeliveryDetail',
  Type.Object({
    ...deliveryFields,
    payload: EventEnvelope,
    attempt_log: Type.Array(DeliveryAttempt, { description: 'Every attempt, the oldest first.' }),
  }),
)

export function presentDeliveryDetail(row: Detail): Static<typeof DeliveryDetail> {
  return { ...presentDelivery(row), payload: presentEvent(row), attempt_log: row.attempt_log.map(presentAttempt) }
}

function presentAttempt(row: AttemptRow): Static<typeof DeliveryAttempt> {
  return {
    number: row.number,
    started_at: row.started_at.toISOString(),
    duration_ms: row.duration_ms,
    outcome: row.outcome,
    status_code: row.status_code,
    error: row.error,
    response_body: row.response_body,
  }
}

export const RecoverDeliveries = body('RecoverDeliveries', {
  since: Timestamp,
  until: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'End of the range, excluded. Default: now.',
      examples: ['2026-11-21T12:00:00.000Z'],
    }),
  ),
})

export const Recovered = named(
  'Recovered',
  Type.Object({
    requeued: Type.Integer({
      description: 'Number of failed deliveries queued again, oldest first; at most 50,000.',
    }),
    has_more: Type.Boolean({ description: 'True if more are left: send the request again.' }),
  }),
)
