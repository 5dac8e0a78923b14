import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { addressPolicy, BlockedAddressError, checkUrl } from '#src/platform/egress/address-guard.ts'
import { createConnector } from '#src/platform/egress/connector.ts'
import { createResolver, type Resolve } from '#src/platform/egress/resolver.ts'
import type { FetchSettings } from './dependencies.ts'
import { largestVideo } from './limits.ts'

/** What stops a picture from being fetched. */
export class FetchFault extends Error {
  override readonly name = 'FetchFault'
  /** Whether another try may succeed. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing }: { isPassing: boolean }) {
    super(message)
    this.isPassing = isPassing
  }
}

interface FetchOptions {
  resolve?: Resolve
  /** From the connection to the last byte. */
  deadlineMs?: number
}

const maxRedirects = 5
/** What the head of an answer may take beside the file. */
const headBytes = 65_536
/** A video is given longer; all of them less than the lease of a fetch. */
const timesOfVideo = 5

/**
 * Hands the bytes at an address to `work`. Every address on the way, redirects included, passes the guard that webhooks
 * pass, and the connection is made to an IP address that was checked.
 * @throws FetchFault
 */
export async function withFetched<T>(
  settings: FetchSettings,
  url: string,
  work: (source: AsyncIterable<Buffer>) => Promise<T>,
  { resolve, deadlineMs = 60_000 }: FetchOptions = {},
): Promise<T> {
  const { production } = settings
  const connector = createConnector({
    resolve: resolve ?? createResolver({ production }),
    policy: (protocol) => addressPolicy(protocol, { production }),
    localAddresses: settings.WEBHOOK_SOURCE_ADDRESSES,
    proxyUrl: settings.WEBHOOK_PROXY_URL,
    timeoutMs: 10_000,
    // What it is says who reads it: pictures are smaller.
    maxAnswerBytes: largestVideo + headBytes,
  })
  const agent = new Agent({ connect: connector.connect, allowH2: false, pipelining: 1, keepAliveTimeout: 1 })
  const ending = new AbortController()
  const end = () => ending.abort()
  let timer = setTimeout(end, deadlineMs)
  let handedOn: unknown
  try {
    const { body, isVideo } = await follow(agent, url, { production }, ending.signal)
    if (isVideo) {
      clearTimeout(timer)
      timer = setTimeout(end, deadlineMs * timesOfVideo)
    }
    return await work(watched(body)).catch((error) => {
      handedOn = error
      throw error
    })
  } catch (error) {
    if (error === handedOn || error instanceof FetchFault) throw error
    throw faultOf(error)
  } finally {
    clearTimeout(timer)
    await agent.destroy()
    await connector.close()
  }
}

async function follow(
  dispatcher: Dispatcher,
  from: string,
  rules: { production: boolean },
  signal: AbortSignal,
): Promise<{ body: Readable; isVideo: boolean }> {
  let url = from
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const [fault] = checkUrl(url, rules)
    if (fault !== undefined) throw new FetchFault(`the address ${fault.message}`, { isPassing: false })
    const headers = {
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,video/mp4',
      'user-agent': 'commerce-platform',
    }
    const answer = await request(url, { dispatcher, headers, signal })
    const { statusCode, body } = answer
    const isVideo = /^video\//i.test(String(answer.headers['content-type']))
    if (statusCode === 200) return { body, isVideo }
    body.on('error', () => {})
    body.destroy()
    const { location } = answer.headers
    if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string') {
      const isPassing = statusCode >= 500 || statusCode === 408 || statusCode === 429
      throw new FetchFault(`the server answered ${statusCode}`, { isPassing })
    }
    if (!URL.canParse(location, url)) throw new FetchFault('the server redirects to no address', { isPassing: false })
    url = new URL(location, url).href
  }
  throw new FetchFault('there are too many redirects', { isPassing: false })
}

/** The bytes, whose faults are those of the fetch, not of who reads them. */
async function* watched(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw faultOf(error)
  }
}

function faultOf(error: unknown): FetchFault {
  if (error instanceof BlockedAddressError) return new FetchFault('the address is not allowed', { isPassing: false })
  const { code } = error as { code?: string }
  if (code === 'ENOTFOUND') return new FetchFault('the name of the host does not exist', { isPassing: false })
  return new FetchFault('the server could not be reached, or broke off', { isPassing: true })
}
