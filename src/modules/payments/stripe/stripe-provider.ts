import Stripe from 'stripe'
import type {
  Charge,
  ChargeOutcome,
  ChargeResult,
  CheckedCharge,
  PaymentDetails,
  PaymentProvider,
  Refund,
  RefundResult,
} from '../provider.ts'
import { stripeMinimum, stripeUnit, toStripeAmount } from './amounts.ts'
import { codeOf, refusalOf, withoutContent } from './failures.ts'
import { resultOf, toConfirm } from './intents.ts'
import { readNotification } from './notifications.ts'

export interface StripeConfig {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: readonly string[] | undefined
  STRIPE_API_BASE?: string | undefined
}

/** Timeout of each attempt; one retry follows a network fault. */
const timeoutMs = 8_000
/** Stripe keeps an idempotency key for at least a day. An older payment is found by search. */
const keyLivesSeconds = 72_000

/**
 * Card payments by Stripe. A charge is two requests: the first makes a payment intent, which moves no money, with our
 * payment id as idempotency key; the second confirms it. So an intent with a lost answer is found by making it again,
 * and an unconfirmed one can be cancelled for good (src/modules/payments/README.md).
 */
export function createStripeProvider(config: StripeConfig): PaymentProvider {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '', STRIPE_API_BASE } = config
  const base = STRIPE_API_BASE === undefined ? undefined : new URL(STRIPE_API_BASE)
  const stripe = new Stripe(key, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'http:' ? 'http' : 'https' }),
  })
  return {
    name: 'stripe',
    methods: ['stripe'],
    usedBy: 'shopper',
    settlesAtOnce: false,
    unitOf: stripeUnit,
    minimumOf: stripeMinimum,
    card: { publishableKey },
    charge: (charge, signal) => answerOf(makeCharge(stripe, charge, signal)),
    find: (charge) => answerOf(findCharge(stripe, charge)),
    cancel: (charge) => answerOf(cancelCharge(stripe, charge)),
    refund: (refund) => answerOf(giveRefund(stripe, refund)),
    findRefund: (refund) => answerOf(findRefund(stripe, refund)),
    readNotification: (body, signature) =>
      readNotification(stripe, config.STRIPE_WEBHOOK_SECRET ?? [], body, signature),
    findDispute: (disputeId, account) => answerOf(findDispute(stripe, disputeId, account)),
  }
}

async function makeCharge(stripe: Stripe, charge: Charge & PaymentDetails, signal: AbortSignal): Promise<ChargeResult> {
  const { paymentMethod, returnUrl } = charge
  const amount = toStripeAmount(charge.amountMinor, charge.currency)
  if (amount === undefined) return { status: 'failed', failure: 'amount_not_supported' }
  try {
    const intent = await makeIntent(stripe, charge, amount)
    if (paymentMethod === undefined) return toConfirm(intent)
    signal.throwIfAborted()
    return await confirm(stripe, charge, intent.id, {
      payment_method: paymentMethod,
      ...(returnUrl === undefined ? { use_stripe_sdk: true } : { return_url: returnUrl }),
    })
  } catch (error) {
    const failure = refusalOf(error)
    if (failure === undefined) throw error
    const reference = error instanceof Stripe.errors.StripeError ? error.payment_intent?.id : undefined
    return { status: 'failed', failure, ...(reference !== undefined && { reference }) }
  }
}

/** Idempotent for a payment: it sends only data of the payment's row. */
function makeIntent(stripe: Stripe, charge: Charge, amount: number): Promise<Stripe.PaymentIntent> {
  const { paymentId, merchantId, orderId, currency } = charge
  return stripe.paymentIntents.create(
    {
      amount,
      currency: currency.toLowerCase(),
      allowed_payment_method_types: ['card'],
      metadata: { payment_id: paymentId, merchant_id: merchantId, order_id: orderId },
    },
    { idempotencyKey: paymentId, ...at(charge.account) },
  )
}

async function confirm(
  stripe: Stripe,
  { paymentId, account }: Charge,
  id: string,
  params: Stripe.PaymentIntentConfirmParams,
): Promise<ChargeResult> {
  const options = { idempotencyKey: `${paymentId}-confirm`, ...at(account) }
  const intent = await stripe.paymentIntents.confirm(id, params, options).catch((error) => {
    // The sweep may have cancelled it meanwhile.
    if (codeOf(error) !== 'payment_intent_unexpected_state') throw error
    return stripe.paymentIntents.retrieve(id, {}, at(account))
  })
  return resultOf(intent, null) ?? { status: 'pending' }
}

async function findCharge(stripe: Stripe, charge: CheckedCharge): Promise<ChargeResult | undefined> {
  const intent = await findIntent(stripe, charge)
  return intent && resultOf(intent, charge.action)
}

