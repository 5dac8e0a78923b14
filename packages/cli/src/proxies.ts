import { BlockList, isIP } from 'node:net'

/** The variable and its value that name the proxy of an address. This machine is never asked by one. */
export function proxySetting(
  target: URL,
  env: NodeJS.ProcessEnv = process.env,
): { variable: string; value: string } | undefined {
  const host = bareHost(target)
  if (isThisMachine(host) || isExcepted(host, portOf(target), env['no_proxy'] ?? env['NO_PROXY'] ?? ''))
    return undefined
  const name = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const variable = [name, name.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((one) => env[one])
  return variable === undefined ? undefined : { variable, value: env[variable]?.trim() ?? '' }
}

/** NO_PROXY: names, which hold for what is below them, too; addresses; ranges; each with or without a port; or `*`. */
function isExcepted(host: string, port: string, list: string): boolean {
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '') return false
    if (entry === '*') return true
    const [, bracketed, plain, ofPort] = /^(?:\[([^\]]+)\]|([^:]+|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? []
    const name = (bracketed ?? plain ?? '').toLowerCase().replace(/^\*?\./, '')
    if (ofPort !== undefined && ofPort !== port) return false
    if (name.includes('/')) return isWithin(host, name)
    return host === name || host.endsWith(`.${name}`)
  })
}

function isWithin(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/')
  const family = isIP(network)
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32))
    return false
  const list = new BlockList()
  const type = family === 6 ? 'ipv6' : 'ipv4'
  list.addSubnet(network, Number(bits), type)
  return list.check(host, type)
}

/** A host without the brackets of IPv6 and a dot at its end. */
export function bareHost({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80')
}

export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isWithin(host, '127.0.0.0/8') || host === '::1'
}

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10']

/** Whether a key is sent to another network in plain text. Names of one word are of this one, as in a compose file. */
export function isPlainAway(address: string): boolean {
  const url = new URL(address)
  const host = bareHost(url)
  if (url.protocol === 'https:' || isThisMachine(host)) return false
  if (isIP(host) !== 0) return !privateRanges.some((range) => isWithin(host, range))
  return host.includes('.') && !/\.(local|internal|lan|home\.arpa|test)$/.test(host)
}
