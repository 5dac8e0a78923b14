import { createHash } from 'node:crypto'
import { expandEvents, makeSecret, sealSecret } from '#src/modules/webhooks/index.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { binary } from './load-queries.ts'
import type { Random } from './random.ts'
import { found, type Shop } from './shop.ts'

/** A receiver of webhooks that is subscribed. */
export interface Receiver {
  subscription: { id: string; active: boolean; updated_at: Date }
  eventNames: readonly string[]
  /** The status code it answers an attempt with; null: it cannot be reached. */
  answer(at: Date): number | null
  /** Attempts that failed since its last answer, and when. */
  failures: Date[]
}

interface Wanted {
  url: string
  events: string[]
  description: string
}

/** The service's own, in seconds (WEBHOOK_RETRY_DELAYS). */
const retryDelays = [1, 5, 25, 125, 300]

/** Takes almost everything: one request of 40 fails, and in one hour every eleventh day all of them. */
export function flaky(random: Random): Receiver['answer'] {
  return (at) => ((at.getUTCDate() % 11 === 5 && at.getUTCHours() === 18) || random.chance(1 / 40) ? 503 : 204)
}

export function subscribe(shop: Shop, seal: Seal, wanted: Wanted, answer: Receiver['answer']): void {
  const id = shop.id()
  const { url, events, description } = wanted
  const eventNames = expandEvents(events)
  const subscription = {
    merchant_id: shop.merchantId,
    id,
    url,
    events,
    event_names: eventNames,
    active: true,
    description,
    secret: binary(sealSecret(seal, id, makeSecret())),
    created_at: shop.now(),
    updated_at: shop.now(),
  }
  shop.put('webhook_subscriptions', subscription)
  shop.receivers.push({ subscription, eventNames, answer, failures: [] })
  shop.audit('owner', 'webhook.created', id, {
    url: [null, new URL(url).origin],
    events: [null, events],
    active: [null, true],
    description: [null, description],
  })
}

/** The first one's deliveries are stopped. */
export function stopDeliveries(shop: Shop): void {
  const { subscription } = found(shop.receivers.shift())
  Object.assign(subscription, { active: false, updated_at: shop.now() })
  shop.audit('owner', 'webhook.updated', subscription.id, { active: [true, false] })
}

/** The delivery of an event with its attempts, if the receiver asked for it. */
export function deliver(shop: Shop, receiver: Receiver, event: { id: string; name: string }): void {
  if (!receiver.eventNames.includes(event.name)) return
  const { subscription, answer, failures } = receiver
  // As `delivery_id` makes it (migrations): of the event's moment, and of both.
  const hash = createHash('md5').update(event.id + subscription.id).digest('hex')
  const id = event.id.slice(0, -12) + hash.slice(0, 12)
  let at = shop.now().getTime() + 20
  let attempts = 0
  let code: number | null
  do {
    at += (attempts === 0 ? 0 : (retryDelays[attempts - 1] ?? 0)) * 1_000
    code = answer(new Date(at))
    attempts += 1
    shop.put('delivery_attempts', {
      delivery_id: id,
      number: attempts,
      started_at: new Date(at),
      duration_ms: 2,
      outcome: code === 204 ? 'delivered' : code === null ? 'network_error' : 'rejected',
      status_code: code,
      error: code === null ? unreachable : null,
      response_body: code === null ? null : '',
    })
    if (code === 204) failures.length = 0
    else failures.push(new Date(at))
  } while (code !== 204 && attempts <= retryDelays.length)
  shop.put('deliveries', {
    id,
    merchant_id: shop.merchantId,
    subscription_id: subscription.id,
    event_id: event.id,
    event_name: event.name,
    // Until it is loaded (`endWhatHasEnded`).
    status: 'pending',
    attempts,
    last_status_code: code,
    last_error: code === null ? unreachable : null,
    created_at: shop.now(),
    updated_at: new Date(at + 2),
  })
}

const unreachable = 'connection refused'

/** What the service knows of receivers that fail. */
export function putFailingReceivers(shop: Shop): void {
  for (const { subscription, failures } of shop.receivers) {
    if (failures.length === 0) continue
    shop.put('failing_receivers', {
      subscription_id: subscription.id,
      merchant_id: shop.merchantId,
      consecutive_failures: failures.length,
      failing_since: failures[0],
      last_failed_at: failures.at(-1),
      cap: 2,
    })
  }
}
