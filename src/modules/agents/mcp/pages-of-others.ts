import type { IncomingHttpHeaders } from 'node:http'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Why a request is refused that a page of somebody else may have made a browser send (DNS rebinding): its `origin` is
 * another site's, or its `host` a name that is not the service's. Without PUBLIC_URL the service knows no name of its
 * own, so that any address is taken, and no name but those of this machine.
 */
export function refusalOfPage(
  { host = '', origin }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): string | undefined {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  const name = hostnameOf(`http://${host}`)
  const isOurs = name !== undefined && (loopback.has(name) || name === own?.hostname || (!own && isAddress(name)))
  if (!isOurs) return 'the host header names another server than PUBLIC_URL'
  if (origin === undefined || origin === own?.origin) return undefined
  const page = hostnameOf(origin)
  if (page !== undefined && loopback.has(page) && loopback.has(name)) return undefined
  return 'the origin header names another site'
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

const isAddress = (name: string) => /^(?:\d+\.){3}\d+$|^\[/.test(name)