/** The current intent. If the first answer of a payment was lost, this makes the intent, or gets the existing one. */
async function findIntent(stripe: Stripe, charge: CheckedCharge): Promise<Stripe.PaymentIntent | undefined> {
  const amount = toStripeAmount(charge.amountMinor, charge.currency)
  if (amount === undefined) return undefined
  const id = charge.reference ?? (await findId(stripe, charge, amount))
  if (id === undefined) return undefined
  const intent = await stripe.paymentIntents.retrieve(id, {}, at(charge.account))
  if (intent.amount !== amount || intent.currency !== charge.currency.toLowerCase())
    throw new Error(`payment intent ${id} is of another amount than payment ${charge.paymentId}`)
  return intent
}

async function findId(stripe: Stripe, charge: CheckedCharge, amount: number): Promise<string | undefined> {
  if (charge.ageSeconds < keyLivesSeconds) {
    return makeIntent(stripe, charge, amount).then(
      ({ id }) => id,
      (error) => {
        // A request that is refused every time made no intent.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
        throw error
      },
    )
  }
  const query = `metadata['payment_id']:'${charge.paymentId}'`
  const { data } = await stripe.paymentIntents.search({ query, limit: 1 }, at(charge.account))
  return data[0]?.id
}

async function cancelCharge(stripe: Stripe, charge: CheckedCharge): Promise<ChargeOutcome> {
  const found = await findIntent(stripe, charge)
  if (found === undefined) return { status: 'failed', failure: 'not_completed' }
  const intent = await stripe.paymentIntents
    .cancel(found.id, { cancellation_reason: 'abandoned' }, at(charge.account))
    .catch((error) => {
      if (codeOf(error) !== 'payment_intent_unexpected_state') throw error
      return stripe.paymentIntents.retrieve(found.id, {}, at(charge.account))
    })
  const result = resultOf(intent, charge.action)
  if (result?.status === 'succeeded' || (result?.status === 'failed' && intent.status === 'canceled')) return result
  throw new Error(`payment intent ${intent.id} cannot be cancelled while it is ${intent.status}`)
}

/**
 * Looks for the attempt first: Stripe forgets an idempotency key after a day, and until then repeats the old answer.
 */
async function giveRefund(stripe: Stripe, refund: Refund): Promise<RefundResult> {
  const { refundId, attempt, paymentId, merchantId, reference, account } = refund
  const amount = toStripeAmount(refund.amountMinor, refund.currency)
  if (amount === undefined) return { status: 'failed', failure: 'amount_not_supported' }
  if (reference === null) throw new Error(`payment ${paymentId} has no payment intent to refund`)
  const earlier = await findRefund(stripe, refund)
  if (earlier !== undefined) return earlier
  const key = `${refundId}-${attempt}`
  try {
    const metadata = { payment_id: paymentId, merchant_id: merchantId, refund_id: refundId, refund_attempt: key }
    return refundResultOf(
      await stripe.refunds.create(
        { payment_intent: reference, amount, metadata },
        { idempotencyKey: `refund-${key}`, ...at(account) },
      ),
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const isFinal = ['charge_already_refunded', 'charge_disputed', 'balance_insufficient'].includes(error.code ?? '')
    return { status: 'failed', failure: isFinal ? (error.code ?? '') : 'refund_refused' }
  }
}

/** Found by its attempt: after a failure the intent has one refund per attempt. */
async function findRefund(
  stripe: Stripe,
  { refundId, attempt, reference, account }: Refund,
): Promise<RefundResult | undefined> {
  if (reference === null) return undefined
  for await (const given of stripe.refunds.list({ payment_intent: reference, limit: 100 }, at(account)))
    if (given.metadata?.['refund_attempt'] === `${refundId}-${attempt}`) return refundResultOf(given)
  return undefined
}

function refundResultOf({ id, status, failure_reason }: Stripe.Refund): RefundResult {
  if (status === 'succeeded') return { status, reference: id }
  if (status === 'failed' || status === 'canceled') return { status: 'failed', failure: failure_reason ?? status }
  return { status: 'pending', reference: id }
}

async function findDispute(stripe: Stripe, disputeId: string, account: string | null) {
  const dispute = await stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] }, at(account))
  const intent = dispute.payment_intent
  if (intent === null || typeof intent === 'string') return undefined
  const { payment_id: paymentId, merchant_id: merchantId } = intent.metadata
  if (paymentId === undefined || merchantId === undefined) return undefined
  return { merchantId, paymentId, status: dispute.status, reason: dispute.reason }
}

function at(account: string | null): Stripe.RequestOptions {
  return account === null ? {} : { stripeAccount: account }
}

/** @throws an error without data of the shopper */
async function answerOf<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw withoutContent(error)
  })
}
