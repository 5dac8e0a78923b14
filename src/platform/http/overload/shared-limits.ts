import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter, type Registry } from 'prom-client'
import { AppError } from '#src/platform/lib/errors.ts'

const refusals = {
  storefront_server: ['requests', 'sign_ins', 'guests', 'mails', 'discount_codes', 'gift_cards'],
  guests_of_address: ['requests'],
} as const

/** Who is limited together: all that a shop's storefront servers ask for, or the guests of a client address. */
export type Together = keyof typeof refusals

/** What such a limit counts; `sign_ins` are registrations, too. */
export type Counted = (typeof refusals)[Together][number]

const names: Record<Together, string> = {
  storefront_server: 'all visitors of this storefront',
  guests_of_address: 'all guests of an address',
}

/** A refusal by a limit that many callers have together. */
export class SharedLimitError extends AppError {
  readonly of: Together
  readonly counted: Counted

  constructor(of: Together, counted: Counted, { why, retryAfter }: { why: string; retryAfter: number }) {
    super('RATE_LIMITED', `${why} by ${names[of]} together`, { retryAfter, details: { limit_of: of } })
    this.of = of
    this.counted = counted
  }
}

/** A line in the log for each key and limit in a minute: a flood does not fill it. */
const logEachMs = 60_000

/**
 * Counts refusals by shared limits, and names in the log the shop whose storefront meets them: its visitors are refused
 * for what others of them, or somebody with its key, have asked for.
 */
export function watchSharedLimits(app: FastifyInstance, metrics: Registry): void {
  const refused = new Counter({
    name: 'shared_limits_refused_total',
    help: 'Requests refused with 429 by a limit that many callers have together.',
    labelNames: ['of', 'counted'],
    registers: [metrics],
  })
  // From 0 on: an increase is seen from the first refusal.
  for (const [of, kinds] of Object.entries(refusals)) for (const counted of kinds) refused.inc({ of, counted }, 0)
  const logged = new LRUCache<string, true>({ max: 1_000, ttl: logEachMs })
  app.addHook('onResponse', (request, _reply, done) => {
    const { refusal: limit, storefrontServer: server } = request
    if (!(limit instanceof SharedLimitError)) return done()
    const { of, counted } = limit
    refused.inc({ of, counted })
    const line = `${server?.id} ${counted}`
    if (of === 'storefront_server' && server !== null && !logged.has(line)) {
      logged.set(line, true)
      const fields = { merchant: server.merchantId, key: server.id, counted }
      request.log.warn(fields, 'a storefront’s key meets a limit of all its visitors')
    }
    done()
  })
}
