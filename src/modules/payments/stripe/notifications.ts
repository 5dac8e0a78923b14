import Stripe from 'stripe'
import type { Notification } from '../provider.ts'

/** Older notifications are refused: a signed one could otherwise be replayed for ever. */
const oldestSeconds = 300

const nothing: Notification = { about: 'nothing' }
const isUuid = (text: string | undefined): text is string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text ?? '')

/**
 * Reads a notification: which payment to ask about. Undefined unless it is recent and signed with one of the secrets.
 * Stripe signs with two while a secret is being replaced, and the endpoint for accounts of shops has its own.
 */
export function readNotification(
  stripe: Stripe,
  secrets: readonly string[],
  body: Buffer,
  signature: string | undefined,
): Notification | undefined {
  for (const secret of secrets) {
    try {
      return notificationOf(stripe.webhooks.constructEvent(body, signature ?? '', secret, oldestSeconds))
    } catch (error) {
      // Signed, but no JSON.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return nothing
    }
  }
  return undefined
}

/** Judged by its content: unknown types are ignored. */
function notificationOf(event: unknown): Notification {
  const { type, account, data } = (event ?? {}) as { type?: unknown; account?: unknown; data?: { object?: unknown } }
  const object = (data?.object ?? {}) as { id?: unknown; metadata?: Record<string, string | undefined> | null }
  if (typeof type !== 'string') return nothing
  if (type.startsWith('charge.dispute.') && typeof object.id === 'string')
    return { about: 'dispute', disputeId: object.id, account: typeof account === 'string' ? account : null }
  const { merchant_id: merchantId, payment_id: paymentId, refund_id: refundId } = object.metadata ?? {}
  if (!isUuid(merchantId) || !isUuid(paymentId)) return nothing
  const ids = { merchantId: merchantId.toLowerCase(), paymentId: paymentId.toLowerCase() }
  switch (type) {
    case 'payment_intent.succeeded':
      return { about: 'late_charge', ...ids }
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return { about: 'charge', ...ids }
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { about: 'refund', ...ids, ...(isUuid(refundId) && { refundId: refundId.toLowerCase() }) }
    default:
      return nothing
  }
}
