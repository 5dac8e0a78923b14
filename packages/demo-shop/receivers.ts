import { createHash } from 'node:crypto'
import { binary } from './bytes.ts'
import type { Random } from './random.ts'
import { audit, needed, now, put, type Receiver, rowTimes, type Shop } from './shop.ts'

/** The status code that a receiver answers an attempt with; null: it cannot be reached. */
type Answer = (at: Date) => number | null

/** Retry delays in seconds (WEBHOOK_RETRY_DELAYS). */
const retryDelays = [1, 5, 25, 125, 300]
const unreachable = 'connection refused'

/** Accepts almost everything: one request in 40 fails, and for one hour every eleventh day all of them. */
export function flaky(random: Random): Answer {
  return (at) => ((at.getUTCDate() % 11 === 5 && at.getUTCHours() === 18) || random.chance(1 / 40) ? 503 : 204)
}

export function subscribe(
  shop: Shop,
  settings: { url: string; events: string[]; description: string; retry_for: 'specified' | '3 days' },
  answer: Answer,
): void {
  const id = shop.id()
  const { url, events, description, retry_for } = settings
  const secret = binary(shop.service.sealSecret(id, shop.service.makeSecret()))
  const row = {
    merchant_id: shop.merchantId,
    id,
    ...settings,
    event_names: shop.service.expandEvents(events),
    active: true,
    secret,
  }
  const subscription = put(shop, 'webhook_subscriptions', { ...row, ...rowTimes(shop) })
  shop.receivers.push({ subscription, deliver: deliverTo(shop, subscription, answer) })
  audit(shop, 'owner', 'webhook.created', id, {
    url: [null, new URL(url).origin],
    events: [null, events],
    active: [null, true],
    description: [null, description],
    retry_for: [null, retry_for],
  })
}

/** Deliveries to the first receiver. */
export function stopDeliveries(shop: Shop): void {
  const { subscription } = needed(shop.receivers.shift())
  Object.assign(subscription, { active: false, updated_at: now(shop) })
  audit(shop, 'owner', 'webhook.updated', subscription.id, { active: [true, false] })
}

/** Makes deliveries with their attempts, of events that the receiver is subscribed to. */
function deliverTo(
  shop: Shop,
  { id: subscription_id, event_names }: { id: string; event_names: readonly string[] },
  answer: Answer,
): Receiver['deliver'] {
  const belongs = { merchant_id: shop.merchantId, subscription_id }
  let failing: { consecutive_failures: number; last_failed_at: Date } | undefined
  return (event) => {
    if (!event_names.includes(event.name)) return
    // As `delivery_id` makes it (migrations): from the event's time, and from both ids.
    const hash = createHash('md5')
      .update(event.id + subscription_id)
      .digest('hex')
    const id = event.id.slice(0, -12) + hash.slice(0, 12)
    let at = shop.nowMs + 20
    let attempts = 0
    let code: number | null
    do {
      at += attempts === 0 ? 0 : needed(retryDelays[attempts - 1]) * 1_000
      code = answer(new Date(at))
      attempts += 1
      const started_at = new Date(at)
      put(shop, 'delivery_attempts', {
        delivery_id: id,
        number: attempts,
        started_at,
        duration_ms: 2,
        outcome: code === 204 ? 'delivered' : code === null ? 'network_error' : 'rejected',
        status_code: code,
        error: code === null ? unreachable : null,
        response_body: code === null ? null : '',
      })
      if (code !== null) continue
      const first = { consecutive_failures: 0, failing_since: started_at, last_failed_at: started_at, cap: 2 }
      failing ??= put(shop, 'failing_receivers', { ...belongs, ...first })
      failing.consecutive_failures += 1
      failing.last_failed_at = started_at
    } while (code !== 204 && attempts <= retryDelays.length)
    put(shop, 'deliveries', {
      id,
      ...belongs,
      event_id: event.id,
      event_name: event.name,
      status: code === 204 ? 'delivered' : 'failed',
      attempts,
      last_status_code: code,
      last_error: code === null ? unreachable : null,
      created_at: now(shop),
      updated_at: new Date(at + 2),
    })
  }
}
