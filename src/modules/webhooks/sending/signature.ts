import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const prefix = 'whsec_'

/** A new signing secret of 32 random bytes, in the format of Standard Webhooks. */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/**
 * X-Service-Signature. The key is the UTF-8 text of the secret, prefix included. It is a single value, so after a
 * rotation only the current secret signs; webhook-signature has both.
 */
export function signBody(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

export interface StandardWebhookInput {
  /** Id of the envelope, the same for every attempt: receivers drop duplicates by it. */
  id: string
  /** Unix seconds of this attempt: receivers refuse signatures older than five minutes. */
  timestamp: number
  body: Buffer
  /** The current secret first, then the previous one while it is valid. */
  secrets: readonly string[]
}

/** The three headers of Standard Webhooks, with one signature for each secret. */
export function standardWebhookHeaders(input: StandardWebhookInput): Record<string, string> {
  const { id, timestamp, body, secrets } = input
  if (secrets.length === 0) throw new TypeError('a delivery needs at least one secret')
  if (!Number.isSafeInteger(timestamp)) throw new TypeError('webhook-timestamp is whole seconds')
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
    return `v1,${digest}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}

/** Creating a key takes five times as long as signing with it. */
const standardKeys = new LRUCache<string, KeyObject>({ max: 1_000 })

/**
 * The key of webhook-signature: the decoded base64 of a `whsec_` secret, as the standard says. Merchants may bring
 * other secrets, for which the standard has no rule: the key is their UTF-8 bytes. Receivers write `new
 * Webhook(Buffer.from(secret), { format: 'raw' })`.
 */
function standardKey(secret: string): KeyObject {
  const cached = standardKeys.get(secret)
  if (cached !== undefined) return cached
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const bytes = /^[A-Za-z0-9+/]{2,}={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
  const key = createSecretKey(bytes)
  standardKeys.set(secret, key)
  return key
}
