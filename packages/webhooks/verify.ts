import { createHmac } from 'node:crypto'
import type { WebhookEvent } from './events.gen.ts'
import { readDelivery, type VerifyOptions, type WebhookHeaders } from './rules.ts'

export type { EventName, WebhookEvent } from './events.gen.ts'
export { type VerificationFailure, type VerifyOptions, type WebhookHeaders, WebhookVerificationError } from './rules.ts'

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
  const { message, keys, conclude } = readDelivery(body, headers, secret, options)
  return conclude(keys.map((key) => createHmac('sha256', key).update(message).digest()))
}
