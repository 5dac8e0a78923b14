import { isIP, type Socket } from 'node:net'
import { type buildConnector, Pool } from 'undici'
import { BlockedAddressError } from './address-guard.ts'

/** Fault of the egress proxy; it says nothing about the receiver. */
export class EgressFaultError extends Error {
  readonly code = 'ERR_EGRESS'
  override readonly name = 'EgressFaultError'
}

export interface Tunnel {
  /** @throws EgressFaultError, BlockedAddressError */
  open(address: string, port: string): Promise<Socket>
  close(): Promise<void>
}

/**
 * Asks an HTTP proxy to CONNECT to an IP address. undici's ProxyAgent is unsuitable: it sends the name, which the proxy
 * would resolve again, and reports errors of the proxy like errors of the receiver.
 */
export function createTunnel(proxyUrl: string, timeoutMs: number, connect: buildConnector.connector): Tunnel {
  const { origin, username, password } = new URL(proxyUrl)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const authorization = username ? { 'proxy-authorization': `Basic ${credentials}` } : {}
  const pool = new Pool(origin, { allowH2: false, headersTimeout: timeoutMs, connect })
  return {
    async open(address, port) {
      const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
      const answer = await pool.connect({ path, headers: { host: path, ...authorization } }).catch(() => undefined)
      if (answer === undefined) throw new EgressFaultError('egress proxy not reached')
      const { statusCode, socket } = answer
      // undici types it as any stream; what a connector returns is a net or TLS socket.
      if (statusCode >= 200 && statusCode < 300) return socket as Socket
      socket.on('error', () => {}).destroy()
      // 403: the proxy has an address guard of its own.
      if (statusCode === 403) throw new BlockedAddressError('refused by the egress proxy')
      throw new EgressFaultError(`egress proxy answered ${statusCode}`)
    },
    close: () => pool.destroy(),
  }
}
