import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookEvent } from './events.gen.ts'

export type { EventName, WebhookEvent } from './events.gen.ts'

export type VerificationFailure =
  | 'missing_signature'
  | 'missing_timestamp'
  | 'signature_mismatch'
  | 'malformed_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'malformed_envelope'

export class WebhookVerificationError extends Error {
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure) {
    super(`webhook refused: ${reason.replaceAll('_', ' ')}`)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/** Node's `request.headers`, a plain object, or the `Headers` of fetch. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export interface VerifyOptions {
  /** Allowed difference of webhook-timestamp and now, in seconds. Default 300. */
  toleranceSeconds?: number
  /**
   * Accept deliveries that have X-Service-Signature only. It has no timestamp, so a recorded delivery can be replayed
   * at any time.
   */
  allowMissingTimestamp?: boolean
  /** Milliseconds since 1970; for tests. */
  now?: () => number
}

/**
 * Verifies a delivery and returns its event, typed by its name. `body` must be the raw bytes, before any JSON parser.
 * The Standard Webhooks headers are checked, since they have a signed timestamp. A delivery without them is refused
 * unless `allowMissingTimestamp` is set; then X-Service-Signature is checked. Give several secrets during a rotation:
 * one match is enough.
 *
 * @throws WebhookVerificationError with a `reason`; answer it with 401
 */
export function verify(
  body: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('verify needs a secret that is not empty')
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const read = headerReader(headers)
  const [id, timestamp, standard] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')]
  const service = read('x-service-signature')

  if (id && timestamp && standard) {
    if (!matchesStandard(bytes, id, timestamp, standard, secrets)) {
      throw new WebhookVerificationError('signature_mismatch')
    }
    checkAge(timestamp, options)
  } else {
    if (!service) throw new WebhookVerificationError('missing_signature')
    if (!options.allowMissingTimestamp) throw new WebhookVerificationError('missing_timestamp')
    if (!matchesService(bytes, service, secrets)) throw new WebhookVerificationError('signature_mismatch')
    if (timestamp) checkAge(timestamp, options)
  }
  return parseEnvelope(bytes)
}

function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name)
    return Array.isArray(value) ? value.join(' ') : value
  }
}

function matchesStandard(
  body: Uint8Array,
  id: string,
  timestamp: string,
  header: string,
  secrets: readonly string[],
): boolean {
  const given = header.split(' ').filter((signature) => signature.startsWith('v1,'))
  return secrets.some((secret) => {
    const hmac = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body)
    const expected = `v1,${hmac.digest('base64')}`
    return given.some((signature) => equalInConstantTime(signature, expected))
  })
}

function matchesService(body: Uint8Array, header: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) =>
    equalInConstantTime(header, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`),
  )
}

/** The key of a `whsec_` secret is its base64, decoded; of any other secret, its UTF-8 bytes. */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : ''
  return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}

/** The length of a signature is public, so it may be compared first. */
function equalInConstantTime(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function checkAge(timestamp: string, options: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('malformed_timestamp')
  const tolerance = options.toleranceSeconds ?? 300
  const age = Math.floor((options.now?.() ?? Date.now()) / 1000) - Number(timestamp)
  if (age > tolerance) throw new WebhookVerificationError('timestamp_too_old')
  if (age < -tolerance) throw new WebhookVerificationError('timestamp_too_new')
}

/** The contract says what the data of an event has; that it is an envelope is checked. */
function parseEnvelope(body: Uint8Array): WebhookEvent {
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('malformed_envelope')
  }
  if (!isEnvelope(parsed)) throw new WebhookVerificationError('malformed_envelope')
  return parsed
}

/** Other fields are allowed: later versions may add some. */
function isEnvelope(value: unknown): value is WebhookEvent {
  if (!isRecord(value)) return false
  const { id, event, created, data, api_version } = value
  return (
    typeof id === 'string' &&
    id !== '' &&
    typeof event === 'string' &&
    Number.isInteger(created) &&
    isRecord(data) &&
    typeof api_version === 'string'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
