import assert from 'node:assert/strict'
import { countries } from '#src/platform/lib/countries.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { type TestApp, unique } from './app.ts'
import { bankOf } from './bank-statements.ts'
import { makeApiKey, makeRole, makeStaff, type SignedInUser, type TestMerchant } from './factories.ts'
import { makeGroup } from './groups.ts'
import { invoiceSettings } from './invoices.ts'
import { makePaidOrder, makeShopper, type TestShopper } from './orders.ts'
import { makePicture } from './pictures.ts'
import { makeProduct } from './products.ts'
import { makePromotion } from './promotions.ts'
import { makeGiftCard } from './stored-value.ts'

/** Owners and intruders of test/isolation.test.ts. */
export interface World {
  service: TestApp
  /** The owning shop and the owning user. */
  shop: TestMerchant
  customer: TestShopper
  /** Another shop, and another user of the first one. */
  rival: TestMerchant
  stranger: SignedInUser
  /** A user who shops at the other one. */
  visitor: SignedInUser
}

type MakeIds = (world: World) => Promise<Record<string, string>>

export const draft = async ({ service, shop }: World) => (await makeProduct(service, shop, { status: 'draft' })).id
export const stocked = async ({ service, shop }: World) => (await makeProduct(service, shop)).id

export async function inCart(world: World): Promise<string> {
  const product_id = await stocked(world)
  const { headers } = world.customer
  await created(world.service.request('POST', '/user/cart/items', { headers, body: { product_id, quantity: 1 } }))
  return product_id
}

export async function order(world: World): Promise<string> {
  const answer = world.customer.order([{ product_id: await stocked(world), quantity: 1 }])
  return (await created(answer)).id
}

export async function session({ service, customer }: World): Promise<string> {
  const answer = await service.request('GET', '/user/sessions', { headers: customer.headers })
  return answer.body.data.items[0].id
}

async function address({ service, customer: { headers } }: World): Promise<string> {
  const body = { name: 'Ada', line1: '1 Mall', city: 'London', country: 'GB' }
  return (await created(service.request('POST', '/user/addresses', { headers, body }))).id
}

async function productImport({ service, shop: { owner } }: World): Promise<string> {
  const headers = { ...owner.headers, 'content-type': 'text/csv' }
  const payload = `sku,name,price\n${unique('sku')},Mug,1\n`
  return (await created(service.request('POST', '/admin/products/import', { headers, payload }))).id
}

export async function picture({ service, shop: { owner } }: World): Promise<string> {
  const headers = { ...owner.headers, 'content-type': 'image/png' }
  return (await created(service.request('POST', '/admin/media', { headers, payload: await makePicture('png') }))).id
}

/** A statement of the shop with a credit that pays no order. */
export const bankStatement = ({ service, shop }: Pick<World, 'service' | 'shop'>) =>
  bankOf(service, shop).credits({ amount: 7, text: unique('rent') })

/** A group of customers of the shop. */
export async function customerGroup({ service, shop: { owner } }: World): Promise<{ id: string }> {
  const body = { name: unique('Group') }
  const made = service.request('POST', '/admin/customer-groups', { headers: owner.headers, body })
  return { id: (await created(made)).id }
}

/** A draft of a page. */
export async function page({ service, shop: { owner } }: World): Promise<{ id: string; slug: string }> {
  const body = { title: unique('Page') }
  return created(service.request('POST', '/admin/pages', { headers: owner.headers, body }))
}

export async function market({ service, shop: { owner } }: World): Promise<{ id: string }> {
  const body = { name: unique('Market'), countries: [countries[made++] ?? 'AD'], locales: ['de'] }
  return { id: (await created(service.request('POST', '/admin/markets', { headers: owner.headers, body }))).id }
}
let made = 0

async function redirect({ service, shop: { owner } }: World): Promise<{ id: string }> {
  const body = { from: `/${unique('old')}`, to: '/products' }
  const made = service.request('POST', '/admin/redirects', { headers: owner.headers, body })
  return { id: (await created(made)).id }
}

const giftCard = async ({ service, shop }: World) => (await makeGiftCard(service, shop, 5)).id

export async function collection({ service, shop: { owner } }: World, more = {}): Promise<string> {
  const body = { name: unique('Collection'), ...more }
  return (await created(service.request('POST', '/admin/collections', { headers: owner.headers, body }))).id
}

async function promotion({ service, shop }: World): Promise<string> {
  return (await makePromotion(service, shop, { code: unique('code') })).id
}

/** A generated code, as a row. */
async function generatedCode(world: World): Promise<Record<string, string>> {
  const id = await promotion(world)
  const code = unique('GENERATED').toUpperCase()
  const row = { merchant_id: world.shop.id, promotion_id: id, code, generated: true }
  await world.service.deps.db.insertInto('promotion_codes').values(row).execute()
  return { id, code }
}

/** A code that the customer’s cart keeps. */
async function cartCode({ service, customer: { headers } }: World): Promise<string> {
  const code = unique('code')
  await created(service.request('POST', '/user/cart/codes', { headers, body: { code } }))
  return code
}

