import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SettingsInput } from '#src/modules/merchants/settings/change-settings.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { makeUser, type SignedInUser, type TestMerchant } from './factories.ts'
import { makeProduct, makeProducts } from './products.ts'
import { until } from './until.ts'

/** A signed-in user at a shop, with actions on orders there. */
export interface TestShopper extends SignedInUser {
  order(items: readonly OrderItem[], more?: { key?: string } & Record<string, unknown>): Promise<TestAnswer>
  quote(items: readonly OrderItem[], more?: Record<string, unknown>): Promise<TestAnswer>
  pay(orderId: string, method?: string, key?: string): Promise<TestAnswer>
  cancel(orderId: string): Promise<TestAnswer>
  get(path: string): Promise<TestAnswer>
}

type OrderItem = { product_id: unknown; quantity: unknown }

export async function makeShopper(service: TestApp, merchant: { id: string }): Promise<TestShopper> {
  const user = await makeUser(service, { merchantId: merchant.id })
  return { ...user, ...shopping(service, { ...user.headers, 'merchant-id': merchant.id }) }
}

/** An order of two units of a new product by a new shopper; `current` reads it again. */
export async function placeOrder(service: TestApp, merchant: TestMerchant) {
  const shopper = await makeShopper(service, merchant)
  const product = await makeProduct(service, merchant, { onHand: 5 })
  const order = (await shopper.order([{ product_id: product.id, quantity: 2 }])).body.data
  const current = async () => (await shopper.get(`/user/orders/${order.id}`)).body.data
  return { shopper, product, order, current }
}

/**
 * The same session through a given service, perhaps another one on the same database. Each device has its own client
 * address, so that shoppers of a test do not share a limit.
 */
export function shopping(
  service: Pick<TestApp, 'request'>,
  headers: Record<string, string>,
  from = addressOf(headers['device-id'] ?? ''),
) {
  const withKey = (key: string | undefined) => (key === undefined ? headers : { ...headers, 'idempotency-key': key })
  return {
    headers,
    order: (items: readonly OrderItem[], { key, ...more }: { key?: string } & Record<string, unknown> = {}) =>
      service.request('POST', '/user/orders', { headers: withKey(key), body: { items, ...more }, from }),
    quote: (items: readonly OrderItem[], more: Record<string, unknown> = {}) =>
      service.request('POST', '/user/orders/quote', { headers, body: { items, ...more }, from }),
    pay: (orderId: string, method = 'test_success', key?: string) =>
      service.request('POST', `/user/orders/${orderId}/payments`, { headers: withKey(key), body: { method } }),
    cancel: (orderId: string) => service.request('POST', `/user/orders/${orderId}/cancel`, { headers }),
    get: (path: string) => service.request('GET', path, { headers }),
  }
}

/** An IPv6 network of documentation for each device. */
function addressOf(deviceId: string): string {
  const [one, other, third] = createHash('sha256').update(deviceId).digest('hex').match(/.{4}/g) ?? []
  return `2001:db8:${one}:${other}::${third}`
}

/** Staff moves an order to another status. */
export function moveOrder(service: Pick<TestApp, 'request'>, merchant: TestMerchant, orderId: string, status: unknown) {
  return service.request('PATCH', `/admin/orders/${orderId}`, { headers: merchant.owner.headers, body: { status } })
}

/** A product's stock: on hand and reserved. */
export async function stockOf({ deps }: Pick<TestApp, 'deps'>, productId: string): Promise<[number, number]> {
  const stock = await deps.db
    .selectFrom('stock')
    .select(['on_hand', 'reserved'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  return [stock.on_hand, stock.reserved]
}

/** What the test provider has booked for an order; with `atLeast` set, once it has booked so many. */
export function chargesOf(
  { deps }: Pick<TestApp, 'deps'>,
  orderId: string,
  atLeast = 0,
): Promise<{ succeeded: boolean; refunded: boolean }[]> {
  return until(async () => {
    const rows = await deps.db
      .selectFrom('test_provider_charges as charge')
      .innerJoin('payments', 'payments.id', 'charge.payment_id')
      .select(['charge.succeeded', 'charge.refunded_at'])
      .where('payments.order_id', '=', orderId)
      .execute()
    return (
      rows.length >= atLeast && rows.map((row) => ({ succeeded: row.succeeded, refunded: row.refunded_at !== null }))
    )
  }, `${atLeast} charges`)
}

/** Delays the test provider's answers to charges, which it books at once, until the returned function is called. */
export function holdAnswers({ deps }: Pick<TestApp, 'deps'>): () => void {
  const before = deps.paymentProviders
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  deps.paymentProviders = before.map((provider) =>
    provider.name === 'test'
      ? { ...provider, charge: (...call) => provider.charge(...call).finally(() => told) }
      : provider,
  )
  return () => {
    deps.paymentProviders = before
    tell()
  }
}

/** Checks that an answer is the failure with this status and code. */
export function assertRefused(answer: TestAnswer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code])
}

