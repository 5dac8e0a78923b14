import assert from 'node:assert/strict'
import type { NewProduct } from '#src/modules/catalog/products/field.ts'
import { hashed, newCode } from '#src/modules/stored-value/rules.ts'
import type { TestAnswer, TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'
import type { TestShopper } from './orders.ts'
import { makeProduct } from './products.ts'

/** A gift card that staff makes. */
export async function makeGiftCard(
  service: Pick<TestApp, 'request'>,
  merchant: TestMerchant,
  amount: number,
  more: Record<string, unknown> = {},
): Promise<{ id: string; code: string; last_four: string; balance: number }> {
  const { headers } = merchant.owner
  const answer = await service.request('POST', '/admin/gift-cards', { headers, body: { amount, ...more } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

/** A gift card with its ledger, as staff sees it. */
export async function readGiftCard(service: Pick<TestApp, 'request'>, merchant: TestMerchant, id: string) {
  const { headers } = merchant.owner
  return (await service.request('GET', `/admin/gift-cards/${id}`, { headers })).body.data
}

export function grantCredit(
  service: Pick<TestApp, 'request'>,
  merchant: TestMerchant,
  userId: string,
  amount: number,
): Promise<TestAnswer> {
  const { headers } = merchant.owner
  const body = { amount, reason: 'Goodwill' }
  return service.request('POST', `/admin/users/${userId}/store-credit`, { headers, body })
}

/** Pays with a gift card, or without a code with store credit. */
export function payWith(
  service: Pick<TestApp, 'request'>,
  headers: Record<string, string>,
  orderId: string,
  code?: string,
  key?: string,
): Promise<TestAnswer> {
  return service.request('POST', `/user/orders/${orderId}/payments`, {
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    body: code === undefined ? { method: 'store_credit' } : { method: 'gift_card', code },
  })
}

/** A product whose units are gift cards, worth 50.00 each. */
export function makeCardProduct(
  service: Pick<TestApp, 'deps'>,
  merchant: TestMerchant,
  { price = 50, ...columns }: { price?: number } & Partial<NewProduct> = {},
) {
  return makeProduct(service, merchant, { price, name: 'Gift card', columns: { gift_card: true, ...columns } })
}

/** A paid order of gift cards of 50.00, and perhaps a product of 10.00 first. */
export async function buyCards(
  service: Pick<TestApp, 'request' | 'deps'>,
  merchant: TestMerchant,
  shopper: TestShopper,
  { quantity, withGoods }: { quantity: number; withGoods: boolean },
) {
  const card = await makeCardProduct(service, merchant)
  const goods = withGoods ? [{ product_id: (await makeProduct(service, merchant)).id, quantity: 1 }] : []
  const order = (await shopper.order([...goods, { product_id: card.id, quantity }])).body.data
  assert.equal((await shopper.pay(order.id)).status, 201)
  return { card, order, line: goods.length + 1, cards: () => cardsOf(service, merchant, order.id) }
}

/** The gift cards that an order has bought, the newest first, as staff sees them. */
export async function cardsOf(service: Pick<TestApp, 'request'>, merchant: TestMerchant, orderId: string) {
  const { headers } = merchant.owner
  const { items } = (await service.request('GET', '/admin/gift-cards?limit=100', { headers })).body.data
  return items.filter(({ order_id }: { order_id: string | null }) => order_id === orderId)
}

/** Gives a bought card a code that a test knows; its own is only in its mail. */
export async function setCode(
  { deps }: Pick<TestApp, 'deps'>,
  merchant: TestMerchant,
  id: string,
): Promise<{ code: string }> {
  const code = newCode()
  const { code_hash, last_four } = hashed(merchant.id, code)
  await deps.db.updateTable('stored_value_accounts').set({ code_hash, last_four }).where('id', '=', id).execute()
  return { code }
}
