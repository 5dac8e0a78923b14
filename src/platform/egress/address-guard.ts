import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { Resolve } from './resolver.ts'

/** Outside production, receivers on the developer's machine and network are allowed. */
export interface AddressRules {
  production: boolean
}

/** Whether a connection to this IP address is allowed. */
export type AddressPolicy = (address: string) => boolean

/** The host resolves to an address that is not allowed. The message does not name it: it may be internal. */
export class BlockedAddressError extends Error {
  readonly code = 'ERR_ADDRESS_BLOCKED'
  override readonly name = 'BlockedAddressError'

  constructor(message = 'address not allowed') {
    super(message)
  }
}

const maxUrlLength = 2048

/** Metadata and DNS of Azure: the only metadata service with a public address. */
const azureMetadata = '168.63.129.16'

/** Global unicast IPv6. Everything outside it is private, reserved, or carries an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Domains of this machine, the local network, and the metadata services of clouds. */
const localSuffixes = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa']

/**
 * Checks the URL of a receiver; returns the faults for VALIDATION_ERROR. The host is checked as the WHATWG parser
 * normalizes it: `https://0x7f.1`, `https://2130706433` and `https://127.0.0.1.` are all 127.0.0.1.
 */
export function checkUrl(text: string, rules: AddressRules): FieldFault[] {
  if (text.length > maxUrlLength) return [fault(`must be at most ${maxUrlLength} characters`)]
  // The parser removes line breaks and adds missing slashes, so the text is checked too.
  if (/[\s\p{Cc}]/u.test(text) || !/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) {
    return [fault('must be an absolute URL such as https://example.com/path')]
  }
  const url = new URL(text)
  const host = hostOf(url)
  const faults: FieldFault[] = []
  if (url.protocol !== 'https:' && (rules.production || url.protocol !== 'http:')) faults.push(fault('must use https'))
  else if (url.protocol === 'http:' && !isLoopbackHost(host)) {
    faults.push(fault('must use https; plain http is accepted for a loopback host only'))
  }
  if (url.username !== '' || url.password !== '') faults.push(fault('must not contain credentials'))
  if (text.includes('#')) faults.push(fault('must not contain a fragment'))
  if (url.port === '0') faults.push(fault('must not use port 0'))
  if (rules.production && !isPublicHost(host)) faults.push(fault('must name a public host'))
  return faults
}

/**
 * Checks the addresses that the host currently resolves to, when a subscription is saved. A name that does not resolve
 * is a fault too: it is probably mistyped. Outside production it checks nothing.
 */
export async function checkHostResolves(
  text: string,
  rules: AddressRules & { resolve: Resolve; timeoutMs?: number },
): Promise<FieldFault[]> {
  if (!rules.production) return []
  const host = hostOf(new URL(text))
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => giveUp(undefined), rules.timeoutMs ?? 5000)
  try {
    const addresses = await Promise.race([guardedLookup(host, rules.resolve, isPublicAddress), late])
    return addresses ? [] : [fault('has a host whose name could not be resolved in time')]
  } catch (error) {
    if (error instanceof BlockedAddressError) return [fault('must name a public host')]
    return [fault('has a host whose name does not resolve')]
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Resolves a host and checks all its addresses. The caller connects to one of these addresses and does not resolve the
 * name again (DNS rebinding). One forbidden address blocks the host: an honest receiver does not mix them.
 * @throws BlockedAddressError
 */
export async function guardedLookup(host: string, resolve: Resolve, allowed: AddressPolicy): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  if (!addresses.every(allowed)) throw new BlockedAddressError()
  return addresses
}

/** Plain http is for loopback addresses only, whatever the host resolves to. */
export function addressPolicy(protocol: string, rules: AddressRules): AddressPolicy {
  if (rules.production) return isPublicAddress
  return protocol === 'http:' ? isLoopbackAddress : () => true
}

/**
 * True for addresses that are reachable on the internet. Fails closed: false for all special-purpose addresses (RFC
 * 6890: private, shared, loopback, link-local, multicast, documentation, benchmarking, reserved) and for every IPv6
 * form that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return address !== azureMetadata && ipaddr.IPv4.parse(address).range() === 'unicast'
  if (family !== 6) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.match(globalUnicast) && parsed.range() === 'unicast'
}

function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** Without the brackets of IPv6 and the trailing dots of a fully qualified name. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
}

function isLoopbackHost(host: string): boolean {
  return isIP(host) ? isLoopbackAddress(host) : host === 'localhost' || host.endsWith('.localhost')
}

/** A name without a dot is resolved in the local network. */
function isPublicHost(host: string): boolean {
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
}

function fault(message: string): FieldFault {
  return { field: 'url', message }
}
