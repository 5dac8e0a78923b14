import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher } from 'undici'
import { type AddressPolicy, addressPolicy, checkUrl } from '#src/platform/egress/address-guard.ts'
import { createConnector } from '#src/platform/egress/connector.ts'
import { createResolver, type Resolve } from '#src/platform/egress/resolver.ts'
import { type AttemptOutcome, type NetworkEvidence, type OutcomeKind, outcomeOfError } from './attempt-outcome.ts'

export interface SenderOptions {
  production: boolean
  /** Of one attempt, from the name look-up to the last byte (WEBHOOK_TIMEOUT_SECONDS). */
  deadlineMs: number
  /** WEBHOOK_SOURCE_ADDRESSES, used in turn for each connection. */
  localAddresses?: readonly string[]
  /** WEBHOOK_PROXY_URL. */
  proxyUrl?: string | undefined
  /** Idle connections are closed after this long; common servers close theirs after 5 s. */
  idleMs?: number
  resolve?: Resolve
  /** Addresses that connections are allowed to; default: those of `addressPolicy`. */
  policy?: (protocol: string) => AddressPolicy
  /** Trusted instead of the system's certificate authorities. */
  ca?: string
}

export interface DeliveryRequest {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** A shorter deadline than that of the sender; a longer one has no effect. */
  deadlineMs?: number
}

export interface Sender {
  /** Never rejects: every error is an outcome. */
  send: (request: DeliveryRequest) => Promise<AttemptOutcome>
  /** Connects to a receiver and sends nothing: says whether our network works. Never rejects. */
  reach: (url: string) => Promise<NetworkEvidence>
  /** Waits for attempts under way, then closes every connection. */
  close: () => Promise<void>
}

const readBytes = 16 * 1024

/**
 * Sends one POST per `send` and never repeats it by itself. If the receiver closes a reused connection, the outcome is
 * `network_error`: the receiver may have read the request, and a repetition would be an attempt without a delay. undici
 * notices earlier closes before it writes.
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
    // No limit: many subscriptions may share one origin, such as a hosted workflow service, and hanging requests would
    // delay the others.
    connections: null,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    // A receiver may ask for a shorter time, not for a longer one.
    keepAliveMaxTimeout: idleMs,
    // The deadline of the attempt covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const running = new Set<Promise<AttemptOutcome>>()
  // Parsing and checking a URL takes as long as the rest of our work for an attempt, and there are few URLs.
  const targets = new LRUCache<string, Target | 'blocked'>({ max: 1_000 })

  function targetOf(url: string): Target | 'blocked' {
    const cached = targets.get(url)
    if (cached !== undefined) return cached
    const target = checkUrl(url, { production }).length > 0 ? 'blocked' : readTarget(url)
    targets.set(url, target)
    return target
  }

  function send(request: DeliveryRequest): Promise<AttemptOutcome> {
    const target = targetOf(request.url)
    if (target === 'blocked') {
      const error = 'address not allowed'
      return Promise.resolve({ kind: 'blocked', network: 'unclear', startedAt: new Date(), durationMs: 0, error })
    }
    const attempt = makeAttempt(agent, target, request, Math.min(request.deadlineMs ?? deadlineMs, deadlineMs))
    running.add(attempt)
    attempt.then(() => running.delete(attempt))
    return attempt
  }

  function reach(url: string): Promise<NetworkEvidence> {
    const { protocol, host, hostname, port } = new URL(url)
    return new Promise((resolve) => {
      connector.connect({ protocol, host, hostname, port }, (error, socket) => {
        socket?.destroy()
        resolve(error ? outcomeOfError(error, false).network : 'works')
      })
    })
  }

  return {
    send,
    reach,
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
 * The attempt ends with the end of the answer, its first 16 KiB, an error, or the deadline, whichever comes first.
 *
 * A 2xx whose body does not end in time is a `timeout`, one whose connection breaks a `network_error`: only a complete
 * answer counts as delivered. A 2xx longer than 16 KiB is `delivered`, since we stopped reading.
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
  let retryAfter: string | undefined
  let settled = false
  let controller: Dispatcher.DispatchController | undefined

  function settle(kind: OutcomeKind, error?: string, network: NetworkEvidence = 'works'): void {
    if (settled) return
    settled = true
    clearTimeout(timer)
    resolve({
      kind,
      network,
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      ...(error !== undefined && { error }),
      ...(statusCode !== undefined && { statusCode, responseBody: asText(body, received > readBytes) }),
      ...(kind === 'rejected' && retryAfter !== undefined && { retryAfter }),
    })
  }

  function settleByStatus(status: number): void {
    if (status >= 200 && status < 300) settle('delivered')
    else settle('rejected', status >= 300 && status < 400 ? 'redirects are not followed' : undefined)
  }

  const timer = setTimeout(() => {
    // Without a connection the attempt has reached nobody.
    if (controller === undefined) settle('timeout', 'no answer in time', 'away')
    else if (statusCode === undefined) settle('timeout', 'no answer in time', 'unclear')
    else settle('timeout', 'answer not finished in time')
    controller?.abort(new Error('deadline'))
  }, deadlineMs)

  agent.dispatch(
    { origin, path, method: 'POST', headers, body: content },
    {
      onRequestStart(started) {
        controller = started
        // The deadline passed while the connection was made: nothing is written.
        if (settled) started.abort(new Error('deadline'))
      },
      onResponseStart(_controller, status, { 'retry-after': wait }) {
        if (status < 200) return
        statusCode = status
        if (typeof wait === 'string') retryAfter = wait
      },
      onResponseData(current, chunk) {
        if (received < readBytes) body.push(chunk.subarray(0, readBytes - received))
        received += chunk.length
        if (received <= readBytes || statusCode === undefined) return
        settleByStatus(statusCode)
        current.abort(new Error('answer too long'))
      },
      onResponseEnd() {
        settleByStatus(statusCode ?? 0)
      },
      onResponseError(_controller, error) {
        const { kind, text, network } = outcomeOfError(error, statusCode !== undefined)
        settle(kind, text, network)
      },
    },
  )
  return promise
}

/** Invalid UTF-8 and NUL become U+FFFD; a character cut by the limit is left out. */
function asText(chunks: readonly Buffer[], cut: boolean): string {
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
  const text = cut ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }) : bytes.toString()
  return text.replaceAll('\0', '\ufffd')
}
