import { Problem, wrongUsage } from './problems.ts'
import { proxySetting } from './proxies.ts'
import { type NamedProxy, rememberWay } from './way.ts'

/**
 * Sends a request: by the proxy of the environment, if it names one. A redirect is an answer, and not followed.
 * `wayOf` its error says whom it asked.
 */
export async function reach(input: Request | string | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, { ...init, redirect: 'manual' })
  const url = new URL(request.url)
  const proxy = proxyFor(url)
  try {
    return proxy === undefined ? await fetch(request) : await reachBy(proxy, request)
  } catch (error) {
    if (error instanceof Error) rememberWay(error, { url, proxy })
    throw error
  }
}

/**
 * The same for requests that carry a key or a password. Those are for the address that was given alone: an answer that
 * leads to another one is refused. @throws Problem
 */
export async function reachService(input: Request | string | URL, init?: RequestInit): Promise<Response> {
  const answer = await reach(input, init)
  const location = answer.headers.get('location')
  if (answer.status < 300 || answer.status > 399 || location === null) return answer
  const { origin } = new URL(input instanceof Request ? input.url : input)
  const target = URL.canParse(location, origin) ? new URL(location, origin).origin : location
  const remedy = `If that is your service, name it: \`commerce login --url ${target}\`, or COMMERCE_URL.`
  throw new Problem(`${origin} leads to ${target}, where your key was not sent`, remedy)
}

function proxyFor(target: URL): NamedProxy | undefined {
  const { variable, value } = proxySetting(target) ?? {}
  if (variable === undefined || value === undefined) return undefined
  const full = /^[a-z\d+.-]+:\/\//i.test(value) ? value : `http://${value}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage(`${variable} is no address of an HTTP proxy`, `As in ${variable}=http://proxy.example:3128`)
  }
  return { variable, url, shown: url.origin }
}

type Undici = typeof import('undici')
type Dispatcher = InstanceType<Undici['ProxyAgent']>

const agents = new Map<string, Dispatcher>()

/** Of its own library, as `fetch` of Node.js 20 knows no proxies. */
async function reachBy(proxy: NamedProxy, request: Request): Promise<Response> {
  const undici = await import('undici')
  const { method, headers, body, signal, redirect } = request
  const options = {
    method,
    headers: [...headers],
    body,
    signal,
    redirect,
    duplex: 'half',
    dispatcher: agentOf(undici, proxy),
  }
  return (await undici.fetch(request.url, options as Parameters<Undici['fetch']>[1])) as unknown as Response
}

function agentOf({ ProxyAgent }: Undici, { url }: NamedProxy): Dispatcher {
  const { origin, username, password } = url
  const name = `${decoded(username)}:${decoded(password)}`
  const token = name === ':' ? {} : { token: `Basic ${Buffer.from(name).toString('base64')}` }
  // Plain HTTP is asked in whole addresses: many proxies open tunnels to the port of HTTPS alone.
  const agent = agents.get(url.href) ?? new ProxyAgent({ uri: origin, proxyTunnel: false, ...token })
  agents.set(url.href, agent)
  return agent
}

/** A password with a per cent sign of its own stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
