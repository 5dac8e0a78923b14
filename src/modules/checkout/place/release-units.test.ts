import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type TestApp, unique } from '#test/support/app.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import {
  assertRefused,
  makeOlder,
  makeShopper,
  setOrderLimits,
  shopping,
  stockOf,
  type TestShopper,
} from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { differences } from '#test/upgrade/recount.ts'

interface Held {
  shopper: TestShopper
  id: string
}

/** Two services on one database, like two processes. */
describeService('units of orders that nobody pays', ({ service }) => {
  const second = besideService(service)

  const at = (index: number): TestApp => (index % 2 === 0 ? service : second)

  /** A shop and, for each quantity, an order of as many units by a shopper of its own, `seconds` old, oldest first. */
  async function shopWithHeld(onHand: number, quantities: readonly number[], seconds = 601) {
    const shop = await makeMerchant(service)
    const { id } = await makeProduct(service, shop, { onHand })
    const line = (quantity: number) => [{ product_id: id, quantity }]
    const held: Held[] = []
    for (const quantity of quantities) {
      const shopper = await makeShopper(service, shop)
      held.push({ shopper, id: (await shopper.order(line(quantity))).body.data.id as string })
    }
    for (const [index, order] of held.entries()) await makeOlder(service, [order.id], seconds + held.length - index)
    return { shop, id, line, held, statuses: () => Promise.all(held.map(statusOf)) }
  }
  const statusOf = async ({ shopper, id }: Held): Promise<string> =>
    (await shopper.get(`/user/orders/${id}`)).body.data.status
  /** All but the hour in which orders were placed: these were made older. */
  async function assertAgrees(): Promise<void> {
    const { 'figures: figures by the quarter of an hour': _, ...rest } = await differences(service.databaseUrl)
    assert.deepEqual(rest, {})
  }
  const buyerAt = (shop: TestMerchant) => makeShopper(service, shop)

  it('POST /user/orders that wants them cancels the oldest, no more than needed, as `released`', async () => {
    const { shop, id, line, held, statuses } = await shopWithHeld(10, [2, 4, 4])
    const buyer = await buyerAt(shop)
    assert.equal((await buyer.quote(line(5))).status, 200)
    assert.deepEqual(await statuses(), ['pending', 'pending', 'pending'])
    const placed = await buyer.order(line(5))
    assert.equal(placed.status, 201)
    assert.deepEqual(await statuses(), ['cancelled', 'cancelled', 'pending'])
    assert.deepEqual(await stockOf(service, id), [10, 9])
    const [first] = held
    const released = (await first?.shopper.get(`/user/orders/${first.id}`))?.body.data
    assert.equal(released.cancel_reason, 'released')
    const told = await eventsOf(service, shop.id, 'order.cancelled', 'order.updated')
    assert.deepEqual(
      told.map(({ event, data }) => [event, data.order.id, data.order.cancel_reason]),
      [held[0], held[1]].flatMap((order) => [
        ['order.cancelled', order?.id, 'released'],
        ['order.updated', order?.id, 'released'],
      ]),
    )
    // Each tells the stock as it was then, also of the order that got the units.
    const stock = await eventsOf(service, shop.id, 'inventory.updated')
    assert.deepEqual(
      stock.slice(-3).map(({ data }) => [data.reason, data.inventory.reserved]),
      [
        ['order_cancelled', 8],
        ['order_cancelled', 4],
        ['order_placed', 9],
      ],
    )
    await assertAgrees()
  })

  it('POST /user/orders that they do not cover answers 409 INSUFFICIENT_STOCK and cancels none', async () => {
    const { shop, id, line, held, statuses } = await shopWithHeld(10, [4, 4])
    await makeOlder(service, [held[1]?.id ?? ''], -300)
    const buyer = await buyerAt(shop)
    for (const quantity of [7, 10, 11]) assertRefused(await buyer.order(line(quantity)), 409, 'INSUFFICIENT_STOCK')
    assertRefused(await buyer.quote(line(7)), 409, 'INSUFFICIENT_STOCK')
    assert.deepEqual(await statuses(), ['pending', 'pending'])
    assert.deepEqual(await stockOf(service, id), [10, 8])
  })

  it('POST /user/orders leaves orders that are young, begun to be paid, or of the same shopper', async () => {
    const { shop, line, held, statuses } = await shopWithHeld(3, [1, 1, 1], 590)
    const [declined, asked, own] = held as [Held, Held, Held]
    const buyer = await buyerAt(shop)
    assertRefused(await buyer.order(line(1)), 409, 'INSUFFICIENT_STOCK')
    await setOrderLimits(service, shop, { hold_unpaid_seconds: 60 })
    assert.equal((await declined.shopper.pay(declined.id, 'test_decline')).body.data.payment.status, 'failed')
    // As a payment that waits for its shopper: begun, without an outcome.
    await service.deps.db
      .insertInto('payments')
      .values({
        merchant_id: shop.id,
        id: asked.id,
        order_id: asked.id,
        provider: 'test',
        method: 'test_slow',
        status: 'requires_action',
        amount_minor: 1,
        currency: shop.currency,
        actor_id: asked.shopper.id,
        created_at: new Date(),
        due_at: new Date(Date.now() + 3_600_000),
      })
      .execute()
    assertRefused(await own.shopper.order(line(1)), 409, 'INSUFFICIENT_STOCK')
    assert.deepEqual(await statuses(), ['pending', 'pending', 'pending'])
    assert.equal((await buyer.order(line(1))).status, 201)
    assert.deepEqual(await statuses(), ['pending', 'pending', 'cancelled'])
  })

  it('POST /user/orders of several products takes each from whom holds it; a key and a cart work as well', async () => {
    const shop = await makeMerchant(service)
    const products = await makeProducts(service, shop, [{ onHand: 5 }, { onHand: 5 }, { onHand: 5 }])
    const lines = products.map(({ id }) => ({ product_id: id, quantity: 4 }))
    const holders = await Promise.all([buyerAt(shop), buyerAt(shop)])
    const ids: string[] = []
    for (const [index, one] of holders.entries()) {
      ids.push((await one.order(index === 0 ? lines.slice(0, 2) : lines.slice(2))).body.data.id)
    }
    await makeOlder(service, ids, 601)
    const buyer = await buyerAt(shop)
    const key = unique('key-of-an-order')
    const placed = await buyer.order(lines.toReversed(), { key })
    assert.equal(placed.status, 201)
    assert.deepEqual((await buyer.order(lines.toReversed(), { key })).body, placed.body)
    for (const { id } of products) assert.deepEqual(await stockOf(service, id), [5, 4])
    await makeOlder(service, [placed.body.data.id], 601)
    const next = await buyerAt(shop)
    const body = { product_id: products[1]?.id, quantity: 5 }
    await service.request('POST', '/user/cart/items', { headers: next.headers, body })
    const checkedOut = await service.request('POST', '/user/cart/checkout', { headers: next.headers, body: {} })
    assert.equal(checkedOut.status, 201)
    assert.deepEqual(await Promise.all(products.map(({ id }) => stockOf(service, id))), [
      [5, 0],
      [5, 5],
      [5, 0],
    ])
  })

  it('POST /user/orders of 20 at once to two services releases what 10 of them need, once', async () => {
    const { shop, id, line, statuses } = await shopWithHeld(40, Array(10).fill(4))
    const buyers = await Promise.all(Array.from({ length: 20 }, () => buyerAt(shop)))
    const answers = await Promise.all(buyers.map(({ headers }, n) => shopping(at(n), headers).order(line(4))))
    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertRefused(answer, 409, 'INSUFFICIENT_STOCK')
    }
    assert.deepEqual(new Set(await statuses()), new Set(['cancelled']))
    assert.deepEqual(await stockOf(service, id), [40, 40])
    await assertAgrees()
  })

  it('orders that release products of each other’s lines both succeed, 5 times', async () => {
    const shop = await makeMerchant(service)
    for (let round = 0; round < 5; round++) {
      const products = await makeProducts(service, shop, Array(4).fill({ onHand: 6 }))
      const lines = (...chosen: number[]) => chosen.map((n) => ({ product_id: products[n]?.id, quantity: 3 }))
      const holders = await Promise.all([buyerAt(shop), buyerAt(shop), buyerAt(shop), buyerAt(shop)])
      const ids: string[] = []
      for (const [n, shortage] of [lines(0, 2), lines(1, 3), lines(2), lines(3)].entries()) {
        ids.push((await holders[n]?.order(shortage))?.body.data.id)
      }
      await makeOlder(service, ids.slice(0, 2), 602)
      // The first has locked product 1 and wants 2, the other one 0 and 3: each releases what the other has locked.
      const [one, other] = await Promise.all([buyerAt(shop), buyerAt(shop)])
      const answers = await Promise.all([
        shopping(service, one.headers).order(lines(1, 2)),
        shopping(second, other.headers).order(lines(0, 3)),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      )
      const reserved = await Promise.all(products.map(async ({ id }) => (await stockOf(service, id))[1]))
      assert.deepEqual(reserved, [3, 3, 6, 6])
    }
  })

  it('an order is released or paid, never both, when both are tried at once', async () => {
    const { shop, id, line, held } = await shopWithHeld(40, Array(10).fill(4))
    const buyers = await Promise.all(held.map(() => buyerAt(shop)))
    const payments = held.map(({ shopper, id: orderId }, n) => shopping(at(n), shopper.headers).pay(orderId))
    const orders = buyers.map(({ headers }, n) => shopping(at(n + 1), headers).order(line(4)))
    const [paid, placed] = await Promise.all([Promise.all(payments), Promise.all(orders)])
    const won = placed.filter(({ status }) => status === 201).length
    for (const [index, order] of held.entries()) {
      const isPaid = paid[index]?.status === 201
      assert.equal(await statusOf(order), isPaid ? 'paid' : 'cancelled')
    }
    assert.equal(paid.filter(({ status }) => status === 201).length + won, 10)
    assert.deepEqual(await stockOf(service, id), [40, 40])
    await assertAgrees()
  })
})