async function bulkJob(world: World): Promise<string> {
  const body = { ids: [await stocked(world)], change: { status: 'active' } }
  const { headers } = world.shop.owner
  return (await created(world.service.request('POST', '/admin/products/bulk', { headers, body }))).id
}

async function webhook({ service, shop: { owner } }: World): Promise<string> {
  const body = { url: 'https://example.com/hooks', events: ['user.deleted'] }
  return (await created(service.request('POST', '/admin/webhooks', { headers: owner.headers, body }))).id
}

async function delivery(world: World): Promise<Record<string, string>> {
  const webhook_id = await webhook(world)
  const { headers } = world.shop.owner
  const sent = world.service.request('POST', `/admin/webhooks/${webhook_id}/test`, { headers })
  return { webhook_id, delivery_id: (await created(sent)).id }
}

/** An order with an invoice. */
async function refunded({ service, shop }: World): Promise<Record<string, string>> {
  const { order, refund } = await makePaidOrder(service, shop)
  return { id: order.id, refund_id: (await created(refund({ amount: 1 }))).refund.id }
}

async function invoiced(world: World): Promise<Record<string, string>> {
  const { headers } = world.shop.owner
  const body = { invoices: invoiceSettings }
  await created(world.service.request('PATCH', '/admin/merchant', { headers, body }))
  const id = await order(world)
  await created(world.service.request('POST', `/admin/orders/${id}/invoice`, { headers }))
  const payment = { method: 'manual' }
  await created(world.service.request('POST', `/admin/orders/${id}/payments`, { headers, body: payment }))
  return { id }
}

/** A withdrawal from a sent order, whose return is approved. */
export async function withdrawalOf({ service, shop, customer }: World): Promise<string> {
  const { headers } = shop.owner
  await created(service.request('PATCH', '/admin/merchant', { headers, body: { withdrawal: true } }))
  const product_id = await stocked({ service, shop } as World)
  const { id } = await created(customer.order([{ product_id, quantity: 1 }]))
  await created(customer.pay(id))
  await created(service.request('POST', `/admin/orders/${id}/fulfillments`, { headers, body: {} }))
  const path = `/user/orders/${id}/withdraw`
  return (await created(service.request('POST', path, { headers: customer.headers }))).return.id
}

export async function created(answer: ReturnType<TestApp['request']>) {
  const { status, body } = await answer
  assert.ok(status >= 200 && status < 300, JSON.stringify(body))
  return body.data
}

