import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { assertRefused, makeShopper, stockOf } from '#test/support/orders.ts'
import { makeProduct, makeProducts, unsetLine } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('POST /user/orders', ({ service, shop: merchant }) => {
  it('with products in stock answers 201 with prices from the catalog, and reserves them', async () => {
    const shop = await makeMerchant(service)
    const user = await makeUser(service)
    const [mug, pot] = await makeProducts(service, shop, [
      { price: 12.75, onHand: 5 },
      { price: 0.1, onHand: 9 },
    ])
    assert.ok(mug && pot)
    const answer = await service.request('POST', '/user/orders', {
      headers: { ...user.headers, 'merchant-id': shop.id },
      body: {
        items: [
          { product_id: mug.id, quantity: 2 },
          { product_id: pot.id, quantity: 3 },
        ],
        expected_total: 25.8,
      },
    })
    assert.equal(answer.status, 201)
    const { id, order_number, created_at, updated_at, ...order } = answer.body.data
    const unsent = { requires_shipping: true, quantity_fulfilled: 0, quantity_refunded: 0 }
    assert.match(order_number, /^\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/)
    assert.equal(created_at, updated_at)
    assert.deepEqual(order, {
      merchant_id: shop.id,
      user_id: user.id,
      source: 'storefront',
      status: 'pending',
      payment_status: 'unpaid',
      fulfillment_status: 'unfulfilled',
      allowed_transitions: ['cancelled'],
      subtotal: 25.8,
      discounts: [],
      discount_total: 0,
      shipping_total: 0,
      payment_fee_total: 0,
      rounding_total: 0,
      tax_total: 0,
      tax_included: true,
      tax_lines: [],
      amount_paid: 0,
      amount_due: 25.8,
      total: 25.8,
      refunded_total: 0,
      currency: 'GBP',
      items: [
        {
          line: 1,
          product_id: mug.id,
          sku: mug.sku,
          name: mug.name,
          quantity: 2,
          price: 12.75,
          total: 25.5,
          discount: 0,
          paid: 25.5,
          ...unsent,
          ...unsetLine(mug, 3),
        },
        {
          line: 2,
          product_id: pot.id,
          sku: pot.sku,
          name: pot.name,
          quantity: 3,
          price: 0.1,
          total: 0.3,
          discount: 0,
          paid: 0.3,
          ...unsent,
          ...unsetLine(pot, 6),
        },
      ],
      email: null,
      phone: null,
      shipping_address: null,
      billing_address: null,
      shipping_method: null,
      fulfillments: [],
      refunds: [],
      version: 1,
      paid_at: null,
      completed_at: null,
      cancelled_at: null,
      cancel_reason: null,
    })
    assert.deepEqual(
      [await stockOf(service, mug.id), await stockOf(service, pot.id)],
      [
        [5, 2],
        [9, 3],
      ],
    )

    const events = await eventsOf(service, shop.id, 'order.created', 'inventory.updated')
    const [created, ...stock] = events.filter(({ data }) => data.reason !== 'opening')
    assert.deepEqual([created?.event, created?.data.order], ['order.created', answer.body.data])
    assert.deepEqual(
      stock.map(({ data }) => data).sort((a, b) => b.inventory.reserved - a.inventory.reserved),
      [
        {
          product: { id: pot.id, sku: pot.sku, name: pot.name },
          inventory: { previous_quantity: 9, current_quantity: 9, reserved: 3, available: 6, version: 2 },
          reason: 'order_placed',
        },
        {
          product: { id: mug.id, sku: mug.sku, name: mug.name },
          inventory: { previous_quantity: 5, current_quantity: 5, reserved: 2, available: 3, version: 2 },
          reason: 'order_placed',
        },
      ],
    )
    const customers = await service.request('GET', '/admin/users', { headers: shop.owner.headers })
    const customer = customers.body.data.items.find((one: { id: string }) => one.id === user.id)
    assert.deepEqual([customer.order_count, customer.order_total], [1, 25.8])
  })

  it('with two lines of one product answers 201 with their sum in one line', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { price: 3, onHand: 5 })
    const line = { product_id: product.id, quantity: 2 }
    const answer = await shopper.order([line, { product_id: product.id.toUpperCase(), quantity: 3 }])
    assert.equal(answer.status, 201)
    assert.deepEqual(
      answer.body.data.items.map((item: { quantity: number; total: number }) => [item.quantity, item.total]),
      [[5, 15]],
    )
    assert.deepEqual(await stockOf(service, product.id), [5, 5])
  })

  it('with two lines of one product that together exceed the stock answers 409 INSUFFICIENT_STOCK', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 5 })
    const line = { product_id: product.id, quantity: 3 }
    const answer = await shopper.order([line, line])
    assertRefused(answer, 409, 'INSUFFICIENT_STOCK')
    assert.deepEqual(answer.body.error.details, {
      products: [{ product_id: product.id, requested: 6, available: 5 }],
    })
    assert.deepEqual(await stockOf(service, product.id), [5, 0])
  })

  it('with one line of several sold out answers 409 INSUFFICIENT_STOCK and reserves none', async () => {
    const shopper = await makeShopper(service, merchant)
    const [some, none] = await makeProducts(service, merchant, [{ onHand: 5 }, { onHand: 0 }])
    assert.ok(some && none)
    const answer = await shopper.order([
      { product_id: some.id, quantity: 1 },
      { product_id: none.id, quantity: 1 },
    ])
    assertRefused(answer, 409, 'INSUFFICIENT_STOCK')
    assert.deepEqual(await stockOf(service, some.id), [5, 0])
    assert.deepEqual((await shopper.get('/user/orders')).body.data.items, [])
  })

  it('with a product unknown, not for sale, or of another merchant answers the same 404 NOT_FOUND', async () => {
    const shopper = await makeShopper(service, merchant)
    const other = await makeMerchant(service)
    const products = [
      { id: newId() },
      await makeProduct(service, merchant, { status: 'draft' }),
      await makeProduct(service, merchant, { status: 'archived' }),
      await makeProduct(service, other),
    ]
    const good = await makeProduct(service, merchant)
    for (const { id } of products) {
      const answer = await shopper.order([
        { product_id: good.id, quantity: 1 },
        { product_id: id, quantity: 1 },
      ])
      assertRefused(answer, 404, 'NOT_FOUND')
      assert.deepEqual(
        [answer.body.error.message, answer.body.error.details],
        ['product not found', { product_ids: [id] }],
      )
    }
    assert.deepEqual(await stockOf(service, good.id), [100, 0])
  })

  it('with another expected_total answers 409 PRICE_CHANGED with the total', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { price: 10 })
    const answer = await shopper.order([{ product_id: product.id, quantity: 2 }], { expected_total: 19.99 })
    assertRefused(answer, 409, 'PRICE_CHANGED')
    assert.equal(answer.body.error.details.total, 20)
    assert.deepEqual(await stockOf(service, product.id), [100, 0])
  })

  it('with a wrong body answers 400 VALIDATION_ERROR and writes nothing', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { price: 1_000_000_000, onHand: 1_000_000 })
    const line = { product_id: product.id, quantity: 1 }
    const wrong: [unknown, ...string[]][] = [
      [{ items: Array(1001).fill(line) }, 'items'],
      [{ items: [line, { ...line, quantity: 1_000_000 }] }, 'items[1].quantity'],
      [{ items: [{ quantity: 1 }, { product_id: product.id }] }, 'items[0].product_id', 'items[1].quantity'],
      [{ items: [{ ...line, quantity: 2 }] }, 'items'],
      [{ items: [line], expected_total: 1.001 }, 'expected_total'],
      [{ items: [line], expected_total: 1e300 }, 'expected_total'],
    ]
    for (const [body, ...fields] of wrong) {
      const answer = await service.request('POST', '/user/orders', { headers: shopper.headers, body })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      const named = answer.body.error.details.map((fault: { field: string }) => fault.field)
      assert.deepEqual(named, fields, JSON.stringify(body))
    }
    assert.deepEqual(await stockOf(service, product.id), [1_000_000, 0])
  })

  it('without merchant answers 403 MERCHANT_ACCESS_DENIED, without token 401 MISSING_TOKEN', async () => {
    const user = await makeUser(service)
    const body = { items: [{ product_id: newId(), quantity: 1 }] }
    assertRefused(
      await service.request('POST', '/user/orders', { headers: user.headers, body }),
      403,
      'MERCHANT_ACCESS_DENIED',
    )
    assertRefused(await service.request('POST', '/user/orders', { body }), 401, 'MISSING_TOKEN')
  })

  it('in a currency of no or of three decimals answers 201 with the exact total', async () => {
    for (const [currency, price, total] of [
      ['JPY', 1250, 3750],
      ['KWD', 1.234, 3.702],
    ] as const) {
      const shop = await makeMerchant(service, { currency })
      const shopper = await makeShopper(service, shop)
      const product = await makeProduct(service, shop, { price })
      const answer = await shopper.order([{ product_id: product.id, quantity: 3 }], { expected_total: total })
      assert.deepEqual([answer.status, answer.body.data.total], [201, total])
    }
  })

  it('repeated with one Idempotency-Key answers the same order; with another body 422', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const key = unique('key')
    const first = await shopper.order([{ product_id: product.id, quantity: 1 }], { key })
    const second = await shopper.order([{ product_id: product.id, quantity: 1 }], { key })
    assert.deepEqual([second.status, second.body, second.headers['idempotent-replayed']], [201, first.body, 'true'])
    assertRefused(
      await shopper.order([{ product_id: product.id, quantity: 2 }], { key }),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    assert.deepEqual(await stockOf(service, product.id), [100, 1])
  })
})
