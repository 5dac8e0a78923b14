import type { WebhookEvent } from './events.gen.ts'

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

/** What is signed, the keys of which one may have signed it, and the signatures that came with it. */
export interface Signed {
  message: Uint8Array<ArrayBuffer>
  keys: Uint8Array<ArrayBuffer>[]
  /** Takes the HMAC-SHA256 of the message by each key. @throws WebhookVerificationError */
  conclude(macs: readonly Uint8Array[]): WebhookEvent
}

/** Reads a delivery. Its HMACs are made by whatever cryptography the runtime has. @throws WebhookVerificationError */
export function readDelivery(
  body: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions,
): Signed {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('verify needs a secret that is not empty')
  const bytes = typeof body === 'string' ? utf8(body) : new Uint8Array(body)
  const read = headerReader(headers)
  const [id, timestamp, standard] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')]
  const service = read('x-service-signature')
  if (id && timestamp && standard) {
    const given = standard.split(' ').filter((signature) => signature.startsWith('v1,'))
    return {
      message: concat(utf8(`${id}.${timestamp}.`), bytes),
      keys: secrets.map(standardKey),
      conclude(macs) {
        requireMatch(
          given,
          macs.map((mac) => `v1,${base64(mac)}`),
        )
        checkAge(timestamp, options)
        return parseEnvelope(bytes)
      },
    }
  }
  if (!service) throw new WebhookVerificationError('missing_signature')
  if (!options.allowMissingTimestamp) throw new WebhookVerificationError('missing_timestamp')
  return {
    message: bytes,
    keys: secrets.map(utf8),
    conclude(macs) {
      requireMatch(
        [service],
        macs.map((mac) => `sha256=${hex(mac)}`),
      )
      if (timestamp) checkAge(timestamp, options)
      return parseEnvelope(bytes)
    },
  }
}

function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name)
    return Array.isArray(value) ? value.join(' ') : value
  }
}

function requireMatch(given: readonly string[], expected: readonly string[]): void {
  if (given.some((one) => expected.some((other) => equalInConstantTime(one, other)))) return
  throw new WebhookVerificationError('signature_mismatch')
}

/** The length of a signature is public, so it may be compared first. */
function equalInConstantTime(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < given.length; index++) difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  return difference === 0
}

/** The key of a `whsec_` secret is its base64, decoded; of any other secret, its UTF-8 bytes. */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : ''
  if (!/^[A-Za-z0-9+/]{2,}={0,2}$/.test(encoded)) return utf8(secret)
  const letters = encoded.replace(/=+$/, '')
  // A last letter alone holds less than a byte.
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters
  return Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0))
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

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
