import type Stripe from 'stripe'
import type { ChargeResult, CheckedCharge, NextAction } from '../provider.ts'
import { declineOf } from './failures.ts'

type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'status' | 'next_action' | 'client_secret' | 'last_payment_error' | 'amount' | 'currency'
>

/**
 * Status of a payment by Stripe's answer; undefined if nobody has confirmed it yet.
 *
 * A shopper who enters the card in the page may try again after a decline, so such a payment keeps waiting. A payment
 * whose card came with the request has failed.
 */
export function resultOf(intent: Intent, action: CheckedCharge['action']): ChargeResult | undefined {
  const { id, status, last_payment_error: fault } = intent
  switch (status) {
    case 'succeeded':
      return { status: 'succeeded', reference: id }
    case 'canceled':
      return { status: 'failed', failure: 'not_completed', reference: id }
    case 'requires_action':
      return { status: 'requires_action', reference: id, action: actionOf(intent, action) }
    case 'requires_payment_method':
    case 'requires_confirmation':
      if (action === 'confirm') return toConfirm(intent)
      return fault === null ? undefined : { status: 'failed', failure: declineOf(fault), reference: id }
    default:
      return { status: 'pending' }
  }
}

/** The shopper enters a card in the page. */
export function toConfirm({ id, client_secret }: Intent): ChargeResult {
  return { status: 'requires_action', reference: id, action: { type: 'confirm', client_secret: secret(client_secret) } }
}

/** The secret for confirming also serves the next step. */
function actionOf({ next_action, client_secret }: Intent, action: CheckedCharge['action']): NextAction {
  const url = next_action?.redirect_to_url?.url
  if (url != null && action !== 'confirm') return { type: 'redirect', url }
  return { type: action === 'confirm' ? 'confirm' : 'authenticate', client_secret: secret(client_secret) }
}

function secret(clientSecret: string | null): string {
  if (clientSecret === null) throw new Error('Stripe sent a payment intent without its client secret')
  return clientSecret
}
