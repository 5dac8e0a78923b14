import {
  type Account,
  cancel,
  checkAmount,
  confirmWith,
  type Intent,
  invalidRequest,
  newStripeId,
  type Refund,
  type Refused,
} from './state.ts'

type Params = Record<string, string | Record<string, string>>

export interface Call {
  method: string
  path: string
  params: Params
  /** Outcome of new refunds. */
  refunds: 'succeeded' | 'pending' | 'refused'
}

type Operation = (account: Account, id: string, call: Call) => object

/** The operations of Stripe's API that the service uses. */
const operations: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /^\/v1\/payment_intents$/, (account, _id, { params }) => createIntent(account, params)],
  ['GET', /^\/v1\/payment_intents\/search$/, (account, _id, { params }) => searchIntents(account, params)],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, intentOf],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/confirm$/, confirm],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    (account, id, { params }) => {
      const intent = intentOf(account, id)
      cancel(intent, text(params, 'cancellation_reason'))
      return intent
    },
  ],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  [
    'GET',
    /^\/v1\/disputes\/(\w+)$/,
    (account, id) => {
      const dispute = account.disputes.get(id)
      if (dispute === undefined) throw missing('dispute', id)
      return { ...dispute, payment_intent: account.intents.get(dispute.payment_intent) }
    },
  ],
]

/** @throws Refused */
export function answerOf(account: Account, call: Call): object {
  for (const [method, path, operation] of operations) {
    const [, id = ''] = path.exec(call.path) ?? []
    if (method === call.method && path.test(call.path)) return operation(account, id, call)
  }
  throw invalidRequest(`Unrecognized request URL (${call.method}: ${call.path})`, {}, 404)
}

function createIntent(account: Account, params: Params): Intent {
  const [amount, currency] = [Number(params['amount']), text(params, 'currency') ?? '']
  checkAmount(amount, currency)
  // API version 2026-09-30 renamed it.
  if ('payment_method_types' in params)
    throw invalidRequest('Received unknown parameter: payment_method_types', { code: 'parameter_unknown' })
  const id = newStripeId('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${newStripeId('x')}`,
    payment_method_types: ['card'],
    metadata: (params['metadata'] ?? {}) as Record<string, string>,
    next_action: null,
    last_payment_error: null,
    cancellation_reason: null,
    latest_charge: null,
  }
  account.intents.set(id, intent)
  return intent
}

/** The search finds new objects at once; Stripe's does so about a minute later. */
function searchIntents({ intents }: Account, params: Params): object {
  const [, name = '', value] = /^metadata\['(\w+)'\]:'([\w-]+)'$/.exec(text(params, 'query') ?? '') ?? []
  const data = [...intents.values()].filter(({ metadata }) => metadata[name] === value)
  return { object: 'search_result', url: '/v1/payment_intents/search', has_more: false, next_page: null, data }
}

function confirm(account: Account, id: string, { params }: Call): Intent {
  const intent = intentOf(account, id)
  confirmWith(intent, text(params, 'payment_method') ?? '', text(params, 'return_url'))
  return intent
}

function createRefund({ intents, refunds }: Account, _id: string, { params, refunds: outcome }: Call): Refund {
  const intent = intents.get(text(params, 'payment_intent') ?? '')
  if (intent === undefined) throw missing('payment_intent', String(params['payment_intent']))
  if (outcome === 'refused') throw invalidRequest('Insufficient funds', { code: 'balance_insufficient' })
  const earlier = refundsOf({ refunds }, intent.id).filter(({ status }) => status !== 'failed')
  const given = earlier.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Number(params['amount'] ?? intent.amount_received - given)
  if (intent.status !== 'succeeded') throw invalidRequest('This PaymentIntent does not have a successful charge.')
  if (given === intent.amount_received)
    throw invalidRequest('Charge has already been refunded.', { code: 'charge_already_refunded' })
  if (given + amount > intent.amount_received)
    throw invalidRequest('Refund amount is greater than unrefunded amount', { param: 'amount' })
  const metadata = (params['metadata'] ?? {}) as Record<string, string>
  const refund: Refund = {
    id: newStripeId('re'),
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    status: outcome,
    metadata,
  }
  refunds.set(refund.id, refund)
  return refund
}

function listRefunds(account: Account, _id: string, { params }: Call): object {
  const data = refundsOf(account, text(params, 'payment_intent') ?? '')
  return { object: 'list', url: '/v1/refunds', has_more: false, data }
}

/** Newest first. */
function refundsOf({ refunds }: Pick<Account, 'refunds'>, intentId: string): Refund[] {
  return [...refunds.values()].filter((one) => one.payment_intent === intentId).reverse()
}

function intentOf({ intents }: Account, id: string): Intent {
  const intent = intents.get(id)
  if (intent === undefined) throw missing('payment_intent', id)
  return intent
}

function missing(kind: string, id: string): Refused {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'intent' }, 404)
}

function text(params: Params, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' ? value : undefined
}
