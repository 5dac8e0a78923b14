import { connect, isIP, type Socket } from 'node:net'
import { buildConnector, Pool } from 'undici'
import { type AddressPolicy, BlockedAddressError, guardedLookup } from './address-guard.ts'
import type { Resolve } from './resolver.ts'

/** Our side could not send: no route through the egress proxy. Says nothing about the receiver. */
export class EgressFaultError extends Error {
  readonly code = 'ERR_EGRESS'

  constructor(message: string) {
    super(message)
    this.name = 'EgressFaultError'
  }
}

export interface ConnectorOptions {
  resolve: Resolve
  /** Which addresses a connection of this protocol may be made to. */
  policy: (protocol: string) => AddressPolicy
  /** Local addresses, used in turn. Empty: the system chooses. */
  localAddresses: readonly string[]
  /** An HTTP proxy that is asked to CONNECT to the receiver. */
  proxyUrl?: string | undefined
  /** For a whole connection, name look-up and TLS included. */
  timeoutMs: number
  /** Trusted instead of the system's certificate authorities. */
  ca?: string | undefined
}

export interface Connector {
  connect: buildConnector.connector
  /** Gives up connections that are still being made. */
  close: () => Promise<void>
}

/** With several addresses the next one is tried after this long; the last one has all the time that is left. */
const nextAddressAfterMs = 2000

/**
 * Opens the connections deliveries are sent over. It resolves the name once, checks every address and connects to one of
 * those very addresses, so there is no second look-up to be lied to. Through a proxy it is the checked address,
 * not the name, that the proxy is asked for; TLS still asks for the name.
 */
export function createConnector(options: ConnectorOptions): Connector {
  // HTTP/1.1 only: one request for each connection, so that cutting one attempt off cuts no other.
  const secure = buildConnector({ allowH2: false, timeout: options.timeoutMs, ...(options.ca && { ca: options.ca }) })
  const nextSource = inTurn(options.localAddresses)
  const opening = new Set<Socket>()
  const proxy = options.proxyUrl ? createTunnel(options.proxyUrl, nextSource, options.timeoutMs) : undefined

  async function openTo(target: buildConnector.Options): Promise<Socket> {
    const allowed = options.policy(target.protocol)
    const endsAt = performance.now() + options.timeoutMs
    const addresses = await guardedLookup(target.hostname.replace(/\.+$/, ''), options.resolve, allowed)
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    const socket = proxy
      ? await proxy.open(addresses[0] ?? '', port)
      : await openDirect(addresses, port, nextSource, endsAt, opening)
    // Once more on the connection itself, before a byte is written. Behind a proxy the peer is the proxy.
    if (!proxy && !allowed(socket.remoteAddress ?? '')) {
      socket.destroy()
      throw new BlockedAddressError()
    }
    return target.protocol === 'https:' ? startTls(socket, target) : socket
  }

  function startTls(socket: Socket, target: buildConnector.Options): Promise<Socket> {
    opening.add(socket)
    return new Promise((resolve, reject) => {
      secure({ ...target, httpSocket: socket }, (error, encrypted) => {
        opening.delete(socket)
        if (encrypted) return resolve(encrypted)
        socket.destroy()
        reject(error)
      })
    })
  }

  return {
    connect: (target, callback) => {
      openTo(target).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
    close: async () => {
      for (const socket of opening) socket.destroy(new Error('closed'))
      await proxy?.close()
    },
  }
}

/**
 * One address after the other. Node would race them, but not when a local address is bound, which is how production
 * runs; one way for both is easier to trust.
 */
async function openDirect(
  addresses: readonly string[],
  port: number,
  nextSource: (family: number) => string | undefined,
  endsAt: number,
  opening: Set<Socket>,
): Promise<Socket> {
  let fault: unknown
  for (const [index, address] of addresses.entries()) {
    const left = endsAt - performance.now()
    if (left <= 0) break
    const waitMs = index === addresses.length - 1 ? left : Math.min(left, nextAddressAfterMs)
    try {
      return await openSocket(address, port, nextSource(isIP(address)), waitMs, opening)
    } catch (error) {
      fault ??= error
    }
  }
  throw fault ?? timeoutError()
}

function openSocket(
  host: string,
  port: number,
  localAddress: string | undefined,
  waitMs: number,
  opening: Set<Socket>,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, ...(localAddress && { localAddress }) })
    const timer = setTimeout(() => socket.destroy(timeoutError()), waitMs)
    opening.add(socket)
    const over = (): void => {
      clearTimeout(timer)
      opening.delete(socket)
    }
    const onError = (error: Error): void => {
      over()
      reject(error)
    }
    socket.once('error', onError)
    socket.once('connect', () => {
      over()
      socket.off('error', onError)
      resolve(socket)
    })
  })
}

function timeoutError(): Error {
  return Object.assign(new Error('connection not made in time'), { code: 'ETIMEDOUT' })
}

/** Local addresses of one family by turns; none if that family has none, and the connection says why it fails. */
function inTurn(addresses: readonly string[]): (family: number) => string | undefined {
  let turn = 0
  return (family) => {
    const usable = addresses.filter((address) => isIP(address) === family)
    return usable.length > 0 ? usable[turn++ % usable.length] : addresses[0]
  }
}

interface Tunnel {
  open: (address: string, port: number) => Promise<Socket>
  close: () => Promise<void>
}

/** undici's own ProxyAgent reports the proxy's faults and the receiver's alike, and resolves names at the proxy. */
function createTunnel(proxyUrl: string, nextSource: (family: number) => string | undefined, timeoutMs: number): Tunnel {
  const { origin, username, password } = new URL(proxyUrl)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const authorization = username ? { 'proxy-authorization': `Basic ${credentials}` } : {}
  const base = buildConnector({ allowH2: false, timeout: timeoutMs })
  const pool = new Pool(origin, {
    allowH2: false,
    headersTimeout: timeoutMs,
    connect: (target, callback) =>
      base({ ...target, localAddress: nextSource(isIP(target.hostname) || 4) ?? null }, callback),
  })
  return {
    open: async (address, port) => {
      const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
      const { statusCode, socket } = await pool
        .connect({ path, headers: { host: path, ...authorization } })
        .catch(() => {
          throw new EgressFaultError('egress proxy not reached')
        })
      // undici types it as any stream; what a connector returns is a net or TLS socket.
      if (statusCode >= 200 && statusCode < 300) return socket as Socket
      socket.on('error', () => {}).destroy()
      // 403 is the proxy's own address guard speaking.
      if (statusCode === 403) throw new BlockedAddressError('refused by the egress proxy')
      throw new EgressFaultError(`egress proxy answered ${statusCode}`)
    },
    close: () => pool.destroy(),
  }
}
