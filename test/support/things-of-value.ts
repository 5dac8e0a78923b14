import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { unique } from './app.ts'
import type { TestMerchant } from './factories.ts'
import { makePaidOrder, makeShopper, staffOn } from './orders.ts'
import { makeProduct } from './products.ts'
import { makePromotion } from './promotions.ts'
import { returnsOn } from './returns.ts'
import { grantCredit, makeGiftCard, payWith } from './stored-value.ts'

/** What gives money or value away at a shop: requests, and what they need. `card` is a product that is a gift card. */
export function thingsOfValue(service: TestApp, shop: TestMerchant, card: { id: string }) {
  const owner = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await service.request(method, path, { headers: shop.owner.headers, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const email = () => `${unique('buyer')}@example.com`
  const items = (more: object = {}) => [{ product_id: card.id, quantity: 1, ...more }]
  const byStaff = (body: object) => ({ path: '/admin/orders', body: { customer: { email: email() }, ...body } })
  const ordered = async (more: { product_id: string; quantity: number }[] = []): Promise<string> => {
    const placed = await (await makeShopper(service, shop)).order([{ product_id: card.id, quantity: 1 }, ...more])
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    return placed.body.data.id
  }
  const paymentOf = (id: string, more: object = {}) => {
    return { path: `/admin/orders/${id}/payments`, body: { method: 'manual', ...more } }
  }
  const paid = async (method?: string) => (await makePaidOrder(service, shop, [2], method ? { method } : {})).order

  /** An order of goods that store credit has paid in part. */
  async function partlyPaid(): Promise<string> {
    const buyer = await makeShopper(service, shop)
    await grantCredit(service, shop, buyer.id, 5)
    const goods = await makeProduct(service, shop, { onHand: 5, price: 20 })
    const { id } = (await buyer.order([{ product_id: goods.id, quantity: 1 }])).body.data
    assert.equal((await payWith(service, buyer.headers, id)).status, 201)
    return id
  }

  /** A sent order of a group in which one variant is a gift card. */
  async function variantSent() {
    const sku = unique('shirt')
    const variants = [
      { sku: `${sku}-s`, options: { Size: 'S' }, price: 20, on_hand: 9 },
      { sku: `${sku}-c`, options: { Size: 'Card' }, price: 20, on_hand: 9, gift_card: true },
    ]
    const group = await owner('POST', '/admin/product-groups', { name: 'Shirt', varies_by: ['Size'], variants })
    const [shirt, cardId] = group.variants.map(({ id }: { id: string }) => id)
    const buyer = await makeShopper(service, shop)
    const { id } = (await buyer.order([{ product_id: shirt, quantity: 1 }])).body.data
    await buyer.pay(id)
    assert.equal((await staffOn(service, shop, id).fulfil()).status, 201)
    return { orderId: id as string, buyer, shirt, cardId }
  }

  /** A return of it that is asked for. */
  async function returned(more: object = {}): Promise<{ path: string; cardId: string }> {
    const { orderId: id, buyer, shirt, cardId } = await variantSent()
    const asked = await service.request('POST', `/user/orders/${id}/returns`, {
      headers: buyer.headers,
      body: { items: [{ product_id: shirt, quantity: 1, reason: 'too_small' }], ...more },
    })
    const returnId = asked.body.data.id
    const { change } = returnsOn(service, shop, buyer, id)
    assert.equal((await change(returnId, { status: 'approved' })).status, 200)
    return { path: `/admin/returns/${returnId}`, cardId }
  }

  const goods = () => makeProduct(service, shop, { onHand: 9 })
  const promotion = () => makePromotion(service, shop)
  const giftCard = () => makeGiftCard(service, shop, 50, { email: email() })
  const store = (id: string) => ({ path: `/admin/users/${id}/store-credit`, body: { amount: 5, reason: 'Goodwill' } })

  return {
    owner,
    email,
    items,
    byStaff,
    ordered,
    paymentOf,
    paid,
    partlyPaid,
    variantSent,
    returned,
    goods,
    promotion,
    giftCard,
    store,
  }
}
