import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher } from 'undici'
import { type AddressPolicy, addressPolicy, checkUrl } from './address-guard.ts'
import { type AttemptOutcome, type OutcomeKind, outcomeOfError } from './attempt-outcome.ts'
import { createConnector } from './connector.ts'
import { createResolver, type Resolve } from './resolver.ts'

export interface SenderOptions {
  production: boolean
  /** Of one attempt, name look-up to last byte (WEBHOOK_TIMEOUT_SECONDS). */
  deadlineMs: number
  /** WEBHOOK_SOURCE_ADDRESSES; taken in turn, connection by connection. */
  localAddresses?: readonly string[]
  /** WEBHOOK_PROXY_URL. */
  proxyUrl?: string | undefined
  /**
   * Many subscriptions of different merchants may share one origin (a hosted workflow service), and each may already
   * have its own limit. Keep this above the number of attempts in flight, or one that hangs delays the others.
   */
  connectionsPerOrigin?: number
  /** A connection nobody uses is closed after this long; common servers close theirs after 5 s. */
  idleMs?: number
  resolve?: Resolve
  /** For tests: which addresses count as public, and which certificate authority is trusted. */
  policy?: (protocol: string) => AddressPolicy
  ca?: string
}

export interface DeliveryRequest {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** Shorter than the sender's own; a longer one has no effect. */
  deadlineMs?: number
}

export interface Sender {
  /** Never rejects: whatever happens is an outcome. */
  send: (request: DeliveryRequest) => Promise<AttemptOutcome>
  /** Waits for what is under way, then closes every connection. */
  close: () => Promise<void>
}

const keptBytes = 16 * 1024

/**
 * Sends deliveries, one POST for each `send`, and never repeats one by itself. A connection that the receiver closes at the
 * very moment it is used again ends as `network_error` although a second try might have gone through: from here that
 * cannot be told from a receiver that took the request and hung up, which would see a delivery more than the attempts
 * it is promised, without the pause between them. undici notices what was closed earlier, before it writes.
 */
export function createSender(options: SenderOptions): Sender {
  const { production, deadlineMs } = options
  const connector = createConnector({
    resolve: options.resolve ?? createResolver({ production }),
    policy: options.policy ?? ((protocol) => addressPolicy(protocol, { production })),
    localAddresses: options.localAddresses ?? [],
    proxyUrl: options.proxyUrl,
    timeoutMs: deadlineMs,
    ca: options.ca,
  })
  const idleMs = options.idleMs ?? 4000
  const agent = new Agent({
    connect: connector.connect,
    connections: options.connectionsPerOrigin ?? 512,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    // A receiver may ask for less than that, not for more.
    keepAliveMaxTimeout: idleMs,
    // The attempt's own deadline covers both; undici's would be two more.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const running = new Set<Promise<AttemptOutcome>>()
  // Taking an address apart and judging it takes as long as all the rest of ours in an attempt, and few are asked for.
  const targets = new LRUCache<string, Target | 'blocked'>({ max: 1_000 })

  function targetOf(url: string): Target | 'blocked' {
    const known = targets.get(url)
    if (known !== undefined) return known
    // With an own policy (tests) only the connection decides.
    const faults = options.policy ? [] : checkUrl(url, { production })
    const target = faults.length > 0 ? 'blocked' : readTarget(url)
    targets.set(url, target)
    return target
  }

  function send(request: DeliveryRequest): Promise<AttemptOutcome> {
    const target = targetOf(request.url)
    if (target === 'blocked') {
      return Promise.resolve({ kind: 'blocked', startedAt: new Date(), durationMs: 0, error: 'address not allowed' })
    }
    const attempt = makeAttempt(agent, target, request, Math.min(request.deadlineMs ?? deadlineMs, deadlineMs))
    running.add(attempt)
    attempt.then(() => running.delete(attempt))
    return attempt
  }

  return {
    send,
    close: async () => {
      await Promise.all(running)
      await agent.destroy()
      await connector.close()
    },
  }
}

interface Target {
  origin: string
  path: string
}

function readTarget(url: string): Target {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

/**
 * The attempt is settled by whatever comes first: the end of the answer, its 16 KiB + 1st byte, a fault, the deadline.
 *
 * A 2xx whose body does not end in time is a `timeout`, one whose connection breaks a `network_error`: the deadline
 * covers the last byte, nothing doubtful counts as delivered, and a receiver that drips is slowed down as one that
 * hangs is. A 2xx longer than 16 KiB is `delivered`: it was us who stopped reading.
 */
function makeAttempt(
  agent: Agent,
  { origin, path }: Target,
  { headers, body: content }: DeliveryRequest,
  deadlineMs: number,
): Promise<AttemptOutcome> {
  const { promise, resolve } = Promise.withResolvers<AttemptOutcome>()
  const startedAt = new Date()
  const begun = performance.now()
  const body: Buffer[] = []
  let received = 0
  let statusCode: number | undefined
  let settled = false
  let controller: Dispatcher.DispatchController | undefined

  function settle(kind: OutcomeKind, error?: string): void {
    if (settled) return
    settled = true
    clearTimeout(timer)
    resolve({
      kind,
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      ...(error !== undefined && { error }),
      ...(statusCode !== undefined && { statusCode, responseBody: asText(body, received > keptBytes) }),
    })
  }

  function settleByStatus(status: number): void {
    if (status >= 200 && status < 300) settle('delivered')
    else settle('rejected', status >= 300 && status < 400 ? 'redirects are not followed' : undefined)
  }

  const timer = setTimeout(() => {
    settle('timeout', statusCode === undefined ? 'no answer in time' : 'answer not finished in time')
    controller?.abort(new Error('deadline'))
  }, deadlineMs)

  agent.dispatch(
    { origin, path, method: 'POST', headers, body: content },
    {
      onRequestStart(started) {
        controller = started
        // The deadline passed while a connection was being made: nothing is written.
        if (settled) started.abort(new Error('deadline'))
      },
      onResponseStart(_controller, status) {
        if (status >= 200) statusCode = status
      },
      onResponseData(current, chunk) {
        if (received < keptBytes) body.push(chunk.subarray(0, keptBytes - received))
        received += chunk.length
        if (received <= keptBytes || statusCode === undefined) return
        settleByStatus(statusCode)
        current.abort(new Error('answer too long'))
      },
      onResponseEnd() {
        settleByStatus(statusCode ?? 0)
      },
      onResponseError(_controller, error) {
        const { kind, text } = outcomeOfError(error, statusCode !== undefined)
        settle(kind, text)
      },
    },
  )
  return promise
}

/** Invalid UTF-8 and NUL become U+FFFD; a character cut in two by the limit is left out. */
function asText(chunks: readonly Buffer[], cut: boolean): string {
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
  const text = cut ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }) : bytes.toString()
  return text.replaceAll('\0', '\ufffd')
}
