import { lookup, Resolver } from 'node:dns/promises'

/** The IP addresses of a host name, in the order they should be tried. Rejects if there are none. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * In production names are asked of the name servers directly. The system's own look-up (getaddrinfo) waits on one of
 * libuv's four threads, so four receivers with dead name servers would hold up every other delivery, and password
 * hashing with it; it also consults /etc/hosts, where no public receiver stands. Development wants just that.
 */
export function createResolver(options: {
  production: boolean
  /** Name servers other than the system's. */
  servers?: readonly string[]
  /** How long a name server has for the first of three tries. */
  timeoutMs?: number
}): Resolve {
  if (!options.production) {
    return async (host) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  }
  const resolver = new Resolver({ timeout: options.timeoutMs ?? 2000, tries: 3 })
  if (options.servers) resolver.setServers([...options.servers])
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    // IPv4 first: a host without an IPv6 route would otherwise spend a connection attempt on finding out.
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw v4.status === 'rejected' ? v4.reason : new Error('no address')
  }
}
