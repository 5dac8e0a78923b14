import { LRUCache } from 'lru-cache'
import { eventPublicId } from '#src/platform/lib/ids.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { failSpan, startClientSpan, traceparentOf } from '#src/platform/tracing/index.ts'
import type { AttemptOutcome } from '../sending/attempt-outcome.ts'
import { openSecret } from '../sending/secrets.ts'
import type { DeliveryRequest, Sender } from '../sending/sender.ts'
import { signBody, standardWebhookHeaders } from '../sending/signature.ts'
import type { LeasedDelivery } from './queries.ts'

/** Signs and sends a leased delivery. Never rejects. */
export type Attempt = (delivery: LeasedDelivery, nowMs: number) => Promise<AttemptOutcome>

export function createAttempt({ seal, sender }: { seal: Seal; sender: Sender }): Attempt {
  // Opening a sealed secret takes longer than signing with it.
  const opened = new LRUCache<string, string>({ max: 1_000, ttl: 300_000 })
  const open = (box: Buffer, subscriptionId: string): string => {
    const key = box.toString('latin1')
    const cached = opened.get(key)
    if (cached !== undefined) return cached
    const secret = openSecret(seal, subscriptionId, box)
    opened.set(key, secret)
    return secret
  }

  return (delivery, nowMs) => {
    let request: DeliveryRequest
    try {
      const { secret, previousSecret, subscriptionId } = delivery
      const current = open(secret, subscriptionId)
      const secrets = previousSecret === null ? [current] : [current, open(previousSecret, subscriptionId)]
      request = makeRequest(delivery, secrets, nowMs)
    } catch {
      // A key was removed from JWT_SECRETS too early. That is our fault, so it spends no retry.
      const error = 'signing secret cannot be read'
      return Promise.resolve({ kind: 'egress_fault', network: 'unclear', startedAt: new Date(), durationMs: 0, error })
    }
    return sendInSpan(sender, delivery, request)
  }
}

/** Where traces are switched on, the receiver can continue the one of this attempt. */
async function sendInSpan(sender: Sender, delivery: LeasedDelivery, request: DeliveryRequest): Promise<AttemptOutcome> {
  const { eventName, eventId, deliveryId, tries } = delivery
  const span = startClientSpan(`deliver ${eventName}`, {
    'http.request.method': 'POST',
    'commerce.event': eventName,
    'commerce.event_id': eventPublicId(eventId),
    'commerce.delivery': deliveryId,
    'commerce.attempt': tries + 1,
  })
  if (span === undefined) return sender.send(request)
  request.headers['traceparent'] = traceparentOf(span)
  const outcome = await sender.send(request)
  if (outcome.statusCode !== undefined) span.setAttribute('http.response.status_code', outcome.statusCode)
  if (outcome.kind !== 'delivered') failSpan(span, outcome.kind)
  span.end()
  return outcome
}

function makeRequest(delivery: LeasedDelivery, secrets: readonly string[], nowMs: number): DeliveryRequest {
  const { body, url, deliveryId, eventId, eventName, tries } = delivery
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'commerce-platform-webhooks/1',
      'x-service-signature': signBody(body, secrets[0] ?? ''),
      'x-service-event': eventName,
      'x-service-delivery': deliveryId,
      'x-service-attempt': String(tries + 1),
      ...standardWebhookHeaders({
        id: eventPublicId(eventId),
        timestamp: Math.floor(nowMs / 1000),
        body,
        secrets,
      }),
    },
  }
}
