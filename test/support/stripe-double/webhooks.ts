import { createHmac } from 'node:crypto'
import { webhookSecret } from './server.ts'
import { newStripeId } from './state.ts'

/** A sent event of Stripe: the bytes, and the signature over them and the time. */
export interface SignedEvent {
  payload: string
  headers: Record<string, string>
}

export interface EventOptions {
  account?: string
  secret?: string
  /** How long ago it was signed. */
  ageSeconds?: number
  /** Body to send instead of an event. */
  body?: string
}

/** Signs an event about an object of Stripe, by Stripe's scheme: HMAC-SHA256 of `time.body`. */
export function signedEvent(type: string, object: object, options: EventOptions = {}): SignedEvent {
  const { account, secret = webhookSecret, ageSeconds = 0, body } = options
  const event = { id: newStripeId('evt'), object: 'event', type, data: { object }, ...(account && { account }) }
  const payload = body ?? JSON.stringify(event)
  const time = Math.floor(Date.now() / 1000) - ageSeconds
  return { payload, headers: { ...json, 'stripe-signature': `t=${time},v1=${sign(`${time}.${payload}`, secret)}` } }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
