import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TestApp } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeGuest } from '#test/support/guests.ts'
import { makeOlder, makeShopper, shopping, stockOf } from '#test/support/orders.ts'
import { makeProduct, type TestProduct } from '#test/support/products.ts'
import { differences } from '#test/upgrade/recount.ts'

const stock = 3_000

/**
 * Somebody without an account takes a shop's stock from everybody, by orders that nobody pays. The shop has set
 * nothing. Before there were limits, one guest reserved all 3,000 units in 0.1 s.
 */
describeShop('abuse: a shop’s stock is reserved by orders that nobody pays', ({ service, shop }) => {
  const second = besideService(service)
  let product: TestProduct
  const address = '198.51.100.7'
  before(async () => {
    product = await makeProduct(service, shop, { onHand: stock })
  })

  const at = (index: number): TestApp => (index % 2 === 0 ? service : second)
  const line = (quantity: number) => [{ product_id: product.id, quantity }]
  const reserved = async () => (await stockOf(service, product.id))[1]

  /** Orders of ever fewer units, five at once by each guest; all that are not made are refused. */
  async function attack(guests: number, from: string): Promise<void> {
    const sessions = await Promise.all(Array.from({ length: guests }, () => makeGuest(service)))
    for (const units of [stock, 1_000, 100, 50, 10, 1]) {
      const orders = sessions.flatMap(({ headers }, guest) =>
        Array.from({ length: 5 }, (_, n) => {
          const guestAt = shopping(at(guest + n), { ...headers, 'merchant-id': shop.id }, from)
          return guestAt.order(line(units), { email: 'nobody@example.com' })
        }),
      )
      for (const { status, body } of await Promise.all(orders)) {
        if (status !== 201) assert.match(`${status} ${body.error.code}`, /^409 (ORDER_LIMIT|INSUFFICIENT_STOCK)$/)
      }
    }
  }

  it('one guest, then ten guests from one address, hold 200 of 3,000 units; others buy on', async () => {
    await attack(1, address)
    assert.ok((await reserved()) <= 200, `one guest holds ${await reserved()}`)
    await attack(10, address)
    assert.equal(await reserved(), 200)
    const buyer = await makeShopper(service, shop)
    const bought = await buyer.order(line(100))
    assert.equal(bought.status, 201)
    assert.equal((await buyer.pay(bought.body.data.id)).status, 201)
  })

  it('from many addresses they hold more, until after ten minutes others want it', async () => {
    for (let n = 0; n < 20; n++) await attack(2, `203.0.113.${n}`)
    const rows = await service.deps.db
      .selectFrom('orders')
      .select('id')
      .where('merchant_id', '=', shop.id)
      .where('status', '=', 'pending')
      .execute()
    await makeOlder(
      service,
      rows.map(({ id }) => id),
      601,
    )
    const available = stock - (await reserved())
    assert.ok(available < 200, `${available} are left`)
    const buyer = await makeShopper(service, shop)
    const bought = await buyer.order(line(200))
    assert.equal(bought.status, 201)
    assert.equal((await buyer.pay(bought.body.data.id)).status, 201)
    // Of all but the hour in which orders were placed: these were made older.
    const { 'figures: figures by the quarter of an hour': _, ...rest } = await differences(service.databaseUrl)
    assert.deepEqual(rest, {})
  })
})
