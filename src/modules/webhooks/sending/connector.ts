import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressPolicy, BlockedAddressError, guardedLookup } from './address-guard.ts'
import { createTunnel } from './egress-proxy.ts'
import type { Resolve } from './resolver.ts'

export interface ConnectorOptions {
  resolve: Resolve
  /** The addresses a connection of this protocol may be made to. */
  policy: (protocol: string) => AddressPolicy
  /** Local addresses, used in turn. Empty: the system chooses. */
  localAddresses: readonly string[]
  /** An HTTP proxy that is asked to CONNECT to the receiver. */
  proxyUrl?: string | undefined
  /** For one TCP connection, and for one TLS handshake. */
  timeoutMs: number
  /** Trusted instead of the system's certificate authorities. */
  ca?: string | undefined
}

export interface Connector {
  connect: buildConnector.connector
  /** Aborts every connection, those still being made included. */
  close: () => Promise<void>
}

/** With several addresses the next one is tried after this long; the last one gets the whole timeout. */
const nextAddressAfterMs = 2000

/**
 * Opens the connections of the sender: resolve the name once, check every address, connect to one of these addresses,
 * check the peer of the connection, then start TLS with the name. Nothing resolves the name a second time, neither Node
 * nor a proxy, so DNS rebinding gains nothing.
 *
 * undici's `lookup` option does not do: Node skips it for IP addresses, and with a local address, which has to be of
 * the family of the remote one, Node tries one address only.
 */
export function createConnector(options: ConnectorOptions): Connector {
  const { resolve, policy, proxyUrl, timeoutMs, ca } = options
  const closing = new AbortController()
  // HTTP/1.1: one request at a time on each connection, so that aborting one attempt aborts no other.
  const base = { allowH2: false, signal: closing.signal }
  const tcp = buildConnector({ ...base, timeout: timeoutMs })
  const briefTcp = buildConnector({ ...base, timeout: nextAddressAfterMs })
  const tls = buildConnector({ ...base, timeout: timeoutMs, ...(ca && { ca }) })
  const sourceFor = inTurn(options.localAddresses)
  const tunnel = proxyUrl
    ? createTunnel(proxyUrl, timeoutMs, (target, callback) =>
        tcp({ ...target, localAddress: sourceFor(isIP(target.hostname) || 4) }, callback),
      )
    : undefined

  async function openTo(target: buildConnector.Options): Promise<Socket> {
    const allowed = policy(target.protocol)
    const addresses = await guardedLookup(target.hostname.replace(/\.+$/, ''), resolve, allowed)
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    const socket = tunnel ? await tunnel.open(addresses[0] ?? '', port) : await openDirect(addresses, port)
    // Once more on the connection itself, before a byte is written. Behind a proxy the peer is the proxy.
    if (!tunnel && !allowed(socket.remoteAddress ?? '')) {
      socket.destroy()
      throw new BlockedAddressError()
    }
    return target.protocol === 'https:' ? open(tls, { ...target, httpSocket: socket }) : socket
  }

  async function openDirect(addresses: readonly string[], port: string): Promise<Socket> {
    const endsAt = performance.now() + timeoutMs
    let firstError: unknown
    for (const [index, hostname] of addresses.entries()) {
      if (index > 0 && performance.now() >= endsAt) break
      const connector = index === addresses.length - 1 ? tcp : briefTcp
      try {
        return await open(connector, { protocol: 'http:', hostname, port, localAddress: sourceFor(isIP(hostname)) })
      } catch (error) {
        firstError ??= error
      }
    }
    throw firstError
  }

  return {
    connect: (target, callback) => {
      openTo(target).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
    close: async () => {
      closing.abort()
      await tunnel?.close()
    },
  }
}

function open(connector: buildConnector.connector, target: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (socket ? resolve(socket) : reject(error)))
  })
}

/** Local addresses of one family in turn. Without one of that family, the first: the connection fails and says why. */
function inTurn(addresses: readonly string[]): (family: number) => string | null {
  let turn = 0
  return (family) => {
    const usable = addresses.filter((address) => isIP(address) === family)
    return usable[turn++ % usable.length] ?? addresses[0] ?? null
  }
}
