import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { addRequests, type Report, type Total } from './rate-limit-queries.ts'
import { SharedLimitError, type Together } from './shared-limits.ts'

/** A key's count in its current window, the request just counted included. */
interface Usage {
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimiter {
  /** RATE_LIMIT_PER_MINUTE; 0 is off. */
  usualLimit: number
  /** Counts one request, of a key with a limit of its own by that one. Undefined where no limit is set. */
  count(key: string, limit?: number): Usage | Promise<Usage> | undefined
}

/** Adds the counts of this process to the shared ones and returns the totals; undefined if the database is away. */
export type Share = (report: Report) => Promise<Omit<Total, 'key'> | undefined>

interface Window {
  limit: number
  startedAt: number
  endsAt: number
  /** Requests counted by this process. */
  own: number
  /** How many of them have been reported. */
  reported: number
  /** Requests that other processes have reported, as of the last report of this one. */
  others: number
  reporting?: Promise<void> | undefined
}

const windowMs = 60_000
/** About 10 MB. Beyond it the least recently used keys are dropped. */
const maxKeys = 50_000
/** The part of a limit that each process may count before it reports. */
const unreportedShare = 0.02

/**
 * Fixed-window rate limiter (RATE_LIMIT_PER_MINUTE) over all processes. A key's window begins with its first request.
 *
 * A process reports its count of a key, in one statement, after every 2 % of the limit; the request that reaches it
 * waits for the total. So most requests need no statement, and n processes exceed the limit by at most 2 (n - 1) %
 * (src/platform/http/README.md).
 */
export function createRateLimiter(
  usualLimit: number,
  share: Share,
  now: () => number = () => performance.now(),
): RateLimiter {
  const windows = new LRUCache<string, Window>({ max: maxKeys })

  function usageOf(window: Window, position: number): Usage {
    const { limit } = window
    const used = window.others + position
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now()) / 1000))
    return { limit, remaining: Math.max(0, limit - used), resetSeconds, exceeded: used > limit }
  }

  async function report(key: string, window: Window): Promise<void> {
    const { own, startedAt } = window
    const total = await share({
      key: createHash('sha256').update(key).digest(),
      count: own - window.reported,
      age: (now() - startedAt) / 1000,
    })
    window.reporting = undefined
    window.reported = own
    if (total === undefined) return
    window.others = Math.max(0, total.count - own)
    window.endsAt = now() + total.seconds_left * 1000
  }

  /** A request is judged by the report that contains it: by the next one, later requests may have used up the limit. */
  async function countWithOthers(key: string, window: Window, position: number): Promise<Usage> {
    while (position > window.reported && isDue(window)) {
      window.reporting ??= report(key, window)
      await window.reporting
    }
    return usageOf(window, position)
  }

  const isDue = ({ own, reported, limit }: Window) => own - reported >= Math.max(1, Math.floor(limit * unreportedShare))

  return {
    usualLimit,
    count(key, limit = usualLimit) {
      if (usualLimit === 0) return undefined
      const at = now()
      let window = windows.get(key)
      if (window === undefined || at >= window.endsAt) {
        window = { limit, startedAt: at, endsAt: at + windowMs, own: 0, reported: 0, others: 0 }
        windows.set(key, window)
      }
      // Refused requests are not counted, so a flood of them costs no statement.
      if (window.own + window.others >= limit && !window.reporting) return usageOf(window, limit + 1)
      const position = ++window.own
      return isDue(window) ? countWithOthers(key, window, position) : usageOf(window, position)
    },
  }
}

/** Reports to the database, several keys in one statement. While it is away, each process counts for itself. */
export function shareBy(db: Database, logger: Pick<Logger, 'warn'>): Share {
  let failing = false
  const add = gatherReads(
    async (reports: readonly Report[]) => {
      try {
        const totals = await addRequests(db, reports)
        failing = false
        return totals
      } catch (error) {
        if (!failing) logger.warn({ err: error }, 'rate limits cannot be shared; each process counts for itself')
        failing = true
        return []
      }
    },
    { atOnce: 1, max: 500 },
  )
  return async (report) => (await add(report)).find(({ key }) => key.equals(report.key))
}

/**
 * Counts a request and sets the rate limit headers.
 * @param of set if the key's limit is that of many callers
 * @throws AppError RATE_LIMITED
 */
export async function limitRequest(
  limiter: RateLimiter,
  key: string,
  reply: FastifyReply,
  limit?: number,
  of?: Together,
): Promise<void> {
  const usage = await limiter.count(key, limit)
  if (usage === undefined) return
  reply.header('ratelimit-limit', usage.limit)
  reply.header('ratelimit-remaining', usage.remaining)
  reply.header('ratelimit-reset', usage.resetSeconds)
  if (!usage.exceeded) return
  const [why, retryAfter] = [`more than ${usage.limit} requests in a minute`, usage.resetSeconds]
  throw of === undefined
    ? new AppError('RATE_LIMITED', why, { retryAfter })
    : new SharedLimitError(of, 'requests', { why, retryAfter })
}

/**
 * Counts a request also for what many callers have together: the server of a storefront, the guests of an address. The
 * headers stay those of the caller.
 * @throws AppError RATE_LIMITED
 */
export async function limitTogether(
  limiter: RateLimiter,
  { key, limit, of }: { key: string; limit: number; of: Together },
): Promise<void> {
  const usage = await limiter.count(key, limit)
  if (!usage?.exceeded) return
  const why = `more than ${limit} requests in a minute`
  throw new SharedLimitError(of, 'requests', { why, retryAfter: usage.resetSeconds })
}

/** How many times the limit of one client address holds for all that the servers of one shop name together. */
export const serverShare = 10

/** The shop whose server named the address of a shopper; undefined for the address of a connection. */
export function serverOf(address: string): string | undefined {
  const end = address.indexOf(' ')
  return end < 0 ? undefined : address.slice(0, end)
}

/** Limits requests that need no credentials, by client address. */
export function limitByAddress(scope: FastifyInstance, limiter: RateLimiter): void {
  scope.addHook('onRequest', async (request, reply) => limitRequest(limiter, clientAddress(request.ip), reply))
}

/** Limits requests without a route, by client address. */
export function limitUnknownRoutes(app: FastifyInstance, limiter: RateLimiter): void {
  // This hook runs for every request: those with a route must not wait for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) limitRequest(limiter, clientAddress(request.ip), reply).then(() => done(), done)
    else done()
  })
}

/** The key of a client without a session: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientAddress(ip: string): string {
  // Behind a trusted proxy the text is client input: without this check it could fill the memory.
  if (isIP(ip) !== 6) return isIP(ip) === 4 ? ip : 'unknown'
  const address = ipaddr.parse(ip)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  return `${address.toByteArray().slice(0, 8).join('.')}/64`
}
