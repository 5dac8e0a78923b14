import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Requests from one private address that say for whom they are, until it is taken for a proxy. */
const enough = 20

/** Names, in answers to staff, the proxy that TRUST_PROXY does not; `commerce doctor` reads it. */
const header = 'untrusted-proxy'

const privateRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Says once in the log, and by `warn`, that a proxy stands before the service, and that TRUST_PROXY does not name it:
 * all shoppers then have its address, and share the limits of one. Strangers do not learn it.
 */
export function warnOfForgottenProxy(app: FastifyInstance, warn: () => void): void {
  const seen = new Map<string, number>()
  let proxy: string | undefined
  app.addHook('onRequest', (request, _reply, done) => {
    const ip = proxy === undefined ? proxyOf(request) : undefined
    if (ip !== undefined) {
      // Addresses that clients of one network make up do not fill the memory.
      if (seen.size > 1_000) seen.clear()
      const count = (seen.get(ip) ?? 0) + 1
      seen.set(ip, count)
      if (count >= enough) {
        proxy = ip
        warn()
        app.log.warn(
          { address: ip },
          'requests come from a proxy that TRUST_PROXY does not name: all shoppers share its address and its limits; ' +
            `set TRUST_PROXY=${ip}`,
        )
      }
    }
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Staff have no reason to make a proxy up: one request is enough.
    const isStaff = request.apiKey !== null || request.claims?.role !== undefined
    const ip = isStaff ? (proxy ?? proxyOf(request)) : undefined
    if (ip !== undefined) reply.header(header, ip)
    done(null, payload)
  })
}

/** The private address of a connection that says for whom it asks. */
function proxyOf({ ip, headers }: FastifyRequest): string | undefined {
  if (headers['x-forwarded-for'] === undefined || !ipaddr.isValid(ip)) return undefined
  return privateRanges.has(ipaddr.process(ip).range()) ? ip : undefined
}
