import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { startStripeShop } from '#test/support/stripe-shop.ts'

/** Stripe charges no third decimal of a dinar, and whole ariary. */
describe('sums at a payment provider that cannot charge each of them', () => {
  const shop = started(startStripeShop)

  const merchantOf = (currency: string) => makeMerchant(shop.service, { currency })
  const send = (method: 'POST' | 'PATCH', path: string, body: unknown, { owner }: TestMerchant) =>
    shop.service.request(method, `/admin${path}`, { headers: owner.headers, body })
  const tenths = 'must be a multiple of 0.01: payments can charge no smaller part of KWD'

  it('POST and PATCH /admin/products with a price that cannot be charged answer 400 and name it', async () => {
    const dinar = await merchantOf('KWD')
    const make = (price: number, merchant = dinar) =>
      send('POST', '/products', { sku: unique('SKU'), name: 'Lamp', price }, merchant)
    for (const price of [5.123, 0.001, 0.005, 999.999]) {
      const refused = await make(price)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.deepEqual(refused.body.error.details, [{ field: 'price', message: tenths }])
    }
    const { id, price } = (await make(5.12)).body.data
    assert.equal(price, 5.12)
    const changed = await send('PATCH', `/products/${id}`, { price: 5.125 }, dinar)
    assert.deepEqual([changed.status, changed.body.error.details[0].field], [400, 'price'])
    assert.equal((await send('PATCH', `/products/${id}`, { price: 0.5 }, dinar)).status, 200)
    const ariary = await merchantOf('MGA')
    assert.match((await make(700.2, ariary)).body.error.details[0].message, /^must be a multiple of 1: /)
    assert.equal((await make(700, ariary)).status, 201)
    for (const [currency, amount] of [
      ['ISK', 5],
      ['UGX', 5],
      ['HUF', 5.5],
      ['TWD', 5.55],
      ['JPY', 5],
      ['GBP', 5.55],
    ] as const)
      assert.equal((await make(amount, await merchantOf(currency))).status, 201, currency)
  })

  it('POST /admin/products/import reports such rows; POST /admin/shipping-methods answers 400', async () => {
    const dinar = await merchantOf('KWD')
    const [good, bad] = [unique('SKU'), unique('SKU')]
    const { status, body } = await shop.service.request('POST', '/admin/products/import', {
      headers: { ...dinar.owner.headers, 'content-type': 'text/csv' },
      payload: `sku,name,price\n${good},Lamp,1.25\n${bad},Lamp,1.255\n`,
    })
    const { created, failed, errors } = body.data
    assert.deepEqual([status, created, failed], [200, 1, 1])
    assert.deepEqual([errors[0].sku, errors[0].field, errors[0].message], [bad, 'price', tenths])
    const refused = await send('POST', '/shipping-methods', { name: 'Post', price: 1.005, free_from: 20.005 }, dinar)
    assert.deepEqual(refused.body.error.details, [{ field: 'price', message: tenths }])
    const made = await send('POST', '/shipping-methods', { name: 'Post', price: 1.01, free_from: 20.005 }, dinar)
    assert.equal(made.status, 201)
    const changed = await send('PATCH', `/shipping-methods/${made.body.data.id}`, { price: 1.011 }, dinar)
    assertRefused(changed, 400, 'VALIDATION_ERROR')
  })

  it('quote, order and cart with a price from before answer 400 and name the product', async () => {
    const dinar = await merchantOf('KWD')
    const shopper = await makeShopper(shop.service, dinar)
    const [good, old] = [
      await makeProduct(shop.service, dinar, { price: 2.5 }),
      await makeProduct(shop.service, dinar, { price: 1.255 }),
    ]
    const items = [good, old].map(({ id }) => ({ product_id: id, quantity: 2 }))
    const { headers } = shopper
    await shop.service.request('POST', '/user/cart/items', { headers, body: { product_id: old.id, quantity: 1 } })
    const message = `costs 1.255, which is not ${tenths.slice('must be '.length)}`
    for (const [answer, field] of [
      [await shopper.quote(items), 'items[1].product_id'],
      [await shopper.order(items), 'items[1].product_id'],
      [await shop.service.request('POST', '/user/cart/quote', { headers, body: {} }), 'items[0].product_id'],
      [await shop.service.request('POST', '/user/cart/checkout', { headers, body: {} }), 'items[0].product_id'],
    ] as const) {
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(answer.body.error.details, [{ field, message }])
    }
    const method = await makeShippingMethod(shop.service, dinar, { price: 1.001 })
    const shipped = { shipping_address: london, shipping_method_id: method }
    const refused = await shopper.quote(items.slice(0, 1), shipped)
    assert.deepEqual(refused.body.error.details[0].field, 'shipping_method_id')
    assert.equal((await shopper.quote(items.slice(0, 1), { shipping_address: london })).status, 200)
  })

  it('tax is rounded so that the total is charged to the last unit, and each refund is given back', async () => {
    const dinar = await merchantOf('KWD')
    await setTaxRates(shop.service, dinar, [{ rate: 5 }, { taxClass: 'shipping', rate: 5 }])
    await setSelling(shop.service, dinar, { prices_include_tax: false })
    const shopper = await makeShopper(shop.service, dinar)
    const product = await makeProduct(shop.service, dinar, { price: 0.29 })
    const method = await makeShippingMethod(shop.service, dinar, { price: 1.01 })
    const items = [{ product_id: product.id, quantity: 3 }]
    const checkout = { shipping_address: london, shipping_method_id: method }
    const quote = (await shopper.quote(items, checkout)).body.data
    // 5 % of 0.87 and 1.01 is 0.094.
    assert.deepEqual([quote.subtotal, quote.shipping_total, quote.tax_total, quote.total], [0.87, 1.01, 0.09, 1.97])
    const order = (await shopper.order(items, { ...checkout, expected_total: quote.total })).body.data
    const paid = await shop.service.request('POST', `/user/orders/${order.id}/payments`, {
      headers: shopper.headers,
      body: { method: 'stripe', payment_method: 'pm_card_visa' },
    })
    assert.deepEqual([paid.body.data.payment.status, paid.body.data.order.status], ['succeeded', 'paid'])
    const refund = (body: unknown) => send('POST', `/orders/${order.id}/refunds`, body, dinar)
    const odd = await refund({ amount: 0.105 })
    assert.deepEqual(odd.body.error.details, [{ field: 'amount', message: tenths }])
    const given: [number, string][] = []
    for (const body of [
      { items: [{ ...items[0], quantity: 1 }] },
      { shipping: true },
      { items: [{ ...items[0], quantity: 2 }] },
    ]) {
      const { data } = (await refund(body)).body
      given.push([data.refund.amount, data.refund.status])
    }
    // 0.29 and 0.0139 of the tax; then 1.01; then what is left of the tax with 0.58.
    assert.deepEqual(given, [
      [0.3, 'succeeded'],
      [1.06, 'succeeded'],
      [0.61, 'succeeded'],
    ])
    const current = (await shopper.get(`/user/orders/${order.id}`)).body.data
    assert.deepEqual([current.payment_status, current.refunded_total], ['refunded', 1.97])
  })
})
