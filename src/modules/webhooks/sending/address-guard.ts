import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { Resolve } from './resolver.ts'

/** Where deliveries may go. Outside production a developer's own machine and network are welcome receivers. */
export interface AddressRules {
  production: boolean
}

/** Whether a connection to this IP address may be made. */
export type AddressPolicy = (address: string) => boolean

/** The name led to an address deliveries may not go to. The address itself stays out of the message: it may be internal. */
export class BlockedAddressError extends Error {
  readonly code = 'ERR_ADDRESS_BLOCKED'

  constructor(message = 'address not allowed') {
    super(message)
    this.name = 'BlockedAddressError'
  }
}

const maxUrlLength = 2048

/** Azure's metadata and DNS service: the one metadata address that lies in public space. The others are link-local or private. */
const azureMetadata = '168.63.129.16'

/** The part of IPv6 that is handed out to the public; everything else is ours, nobody's, or IPv4 in disguise. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Names that mean this machine, this network, or a cloud's metadata service, wherever they are resolved. */
const localSuffixes = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa']

/**
 * Faults of a receiver's address, for VALIDATION_ERROR. The host is judged as the WHATWG parser reads it, which is how
 * it is connected to: `https://0x7f.1`, `https://2130706433` and `https://127.0.0.1.` are all 127.0.0.1.
 */
export function checkUrl(text: string, rules: AddressRules): FieldFault[] {
  if (text.length > maxUrlLength) return [fault(`must be at most ${maxUrlLength} characters`)]
  // The parser would drop line breaks and add missing slashes; what is stored should be what is meant.
  if (/[\s\p{Cc}]/u.test(text) || !/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) {
    return [fault('must be an absolute URL such as https://example.com/hooks')]
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
 * The same for what the name stands for now; asked when a subscription is saved. A name that cannot be resolved is a
 * fault as well: it is most likely mistyped, and nothing could be delivered to it. Not asked outside production.
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
 * The look-up of every connection: the addresses of a host, all of them allowed, or an error. The caller connects to
 * these addresses and does not resolve the name again, so a name that changes its mind (rebinding) gains nothing.
 * One forbidden address among allowed ones refuses the host: an honest receiver has no such mixture.
 */
export async function guardedLookup(host: string, resolve: Resolve, allowed: AddressPolicy): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  if (!addresses.every(allowed)) throw new BlockedAddressError()
  return addresses
}

/** Plain http never leaves the machine, whatever its host resolves to. */
export function addressPolicy(protocol: string, rules: AddressRules): AddressPolicy {
  if (rules.production) return isPublicAddress
  return protocol === 'http:' ? isLoopbackAddress : () => true
}

/**
 * True for addresses anyone can reach on the internet. Fails closed: what has a special purpose (RFC 6890 and its kin:
 * private, shared, loopback, link-local, multicast, documentation, benchmarking, reserved) and every IPv6 form that
 * carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) is not.
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

/** The host without the brackets of IPv6 and without the dots of a fully qualified name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
}

function isLoopbackHost(host: string): boolean {
  return isIP(host) ? isLoopbackAddress(host) : host === 'localhost' || host.endsWith('.localhost')
}

/** A name without a dot would be looked for on the local network. */
function isPublicHost(host: string): boolean {
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
}

function fault(message: string): FieldFault {
  return { field: 'url', message }
}
