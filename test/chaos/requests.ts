import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: unknown
  /** The idempotency key. */
  key?: string
  /** Codes of the refusals that can be right here; any other one is a fault. */
  refusals?: readonly string[]
}

export interface Answer {
  /** Of a refusal. */
  code: string | undefined
  replayed: boolean
  /** An earlier request of this call was not answered: the work may have been done by that one. */
  repeated: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a client reads what it needs
  body: any
}

export interface Requests {
  /** Sends it once; undefined if it is not known what came of it. */
  attempt(call: Call): Promise<Answer | undefined>
  /** Sends it again, with its key, until it is known what came of it. */
  insist(call: Call): Promise<Answer>
}

/**
 * Much longer than the slowest answer and than a process stays stopped. A request without a key that is given up and
 * repeated could be worked off after the repetition, and after what the client does next.
 */
const timeoutMs = 20_000

/**
 * What a careful client does: a connection that fails, an answer that does not come and one of 5xx tell nothing, so the
 * request is sent again with the same key, after the time that the answer names. Each request goes to one of the web
 * processes, at random. After `giveUp` it ends by an error.
 */
export function createRequests(
  origins: readonly string[],
  journal: Journal,
  random: Random,
  giveUp: AbortSignal,
): Requests {
  /** What came of one request, or undefined and how many seconds later it may be repeated. */
  async function send({ method, path, headers, body, key, refusals = [] }: Call): Promise<Answer | { after: number }> {
    journal.count('requests')
    const response = await fetch(random.pick(origins) + path, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([giveUp, AbortSignal.timeout(timeoutMs)]),
    }).catch((error) => failed(error))
    const text = await response?.text().catch((error) => failed(error))
    if (response === undefined || text === undefined) return { after: 0 }
    const content = JSON.parse(text)
    const code: string | undefined = content.error?.code
    const replayed = response.headers.get('idempotent-replayed') === 'true'
    if (replayed) journal.count('answers replayed')
    if (response.status >= 500) {
      journal.count(`answers ${response.status} ${code}`)
      if (code !== 'SERVICE_UNAVAILABLE') journal.fault('no request ends in an internal error', { method, path, text })
      return { after: Number(response.headers.get('retry-after')) }
    }
    if (code === 'IDEMPOTENCY_IN_PROGRESS') journal.count(`answers ${response.status} ${code}`)
    if (code !== undefined && code !== 'IDEMPOTENCY_IN_PROGRESS' && !refusals.includes(code)) {
      journal.fault('no request is refused without a reason', { method, path, body, key, text })
    }
    return { code, replayed, repeated: false, body: content }
  }

  function failed(error: Error & { cause?: { code?: string } }): undefined {
    journal.count(`requests without an answer (${error.cause?.code ?? error.name})`)
  }

  async function insist(call: Call): Promise<Answer> {
    for (let repeated = false; ; repeated = true) {
      const answer = await send(call)
      if (!('after' in answer) && answer.code !== 'IDEMPOTENCY_IN_PROGRESS') return { ...answer, repeated }
      if (giveUp.aborted) throw new Error(`${call.method} ${call.path} (key ${call.key}) was never answered`)
      const afterMs = 'after' in answer ? answer.after * 1_000 : 0
      await sleep(afterMs + random.between(200, 600), undefined, { signal: giveUp }).catch(() => {})
    }
  }

  const attempt = async (call: Call) => {
    const answer = await send(call)
    return 'after' in answer ? undefined : answer
  }
  return { attempt, insist }
}
