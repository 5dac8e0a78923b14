import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withoutKey } from '#src/platform/http/requests/idempotency.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeShopper, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { basketOf, pay, place, quote } from './index.ts'

describeShop('quote, place and pay as calls, without requests', ({ service, shop }) => {
  const customer = async () => {
    const { id: userId, get } = await makeShopper(service, shop)
    const merchant = { id: shop.id, currency: 'GBP', timezone: 'Europe/London' }
    return { userId, merchant, isGuest: false, address: '2001:db8::7', get }
  }

  it('an order is quoted, placed at that total and paid, as by requests', async () => {
    const { get, ...buyer } = await customer()
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 5 })
    const basket = basketOf([{ product_id: mug.id, quantity: 2 }])
    const runner = withoutKey(service.deps.shop(shop.id))
    const { total } = await quote(service.deps, buyer, basket, {})
    assert.equal(total, 25)
    const order = await place(service.deps, buyer, basket, { expected_total: total }, runner)
    assert.deepEqual(await stockOf(service, mug.id), [5, 2])
    const payer = { ...buyer, hasSession: true }
    const paid = await pay(service.deps, payer, order.id, { method: 'test_success' }, runner)
    assert.deepEqual([paid.payment.status, paid.order.status, paid.order.amount_due], ['succeeded', 'paid', 0])
    assert.deepEqual((await get(`/user/orders/${order.id}`)).body.data, paid.order)
  })

  it('refusals are those of the requests: PRICE_CHANGED writes nothing; store credit needs a session', async () => {
    const { get, ...buyer } = await customer()
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 5 })
    const basket = basketOf([{ product_id: mug.id, quantity: 1 }])
    const runner = withoutKey(service.deps.shop(shop.id))
    await assert.rejects(place(service.deps, buyer, basket, { expected_total: 1 }, runner), { code: 'PRICE_CHANGED' })
    assert.deepEqual((await get('/user/orders')).body.data.items, [])
    const { id } = await place(service.deps, buyer, basket, {}, runner)
    const payer = { ...buyer, hasSession: false }
    await assert.rejects(pay(service.deps, payer, id, { method: 'store_credit' }, runner), { code: 'VALIDATION_ERROR' })
  })
})
