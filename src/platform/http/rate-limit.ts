import { isIP } from 'node:net'
import type { FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { AppError } from '#src/platform/lib/errors.ts'

/** How a key stands in its current minute, after the request that was just counted. */
interface Usage {
  limit: number
  remaining: number
  /** Seconds until the minute is over and the count begins anew. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimiter {
  /** Counts one request. Undefined where no limit is set. */
  count(key: string): Usage | undefined
}

const windowMs = 60_000
/** Some 10 MB at most. Who comes from more places than this at once makes the longest idle ones forgotten. */
const maxKeys = 50_000

/**
 * RATE_LIMIT_PER_MINUTE, counted in memory: each process counts what it serves itself, and no request waits for it. A key's
 * minute begins with its first request.
 */
export function createRateLimiter(limit: number, now: () => number = () => performance.now()): RateLimiter {
  const windows = new LRUCache<string, { startedAt: number; count: number }>({ max: maxKeys })
  return {
    count(key) {
      if (limit === 0) return undefined
      const at = now()
      let window = windows.get(key)
      if (window === undefined || at - window.startedAt >= windowMs) {
        window = { startedAt: at, count: 0 }
        windows.set(key, window)
      }
      window.count++
      const resetSeconds = Math.ceil((window.startedAt + windowMs - at) / 1000)
      return { limit, remaining: Math.max(0, limit - window.count), resetSeconds, exceeded: window.count > limit }
    },
  }
}

/** Counts a request, says in its headers how the client stands, and refuses one too many. @throws AppError RATE_LIMITED */
export function limitRequest(limiter: RateLimiter, key: string, reply: FastifyReply): void {
  const usage = limiter.count(key)
  if (usage === undefined) return
  reply.header('ratelimit-limit', usage.limit)
  reply.header('ratelimit-remaining', usage.remaining)
  reply.header('ratelimit-reset', usage.resetSeconds)
  if (usage.exceeded) {
    throw new AppError('RATE_LIMITED', `more than ${usage.limit} requests in a minute`, {
      retryAfter: usage.resetSeconds,
    })
  }
}

/** What counts as one client: an IPv4 address, or the /64 an IPv6 client can pick any address of. */
export function clientAddress(ip: string): string {
  // Behind a trusted proxy the text may be anything a client has sent; it must not fill the memory.
  if (isIP(ip) !== 6) return isIP(ip) === 4 ? ip : 'unknown'
  const address = ipaddr.parse(ip)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  return `${address.toByteArray().slice(0, 8).join('.')}/64`
}
