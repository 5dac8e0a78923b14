import { setTimeout as sleep } from 'node:timers/promises'

export interface RequestOptions {
  token?: string
  body?: unknown
  /** Sent as `idempotency-key`: the request may be repeated even when its answer was lost. */
  key?: string
}

/** Sends one request, queued, and repeats it if that is safe; returns the whole body. */
export type Send = <Answer>(method: string, path: string, options?: RequestOptions) => Promise<Answer>

/** A refusal by the service. */
export class RequestRefused extends Error {
  readonly code: string

  constructor(request: string, status: number, error: { code: string; message: string; details?: unknown }) {
    const details = error.details === undefined ? '' : ` ${JSON.stringify(error.details)}`
    super(`${request} answered ${status} ${error.code}: ${error.message}${details}`)
    this.name = 'RequestRefused'
    this.code = error.code
  }
}

const maxAttempts = 10
const requestTimeoutMs = 60_000

export function createClient(url: string, headers: Record<string, string>, maxConcurrent: number): Send {
  const inTurn = turnstile(maxConcurrent)
  return async <Answer>(method: string, path: string, { token, body, key }: RequestOptions = {}) => {
    const request = new Request(new URL(path, url), {
      method,
      headers: {
        ...headers,
        ...(token !== undefined && { 'access-token': token }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const repeatable = method === 'GET' || key !== undefined
    for (let attempt = 1; ; attempt++) {
      const last = attempt === maxAttempts
      const outcome = await inTurn(() => exchange<Answer>(request.clone(), repeatable && !last))
      if ('answer' in outcome) return outcome.answer
      if (last || outcome.retryAfterMs === undefined) throw outcome.failure
      await sleep(Math.max(outcome.retryAfterMs, Math.min(50 * 2 ** attempt, 5_000)))
    }
  }
}

type Exchange<Answer> = { answer: Answer } | { failure: Error; retryAfterMs: number | undefined }

async function exchange<Answer>(request: Request, mayBeLost: boolean): Promise<Exchange<Answer>> {
  const what = `${request.method} ${new URL(request.url).pathname}`
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(requestTimeoutMs) })
    const body = await response.json()
    if (response.ok) return { answer: body as Answer }
    const failure = new RequestRefused(what, response.status, errorOf(body))
    // In these three cases nothing was changed, so any request may be repeated.
    const comesLater = [429, 503].includes(response.status) || failure.code === 'IDEMPOTENCY_IN_PROGRESS'
    const retryAfterMs = comesLater ? Number(response.headers.get('retry-after') ?? 0) * 1_000 : undefined
    return { failure, retryAfterMs }
  } catch (error) {
    const failure = new Error(`${what} got no answer`, { cause: error })
    return { failure, retryAfterMs: mayBeLost ? 0 : undefined }
  }
}

function errorOf(body: unknown): { code: string; message: string } {
  const { error } = (body ?? {}) as { error?: { code: string; message: string } }
  return error ?? { code: 'UNKNOWN', message: 'an answer of unknown form' }
}

/** Limits concurrency; further requests wait in a queue. */
function turnstile(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
