import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Requests from one private address that say for whom they are, until it is taken for a proxy. */
const enough = 20

const privateRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Says once in the log that a proxy stands before the service, and that TRUST_PROXY does not name it: all shoppers then
 * have its address, and share the limits of one.
 */
export function warnOfForgottenProxy(app: FastifyInstance): void {
  const seen = new Map<string, number>()
  let isTold = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip, headers } = request
    if (!isTold && headers['x-forwarded-for'] !== undefined && isPrivate(ip)) {
      // Addresses that clients of one network make up do not fill the memory.
      if (seen.size > 1_000) seen.clear()
      const count = (seen.get(ip) ?? 0) + 1
      seen.set(ip, count)
      isTold = count >= enough
      if (isTold)
        app.log.warn(
          { address: ip },
          'requests come from a proxy that TRUST_PROXY does not name: all shoppers share its address and its limits; ' +
            `set TRUST_PROXY=${ip}`,
        )
    }
    done()
  })
}

function isPrivate(ip: string): boolean {
  return ipaddr.isValid(ip) && privateRanges.has(ipaddr.process(ip).range())
}
