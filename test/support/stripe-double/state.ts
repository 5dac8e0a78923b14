import { randomBytes } from 'node:crypto'

/** State of the double. Objects have the shapes of Stripe's API. */

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  payment_method_types: string[]
  metadata: Record<string, string>
  next_action: null | { type: string; redirect_to_url?: { url: string; return_url: string }; use_stripe_sdk?: object }
  last_payment_error: null | { type: string; code: string; decline_code?: string; message: string }
  cancellation_reason: string | null
  latest_charge: string | null
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason?: string
  metadata: Record<string, string>
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  payment_intent: string
  reason: string
  status: string
}

/** One account: the platform's own, or a shop's. */
export interface Account {
  intents: Map<string, Intent>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  /** By key: the request, and its first answer. */
  keys: Map<string, { text: string; answer: { status: number; body: object } | undefined }>
}

export const newAccount = (): Account => ({
  intents: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  keys: new Map(),
})

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** A request that Stripe refuses. */
export class Refused extends Error {
  readonly status: number
  readonly fields: object

  constructor(status: number, fields: { type: string; message: string; [name: string]: unknown }) {
    super(fields.message)
    this.status = status
    this.fields = fields
  }
}

export const invalidRequest = (message: string, fields: { code?: string; param?: string } = {}, status = 400) =>
  new Refused(status, { type: 'invalid_request_error', message, ...fields })

/** Names a person, as Stripe's messages may: they must be neither shown nor logged. */
const declineMessage = 'The card of Ada Lovelace was declined.'

/** Outcome of an intent confirmed with a card; other test cards succeed. */
const outcomes: Record<string, { code: string; decline_code?: string } | 'authenticate'> = {
  pm_card_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_chargeDeclinedStolenCard: { code: 'card_declined', decline_code: 'stolen_card' },
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { code: 'incorrect_cvc' },
  pm_card_chargeDeclinedProcessingError: { code: 'processing_error' },
  pm_card_threeDSecure2Required: 'authenticate',
  pm_card_authenticationRequired: 'authenticate',
}

/** @throws Refused 402 with the intent, as it then is */
export function confirmWith(intent: Intent, card: string, returnUrl: string | undefined): void {
  if (intent.status !== 'requires_payment_method') throw unexpectedState(intent)
  if (!card.startsWith('pm_card_')) throw invalidRequest(`No such PaymentMethod: '${card}'`, missingCard)
  const outcome = outcomes[card]
  if (outcome === undefined) succeed(intent)
  else if (outcome === 'authenticate') {
    intent.status = 'requires_action'
    intent.next_action =
      returnUrl === undefined
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
        : {
            type: 'redirect_to_url',
            redirect_to_url: { url: `https://hooks.stripe.example/3ds/${intent.id}`, return_url: returnUrl },
          }
  } else {
    fail(intent, outcome)
    throw new Refused(402, { ...intent.last_payment_error, ...cardError, payment_intent: { ...intent } })
  }
}

const missingCard = { code: 'resource_missing', param: 'payment_method' }
const cardError = { type: 'card_error', message: declineMessage }

export function succeed(intent: Intent): void {
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, next_action: null })
  intent.latest_charge = newStripeId('ch')
}

export function fail(intent: Intent, error: { code: string; decline_code?: string }): void {
  Object.assign(intent, { status: 'requires_payment_method', next_action: null })
  intent.last_payment_error = { ...cardError, ...error }
}

export function cancel(intent: Intent, reason: string | undefined): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw unexpectedState(intent)
  Object.assign(intent, { status: 'canceled', next_action: null, cancellation_reason: reason ?? null })
}

function unexpectedState(intent: Intent): Refused {
  return new Refused(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent is ${intent.status}.`,
    payment_intent: { ...intent },
  })
}

const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd']

/** Refuses the amounts that Stripe refuses. */
export function checkAmount(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest('Invalid currency', { param: 'currency' })
  if (!Number.isInteger(amount) || amount < 1) throw invalidRequest('Invalid integer', { param: 'amount' })
  if (amount < 30) throw invalidRequest('Amount must be at least 30', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999) throw invalidRequest('Amount too large', { code: 'amount_too_large', param: 'amount' })
  const step = threeDecimals.includes(currency) ? 10 : ['isk', 'ugx'].includes(currency) ? 100 : 1
  if (amount % step !== 0) throw invalidRequest('Invalid amount', { code: 'invalid_charge_amount', param: 'amount' })
}
