import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from '#test/chaos/journal.ts'
import type { Random } from '#test/chaos/random.ts'
import type { Records } from '#test/chaos/records.ts'
import type { Requests } from '#test/chaos/requests.ts'
import type { Headers, Shop } from '#test/chaos/shop.ts'
import { until } from '#test/support/until.ts'

export interface Load {
  /** When each order was acknowledged, by `performance.now()`. */
  acknowledged: number[]
  /** Resolves when an order that was begun from now on is acknowledged; fails when none is for minutes. */
  nextOrder(): Promise<void>
  /** Begins nothing more, and waits until all that was begun is answered, or given up: a broken promise. */
  stop(): Promise<void>
}

export interface LoadOptions {
  requests(giveUp: AbortSignal): Requests
  records: Records
  journal: Journal
  shop: Shop
  random: Random
  /** Orders begun in a second, while there are shoppers who do not wait. */
  rate: number
  /** Begins the idempotency keys of this load. */
  name: string
}

const servingTimeoutMs = 180_000
const answerTimeoutMs = 120_000

/**
 * Orders and their payments at a steady rate. Each shopper does one thing at a time and repeats it, with its key, until
 * it is answered: in an outage the shoppers come to wait, and no more of them than there are.
 */
export function startLoad({ records, journal, shop, random, rate, name, ...options }: LoadOptions): Load {
  const end = new AbortController()
  const requests = options.requests(end.signal)
  const acknowledged: number[] = []
  const idle = [...shop.shoppers]
  const underWay = new Set<Promise<void>>()
  let running = true
  let begun = 0
  let latest = 0

  async function purchase({ headers }: Shop['shoppers'][number], number: number): Promise<void> {
    const key = `${name}-${number}`
    const items = [{ product_id: random.pick(shop.productIds), quantity: 1 }]
    const placed = await requests.insist({ method: 'POST', path: '/user/orders', headers, body: { items }, key })
    // The refusal is in the journal.
    if (placed.code !== undefined) return
    acknowledged.push(performance.now())
    latest = Math.max(latest, number)
    const order = placed.body.data
    records.ordersByKey.set(key, order)
    records.sawOrder(order)
    await pay(headers, order.id, key)
  }

  /** A payment may fail in an outage, or be under way for long: the order is paid when the service says so. */
  async function pay(headers: Headers, orderId: string, key: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const own = `${key}-payment-${tries}`
      const answer = await requests.insist({
        method: 'POST',
        path: `/user/orders/${orderId}/payments`,
        headers,
        key: own,
        body: { method: 'test_success' },
        refusals: ['INVALID_TRANSITION', 'CONFLICT'],
      })
      if (answer.code === 'INVALID_TRANSITION') return
      if (answer.code === undefined) {
        const { payment, order } = answer.body.data
        records.paymentsByKey.set(own, payment)
        records.sawOrder(order)
        if (order.status !== 'pending') return
      }
      await sleep(1_000)
    }
  }

  const beginning = (async () => {
    const first = performance.now()
    for (let due = 0; running; due++) {
      await sleep(Math.max(0, first + (due * 1_000) / rate - performance.now()))
      const shopper = idle.shift()
      if (shopper === undefined) continue
      const number = ++begun
      const work = purchase(shopper, number)
        .catch((error: Error) => journal.fault('every order and payment is answered', `${number}: ${error.message}`))
        .finally(() => {
          idle.push(shopper)
          underWay.delete(work)
        })
      underWay.add(work)
    }
  })()

  return {
    acknowledged,
    async nextOrder() {
      const before = begun
      await until(() => latest > before, 'an order to be acknowledged', servingTimeoutMs)
    },
    async stop() {
      running = false
      await beginning
      const timer = setTimeout(() => end.abort(), answerTimeoutMs)
      await Promise.all(underWay)
      clearTimeout(timer)
    },
  }
}

/** The longest time without an acknowledged order since then, in seconds. */
export function longestGap(acknowledged: readonly number[], sinceMs: number, untilMs: number): number {
  const times = acknowledged.filter((at) => at >= sinceMs && at <= untilMs).sort((a, b) => a - b)
  let longest = 0
  for (const [index, at] of [...times, untilMs].entries()) {
    longest = Math.max(longest, at - (times[index - 1] ?? sinceMs))
  }
  return longest / 1_000
}
