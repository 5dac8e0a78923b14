import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { makeProduct, makeProducts, unsetLine } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('carts', ({ service, shop: merchant }) => {
  async function shopper(at: { id: string } = merchant) {
    const user = await makeUser(service)
    const headers = { ...user.headers, 'merchant-id': at.id }
    const add = (product_id: string, quantity: number, more: Record<string, string> = {}) =>
      service.request('POST', '/user/cart/items', {
        headers: { ...headers, ...more },
        body: { product_id, quantity },
      })
    const change = (product_id: string, quantity: number) =>
      service.request('PATCH', `/user/cart/items/${product_id}`, { headers, body: { quantity } })
    const remove = (product_id: string) => service.request('DELETE', `/user/cart/items/${product_id}`, { headers })
    const cart = async () => (await service.request('GET', '/user/cart', { headers })).body.data
    return { ...user, headers, add, change, remove, cart }
  }

  const eventsAbout = async (userId: string, at: { id: string } = merchant) =>
    (await eventsOf(service, at.id, 'cart.item_added', 'cart.item_removed')).filter(
      ({ data }) => data.cart.user_id === userId,
    )

  function assertRefused(answer: TestAnswer, status: number, code: string) {
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code])
  }

  it('GET /user/cart without a cart answers 200 with an empty one, and creates none', async () => {
    const { id, cart } = await shopper()
    assert.deepEqual(await cart(), {
      id: null,
      merchant_id: merchant.id,
      user_id: id,
      status: 'active',
      currency: 'GBP',
      items: [],
      subtotal: 0,
      discounts: [],
      discount_total: 0,
      total: 0,
      discount_codes: [],
      item_count: 0,
      created_at: null,
      updated_at: null,
    })
    const rows = await service.deps.db.selectFrom('carts').selectAll().where('user_id', '=', id).execute()
    assert.equal(rows.length, 0)
  })

  it('GET /user/cart with an unknown merchant or none answers 403 MERCHANT_ACCESS_DENIED', async () => {
    const { headers } = await shopper()
    const answer = await service.request('GET', '/user/cart', { headers: { ...headers, 'merchant-id': unique('no') } })
    assertRefused(answer, 403, 'MERCHANT_ACCESS_DENIED')
    const { 'merchant-id': _, ...rest } = headers
    const without = await service.request('GET', '/user/cart', { headers: rest })
    assertRefused(without, 403, 'MERCHANT_ACCESS_DENIED')
    assert.equal(without.body.error.message, 'the merchant-id header is missing')
  })

  it('POST /user/cart/items adds up, answers 201, and makes the user a customer with the first', async () => {
    const { id, add } = await shopper()
    const product = await makeProduct(service, merchant, { price: 12.75, name: 'Cakestand' })
    const first = await add(product.id, 2)
    assert.equal(first.status, 201)
    const second = await add(product.id, 1)
    assert.equal(second.body.data.id, first.body.data.id)
    assert.deepEqual(second.body.data.items, [
      {
        product_id: product.id,
        sku: product.sku,
        name: 'Cakestand',
        quantity: 3,
        price: 12.75,
        total: 38.25,
        available: true,
        ...unsetLine(product, 100),
      },
    ])
    assert.deepEqual([second.body.data.total, second.body.data.item_count], [38.25, 3])
    const customer = await service.deps.db
      .selectFrom('customers')
      .select('user_id')
      .where('merchant_id', '=', merchant.id)
      .where('user_id', '=', id)
      .execute()
    assert.equal(customer.length, 1)

    const events = await eventsAbout(id)
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.item.quantity, data.item.total, data.cart.item_count]),
      [
        ['cart.item_added', 2, 25.5, 2],
        ['cart.item_added', 1, 12.75, 3],
      ],
    )
    assert.deepEqual(events[1]?.data.cart, second.body.data)
  })

  it('POST /user/cart/items with a product not for sale here answers 404 and creates no cart', async () => {
    const { id, add, cart } = await shopper()
    const other = await makeMerchant(service)
    const products = [
      { id: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11' },
      await makeProduct(service, merchant, { status: 'draft' }),
      await makeProduct(service, merchant, { status: 'archived' }),
      await makeProduct(service, other),
    ]
    for (const product of products) assertRefused(await add(product.id, 1), 404, 'NOT_FOUND')
    assert.equal((await cart()).id, null)
    assert.deepEqual(await eventsAbout(id), [])
  })

  it('POST /user/cart/items twice with one Idempotency-Key adds once; with another body answers 422', async () => {
    const { add, cart } = await shopper()
    const product = await makeProduct(service, merchant)
    const key = { 'idempotency-key': unique('key') }
    const first = await add(product.id, 2, key)
    const again = await add(product.id, 2, key)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assertRefused(await add(product.id, 3, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await cart()).item_count, 2)
  })

  it('POST /user/cart/items beyond 1,000,000 of a product or an exact total answers 409 CONFLICT', async () => {
    const { add, cart } = await shopper()
    const product = await makeProduct(service, merchant)
    await add(product.id, 999_999)
    assertRefused(await add(product.id, 2), 409, 'CONFLICT')
    const gold = await makeProduct(service, merchant, { price: 1_000_000_000 })
    assertRefused(await add(gold.id, 1_000_000), 409, 'CONFLICT')
    assert.equal((await cart()).item_count, 999_999)
  })

  it('POST /user/cart/items for the 101st product answers 409 CONFLICT, also when sent at once', async () => {
    const { add, cart } = await shopper()
    const products = await makeProducts(service, merchant, Array(104).fill({}))
    const answers = await Promise.all(products.map((product) => add(product.id, 1)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 100)
    const refused = answers.filter(({ status }) => status !== 201)
    assert.deepEqual([...new Set(refused.map(({ body }) => body.error.code))], ['CONFLICT'])
    const { items } = await cart()
    assert.equal(items.length, 100)
    // A full cart still takes more of what it holds.
    assert.equal((await add(items[0].product_id, 1)).status, 201)
  })

  it('POST /user/cart/items 40 times at once loses no line and no unit', async () => {
    const { id, add, cart } = await shopper()
    const products = await Promise.all([1, 2, 3, 4].map(() => makeProduct(service, merchant)))
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => add((products[i % 4] as { id: string }).id, 1 + (i % 3))),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    const { items, item_count } = await cart()
    const expected = Array.from({ length: 40 }, (_, i) => 1 + (i % 3)).reduce((sum, one) => sum + one, 0)
    assert.deepEqual([items.length, item_count], [4, expected])
    const events = await eventsAbout(id)
    assert.equal(
      events.reduce((sum, { data }) => sum + data.item.quantity, 0),
      expected,
    )
  })

  it('PATCH /user/cart/items/{product_id} up is item_added, down is item_removed, the same is no event', async () => {
    const { id, add, change } = await shopper()
    const product = await makeProduct(service, merchant)
    await add(product.id, 2)
    assert.equal((await change(product.id, 5)).body.data.item_count, 5)
    assert.equal((await change(product.id, 1)).body.data.item_count, 1)
    assert.equal((await change(product.id, 1)).status, 200)
    assert.deepEqual(
      (await eventsAbout(id)).map(({ event, data }) => [event, data.item.quantity, data.cart.item_count]),
      [
        ['cart.item_added', 2, 2],
        ['cart.item_added', 3, 5],
        ['cart.item_removed', 4, 1],
      ],
    )
  })

  it('PATCH and DELETE /user/cart/items/{product_id} with a product not in the cart answer 404 NOT_FOUND', async () => {
    const { add, change, remove } = await shopper()
    const product = await makeProduct(service, merchant)
    assertRefused(await change(product.id, 1), 404, 'NOT_FOUND')
    assertRefused(await remove(product.id), 404, 'NOT_FOUND')
    await add((await makeProduct(service, merchant)).id, 1)
    assertRefused(await change(product.id, 1), 404, 'NOT_FOUND')
    assertRefused(await remove('not-an-id'), 404, 'NOT_FOUND')
  })

  it('POST, PATCH and DELETE of a product whose id is in capitals change its line', async () => {
    const { add, change, remove } = await shopper()
    const product = await makeProduct(service, merchant)
    const id = product.id.toUpperCase()
    await add(product.id, 2)
    const answers = [await add(id, 1), await change(id, 5), await remove(id)]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.data?.item_count]),
      [
        [201, 3],
        [200, 5],
        [200, 0],
      ],
    )
  })

  it('PATCH /user/cart/items/{product_id} with quantity 0 answers 400, with too large a total 409', async () => {
    const { add, change } = await shopper()
    const product = await makeProduct(service, merchant, { price: 1_000_000_000 })
    await add(product.id, 1)
    assertRefused(await change(product.id, 0), 400, 'VALIDATION_ERROR')
    assertRefused(await change(product.id, 1_000_000), 409, 'CONFLICT')
  })

  it('DELETE /user/cart/items/{product_id} removes the line, and the cart with the last one', async () => {
    const { id, add, remove, cart } = await shopper()
    const [one, two] = [await makeProduct(service, merchant), await makeProduct(service, merchant)]
    await add(one.id, 2)
    await add(two.id, 1)
    assert.equal((await remove(one.id)).body.data.item_count, 1)
    const last = await remove(two.id)
    assert.equal(last.status, 200)
    assert.deepEqual([last.body.data.id, await cart()], [null, last.body.data])
    const events = await eventsAbout(id)
    assert.deepEqual(
      events.slice(2).map(({ event, data }) => [event, data.item.product_id, data.item.quantity]),
      [
        ['cart.item_removed', one.id, 2],
        ['cart.item_removed', two.id, 1],
      ],
    )
  })

  it('GET /user/cart whose only product was deleted answers 200 with an empty one', async () => {
    const { add, remove, cart } = await shopper()
    const [one, two] = [await makeProduct(service, merchant), await makeProduct(service, merchant)]
    await add(one.id, 1)
    await remove(one.id)
    const empty = await cart()
    await add(two.id, 1)
    await service.deps.db.deleteFrom('products').where('id', '=', two.id).execute()
    assert.deepEqual(await cart(), empty)
  })

  it('DELETE /user/cart empties it with an event for each line, and again answers 200 without one', async () => {
    const { id, headers, add } = await shopper()
    for (let i = 0; i < 3; i++) await add((await makeProduct(service, merchant)).id, 1)
    for (const _time of [1, 2]) {
      const answer = await service.request('DELETE', '/user/cart', { headers })
      assert.deepEqual([answer.status, answer.body.data.id, answer.body.data.items], [200, null, []])
    }
    const events = await eventsAbout(id)
    assert.equal(events.filter(({ event }) => event === 'cart.item_removed').length, 3)
  })

  it('GET /user/cart after a price change, a sell-out and an archiving shows each', async () => {
    const { add, cart } = await shopper()
    const product = await makeProduct(service, merchant, { price: 10, onHand: 5 })
    const row = service.deps.db.updateTable('products').where('id', '=', product.id)
    await add(product.id, 5)
    await row.set({ price_minor: 1100 }).execute()
    assert.deepEqual([(await cart()).total, (await cart()).items[0].available], [55, true])
    await service.deps.db.updateTable('stock').set({ on_hand: 4 }).where('product_id', '=', product.id).execute()
    assert.equal((await cart()).items[0].available, false)
    await service.deps.db.updateTable('stock').set({ on_hand: 9 }).where('product_id', '=', product.id).execute()
    await row.set({ status: 'archived' }).execute()
    assert.equal((await cart()).items[0].available, false)
  })

  it('GET /user/cart shows a shop’s prices in its own decimals', async () => {
    const yen = await makeMerchant(service, { currency: 'JPY' })
    const { add, cart } = await shopper(yen)
    await add((await makeProduct(service, yen, { price: 1250 })).id, 2)
    const { currency, total } = await cart()
    assert.deepEqual([currency, total], ['JPY', 2500])
  })
})
