import { isIP, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { buildConnector } from 'undici'
import { type AddressPolicy, BlockedAddressError, guardedLookup } from './address-guard.ts'
import { limitAnswers } from './answer-limit.ts'
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
  /** Of one answer, its head included; 1 MiB if left out. */
  maxAnswerBytes?: number
  /** Trusted instead of the system's certificate authorities. */
  ca?: string | undefined
}

export interface Connector {
  connect: buildConnector.connector
  /** Gives up connections that are being made. Those that were made are their users'. */
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
  // HTTP/1.1: one request at a time on each connection, so that aborting one attempt aborts no other.
  const tls = buildConnector({ allowH2: false, timeout: timeoutMs, ...(ca && { ca }) })
  const sourceFor = inTurn(options.localAddresses)
  const making = new Set<AbortController>()
  let isClosed = false
  const tunnel = proxyUrl
    ? createTunnel(proxyUrl, timeoutMs, (target, callback) => {
        const localAddress = sourceFor(isIP(target.hostname) || 4)
        answer(
          make((signal) => openTcp({ ...target, localAddress }, timeoutMs, signal)),
          callback,
        )
      })
    : undefined

  /** Makes a connection, which a close of the connector gives up. */
  async function make(work: (signal: AbortSignal) => Promise<Socket>): Promise<Socket> {
    const controller = new AbortController()
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
    if (isClosed) controller.abort()
    making.add(controller)
    try {
      return await Promise.race([givenUp, work(controller.signal)])
    } finally {
      making.delete(controller)
    }
  }

  async function openTo(target: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const allowed = policy(target.protocol)
    const addresses = await guardedLookup(target.hostname.replace(/\.+$/, ''), resolve, allowed)
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    const socket = tunnel
      ? addAbortSignal(signal, await tunnel.open(addresses[0] ?? '', port))
      : await openDirect(addresses, port, signal)
    // Once more on the connection itself, before a byte is written. Behind a proxy the peer is the proxy.
    if (!tunnel && !allowed(socket.remoteAddress ?? '')) {
      socket.destroy()
      throw new BlockedAddressError()
    }
    return target.protocol === 'https:' ? open(tls, { ...target, httpSocket: socket }) : socket
  }

  async function openDirect(addresses: readonly string[], port: string, signal: AbortSignal): Promise<Socket> {
    const endsAt = performance.now() + timeoutMs
    let firstError: unknown
    for (const [index, hostname] of addresses.entries()) {
      if (index > 0 && performance.now() >= endsAt) break
      const patienceMs = index === addresses.length - 1 ? timeoutMs : nextAddressAfterMs
      const target = { protocol: 'http:', hostname, port, localAddress: sourceFor(isIP(hostname)) }
      try {
        return await openTcp(target, patienceMs, signal)
      } catch (error) {
        firstError ??= error
      }
    }
    throw firstError
  }

  return {
    connect: (target, callback) =>
      answer(
        make((signal) => openTo(target, signal)).then((socket) => limitAnswers(socket, options.maxAnswerBytes)),
        callback,
      ),
    close: async () => {
      isClosed = true
      for (const controller of making) controller.abort()
      await tunnel?.close()
    },
  }
}

/**
 * The signal is of this connection alone: what listens to the signal of a socket is never taken off by Node, so one for
 * all would keep every socket there ever was.
 */
function openTcp(target: buildConnector.Options, timeout: number, signal: AbortSignal): Promise<Socket> {
  return open(buildConnector({ allowH2: false, timeout, signal }), target)
}

function open(connector: buildConnector.connector, target: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (socket ? resolve(socket) : reject(error)))
  })
}

function answer(opening: Promise<Socket>, callback: buildConnector.Callback): void {
  opening.then(
    (socket) => callback(null, socket),
    (error: Error) => callback(error, null),
  )
}

/** Local addresses of one family in turn. Without one of that family, the first: the connection fails and says why. */
function inTurn(addresses: readonly string[]): (family: number) => string | null {
  let turn = 0
  return (family) => {
    const usable = addresses.filter((address) => isIP(address) === family)
    return usable[turn++ % usable.length] ?? addresses[0] ?? null
  }
}
