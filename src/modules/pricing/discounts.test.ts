import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TestAnswer } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, moveOrder, staffOn } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'
import { changePromotion, makePromotion } from '#test/support/promotions.ts'
import { london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

const totalsOf = ({ body: { data } }: TestAnswer) => [
  data.subtotal,
  data.discount_total,
  data.shipping_total,
  data.total,
]
const namesOf = ({ body: { data } }: TestAnswer) => data.discounts.map(({ name }: { name: string }) => name)

describeService('discounts of orders and quotes', ({ service }) => {
  /** A shop with the goods of the worked order, with tax and shipping. */
  async function workedShop(currency = 'GBP') {
    const shop = await makeMerchant(service, { currency })
    await setTaxRates(service, shop, [
      { taxClass: 'high', rate: 20 },
      { taxClass: 'low', rate: 7 },
      { taxClass: 'shipping', rate: 20 },
    ])
    const shipping_method_id = await makeShippingMethod(service, shop, { price: 4.95 })
    const [a, b, c] = await makeProducts(service, shop, [
      { price: 9.99, taxClass: 'high' },
      { price: 0.05, taxClass: 'low' },
      { price: 33.33, taxClass: 'low' },
    ])
    assert.ok(a && b && c)
    const items = [
      { product_id: a.id, quantity: 3 },
      { product_id: b.id, quantity: 1 },
      { product_id: c.id, quantity: 1 },
    ]
    const shopper = await makeShopper(service, shop)
    return { shop, shopper, items, products: [a, b, c], to: { shipping_address: london, shipping_method_id } }
  }

  it('10 % of the worked order: each line, the total, and the tax of what is paid', async () => {
    const { shop, shopper, items, to } = await workedShop()
    const { id } = await makePromotion(service, shop, { name: 'Ten', code: 'ten' })
    const quote = await shopper.quote(items, { ...to, discount_codes: ['Ten'] })
    const { status, body } = await shopper.order(items, {
      ...to,
      discount_codes: [' ten '],
      expected_total: quote.body.data.expected_total,
    })
    assert.deepEqual([quote.status, status], [200, 201])
    const { data: order } = body
    assert.deepEqual(order.discounts, [
      { promotion_id: id, code: 'TEN', name: 'Ten', amount: 6.34, shipping_amount: 0 },
    ])
    assert.deepEqual(
      order.items.map((item: Record<string, number>) => [item['total'], item['discount'], item['paid']]),
      [
        [29.97, 3, 26.97],
        [0.05, 0.01, 0.04],
        [33.33, 3.33, 30],
      ],
    )
    assert.deepEqual(totalsOf({ body } as TestAnswer), [63.35, 6.34, 4.95, 61.96])
    assert.deepEqual(
      order.tax_lines.map((line: Record<string, number>) => [line['rate'], line['taxable'], line['amount']]),
      [
        [20, 31.92, 5.32],
        [7, 30.04, 1.97],
      ],
    )
    for (const field of ['items', 'discounts', 'discount_total', 'tax_lines', 'total', 'rounding_total'] as const) {
      const shown = quote.body.data[field]
      if (field === 'items')
        assert.deepEqual(
          shown.map((item: { paid: number }) => item.paid),
          order.items.map((item: { paid: number }) => item.paid),
        )
      else assert.deepEqual(shown, order[field])
    }
    const again = await shopper.get(`/user/orders/${order.id}`)
    assert.deepEqual(again.body.data, order)
    const [created] = await eventsOf(service, shop.id, 'order.created')
    assert.deepEqual(created?.data.order, order)
  })

  it('a minimum is measured before discounts, and shipping is taken off once', async () => {
    const { shop, shopper, items, to } = await workedShop()
    await makePromotion(service, shop, { name: 'Ten', code: 'ten', combines: true })
    const minimum = { subtotal: 60 }
    await makePromotion(service, shop, { kind: 'amount', amount: 7, minimum, combines: true, name: 'Seven' })
    await makePromotion(service, shop, { kind: 'free_shipping', combines: true, name: 'Free' })
    const order = await shopper.order(items, { ...to, discount_codes: ['ten'] })
    assert.deepEqual(totalsOf(order), [63.35, 13.34, 0, 50.01])
    assert.deepEqual(namesOf(order), ['Ten', 'Seven', 'Free'])
    assert.equal(order.body.data.shipping_method.price, 4.95)
    assert.equal(order.body.data.discounts[2].shipping_amount, 4.95)
  })

  it('an order of which nothing is left to pay is paid when it is placed', async () => {
    const { shop, shopper, items } = await workedShop()
    await makePromotion(service, shop, { kind: 'amount', amount: 100, code: 'all-of-it' })
    const placed = await shopper.order(items, { discount_codes: ['ALL-OF-IT'] })
    assert.deepEqual(totalsOf(placed), [63.35, 63.35, 0, 0])
    const { id, status, payment_status, paid_at } = placed.body.data
    assert.deepEqual([status, payment_status, paid_at !== null], ['paid', 'paid', true])
    const events = await eventsOf(service, shop.id, 'order.created', 'order.payment_succeeded', 'order.updated')
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.payment]),
      [
        ['order.created', undefined],
        ['order.payment_succeeded', null],
        ['order.updated', undefined],
      ],
    )
    assertRefused(await shopper.pay(id), 409, 'INVALID_TRANSITION')
    assert.equal((await moveOrder(service, shop, id, 'completed')).status, 200)
  })

  it('an order that was paid with nothing is refunded and cancelled without a payment', async () => {
    const { shop, shopper, items } = await workedShop()
    await makePromotion(service, shop, { percent: 100 })
    const { id } = (await shopper.order(items)).body.data
    const { refund } = staffOn(service, shop, id)
    const given = await refund({ items: [{ product_id: items[0]?.product_id, quantity: 1 }] })
    assert.deepEqual([given.status, given.body.data?.refund?.amount], [201, 0])
    const cancelled = await moveOrder(service, shop, id, 'cancelled')
    assert.deepEqual([cancelled.status, cancelled.body.data.status], [200, 'cancelled'])
  })

  it('the refunds of a discounted line give back what was paid for it, in any order', async () => {
    const { shop, shopper, items } = await workedShop()
    await makePromotion(service, shop, { kind: 'amount', amount: 7 })
    const { id } = (await shopper.order(items)).body.data
    await shopper.pay(id)
    const { refund } = staffOn(service, shop, id)
    const amounts = []
    for (let n = 0; n < 3; n++) {
      const given = await refund({ items: [{ product_id: items[0]?.product_id, quantity: 1 }] })
      assert.equal(given.status, 201, JSON.stringify(given.body))
      amounts.push(given.body.data.refund.amount)
    }
    assert.deepEqual(amounts, [8.89, 8.88, 8.89])
  })

  it('a total that the provider cannot charge is rounded, and given back with the last refund', async () => {
    const shop = await makeMerchant(service, { currency: 'KWD' })
    const [a, b] = await makeProducts(service, shop, [{ price: 29.97 }, { price: 33.38 }])
    await makePromotion(service, shop, { percent: 10 })
    const shopper = await makeShopper(service, shop)
    const items = [a, b].map((product) => ({ product_id: product?.id, quantity: 1 }))
    const { data } = (await shopper.order(items)).body
    assert.deepEqual([data.discount_total, data.total, data.rounding_total], [6.335, 57.015, 0])
  })

  it('what a promotion applies to is found by product, group, collection, category, tag and brand', async () => {
    const shop = await makeMerchant(service)
    const shopper = await makeShopper(service, shop)
    const [mug, pot] = await makeProducts(service, shop, [
      { price: 10, category: 'Mugs', columns: { tags: ['summer'], brand: 'Regency' } },
      { price: 20, columns: { compare_at_minor: 2_500 } },
    ])
    assert.ok(mug && pot)
    const { headers } = shop.owner
    const collection = await service.request('POST', '/admin/collections', { headers, body: { name: 'Picked' } })
    const collectionId = collection.body.data.id
    const products = { headers, body: { ids: [mug.id] } }
    await service.request('PUT', `/admin/collections/${collectionId}/products`, products)
    const items = [mug, pot].map(({ id }) => ({ product_id: id, quantity: 1 }))
    const { id } = await makePromotion(service, shop)
    const discountWith = async (applies_to: object) => {
      const changed = await changePromotion(service, shop, id, { applies_to })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      return (await shopper.quote(items)).body.data.items.map(({ discount }: { discount: number }) => discount)
    }
    assert.deepEqual(await discountWith({ all: true }), [1, 2])
    assert.deepEqual(await discountWith({ all: true, not_on_sale: true }), [1, 0])
    assert.deepEqual(await discountWith({ product_ids: [pot.id] }), [0, 2])
    assert.deepEqual(await discountWith({ categories: ['Mugs'] }), [1, 0])
    assert.deepEqual(await discountWith({ tags: ['summer'] }), [1, 0])
    assert.deepEqual(await discountWith({ brands: ['Regency'] }), [1, 0])
    assert.deepEqual(await discountWith({ collection_ids: [collectionId] }), [1, 0])
    assert.deepEqual(await discountWith({ all: true, except: { collection_ids: [collectionId] } }), [0, 2])
    assert.deepEqual(await discountWith({ all: true, except: { product_ids: [pot.id] } }), [1, 0])
  })

  it('GET /admin/orders?promotion_id= answers the orders that have it, also after its deletion', async () => {
    const { shop, shopper, items } = await workedShop()
    await shopper.order(items)
    const { id } = await makePromotion(service, shop, { code: 'found' })
    const order = (await shopper.order(items, { discount_codes: ['found'] })).body.data
    const { headers } = shop.owner
    await service.request('DELETE', `/admin/promotions/${id}`, { headers })
    const list = await service.request('GET', `/admin/orders?promotion_id=${id}`, { headers })
    assert.deepEqual(
      list.body.data.items.map((one: { id: string }) => one.id),
      [order.id],
    )
    const again = await shopper.get(`/user/orders/${order.id}`)
    assert.deepEqual(again.body.data.discounts, order.discounts)
  })

  it('a shop whose prices exclude tax pays the tax of what is left, and takes the cheapest set', async () => {
    const { shop, shopper, items, products, to } = await workedShop()
    await setSelling(service, shop, { prices_include_tax: false })
    const [high, , low] = products
    // 8.00 off what is taxed by 20 % saves 9.60; 9.00 off what is taxed by 7 % saves 9.63.
    await makePromotion(service, shop, {
      name: 'High',
      kind: 'amount',
      amount: 8,
      applies_to: { product_ids: [high?.id] },
    })
    await makePromotion(service, shop, {
      name: 'Low',
      kind: 'amount',
      amount: 9,
      applies_to: { product_ids: [low?.id] },
    })
    const quote = await shopper.quote(items, to)
    assert.deepEqual(namesOf(quote), ['Low'])
    const { subtotal, discount_total, shipping_total, tax_total, total } = quote.body.data
    assert.deepEqual([discount_total, tax_total], [9, 8.69])
    assert.equal(total, Number((subtotal - discount_total + shipping_total + tax_total).toFixed(2)))
  })
})
