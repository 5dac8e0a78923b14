import { lookup, Resolver } from 'node:dns/promises'

/** The IP addresses of a host name, in the order they are tried. Rejects if there are none. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * In production it asks the name servers. The look-up of the system (getaddrinfo) blocks one of libuv's four threads,
 * so four receivers with dead name servers would delay all deliveries and password hashing. It also reads /etc/hosts,
 * which only development needs.
 */
export function createResolver(options: {
  production: boolean
  /** Name servers other than the system's. */
  servers?: readonly string[]
  /** Of the first of three tries. */
  timeoutMs?: number
}): Resolve {
  if (!options.production) {
    return async (host) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  }
  const resolver = new Resolver({ timeout: options.timeoutMs ?? 2000, tries: 3 })
  if (options.servers) resolver.setServers([...options.servers])
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    // IPv4 first: without a route for IPv6 each connection to it would fail first.
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw v4.status === 'rejected' ? v4.reason : new Error('no address')
  }
}
