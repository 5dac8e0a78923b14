import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const prefix = 'whsec_'

/** A new signing secret: 32 random bytes, in the form Standard Webhooks libraries take as it is. */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/**
 * The value of X-Service-Signature. The key is the secret as the merchant sees it, prefix included, as UTF-8. There is
 * exactly one value, so after a rotation it is made with the current secret only; webhook-signature bridges the overlap.
 */
export function signBody(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

export interface StandardWebhookInput {
  /** The envelope's id: the same at every attempt, so that receivers can drop duplicates by it. */
  id: string
  /** Unix seconds of this attempt, not of the event: receivers refuse what is older than five minutes, retries go on for longer. */
  timestamp: number
  body: Buffer
  /** The current secret first, then the one it replaced while both are valid. */
  secrets: readonly string[]
}

/** The three headers of Standard Webhooks, one signature for each secret. */
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

/** Making a key of bytes takes five times as long as signing with it. */
const standardKeys = new LRUCache<string, KeyObject>({ max: 1_000 })

/**
 * The key of webhook-signature: for `whsec_` secrets the bytes their base64 stands for, as the standard says. A merchant
 * may bring a secret of another form, for which the standard has no rule: its UTF-8 bytes are the key, which
 * a receiver writes as `new Webhook(Buffer.from(secret), { format: 'raw' })`.
 */
function standardKey(secret: string): KeyObject {
  const known = standardKeys.get(secret)
  if (known !== undefined) return known
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const bytes = /^[A-Za-z0-9+/]{2,}={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
  const key = createSecretKey(bytes)
  standardKeys.set(secret, key)
  return key
}
