import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { chargesOf, makeShopper, moveOrder, shopping, stockOf } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'

/** Two services on one database, like two processes. */
describeShop('races', ({ service, shop: merchant }) => {
  const second = besideService(service)

  const either = (index: number) => (index % 2 === 0 ? service : second)

  function count(answers: readonly TestAnswer[]): Record<string, number> {
    const outcomes = answers.map(({ status, body }) => (body.success ? String(status) : `${status} ${body.error.code}`))
    return Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([key, all]) => [key, all.length]))
  }

  it('500 buyers of the last 10 units, retrying after 503, make exactly 10 orders', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { onHand: 10 })
    const buyers = await makeBuyers(service, shop, 500)
    const line = [{ product_id: product.id, quantity: 1 }]
    const answers = await Promise.all(buyers.map((headers, index) => shopping(either(index), headers).order(line)))
    assert.deepEqual(count(answers), { '201': 10, '409 INSUFFICIENT_STOCK': 490 })
    assert.deepEqual(await stockOf(service, product.id), [10, 10])
    assert.equal((await eventsOf(service, shop.id, 'order.created')).length, 10)
    const stocked = await eventsOf(service, shop.id, 'inventory.updated')
    assert.deepEqual(
      stocked.map(({ data }) => data.inventory.reserved).sort((a, b) => a - b),
      Array.from({ length: 11 }, (_, reserved) => reserved),
    )
  })

  it('an order whose last unit is sold while it waits for it answers 409 and reserves nothing', async () => {
    for (const others of [1, 0]) {
      const [last, ...rest] = await makeProducts(service, merchant, Array(1 + others).fill({ onHand: 2 }))
      const taken = await holdLocks(
        service,
        sql`update stock set reserved = 1, movement_count = movement_count + 1 where product_id = ${last?.id}`,
      )
      const shopper = await makeShopper(service, merchant)
      const lines = [...rest, last].map((product) => ({ product_id: product?.id, quantity: 2 }))
      const order = shopper.order(lines)
      await until(async () => (await lockWaits(service)) > 0, 'the order to wait')
      await taken.commit()
      const { status, body } = await order
      assert.deepEqual([status, body.error.code], [409, 'INSUFFICIENT_STOCK'])
      assert.deepEqual(body.error.details.products, [{ product_id: last?.id, requested: 2, available: 1 }])
      assert.deepEqual(await stockOf(service, last?.id ?? ''), [2, 1])
      for (const { id } of rest) assert.deepEqual(await stockOf(service, id), [2, 0])
      assert.deepEqual((await shopper.get('/user/orders')).body.data.items, [])
    }
  })

  it('200 orders of the same products in opposite order, retrying after 503, all succeed', async () => {
    const products = await makeProducts(service, merchant, Array(8).fill({ onHand: 1000 }))
    const buyers = await makeBuyers(service, merchant, 200)
    const forwards = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
    const backwards = forwards.toReversed()
    const answers = await Promise.all(
      buyers.map((headers, index) => shopping(either(index), headers).order(index % 4 < 2 ? forwards : backwards)),
    )
    assert.deepEqual(count(answers), { '201': 200 })
    for (const { id } of products) assert.deepEqual(await stockOf(service, id), [1000, 200])
  })

  it('orders, cancellations and counts of the same products at once neither deadlock nor lose a unit', async () => {
    const products = await makeProducts(service, merchant, Array(4).fill({ onHand: 500 }))
    const lines = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
    const buyers = await makeBuyers(service, merchant, 60)
    const work = buyers.map(async (headers, index) => {
      const shopper = shopping(either(index), headers)
      const { body } = await shopper.order(index % 2 === 0 ? lines : lines.toReversed())
      const product = products[index % 4] ?? products[0]
      const count = { headers: merchant.owner.headers, body: { adjust: 1 } }
      const counted = service.request('PATCH', `/admin/inventory/${product?.id}`, count)
      return [await shopper.cancel(body.data.id), await counted]
    })
    assert.deepEqual(count((await Promise.all(work)).flat()), { '200': 120 })
    for (const { id } of products) assert.deepEqual(await stockOf(service, id), [515, 0])
  })

  it('a cancellation racing a completion ends in exactly one of the two, 40 times', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 100 })
    let completed = 0
    for (let round = 0; round < 40; round++) {
      const { id } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
      await shopper.pay(id)
      const statuses = round % 2 === 0 ? ['completed', 'cancelled'] : ['cancelled', 'completed']
      const answers = await Promise.all(statuses.map((status, index) => moveOrder(either(index), merchant, id, status)))
      assert.deepEqual(count(answers), { '200': 1, '409 INVALID_TRANSITION': 1 })
      const { status } = (await shopper.get(`/user/orders/${id}`)).body.data
      assert.equal(status, answers.find((answer) => answer.status === 200)?.body.data.status)
      if (status === 'completed') completed++
      assert.deepEqual(await stockOf(service, product.id), [100 - completed, 0])
    }
  })

  it('a cancellation racing a charge ends cancelled with a refund under way, or paid, 20 times', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 100 })
    let paid = 0
    for (let round = 0; round < 20; round++) {
      const { id } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
      const [payment, cancelled] = await Promise.all([shopper.pay(id), shopping(either(1), shopper.headers).cancel(id)])
      const { status } = (await shopper.get(`/user/orders/${id}`)).body.data
      assert.equal(status, cancelled.status === 200 ? 'cancelled' : 'paid')
      if (status === 'paid') paid++
      const isCharged = (await chargesOf(service, id)).length > 0
      const expected = isCharged ? (status === 'paid' ? 'succeeded' : 'refunding') : undefined
      assert.equal(payment.body.data?.payment.status, expected)
    }
    assert.deepEqual(await stockOf(service, product.id), [100, paid])
  })

  it('a cancellation racing a payment that staff records ends in exactly one of the two, 20 times', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 100 })
    for (let round = 0; round < 20; round++) {
      const { id } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
      const record = service.request('POST', `/admin/orders/${id}/payments`, {
        headers: merchant.owner.headers,
        body: { method: 'manual' },
      })
      const [recorded, cancelled] = await Promise.all([record, shopping(either(1), shopper.headers).cancel(id)])
      assert.deepEqual([recorded.status, cancelled.status].sort(), recorded.status === 201 ? [201, 409] : [200, 409])
      const { status } = (await shopper.get(`/user/orders/${id}`)).body.data
      assert.equal(status, recorded.status === 201 ? 'paid' : 'cancelled')
      const payments = await service.deps.db.selectFrom('payments').select('id').where('order_id', '=', id).execute()
      assert.equal(payments.length, recorded.status === 201 ? 1 : 0)
    }
  })

  it('one Idempotency-Key sent 20 times at once to two services makes one order', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const key = unique('key')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shopping(either(index), shopper.headers).order([{ product_id: product.id, quantity: 1 }], { key }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    assert.ok(made.length >= 1)
    assert.equal(new Set(made.map(({ body }) => body.data.id)).size, 1)
    assert.equal(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      assert.deepEqual([status, body.error.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
    }
    assert.deepEqual(await stockOf(service, product.id), [100, 1])
  })

  it('one Idempotency-Key sent 20 times at once to two services pays once', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const { id } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    const key = unique('key')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shopping(either(index), shopper.headers).pay(id, 'test_slow', key)),
    )
    const made = answers.filter(({ status }) => status === 201)
    // Whoever comes after the answer, as on a slow machine, is answered the same.
    assert.equal(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
    assert.equal(new Set(made.map(({ body }) => body.data.payment.id)).size, 1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      assert.deepEqual([status, body.error.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
    }
    assert.equal((await chargesOf(service, id)).length, 1)
  })
})
