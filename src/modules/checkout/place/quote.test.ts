import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, setOrderLimits, stockOf } from '#test/support/orders.ts'
import { makeProduct, unsetLine } from '#test/support/products.ts'
import { london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { snapshot } from '#test/support/snapshot.ts'

describeShop('POST /user/orders/quote and /user/cart/quote', ({ service, shop }) => {
  let methods: Record<'post' | 'courier' | 'letter', string>
  before(async () => {
    await setSelling(service, shop, { shipping_required: true, prices_include_tax: false })
    await setTaxRates(service, shop, [{ rate: 20 }, { taxClass: 'shipping', rate: 20 }])
    methods = {
      courier: await makeShippingMethod(service, shop, { name: 'Courier', description: 'Next day', price: 9.5 }),
      post: await makeShippingMethod(service, shop, { name: 'Post', price: 4, freeFrom: 100, countries: ['GB'] }),
      letter: await makeShippingMethod(service, shop, { name: 'Letter', price: 1, maxWeight: 100 }),
    }
  })

  const one = (product: { id: string }, quantity = 1) => [{ product_id: product.id, quantity }]

  it('without a method answers 200 with the options, cheapest first, and no expected_total', async () => {
    const shopper = await makeShopper(service, shop)
    const mug = await makeProduct(service, shop, { price: 12.5, weightGrams: 300 })
    const answer = await shopper.quote(one(mug, 2), { shipping_address: london })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.data, {
      merchant_id: shop.id,
      items: [
        {
          line: 1,
          product_id: mug.id,
          sku: mug.sku,
          name: mug.name,
          quantity: 2,
          price: 12.5,
          total: 25,
          discount: 0,
          paid: 25,
          requires_shipping: true,
          ...unsetLine(mug, 100),
        },
      ],
      discounts: [],
      discount_total: 0,
      rounding_total: 0,
      subtotal: 25,
      shipping_total: 0,
      payment_fee_total: 0,
      tax_total: 5,
      tax_included: false,
      total: 30,
      expected_total: null,
      tax_lines: [{ name: 'VAT', rate: 20, taxable: 25, amount: 5 }],
      currency: 'GBP',
      email: null,
      billing_address: null,
      shipping_method: null,
      shipping_address: { company: null, line2: null, region: null, phone: null, ...london },
      shipping_options: [
        { id: methods.post, name: 'Post', description: null, price: 4 },
        { id: methods.courier, name: 'Courier', description: 'Next day', price: 9.5 },
      ],
    })
  })

  it('with a method answers 200 with the total of the order, which writes what the quote said', async () => {
    const shopper = await makeShopper(service, shop)
    const mug = await makeProduct(service, shop, { price: 12.5, weightGrams: 300 })
    const body = { shipping_address: london, shipping_method_id: methods.post, email: 'ada@example.com' }
    const quote = (await shopper.quote(one(mug, 2), body)).body.data
    assert.deepEqual([quote.total, quote.expected_total, quote.tax_total], [34.8, 34.8, 5.8])
    const order = await shopper.order(one(mug, 2), { ...body, expected_total: quote.expected_total })
    assert.equal(order.status, 201)
    const { expected_total: _, shipping_options: __, items, ...quoted } = quote
    assert.deepEqual({ ...order.body.data, ...quoted }, order.body.data)
    assert.deepEqual(
      items.map((item: object, index: number) => ({ ...order.body.data.items[index], ...item })),
      // The order itself has taken two.
      order.body.data.items.map((item: object) => ({ ...item, available_quantity: 100 })),
    )
  })

  it('of a cart answers 200 with what its checkout makes', async () => {
    const shopper = await makeShopper(service, shop)
    const mug = await makeProduct(service, shop, { price: 60 })
    const send = (path: string, body: unknown) => service.request('POST', path, { headers: shopper.headers, body })
    await send('/user/cart/items', { product_id: mug.id, quantity: 2 })
    const body = { shipping_address: london, shipping_method_id: methods.post }
    const quote = await send('/user/cart/quote', body)
    assert.deepEqual(
      [quote.status, quote.body.data.subtotal, quote.body.data.shipping_total, quote.body.data.expected_total],
      [200, 120, 0, 144],
    )
    const order = await send('/user/cart/checkout', { ...body, expected_total: 144 })
    assert.deepEqual([order.status, order.body.data.total], [201, 144])
    assertRefused(await send('/user/cart/quote', body), 409, 'CONFLICT')
  })

  it('writes nothing and reserves nothing', async () => {
    const shopper = await makeShopper(service, await makeMerchant(service))
    const merchant = await makeMerchant(service)
    const product = await makeProduct(service, merchant)
    const headers = { ...shopper.headers, 'merchant-id': merchant.id }
    const earlier = await snapshot(service)
    const body = { items: one(product), shipping_address: london }
    assert.equal((await service.request('POST', '/user/orders/quote', { headers, body })).status, 200)
    assert.deepEqual(await snapshot(service), earlier)
  })

  it('of what the order would be refused for answers the same refusal', async () => {
    const shopper = await makeShopper(service, shop)
    const mug = await makeProduct(service, shop, { onHand: 2 })
    const sold = await makeProduct(service, shop, { status: 'draft' })
    const body = { shipping_address: london, shipping_method_id: methods.post }
    const cases: [items: unknown[], more: Record<string, unknown>, status: number, code: string][] = [
      [one(sold), body, 404, 'NOT_FOUND'],
      [one({ id: newId() }), body, 404, 'NOT_FOUND'],
      [one(mug, 3), body, 409, 'INSUFFICIENT_STOCK'],
      [one(mug, 1001), body, 409, 'ORDER_LIMIT'],
      [one(mug), { shipping_method_id: methods.post }, 400, 'VALIDATION_ERROR'],
      [one(mug), { ...body, shipping_method_id: methods.letter, expected_total: 1 }, 409, 'PRICE_CHANGED'],
      [one(mug), { ...body, shipping_method_id: newId() }, 409, 'SHIPPING_UNAVAILABLE'],
      [one(mug), { ...body, expected_total: 1 }, 409, 'PRICE_CHANGED'],
      [one(mug), { ...body, expected_total: 1.001 }, 400, 'VALIDATION_ERROR'],
      [one(mug), { shipping_address_id: newId() }, 404, 'NOT_FOUND'],
    ]
    for (const [items, more, status, code] of cases) {
      const quote = await shopper.quote(items as [], more)
      const order = await shopper.order(items as [], more)
      assertRefused(quote, status, code)
      const { request_id: _, ...fault } = quote.body.error
      assert.deepEqual({ ...order.body.error, ...fault }, order.body.error)
    }
    assert.deepEqual(await stockOf(service, mug.id), [2, 0])
    const merchant = await makeMerchant(service)
    await setOrderLimits(service, merchant, { max_open_orders_per_user: 1 })
    const other = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    await other.order(one(product))
    assertRefused(await other.quote(one(product)), 409, 'ORDER_LIMIT')
  })

  it('before a change of price, rate or method makes its order 409 PRICE_CHANGED or SHIPPING_UNAVAILABLE', async () => {
    const merchant = await makeMerchant(service)
    await setTaxRates(service, merchant, [{ rate: 20 }])
    await setSelling(service, merchant, { prices_include_tax: false })
    const method = await makeShippingMethod(service, merchant)
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { price: 10 })
    const { db } = service.deps
    const body = { shipping_address: london, shipping_method_id: method }
    const methodRow = () => db.updateTable('shipping_methods').where('id', '=', method)
    const changes: [change: () => Promise<unknown>, code: string][] = [
      [
        () => db.updateTable('products').set({ price_minor: 1001 }).where('id', '=', product.id).execute(),
        'PRICE_CHANGED',
      ],
      [() => setTaxRates(service, merchant, [{ rate: 21 }]), 'PRICE_CHANGED'],
      [() => setTaxRates(service, merchant, []), 'PRICE_CHANGED'],
      [() => methodRow().set({ price_minor: 299 }).execute(), 'PRICE_CHANGED'],
      [() => methodRow().set({ free_from_minor: 1 }).execute(), 'PRICE_CHANGED'],
      [() => methodRow().set({ active: false }).execute(), 'SHIPPING_UNAVAILABLE'],
      [
        () =>
          methodRow()
            .set({ countries: ['FR'] })
            .execute(),
        'SHIPPING_UNAVAILABLE',
      ],
    ]
    for (const [change, code] of changes) {
      await methodRow().set({ active: true, countries: null }).execute()
      const { expected_total } = (await shopper.quote(one(product), body)).body.data
      await change()
      assertRefused(await shopper.order(one(product), { ...body, expected_total }), 409, code)
    }
    assert.deepEqual(await stockOf(service, product.id), [100, 0])
  })

  it('of a shop without shipping answers 200 without options', async () => {
    const merchant = await makeMerchant(service)
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const { data } = (await shopper.quote(one(product))).body
    assert.deepEqual([data.shipping_options, data.total, data.expected_total], [[], 10, 10])
  })
})