/** For each path with parameters: a row of the shop or of its customer. */
export const owned: Record<string, MakeIds> = {
  // Products for sale are public; drafts are not.
  '/catalog/products/{id}': async (world) => ({ id: await draft(world) }),
  '/catalog/collections/{id}': async (world) => ({ id: await collection(world, { status: 'draft' }) }),
  '/catalog/product-groups/{id}': async ({ service, shop }) => ({
    id: (await makeGroup(service, shop, { status: 'draft' })).id,
  }),
  '/admin/product-groups/{id}': async ({ service, shop }) => ({ id: (await makeGroup(service, shop)).id }),
  '/catalog/slugs/{slug}': async ({ service, shop }) => {
    const { name } = await makeProduct(service, shop, { status: 'draft' })
    return { slug: `${slugOf(name)}?merchant_id=${shop.id}` }
  },
  '/user/sessions/{id}': async (world) => ({ id: await session(world) }),
  '/user/addresses/{id}': async (world) => ({ id: await address(world) }),
  '/user/cart/items/{product_id}': async (world) => ({ product_id: await inCart(world) }),
  '/user/orders/{id}': async (world) => ({ id: await order(world) }),
  '/user/orders/{id}/invoice': invoiced,
  '/user/orders/{id}/invoices': invoiced,
  '/user/orders/{id}/cancel': async (world) => ({ id: await order(world) }),
  '/user/orders/{id}/payments': async (world) => ({ id: await order(world) }),
  '/admin/products/{id}': async (world) => ({ id: await stocked(world) }),
  '/admin/products/{id}/prices': async (world) => ({ id: await stocked(world) }),
  '/admin/media/{id}': async (world) => ({ id: await picture(world) }),
  '/admin/products/imports/{id}': async (world) => ({ id: await productImport(world) }),
  '/admin/feeds/{id}': async ({ service, shop: { owner } }) => ({
    id: (await created(service.request('POST', '/admin/feeds', { headers: owner.headers, body: {} }))).id,
  }),
  '/admin/jobs/{id}': async (world) => ({ id: await bulkJob(world) }),
  '/admin/promotions/{id}': async (world) => ({ id: await promotion(world) }),
  '/admin/promotions/{id}/codes': async (world) => ({ id: await promotion(world) }),
  '/admin/promotions/{id}/codes/export': async (world) => ({ id: await promotion(world) }),
  '/admin/promotions/{id}/codes/{code}': async (world) => generatedCode(world),
  '/user/cart/codes/{code}': async (world) => ({ code: await cartCode(world) }),
  '/admin/collections/{id}': async (world) => ({ id: await collection(world) }),
  '/admin/collections/{id}/products': async (world) => ({ id: await collection(world) }),
  '/admin/inventory/{product_id}': async (world) => ({ product_id: await stocked(world) }),
  '/admin/inventory/{product_id}/movements': async (world) => ({ product_id: await stocked(world) }),
  '/admin/api-keys/{id}': async (world) => ({ id: (await makeApiKey(world.service, world.shop)).id }),
  ...Object.fromEntries(
    ['/admin/customer-groups/{id}', '/admin/customer-groups/{id}/customers'].map((path) => [path, customerGroup]),
  ),
  '/admin/redirects/{id}': redirect,
  '/admin/markets/{id}': market,
  '/admin/price-lists/{id}': async ({ service, shop: { owner } }) => {
    const body = { name: 'Ours', percent: -5 }
    const made = service.request('POST', '/admin/price-lists', { headers: owner.headers, body })
    return { id: (await created(made)).id }
  },
  '/admin/translations/{type}/{id}/{locale}': async (world) => ({
    type: 'product',
    locale: 'zh-Hant-TW',
    id: await stocked(world),
  }),
  '/admin/pages/{id}': async (world) => ({ id: (await page(world)).id }),
  '/catalog/pages/{slug}': async (world) => ({
    slug: `${(await page(world)).slug}?merchant_id=${world.shop.id}`,
  }),
  '/admin/roles/{id}': async ({ service, shop }) => ({ id: (await makeRole(service, shop, ['orders.read'])).id }),
  '/admin/staff/{id}': async ({ service, shop }) => ({ id: (await makeStaff(service, shop.id, 'manager')).id }),
  '/admin/orders/{id}': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/invoice': invoiced,
  '/admin/orders/{id}/invoices': invoiced,
  '/admin/orders/{id}/invoice/correct': invoiced,
  '/admin/orders/{id}/edits': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/place': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/timeline': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/invoice/send': invoiced,
  '/admin/orders/{id}/payment-link': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/payments': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/fulfillments': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/fulfillments/{fulfillment_id}': async ({ service, shop }) => {
    const { order, fulfil } = await makePaidOrder(service, shop)
    return { id: order.id, fulfillment_id: (await created(fulfil())).fulfillments[0].id }
  },
  '/admin/orders/{id}/refunds': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/refunds/{refund_id}/retry': refunded,
  '/admin/orders/{id}/refunds/{refund_id}/done': refunded,
  '/user/orders/{id}/withdraw': async (world) => ({ id: await order(world) }),
  '/user/orders/{id}/returns': async (world) => ({ id: await order(world) }),
  '/user/returns/{id}/cancel': async (world) => ({ id: await withdrawalOf(world) }),
  '/admin/returns/{id}': async (world) => ({ id: await withdrawalOf(world) }),
  '/admin/returns/{id}/label': async (world) => ({ id: await withdrawalOf(world) }),
  '/admin/returns/{id}/comments': async (world) => ({ id: await withdrawalOf(world) }),
  '/admin/orders/{id}/comments': async (world) => ({ id: await order(world) }),
  '/admin/products/{id}/comments': async (world) => ({ id: await stocked(world) }),
  '/admin/users/{id}/merge': async (world) => ({ id: (await makeShopper(world.service, world.shop)).id }),
  '/admin/users/{id}/comments': async (world) => ({ id: (await makeShopper(world.service, world.shop)).id }),
  '/admin/gift-cards/{id}': async (world) => ({ id: await giftCard(world) }),
  '/admin/gift-cards/{id}/adjust': async (world) => ({ id: await giftCard(world) }),
  '/admin/gift-cards/{id}/disable': async (world) => ({ id: await giftCard(world) }),
  '/admin/gift-cards/{id}/resend': async (world) => ({ id: await giftCard(world) }),
  '/admin/users/{id}/store-credit': async (world) => ({ id: (await makeShopper(world.service, world.shop)).id }),
  '/admin/users/{id}': async (world) => ({ id: (await makeShopper(world.service, world.shop)).id }),
  '/admin/shipping-methods/{id}': async ({ service, shop }) => {
    const body = { name: 'Post', price: 1 }
    const made = await service.request('POST', '/admin/shipping-methods', { headers: shop.owner.headers, body })
    return { id: made.body.data.id }
  },
  '/admin/payment-methods/{id}': async ({ service, shop }) => {
    const body = { kind: 'card', name: 'Card' }
    const made = service.request('POST', '/admin/payment-methods', { headers: shop.owner.headers, body })
    return { id: (await created(made)).id }
  },
  '/admin/payments/statement/{id}': async (world) => ({ id: (await bankStatement(world)).id }),
  '/admin/payments/statement/{id}/confirm': async (world) => ({ id: (await bankStatement(world)).id }),
  '/admin/events/{event_id}': async ({ service, shop }) => {
    const log = service.request('GET', '/admin/events?limit=1', { headers: shop.owner.headers })
    return { event_id: (await created(log)).items[0].id }
  },
  '/admin/webhooks/{webhook_id}': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/test': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/rotate-secret': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/recover': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}': delivery,
  '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry': delivery,
  '/admin/webhooks/{webhook_id}/deliveries': async (world) => ({ webhook_id: await webhook(world) }),
}
