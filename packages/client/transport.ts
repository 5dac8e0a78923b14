import { retryAfterOf, toApiError } from './errors.ts'
import { randomId } from './one-tab.ts'
import { keyedPaths, storefrontOperations } from './operations.gen.ts'
import type { Tokens } from './tokens.ts'

export interface TransportOptions {
  deviceId: string
  merchantId: () => string | undefined
  storefrontKey: string | undefined
  shopperAddress: string | undefined
  tokens: Tokens
  /** Further attempts of a repeatable request. */
  retries: number
  /** Timeout of one attempt in milliseconds; undefined: none. */
  timeoutMs: number | undefined
  fetch: (request: Request) => Promise<Response>
}

/** Codes of 401 that a new access token can resolve. */
const stale = new Set(['UNAUTHORIZED', 'MISSING_TOKEN'])
const maxWaitSeconds = 30
/**
 * All attempts of a refresh begin within the 30 s in which the service repeats the answer for a spent refresh token.
 */
const refreshTimeoutMs = 8_000

/**
 * Sends a request with its credentials. Retries after 429 and 503 (which changed nothing), by `retry-after`, and while
 * the first attempt with its idempotency key is running. Retries after a lost connection if that is safe: for reads,
 * requests with an idempotency key, which stays the same, and refreshes, whose answer the service repeats. Retries a
 * 401 once with a new access token. A failure is thrown as an ApiError.
 */
export function createTransport(options: TransportOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    request.headers.set('device-id', options.deviceId)
    const merchantId = options.merchantId()
    if (merchantId !== undefined) request.headers.set('merchant-id', merchantId)
    if (takesKey(request) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomId())
    }
    if (isForEverybody(request, options)) return sendWithKey(request, options)
    const token = isRefresh(request) ? undefined : await options.tokens.current()
    const isByServer = options.storefrontKey?.startsWith('sk_') === true
    if (isByServer) nameShopper(request, options)
    if (isByServer && token === undefined && takesStorefrontKey(request)) return sendWithKey(request, options)
    if (isByServer) request.headers.set('storefront-key', options.storefrontKey ?? '')
    const answer = await sendAgain(request, token, options)
    if (!isFailure(answer)) return answer
    const error = await toApiError(answer)
    if (token === undefined || answer.status !== 401 || !stale.has(error.code)) throw error
    const next = await options.tokens.replace(token)
    if (next !== undefined) return answerOf(await sendAgain(request, next, options))
    // The session has ended: what the shop shows to everybody is shown to this visitor, too.
    if (isByServer && takesStorefrontKey(request)) return sendWithKey(request, options)
    throw error
  }
}

async function sendWithKey(request: Request, options: TransportOptions): Promise<Response> {
  request.headers.delete('storefront-key')
  return answerOf(await sendAgain(request, options.storefrontKey, options))
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

/** Other POSTs, such as a new password, would be refused when repeated: a lost answer stays unknown. */
function takesKey({ method, url }: Request): boolean {
  return method === 'POST' && keyed.test(new URL(url).pathname)
}

/** 304 answers an `if-none-match`: the caller's copy is current. */
function isFailure({ ok, status }: Response): boolean {
  return !ok && status !== 304
}

/** The refresh itself uses no token: waiting for one would be a deadlock. */
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
      if (seconds > maxWaitSeconds) return answer
      await wait(seconds, request.signal)
    } catch (error) {
      if (isLast || !isSafe || !isLost(error, request)) throw error
      await wait(backoffSeconds(attempt), request.signal)
    }
  }
}

/** The connection was lost; a refresh also counts as lost after its short timeout. */
function isLost(error: unknown, request: Request): boolean {
  if (error instanceof TypeError) return true
  return isRefresh(request) && error instanceof Error && error.name === 'TimeoutError'
}

/** Only one conflict has `retry-after`: the first attempt with this idempotency key is still running. */
function isEarly({ status, headers }: Response): boolean {
  return status === 429 || status === 503 || (status === 409 && headers.has('retry-after'))
}

/**
 * Signals that can abort an attempt, kept alive until its answer is read. Node.js holds dependent signals weakly: after
 * a garbage collection neither the timeout nor the caller could abort a request, which then waited for ever.
 */
const held = new WeakMap<ReadableStream, unknown[]>()

async function sendOnce(request: Request, { fetch, timeoutMs }: TransportOptions): Promise<Response> {
  const maxMs = isRefresh(request) ? Math.min(timeoutMs ?? refreshTimeoutMs, refreshTimeoutMs) : timeoutMs
  const sources = [request.signal, ...(maxMs === undefined ? [] : [AbortSignal.timeout(maxMs)])]
  const signal = AbortSignal.any(sources)
  // Tokens and keys stand in headers of our own, which `fetch` would take along to any address that it is led to.
  const attempt = new Request(request.clone(), { signal, redirect: 'manual' })
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
