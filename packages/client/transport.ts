import { keyedPaths, storefrontOperations } from './contract.gen.ts'
import { retryAfterOf, toApiError } from './errors.ts'
import { randomId } from './one-tab.ts'
import type { Tokens } from './tokens.ts'

export interface TransportOptions {
  deviceId: string
  merchantId: () => string | undefined
  storefrontKey: string | undefined
  shopperAddress: string | undefined
  tokens: Tokens
  /** Further attempts after a first that may be repeated. */
  retries: number
  /** Milliseconds for one attempt; undefined: as long as it takes. */
  timeoutMs: number | undefined
  fetch: (request: Request) => Promise<Response>
}

/** Codes of 401 that a new access token mends. */
const stale = new Set(['UNAUTHORIZED', 'MISSING_TOKEN'])
const longestWaitSeconds = 30
/** All attempts of a refresh begin within the 30 s in which the service answers a spent refresh token again. */
const refreshTimeoutMs = 8_000

/**
 * Sends a request with its credentials. It is tried again after 429 and 503 (nothing was done then), by `retry-after`,
 * and while the first attempt with its idempotency key is under way; after a lost connection if that is safe: it only
 * reads, has such a key, which stays the same, or is a refresh, which the service answers again. A 401 is answered once
 * with a new access token. A failure is thrown as an ApiError.
 */
export function createTransport(options: TransportOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    request.headers.set('device-id', options.deviceId)
    const merchantId = options.merchantId()
    if (merchantId !== undefined) request.headers.set('merchant-id', merchantId)
    if (takesKey(request) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomId())
    }
    if (isForEverybody(request, options)) return answerOf(await sendAgain(request, options.storefrontKey, options))
    const token = isRefresh(request) ? undefined : await options.tokens.current()
    if (options.storefrontKey?.startsWith('sk_')) {
      if (token === undefined && takesStorefrontKey(request)) {
        nameShopper(request, options)
        return answerOf(await sendAgain(request, options.storefrontKey, options))
      }
      request.headers.set('storefront-key', options.storefrontKey)
      nameShopper(request, options)
    }
    const answer = await sendAgain(request, token, options)
    if (!isFailure(answer)) return answer
    const error = await toApiError(answer)
    if (token === undefined || answer.status !== 401 || !stale.has(error.code)) throw error
    const next = await options.tokens.replace(token)
    if (next === undefined) throw error
    return answerOf(await sendAgain(request, next, options))
  }
}

async function answerOf(answer: Response): Promise<Response> {
  if (isFailure(answer)) throw await toApiError(answer)
  return answer
}

const endingWith = (paths: readonly string[]) => new RegExp(`(?:${paths.join('|').replace(/\{\w+\}/g, '[^/]+')})$`)
const keyed = endingWith(keyedPaths)
const ofStorefronts = endingWith(storefrontOperations.map((operation) => operation.replace(' ', ' .*')))

/** A publishable key reads in place of a session, which a CDN could not share; and it begins that of a guest. */
function isForEverybody(request: Request, { storefrontKey }: TransportOptions): boolean {
  return storefrontKey?.startsWith('pk_') === true && takesStorefrontKey(request)
}

function takesStorefrontKey({ method, url }: Request): boolean {
  return ofStorefronts.test(`${method} ${new URL(url).pathname}`)
}

function nameShopper({ headers }: Request, { shopperAddress }: TransportOptions): void {
  if (shopperAddress !== undefined) headers.set('shopper-address', shopperAddress)
}

/** Other POSTs, such as a new password, would be refused when sent again: an answer that got lost stays unknown. */
function takesKey({ method, url }: Request): boolean {
  return method === 'POST' && keyed.test(new URL(url).pathname)
}

/** 304 answers an `if-none-match`: what the caller has is still right. */
function isFailure({ ok, status }: Response): boolean {
  return !ok && status !== 304
}

/** The refresh itself needs no token; if it waited for one, it would wait for its own end. */
function isRefresh({ url }: Request): boolean {
  return new URL(url).pathname.endsWith('/user/token/refresh')
}

async function sendAgain(request: Request, token: string | undefined, options: TransportOptions): Promise<Response> {
  if (token !== undefined) request.headers.set('access-token', token)
  const isSafe = request.method === 'GET' || request.headers.has('idempotency-key') || isRefresh(request)
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= options.retries
    try {
      const answer = await sendOnce(request, options)
      if (isLast || !isEarly(answer)) return answer
      const seconds = retryAfterOf(answer) ?? backoffSeconds(attempt)
      if (seconds > longestWaitSeconds) return answer
      await wait(seconds, request.signal)
    } catch (error) {
      if (isLast || !isSafe || !isLost(error, request)) throw error
      await wait(backoffSeconds(attempt), request.signal)
    }
  }
}

/** The connection was lost; of a refresh the answer, too, if it did not come in its short time. */
function isLost(error: unknown, request: Request): boolean {
  if (error instanceof TypeError) return true
  return isRefresh(request) && error instanceof Error && error.name === 'TimeoutError'
}

/** Of the conflicts, only one tells when to come back: the first attempt with this idempotency key is under way. */
function isEarly({ status, headers }: Response): boolean {
  return status === 429 || status === 503 || (status === 409 && headers.has('retry-after'))
}

/**
 * What can abort an attempt, for as long as its answer is read. A signal that follows another is held weakly by it in
 * Node.js: after a garbage collection neither time nor caller ended a request, which then waited for ever.
 */
const held = new WeakMap<ReadableStream, unknown[]>()

async function sendOnce(request: Request, { fetch, timeoutMs }: TransportOptions): Promise<Response> {
  const mostMs = isRefresh(request) ? Math.min(timeoutMs ?? refreshTimeoutMs, refreshTimeoutMs) : timeoutMs
  const sources = [request.signal, ...(mostMs === undefined ? [] : [AbortSignal.timeout(mostMs)])]
  const signal = AbortSignal.any(sources)
  const attempt = new Request(request.clone(), { signal })
  const answer = await fetch(attempt)
  if (answer.body) held.set(answer.body, [request, sources, signal, attempt])
  return answer
}

function backoffSeconds(attempt: number): number {
  return 0.3 * 2 ** attempt * (0.75 + Math.random() / 2)
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(done, seconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
    function done(): void {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    function stop(): void {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
