import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerOf } from './operations.ts'
import { type Account, fail, type Intent, newAccount, newStripeId, type Refund, Refused, succeed } from './state.ts'

/**
 * A local server with state for the part of Stripe's API that the service uses: payment intents, refunds and disputes
 * of the platform's account and of shops. It follows Stripe's documentation, including idempotency keys and test cards.
 */
export interface StripeDouble {
  url: string
  /** Settings for the service to use it. */
  variables: Record<string, string>
  account(id?: string): Account
  /** Every request that arrived, as `METHOD /path`. */
  requests: string[]
  /**
   * Called with each request and its order, before and after it is carried out: it may wait, or throw to cut the
   * connection.
   */
  fault: ((step: 'before' | 'after', request: string, orderId: string | undefined) => Promise<void> | void) | undefined
  /** Outcome of new refunds. */
  refunds: 'succeeded' | 'pending' | 'refused'
  /** The shopper authenticates to the bank, or fails to. */
  authenticate(intentId: string, passes: boolean): Intent
  /** Stripe.js confirms with a card in the shopper's page. */
  confirmInPage(clientSecret: string, card: string): Promise<Intent>
  intentOf(paymentId: string): Intent | undefined
  dispute(intentId: string): string
  /** The bank returns the money of the newest attempt of our refund. */
  sendBack(refundId: string, reason?: string): Refund
  close(): Promise<void>
}

export const webhookSecret = 'whsec_of_the_double'

export async function startStripeDouble(): Promise<StripeDouble> {
  const accounts = new Map<string, Account>()
  const account = (id = '') => {
    const found = accounts.get(id) ?? newAccount()
    accounts.set(id, found)
    return found
  }
  const intents = () => [...accounts.values()].flatMap((one) => [...one.intents.values()])
  const intent = (matches: (one: Intent) => boolean): Intent => {
    const found = intents().find(matches)
    if (found === undefined) throw new Error('the double has no such payment intent')
    return found
  }
  const server = createServer((request, response) => void serve(double, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A test that fails before it closes this still ends.
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: StripeDouble = {
    url,
    variables: {
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: url,
    },
    account,
    requests: [],
    fault: undefined,
    refunds: 'succeeded',
    authenticate(id, passes) {
      const found = intent((one) => one.id === id)
      if (found.status !== 'requires_action') throw new Error(`the intent is ${found.status}`)
      if (passes) succeed(found)
      else fail(found, { code: 'payment_intent_authentication_failure' })
      return found
    },
    async confirmInPage(clientSecret, card) {
      const { id } = intent((one) => one.client_secret === clientSecret)
      const body = new URLSearchParams({ client_secret: clientSecret, payment_method: card })
      const headers = { authorization: 'Bearer pk_test_double' }
      await fetch(`${url}/v1/payment_intents/${id}/confirm`, { method: 'POST', headers, body })
      return intent((one) => one.id === id)
    },
    intentOf: (paymentId) => intents().find(({ metadata }) => metadata['payment_id'] === paymentId),
    dispute(intentId) {
      const id = newStripeId('dp')
      const owner = [...accounts.values()].find(({ intents }) => intents.has(intentId))
      const { amount } = intent((one) => one.id === intentId)
      const state = { reason: 'fraudulent', status: 'needs_response' }
      owner?.disputes.set(id, { id, object: 'dispute', amount, payment_intent: intentId, ...state })
      return id
    },
    sendBack(refundId, failure_reason = 'expired_or_canceled_card') {
      const refunds = [...accounts.values()].flatMap((one) => [...one.refunds.values()])
      const refund = refunds.findLast(({ metadata }) => metadata['refund_id'] === refundId)
      if (refund === undefined) throw new Error('the double has no such refund')
      return Object.assign(refund, { status: 'failed', failure_reason })
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return double
}

/** Stripe runs a request once per idempotency key, and repeats the first answer. */
async function serve(double: StripeDouble, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', double.url)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const name = `${request.method} ${url.pathname}`
  double.requests.push(name)
  try {
    const orderId = orderOf(double, request, url, text)
    await double.fault?.('before', name, orderId)
    const { status, body } = answer(double, request, url, text)
    await double.fault?.('after', name, orderId)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newStripeId('req') })
    response.end(JSON.stringify(body))
  } catch {
    request.socket.destroy()
  }
}

function orderOf(double: StripeDouble, request: IncomingMessage, url: URL, text: string): string | undefined {
  const account = double.account(request.headers['stripe-account'] as string | undefined)
  const { metadata } = paramsOf(url, text)
  const intent = account.intents.get(url.pathname.split('/')[3] ?? '')
  return intent?.metadata['order_id'] ?? (metadata as Record<string, string> | undefined)?.['order_id']
}

function answer(double: StripeDouble, request: IncomingMessage, url: URL, text: string) {
  const { authorization, 'stripe-account': of, 'idempotency-key': key } = request.headers
  if (!/^Bearer [sp]k_test_double$/.test(authorization ?? ''))
    return errorAnswer(new Refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
  const account = double.account(of as string | undefined)
  const call = {
    method: request.method ?? 'GET',
    path: url.pathname,
    params: paramsOf(url, text),
    refunds: double.refunds,
  }
  const stored = typeof key === 'string' && request.method === 'POST' ? account.keys.get(key) : undefined
  const sent = `${url.pathname}\n${text}`
  if (stored !== undefined && stored.text !== sent) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return errorAnswer(new Refused(400, { type: 'idempotency_error', message }))
  }
  if (stored?.answer !== undefined) return stored.answer
  const made = run(() => answerOf(account, call))
  // As in Stripe: a request that fails parameter checks has not begun, and its key stays free.
  const began = made.status < 400 || made.status === 402
  if (typeof key === 'string' && began) account.keys.set(key, { text: sent, answer: structuredClone(made) })
  return made
}

function run(work: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: structuredClone(work()) }
  } catch (error) {
    if (error instanceof Refused) return errorAnswer(error)
    throw error
  }
}

function errorAnswer({ status, message, fields }: Refused) {
  return { status, body: { error: { message, ...fields } } }
}

/** `metadata[payment_id]=1` becomes `metadata: {payment_id: 1}`. */
function paramsOf(url: URL, text: string): Record<string, string | Record<string, string>> {
  const params: Record<string, string | Record<string, string>> = {}
  for (const [name, value] of [...url.searchParams, ...new URLSearchParams(text)]) {
    const [, outer = name, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
    if (inner === undefined) params[outer] = value
    else params[outer] = { ...(params[outer] as Record<string, string> | undefined), [inner]: value }
  }
  return params
}
