import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Proxies in front, as Fastify takes them: none, their addresses and ranges, or the nearest ones. */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean)

const example = 'Name your proxies, as in TRUST_PROXY=127.0.0.1 or TRUST_PROXY=10.0.0.0/24, or say how many there are.'

/** Reads TRUST_PROXY, which means the same as at the service. @throws Error for what would trust visitors, too */
export function readProxies(text: string): TrustedProxies {
  if (text === '' || text === 'false') return false
  if (text === 'true') throw new Error(`TRUST_PROXY=true would let visitors choose their own address. ${example}`)
  if (/^\d+$/.test(text)) {
    const count = Number(text)
    if (count < 1 || count > 16) throw new Error(`TRUST_PROXY=${text} is no number of proxies. ${example}`)
    // The header grows at its end: what is before the nearest proxies is the visitor's own.
    return (_address, hop) => hop < count
  }
  const proxies = text.split(',').map((one) => one.trim())
  for (const one of proxies) {
    if (!isAddressOrRange(one)) throw new Error(`TRUST_PROXY has "${one}", which is no address of proxies. ${example}`)
    if (isOfEverybody(one)) throw new Error(`TRUST_PROXY has ${one}, which holds visitors. ${example}`)
  }
  return proxies
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Wider ranges than the largest private ones, 10.0.0.0/8 and fc00::/7, hold visitors. */
function isOfEverybody(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return false
  if (!address.includes(':')) return Number(bits) < 8
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  if (short.startsWith('::ffff:')) return Number(bits) < 96 + 8
  return Number(bits) < (/^f[cd]/.test(short) ? 7 : 16)
}

/** An address as some gateways write it, with the port it came from. */
const withPort = /^\s*(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/i

/** Takes the ports out of `x-forwarded-for`, so that proxies and visitors are known by their addresses alone. */
export function dropForwardedPorts({ headers }: FastifyRequest): void {
  const chain = headers['x-forwarded-for']
  if (typeof chain === 'string')
    headers['x-forwarded-for'] = chain.replace(/[^,]+/g, (one) => one.replace(withPort, '$1$2'))
}

/** Whom limits count. A proxy that writes something else than an address is counted itself. */
export function visitorAddress({ ip, socket }: FastifyRequest): string {
  if (isIP(ip ?? '') !== 0) return ip
  // Of a connection that has ended nothing is known, and nobody reads the answer.
  return socket.remoteAddress ?? '0.0.0.0'
}
