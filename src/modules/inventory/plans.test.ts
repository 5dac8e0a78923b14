import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, moveOrder, type TestShopper } from '#test/support/orders.ts'
import { plansOf, rowsRead, stepsOf, tellPlans } from '#test/support/plans.ts'

/** Generic plans take every shop for one of average size. With many small ones, reading a whole shop looks cheap. */
describe('plans at a large shop among many small ones', () => {
  let loader: Awaited<ReturnType<typeof startTestApp>>
  let service: Awaited<ReturnType<typeof startTestApp>>
  let merchant: TestMerchant
  let shopper: TestShopper
  let products: string[]
  before(async () => {
    loader = await startTestApp()
    merchant = await makeMerchant(loader)
    const { db } = loader.deps
    const shop = sql`${merchant.id}::uuid`
    await sql`
      insert into merchants (id, name, currency)
      select uuidv7(), 'Shop ' || n, 'GBP' from generate_series(1, 600) n`.execute(db)
    await sql`
      insert into products (merchant_id, id, sku, name, category, price_minor, price_common, currency, status,
                            in_stock, created_at, updated_at)
      select case when n % 5 = 0 then other.id else ${shop} end, uuidv7(), 'S' || n, 'Lamp', 'Lamps', 100, 1000, 'GBP',
             'active', true, now(), now()
        from generate_series(1, 6000) n
        join (select id, row_number() over (order by id) as number from merchants where id <> ${shop}) other
          on other.number = 1 + n / 5 % 600`.execute(db)
    await sql`
      insert into stock (merchant_id, product_id, on_hand, updated_at)
      select merchant_id, id, 100, now() from products`.execute(db)
    await sql`vacuum analyze products, stock`.execute(db)
    const { rows } = await sql<{ id: string }>`
      select id from products where merchant_id = ${shop} order by id desc limit 50`.execute(db)
    products = rows.map(({ id }) => id)
    await tellPlans(loader.databaseUrl)
    service = await startTestApp({}, loader.databaseUrl)
    shopper = await makeShopper(service, merchant)
  })
  after(async () => {
    await service?.close()
    await loader.close()
  })

  /** The most rows of stock that one step of the work's statements read. */
  async function stockRead(work: () => Promise<{ status: number }>): Promise<number> {
    let status = 0
    const plans = await plansOf(async () => {
      status = (await work()).status
    })
    assert.ok(status === 200 || status === 201, String(status))
    const steps = plans.flatMap(({ plan }) => stepsOf(plan)).filter((step) => step['Relation Name'] === 'stock')
    assert.ok(steps.length > 0)
    return Math.max(...steps.map(rowsRead))
  }

  it('orders placed, cancelled, completed, and counts of a product read the stock of their lines only', async () => {
    for (const count of [1, 50]) {
      const lines = products.slice(0, count).map((id) => ({ product_id: id, quantity: 1 }))
      let id = ''
      const place = async () => {
        const answer = await shopper.order(lines)
        id = answer.body.data.id
        return answer
      }
      assert.equal(await stockRead(place), count)
      assert.equal(await stockRead(() => shopper.cancel(id)), count)
      await place()
      await shopper.pay(id)
      assert.equal(await stockRead(() => moveOrder(service, merchant, id, 'completed')), count)
    }
    const adjust = () =>
      service.request('PATCH', `/admin/inventory/${products[0]}`, {
        headers: merchant.owner.headers,
        body: { adjust: 1 },
      })
    assert.equal(await stockRead(adjust), 1)
  })
})
