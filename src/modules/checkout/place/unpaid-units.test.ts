import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { cartsAt, makeGuest, registerAs } from '#test/support/guests.ts'
import { assertRefused, setOrderLimits, shopping, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { differences } from '#test/upgrade/recount.ts'

const email = 'ada@example.com'

/** Two services on one database, like two processes. */
describeService('what guests and new accounts may leave unpaid', ({ service }) => {
  const second = besideService(service)

  async function shopWith(onHand: number) {
    const shop = await makeMerchant(service)
    const { id } = await makeProduct(service, shop, { onHand })
    const line = (quantity: number) => [{ product_id: id, quantity }]
    return { shop, id, line, reserved: async () => (await stockOf(service, id))[1] }
  }
  /** A guest; their order, through any service and from any address. */
  async function guestAt(shop: TestMerchant) {
    const guest = await makeGuest(service)
    const headers = { ...guest.headers, 'merchant-id': shop.id }
    return { own: guest.headers, ...shopping(service, headers) }
  }
  const at = (index: number): TestApp => (index % 2 === 0 ? service : second)
  const hashesOf = async (shop: TestMerchant) =>
    (await service.deps.db.selectFrom('orders').select('client_hash').where('merchant_id', '=', shop.id).execute()).map(
      (row) => row.client_hash,
    )
  function assertLimit(answer: TestAnswer, setting: string, limit: number): void {
    assertRefused(answer, 409, 'ORDER_LIMIT')
    const { products: _, ...details } = answer.body.error.details
    assert.deepEqual(details, { limit, setting })
  }

  it('POST /user/orders of a guest beyond the limits of guests answers 409 ORDER_LIMIT; quotes, too', async () => {
    const { shop, line, reserved } = await shopWith(3_000)
    await setOrderLimits(service, shop, { max_unpaid_units_per_address: 1_000 })
    const guest = await guestAt(shop)
    assertLimit(await guest.order(line(101), { email }), 'guest.max_quantity_per_line', 100)
    assertLimit(await guest.quote(line(101)), 'guest.max_quantity_per_line', 100)
    for (let n = 0; n < 3; n++) assert.equal((await guest.order(line(100), { email })).status, 201)
    assertLimit(await guest.order(line(1), { email }), 'guest.max_open_orders', 3)
    await cartsAt(service, shop).add(guest.own, line(1)[0]?.product_id ?? '', 1)
    const checkout = { headers: guest.headers, body: { email } }
    assertLimit(await service.request('POST', '/user/cart/checkout', checkout), 'guest.max_open_orders', 3)
    assert.equal(await reserved(), 300)
    // Registered in the same session, with the token of the guest.
    assert.equal((await registerAs(service, guest.own)).status, 201)
    assert.equal((await guest.order(line(101))).status, 201)
  })

  it('POST /user/orders of a guest is refused by a limit for everybody that is lower', async () => {
    const { shop, line } = await shopWith(10)
    await setOrderLimits(service, shop, { max_open_orders_per_user: 1, max_quantity_per_line: 2 })
    const guest = await guestAt(shop)
    assertLimit(await guest.order(line(3), { email }), 'max_quantity_per_line', 2)
    assert.equal((await guest.order(line(2), { email })).status, 201)
    assertLimit(await guest.order(line(1), { email }), 'max_open_orders_per_user', 1)
  })

  it('POST /user/orders 50 times at once by one guest to two services makes exactly 3', async () => {
    const { shop, line, reserved } = await shopWith(3_000)
    const { headers } = await guestAt(shop)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => shopping(at(n), headers).order(line(1), { email })),
    )
    for (const answer of answers.filter(({ status }) => status !== 201)) assertLimit(answer, 'guest.max_open_orders', 3)
    assert.equal(await reserved(), 3)
  })

  it('POST /user/orders 50 times at once from one address to two services holds 200 units at most', async () => {
    const { shop, line, reserved } = await shopWith(3_000)
    const guests = await Promise.all(Array.from({ length: 25 }, () => guestAt(shop)))
    const accounts = await makeBuyers(service, shop, 25, 0)
    const all = [...guests.map(({ headers }) => headers), ...accounts]
    // The addresses of one network are one.
    const answers = await Promise.all(
      all.map((headers, n) => shopping(at(n), headers, `2001:db8:7:7::${n + 1}`).order(line(15), { email })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 13)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertLimit(answer, 'max_unpaid_units_per_address', 200)
    }
    assert.equal(await reserved(), 195)
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('POST /user/orders from a full address answers 409 ORDER_LIMIT until units are paid or cancelled', async () => {
    const { shop, line } = await shopWith(3_000)
    const from = '192.0.2.7'
    const [headers, other, third] = await makeBuyers(service, shop, 3, 0)
    const [one, two] = [shopping(service, headers ?? {}, from), shopping(service, other ?? {}, from)]
    const first = (await one.order(line(150))).body.data
    const next = (await one.order(line(50))).body.data
    for (const shopper of [one, two]) assertLimit(await shopper.order(line(1)), 'max_unpaid_units_per_address', 200)
    assertLimit(await two.quote(line(1)), 'max_unpaid_units_per_address', 200)
    // From elsewhere, and at another shop.
    assert.equal((await shopping(service, third ?? {}, '192.0.2.8').order(line(1))).status, 201)
    const elsewhere = await shopWith(10)
    const there = { ...headers, 'merchant-id': elsewhere.shop.id }
    assert.equal((await shopping(service, there, from).order(elsewhere.line(1))).status, 201)
    assert.equal((await one.pay(first.id)).status, 201)
    assert.equal((await two.order(line(150))).status, 201)
    assertLimit(await two.order(line(1)), 'max_unpaid_units_per_address', 200)
    assert.equal((await one.cancel(next.id)).status, 200)
    assert.equal((await two.order(line(1))).status, 201)
    // Kept while an order is pending, and not as it is.
    const kept = (await hashesOf(shop)).filter((hash) => hash !== null)
    assert.equal(kept.length, 3)
    for (const hash of kept) assert.equal(hash.length, 32)
  })

  it('POST /user/orders of an account older than a day is not counted by its address', async () => {
    const { shop, line } = await shopWith(3_000)
    const from = '192.0.2.9'
    const [old] = await makeBuyers(service, shop, 1)
    const [young] = await makeBuyers(service, shop, 1, 0)
    for (const units of [1_000, 500]) {
      assert.equal((await shopping(service, old ?? {}, from).order(line(units))).status, 201)
    }
    assert.deepEqual(await hashesOf(shop), [null, null])
    assert.equal((await shopping(service, young ?? {}, from).order(line(200))).status, 201)
    assert.equal((await shopping(service, old ?? {}, from).order(line(1))).status, 201)
    const [almost] = await makeBuyers(service, shop, 1, 23 / 24)
    const answer = await shopping(service, almost ?? {}, '192.0.2.10').order(line(201))
    assertLimit(answer, 'max_unpaid_units_per_address', 200)
  })
})
