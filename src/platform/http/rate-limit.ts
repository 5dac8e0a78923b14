import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { AppError } from '#src/platform/lib/errors.ts'

/** A key's count in its current window, the request just counted included. */
interface Usage {
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimiter {
  /** Counts one request. Undefined where no limit is set. */
  count(key: string): Usage | undefined
}

const windowMs = 60_000
/** About 10 MB. Beyond it the least recently used keys are dropped. */
const maxKeys = 50_000

/**
 * Fixed-window rate limiter (RATE_LIMIT_PER_MINUTE), in memory: each process counts its own requests. A key's window
 * begins with its first request.
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

/** Counts a request and sets the rate limit headers. @throws AppError RATE_LIMITED */
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

/** Limits requests that need no credentials, by client address. */
export function limitByAddress(scope: FastifyInstance, limiter: RateLimiter): void {
  scope.addHook('onRequest', async (request, reply) => limitRequest(limiter, clientAddress(request.ip), reply))
}

/** The key of a client without a session: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientAddress(ip: string): string {
  // Behind a trusted proxy the text is client input: without this check it could fill the memory.
  if (isIP(ip) !== 6) return isIP(ip) === 4 ? ip : 'unknown'
  const address = ipaddr.parse(ip)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  return `${address.toByteArray().slice(0, 8).join('.')}/64`
}
