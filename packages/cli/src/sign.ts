import { createHmac, randomBytes } from 'node:crypto'

export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Both signatures of a delivery, as the service makes them: Standard Webhooks, and X-Service-Signature. */
export function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : ''
  const key = /^[A-Za-z0-9+/]{2,}={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
}
