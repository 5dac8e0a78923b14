import { sql } from 'kysely'
import { settlePayments } from '#src/modules/settlement/jobs.ts'
import { lookUpRefund } from '#src/modules/settlement/refund/settle-refund.ts'
import { startTestApp, type TestApp } from './app.ts'
import { makeMerchant, type TestMerchant } from './factories.ts'
import { makeShopper, shopping } from './orders.ts'
import { makeProduct } from './products.ts'
import { type SignedEvent, type StripeDouble, startStripeDouble } from './stripe-double/index.ts'

/** A service with Stripe payments, and the Stripe double that it uses. */
export interface StripeShop {
  service: TestApp
  stripe: StripeDouble
  merchant: TestMerchant
  close(): Promise<void>
}

export async function startStripeShop(settings: Record<string, string> = {}): Promise<StripeShop> {
  const stripe = await startStripeDouble()
  const service = await startTestApp({ ...stripe.variables, ...settings })
  const merchant = await makeMerchant(service)
  return {
    service,
    stripe,
    merchant,
    async close() {
      await service.close()
      await stripe.close()
    },
  }
}

/** An order of 25.00 (or of another price) by a new shopper, with access to its payments. */
export async function placeCardOrder({ service, stripe, merchant }: StripeShop, price = 12.5, at = merchant) {
  const shopper = await makeShopper(service, at)
  const product = await makeProduct(service, at, { onHand: 5, price })
  const order = (await shopper.order([{ product_id: product.id, quantity: 2 }])).body.data
  const path = `/user/orders/${order.id}/payments`
  const { db } = service.deps
  return {
    shopper,
    product,
    order,
    path,
    /** Pays by card; without one the shopper enters it in the page. */
    pay: (payment_method?: string, more: Record<string, unknown> = {}, through: Pick<TestApp, 'request'> = service) =>
      through.request('POST', path, {
        headers: { ...shopper.headers, ...(more['key'] ? { 'idempotency-key': String(more['key']) } : {}) },
        body: { method: 'stripe', ...(payment_method && { payment_method }), ...omitKey(more) },
      }),
    current: async () => (await shopping(service, shopper.headers).get(`/user/orders/${order.id}`)).body.data,
    payments: async () => (await shopper.get(path)).body.data.items,
    intents: () => [...stripe.account().intents.values()].filter(({ metadata }) => metadata['order_id'] === order.id),
    refunds: () => [...stripe.account().refunds.values()],
    /** Ages the order's payments, so that the sweep asks about them. */
    async settle(ageSeconds = 60) {
      await sql`
        update payments set created_at = created_at - make_interval(secs => ${ageSeconds}), due_at = now()
         where order_id = ${order.id}`.execute(db)
      await settlePayments.run({ ...service.deps, db })
    },
  }
}

const omitKey = ({ key: _key, ...rest }: Record<string, unknown>) => rest

export function send({ service }: Pick<StripeShop, 'service'>, { payload, headers }: SignedEvent) {
  return service.request('POST', '/payments/stripe/webhook', { payload, headers })
}

/** Runs the queued look-ups of refunds; returns how many. */
export async function lookUpRefunds({ service: { deps } }: Pick<StripeShop, 'service'>): Promise<number> {
  const { rows } = await sql<{ payload: Parameters<typeof lookUpRefund.run>[1] }>`
    delete from jobs where name = ${lookUpRefund.name} returning payload`.execute(deps.db)
  await Promise.all(rows.map(({ payload }) => lookUpRefund.run(deps, payload)))
  return rows.length
}

/** The log lines written while `work` runs. */
export async function logged({ service }: StripeShop, work: () => Promise<void>): Promise<string> {
  const { deps } = service
  const before = deps.logger
  const lines: string[] = []
  const note = (...parts: unknown[]) => void lines.push(parts.map(textOf).join(' '))
  deps.logger = { ...before, error: note, warn: note, info: note } as typeof before
  await work().finally(() => {
    deps.logger = before
  })
  return lines.join('\n')
}

/** Its whole content, as a serializer might write it. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.stack} ${JSON.stringify({ ...value })} ${textOf(value.cause ?? '')}`
  return Object.values(value ?? {})
    .map(textOf)
    .join(' ')
}

/** Until `work` is done, requests to Stripe that match are cut off before or after they are done. */
export async function cutOff<T>(
  { stripe }: StripeShop,
  step: 'before' | 'after',
  requests: RegExp,
  work: () => Promise<T>,
): Promise<T> {
  stripe.fault = (when, request) => {
    if (when === step && requests.test(request)) throw new Error('cut off')
  }
  return work().finally(() => {
    stripe.fault = undefined
  })
}
