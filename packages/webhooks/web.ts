import type { WebhookEvent } from './events.gen.ts'
import { readDelivery, type VerifyOptions, type WebhookHeaders } from './rules.ts'

export type { EventName, WebhookEvent } from './events.gen.ts'
export { type VerificationFailure, type VerifyOptions, type WebhookHeaders, WebhookVerificationError } from './rules.ts'

/**
 * The same as `verify` of the package itself, on Web Crypto: for browsers' and edge runtimes, which have no
 * `node:crypto`.
 *
 * @throws WebhookVerificationError with a `reason`; answer it with 401
 */
export async function verify(
  body: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { message, keys, conclude } = readDelivery(body, headers, secret, options)
  return conclude(await Promise.all(keys.map((key) => hmac(key, message))))
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}
