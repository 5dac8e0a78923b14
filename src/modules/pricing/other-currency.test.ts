import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { changePromotion, makePromotion } from '#test/support/promotions.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'
import { creditRefund } from '../stored-value/index.ts'

describeShop('orders in another currency', ({ service }) => {
  const admin = (at: TestMerchant, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const made = async (at: TestMerchant, path: string, body: unknown) => {
    const answer = await admin(at, 'POST', path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }

  /** A shop in pounds that sells a lamp to Japan for 3,000 yen. */
  const selling = async () => {
    const at = await makeMerchant(service, { currency: 'GBP' })
    const lamp = await makeProduct(service, at, { price: 20, onHand: 50 })
    const market = await made(at, '/markets', { name: 'Japan', countries: ['JP'], locales: ['en'] })
    const list = await made(at, '/price-lists', { name: 'Yen', prices: [{ product_id: lamp.id, amount: 30 }] })
    const { db } = service.deps
    await sql`update markets set currency = 'JPY' where id = ${market.id}`.execute(db)
    await sql`update price_lists set currency = 'JPY' where id = ${list.id}`.execute(db)
    const shopper = await makeShopper(service, at)
    const quote = async (quantity: number, more: object = {}) => {
      const items = [{ product_id: lamp.id, quantity }]
      return shopper.quote(items, { country: 'JP', ...more })
    }
    const order = (quantity: number, more: object = {}) =>
      shopper.order([{ product_id: lamp.id, quantity }], { country: 'JP', ...more })
    return { at, lamp, shopper, quote, order }
  }

  it('POST /user/orders takes shipping methods that have a price in its currency, or cost nothing', async () => {
    const { at, quote, order } = await selling()
    const prices = [{ currency: 'JPY', price: 500, free_from: 6000 }]
    const post = await made(at, '/shipping-methods', { name: 'Post', price: 4, prices })
    const courier = await made(at, '/shipping-methods', { name: 'Courier', price: 9 })
    await made(at, '/shipping-methods', { name: 'Pick-up', price: 0, position: 1 })
    const shown = async (quantity: number) =>
      (await quote(quantity)).body.data.shipping_options.map((one: { name: string; price: number }) => [
        one.name,
        one.price,
      ])
    assert.deepEqual(await shown(1), [
      ['Pick-up', 0],
      ['Post', 500],
    ])
    assert.deepEqual(await shown(2), [
      ['Post', 0],
      ['Pick-up', 0],
    ])
    assertRefused(await order(1, { shipping_method_id: courier.id }), 409, 'SHIPPING_UNAVAILABLE')
    const placed = await order(1, { shipping_method_id: post.id })
    assert.deepEqual([placed.status, placed.body.data.total, placed.body.data.currency], [201, 3500, 'JPY'])
    const home = await order(1, { country: 'GB', shipping_method_id: post.id })
    assert.deepEqual([home.body.data.total, home.body.data.currency], [24, 'GBP'])
    const { headers } = await makeStorefrontKey(service, at, 'publishable')
    const shop = (await service.request('GET', '/shop?country=JP', { headers })).body.data
    assert.deepEqual(
      [shop.currency, shop.shipping_methods.map((one: { name: string; price: number }) => [one.name, one.price])],
      [
        'JPY',
        [
          ['Post', 500],
          ['Pick-up', 0],
        ],
      ],
    )
  })

  it('POST /user/orders takes payment methods that have amounts in its currency, or none', async () => {
    const { at, quote, order } = await selling()
    const invoice = { kind: 'on_account', name: 'Invoice', fee: { amount: 2 } }
    const prices = [{ currency: 'JPY', min: 3000, fee: { amount: 300 } }]
    const { id } = await made(at, '/payment-methods', { ...invoice, prices })
    const cash = await made(at, '/payment-methods', { kind: 'in_store', name: 'Cash', max: 100 })
    await made(at, '/payment-methods', { kind: 'on_account', name: 'Account' })
    const { payment_options } = (await quote(1)).body.data
    assert.deepEqual(payment_options.map((one: { name: string; fee: number }) => [one.name, one.fee]).sort(), [
      ['Account', 0],
      ['Invoice', 300],
    ])
    assertRefused(await order(1, { payment_method_id: cash.id }), 409, 'PAYMENT_METHOD_UNAVAILABLE')
    const placed = (await order(1, { payment_method_id: id })).body.data
    assert.deepEqual([placed.total, placed.payment_fee_total], [3300, 300])
    const { headers } = await makeStorefrontKey(service, at, 'publishable')
    const { methods } = (await service.request('GET', '/payments/methods?country=JP', { headers })).body.data
    const shown = methods.map((one: { name: string; min: number | null }) => [one.name, one.min]).sort()
    assert.deepEqual(shown, [
      ['Account', null],
      ['Invoice', 3000],
    ])
  })

  it('POST /user/orders takes promotions that have amounts in its currency, or none', async () => {
    const { at, lamp, shopper, quote, order } = await selling()
    const sale = { kind: 'amount', amount: 5, name: 'Sale', combines: true }
    const { id } = await makePromotion(service, at, {
      ...sale,
      minimum: { subtotal: 10 },
      prices: [{ currency: 'JPY', amount: 700, minimum: { subtotal: 3000 } }],
    })
    await makePromotion(service, at, { name: 'Tenth', combines: true, minimum: { quantity: 1 } })
    const code = { code: 'ENOUGH', minimum: { subtotal: 10 }, combines: true }
    await makePromotion(service, at, { name: 'Enough', ...code })
    const quoted = (await quote(1, { discount_codes: ['ENOUGH'] })).body.data
    assert.deepEqual(
      quoted.discounts.map((one: { name: string; amount: number }) => [one.name, one.amount]),
      [
        ['Tenth', 300],
        ['Sale', 700],
      ],
    )
    assert.deepEqual(quoted.discount_faults, [{ code: 'ENOUGH', reason: 'other_currency' }])
    assertRefused(await order(1, { discount_codes: ['ENOUGH'] }), 409, 'DISCOUNT_UNAVAILABLE')
    const body = { product_id: lamp.id, quantity: 1, country: 'JP' }
    const cart = await service.request('POST', '/user/cart/items', { headers: shopper.headers, body })
    assert.deepEqual([cart.body.data.currency, cart.body.data.total], ['JPY', 2000])
    const missing = await changePromotion(service, at, id, { max_discount: 3, kind: 'percentage', percent: 5 })
    assertRefused(missing, 400, 'VALIDATION_ERROR')
    assert.equal((await changePromotion(service, at, id, { minimum: null })).status, 200)
    const read = (await admin(at, 'GET', `/promotions/${id}`)).body.data
    assert.deepEqual(read.prices, [{ currency: 'JPY', amount: 700 }])
    assert.equal((await changePromotion(service, at, id, { prices: null })).body.data.prices, undefined)
  })

  it('value in another currency answers 409 CURRENCY_MISMATCH, and so does its refund as store credit', async () => {
    const { at, shopper, quote, order } = await selling()
    const { code } = await makeGiftCard(service, at, 50)
    assertRefused(await quote(1, { gift_cards: [code] }), 409, 'CURRENCY_MISMATCH')
    const placed = (await order(1)).body.data
    const paid = await service.request('POST', `/user/orders/${placed.id}/payments`, {
      headers: shopper.headers,
      body: { method: 'gift_card', code },
    })
    assertRefused(paid, 409, 'CURRENCY_MISMATCH')
    assert.deepEqual(paid.body.error.details, { currency: 'GBP', order_currency: 'JPY' })
    const refund = { merchantId: at.id, userId: shopper.id, refundId: newId(), orderId: placed.id, actorId: null }
    await assert.rejects(
      service.deps.db
        .transaction()
        .execute((transaction) => creditRefund(transaction, { ...refund, currency: 'JPY', amountMinor: 3000 })),
      { code: 'CURRENCY_MISMATCH' },
    )
    const credit = (await shopper.get('/user/store-credit')).body.data
    assert.deepEqual([credit.balance, credit.currency], [0, 'GBP'])
  })

  it('prices of no currency, with too many decimals or in the shop’s own answer 400 VALIDATION_ERROR', async () => {
    const at = await makeMerchant(service, { currency: 'GBP' })
    const jpy = (more: object) => ({ currency: 'JPY', ...more })
    const wrong: [path: string, body: object, field: string][] = [
      ['/shipping-methods', { name: 'Post', price: 4, prices: [jpy({ price: 4.5 })] }, 'prices[0].price'],
      ['/shipping-methods', { name: 'Post', price: 4, prices: [{ currency: 'GBP', price: 4 }] }, 'prices[0].currency'],
      ['/shipping-methods', { name: 'Post', price: 4, prices: [{ currency: 'XXQ', price: 4 }] }, 'prices[0].currency'],
      [
        '/shipping-methods',
        { name: 'Post', price: 4, prices: [jpy({ price: 4 }), jpy({ price: 5 })] },
        'prices[1].currency',
      ],
      ['/payment-methods', { kind: 'on_account', name: 'x', prices: [jpy({ min: 5, max: 4 })] }, 'prices[0].max'],
      ['/payment-methods', { kind: 'on_account', name: 'x', prices: [jpy({ fee: { amount: 1 } })] }, 'prices'],
      ['/promotions', { kind: 'amount', name: 'x', amount: 5, prices: [jpy({})] }, 'prices[0].amount'],
      [
        '/promotions',
        { kind: 'percentage', name: 'x', percent: 5, prices: [jpy({ max_discount: 5 })] },
        'prices[0].max_discount',
      ],
    ]
    for (const [path, body, field] of wrong) {
      const answer = await admin(at, 'POST', path, body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
  })

  it('PATCH /admin/merchant with a new currency deletes prices in it', async () => {
    const at = await makeMerchant(service, { currency: 'GBP' })
    const prices = [
      { currency: 'EUR', price: 5 },
      { currency: 'USD', price: 6 },
    ]
    await made(at, '/shipping-methods', { name: 'Post', price: 4, prices })
    await makePromotion(service, at, { kind: 'amount', amount: 5, prices: [{ currency: 'EUR', amount: 6 }] })
    assert.equal((await admin(at, 'PATCH', '/merchant', { currency: 'EUR' })).status, 200)
    const [method] = (await admin(at, 'GET', '/shipping-methods')).body.data.items
    assert.deepEqual([method.price, method.prices], [4, [{ currency: 'USD', price: 6, free_from: null }]])
    const [promotion] = (await admin(at, 'GET', '/promotions')).body.data.items
    assert.deepEqual([promotion.amount, promotion.prices], [5, undefined])
  })
})
