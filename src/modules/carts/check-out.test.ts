import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'

describeShop('POST /user/cart/checkout', ({ service, shop: merchant }) => {
  async function shopper() {
    const { id, headers: own } = await makeUser(service)
    const headers = { ...own, 'merchant-id': merchant.id }
    const add = (product: { id: string }, quantity: number) =>
      service.request('POST', '/user/cart/items', { headers, body: { product_id: product.id, quantity } })
    const checkOut = (body: unknown = {}, more: Record<string, string> = {}) =>
      service.request('POST', '/user/cart/checkout', { headers: { ...headers, ...more }, body })
    const cart = async () => (await service.request('GET', '/user/cart', { headers })).body.data
    const orders = async () => (await service.request('GET', '/user/orders', { headers })).body.data.items
    return { id, headers, add, checkOut, cart, orders }
  }

  const setProduct = (product: { id: string }, values: { price_minor?: number; status?: string }) =>
    service.deps.db.updateTable('products').set(values).where('id', '=', product.id).execute()

  const deleteProduct = ({ id }: { id: string }) =>
    service.request('DELETE', `/admin/products/${id}`, { headers: merchant.owner.headers })

  it('with a cart answers 201 with its order and leaves an empty cart, without cart events', async () => {
    const { id, add, checkOut, cart, orders } = await shopper()
    const [cup, cake] = [
      await makeProduct(service, merchant, { price: 2.5 }),
      await makeProduct(service, merchant, { price: 10 }),
    ]
    await add(cup, 2)
    await add(cake, 1)
    const answer = await checkOut({ expected_total: 15 })
    assert.equal(answer.status, 201)
    const { items, total, status } = answer.body.data
    assert.deepEqual(
      items.map((item: { product_id: string; quantity: number }) => [item.product_id, item.quantity]),
      [
        [cup.id, 2],
        [cake.id, 1],
      ],
    )
    assert.deepEqual([total, status], [15, 'pending'])
    assert.equal((await cart()).id, null)
    assert.deepEqual((await orders())[0], answer.body.data)
    const removed = await eventsOf(service, merchant.id, 'cart.item_removed')
    assert.ok(!removed.some(({ data }) => data.cart.user_id === id))
  })

  it('without a cart answers 409 CONFLICT', async () => {
    const { checkOut } = await shopper()
    const answer = await checkOut()
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
  })

  it('after a price change with an expected_total answers 409 PRICE_CHANGED and keeps the cart', async () => {
    const { add, checkOut, cart } = await shopper()
    const product = await makeProduct(service, merchant, { price: 10 })
    await add(product, 1)
    await setProduct(product, { price_minor: 1100 })
    const answer = await checkOut({ expected_total: 10 })
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'PRICE_CHANGED'])
    const { total } = await cart()
    assert.equal((await checkOut({ expected_total: total })).body.data.total, 11)
  })

  it('with a product archived meanwhile answers 409 CONFLICT naming it, and keeps the cart', async () => {
    const { add, checkOut, cart } = await shopper()
    const [archived, kept] = [await makeProduct(service, merchant), await makeProduct(service, merchant)]
    await add(archived, 1)
    await add(kept, 1)
    await setProduct(archived, { status: 'archived' })
    const answer = await checkOut()
    assert.deepEqual([answer.status, answer.body.error.details], [409, { unavailable: [archived.id] }])
    assert.equal((await cart()).items.length, 2)
  })

  it('with a product that staff deleted answers the same; it is deleted once no cart has it', async () => {
    const { headers, add, checkOut, cart } = await shopper()
    const [gone, kept] = [await makeProduct(service, merchant), await makeProduct(service, merchant)]
    await add(gone, 1)
    await add(kept, 1)
    const remove = async () => (await deleteProduct(gone)).body.data.outcome
    assert.deepEqual([await remove(), await remove()], ['archived', 'archived'])
    const answer = await checkOut()
    assert.deepEqual([answer.status, answer.body.error.details], [409, { unavailable: [gone.id] }])
    assert.equal((await cart()).items.length, 2)
    await service.request('DELETE', `/user/cart/items/${gone.id}`, { headers })
    assert.equal(await remove(), 'deleted')
    assert.equal((await checkOut()).status, 201)
  })

  it('a product that is deleted while it is put in a cart is archived, or never was in it', async () => {
    const met = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const { add, cart } = await shopper()
      const product = await makeProduct(service, merchant)
      const [added, deleted] = await Promise.all([add(product, 1), deleteProduct(product)])
      met.add(`${added.status} ${deleted.body.data.outcome} ${(await cart()).items.length}`)
    }
    const sound = ['201 archived 1', '404 deleted 0']
    assert.deepEqual(
      [...met].filter((outcome) => !sound.includes(outcome)),
      [],
    )
  })

  it('while its product is being archived answers 201 or 409 CONFLICT naming it', async () => {
    const answers = []
    for (let round = 0; round < 20; round++) {
      const { add, checkOut } = await shopper()
      const product = await makeProduct(service, merchant)
      await add(product, 1)
      const [answer] = await Promise.all([checkOut(), setProduct(product, { status: 'archived' })])
      answers.push(answer)
      if (answer.status !== 201) assert.deepEqual(answer.body.error.details, { unavailable: [product.id] })
    }
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))].filter((status) => ![201, 409].includes(status)),
      [],
    )
  })

  it('with more than the stock has answers 409 INSUFFICIENT_STOCK, and keeps the cart', async () => {
    const { add, checkOut, cart } = await shopper()
    await add(await makeProduct(service, merchant, { onHand: 2 }), 3)
    const answer = await checkOut()
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'INSUFFICIENT_STOCK'])
    assert.equal((await cart()).item_count, 3)
  })

  it('twice with one Idempotency-Key makes one order; the key for another body is a 422', async () => {
    const { add, checkOut, orders } = await shopper()
    await add(await makeProduct(service, merchant), 1)
    const key = { 'idempotency-key': unique('key') }
    const first = await checkOut({}, key)
    const again = await checkOut({}, key)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal((await orders()).length, 1)
    assert.equal((await checkOut({ expected_total: 1 }, key)).status, 422)
  })

  it('ten times at once makes one order', async () => {
    const { add, checkOut, orders } = await shopper()
    await add(await makeProduct(service, merchant), 3)
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkOut()))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 409)])
    assert.equal((await orders()).length, 1)
  })

  it('during an add orders what that adds', async () => {
    const { id, add, checkOut, cart } = await shopper()
    await add(await makeProduct(service, merchant), 1)
    const adding = await holdLocks(
      service,
      sql`update carts set last_activity_at = now() where user_id = ${id}`,
      sql`update cart_items set quantity = quantity + 2 where user_id = ${id}`,
    )
    const answer = checkOut()
    await until(async () => (await lockWaits(service)) > 0, 'it to wait for the add')
    await adding.commit()
    const { status, body } = await answer
    assert.deepEqual([status, body.data.items[0].quantity, (await cart()).item_count], [201, 3, 0])
  })

  it('during adds loses no unit: each is in an order or in the cart', async () => {
    const { add, checkOut, cart, orders } = await shopper()
    const [cup, cake] = [
      await makeProduct(service, merchant, { onHand: 1_000 }),
      await makeProduct(service, merchant, { onHand: 1_000 }),
    ]
    const work = Array.from({ length: 60 }, (_, i) => (i % 6 === 5 ? checkOut() : add(i % 2 ? cup : cake, 1)))
    const answers = await Promise.all(work)
    assert.ok(answers.every(({ status }) => status === 201 || status === 409))
    const bought = (await orders()).flatMap((order: { items: { quantity: number }[] }) => order.items)
    const units = bought.reduce((sum: number, item: { quantity: number }) => sum + item.quantity, 0)
    assert.equal(units + (await cart()).item_count, 50)
  })
})