/** Makes orders older. Their numbers begin with the day of the order, which may change with it. */
export async function makeOlder(service: TestApp, orderIds: readonly string[], seconds: number): Promise<void> {
  const placed = sql`created_at - make_interval(secs => ${seconds})`
  await sql`
    update orders set created_at = ${placed},
           order_number = to_char((${placed}) at time zone 'UTC', 'YYMMDD-') || substr(order_number, 8)
     where id = any (${[...orderIds]}::uuid[])`.execute(service.deps.db)
}

/** Sets a shop's limits, as its owner. */
export async function setOrderLimits(
  service: Pick<TestApp, 'request'>,
  merchant: TestMerchant,
  order_limits: NonNullable<SettingsInput['order_limits']>,
): Promise<void> {
  const { headers } = merchant.owner
  const { status } = await service.request('PATCH', '/admin/merchant', { headers, body: { order_limits } })
  assert.equal(status, 200)
}

/** A paid order of some units of each of some new products, and what staff does with it. */
export async function makePaidOrder(
  service: TestApp,
  merchant: TestMerchant,
  quantities: readonly number[] = [3],
  { method = 'test_success', tax = false }: { method?: string; tax?: boolean } = {},
) {
  const shopper = await makeShopper(service, merchant)
  const products = await makeProducts(service, merchant, Array(quantities.length).fill({ onHand: 20, price: 19.99 }))
  const lines = products.map(({ id }, index) => ({ product_id: id, quantity: quantities[index] }))
  const { id } = (await shopper.order(lines)).body.data
  if (tax) await addTax(service, id)
  const staff = staffOn(service, merchant, id)
  if (method === 'manual') await staff.pay({ method })
  else await shopper.pay(id, method)
  const paid = await staff.current()
  assert.equal(paid.status, 'paid')
  return { shopper, products, order: paid, ...staff }
}

/** An order without the fields for staff only. */
// biome-ignore lint/suspicious/noExplicitAny: an answer
export function asEverybodySees(shown: any): any {
  const { customer: _, note: _note, tags: _tags, assignee_id: _id, assignee: _assignee, ...order } = shown
  return order
}

/** What staff does with an order, through a service, perhaps another one on the same database. */
export function staffOn(service: Pick<TestApp, 'request'>, merchant: TestMerchant, orderId: string) {
  const path = `/admin/orders/${orderId}`
  const { headers } = merchant.owner
  const post = (action: string, body: unknown, key?: string) =>
    service.request('POST', `${path}/${action}`, {
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
      body,
    })
  return {
    /** The public view of the order, without the fields for staff only. */
    current: async () => asEverybodySees((await service.request('GET', path, { headers })).body.data),
    fulfil: (body: unknown = {}, key?: string) => post('fulfillments', body, key),
    track: (fulfillmentId: string, body: unknown) =>
      service.request('PATCH', `${path}/fulfillments/${fulfillmentId}`, { headers, body }),
    refund: (body: unknown, key?: string) => post('refunds', body, key),
    /** Records a payment by hand. */
    pay: (body: unknown, key?: string) => post('payments', body, key),
    edit: (body: unknown, key?: string) => post('edits', body, key),
    retry: (refundId: string, key?: string) => post(`refunds/${refundId}/retry`, undefined, key),
    /** Staff has paid a refund back by hand. */
    done: (refundId: string) => post(`refunds/${refundId}/done`, undefined),
    correct: (body: unknown) => service.request('PATCH', path, { headers, body }),
    move: (status: string) => moveOrder(service, merchant, orderId, status),
  }
}

/** Adds 20 % tax and shipping of 3.95 to an unpaid order, as the checkout of a shop with both does. */
async function addTax({ deps: { db } }: TestApp, orderId: string): Promise<void> {
  await sql`
    with taxed as (
      select total_minor as subtotal, total_minor + 395 as taxable, round((total_minor + 395) * 0.2)::bigint as tax
        from orders where id = ${orderId}
    ), items as (
      update order_items set tax_line = 0 where order_id = ${orderId}
    )
    update orders
       set subtotal_minor = subtotal, shipping_total_minor = 395, tax_total_minor = tax, tax_included = false,
           total_minor = taxable + tax, shipping_tax_line = 0,
           tax_lines = json_build_array(json_build_object(
             'name', 'VAT', 'rate', 20, 'taxable_minor', taxable, 'amount_minor', tax))
      from taxed where id = ${orderId}`.execute(db)
}
