import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, moveOrder, type TestShopper } from '#test/support/orders.ts'
import { startWatchedApp } from '#test/support/plan-watch.ts'
import { plansOf, rowsRead, stepsOf, tellPlans, withoutAutovacuum } from '#test/support/plans.ts'

const size = 20_000

/**
 * PostgreSQL takes the tables for empty, and each statement was planned for that, those of triggers and foreign keys
 * too. A file of some hundred rows then reads each row of the shop once at most, not once for each of its own.
 */
describe('writes of a shop that was just filled', () => {
  let loader: Awaited<ReturnType<typeof startTestApp>>
  let service: Awaited<ReturnType<typeof startTestApp>>
  let merchant: TestMerchant
  let shopper: TestShopper
  before(async () => {
    loader = await startTestApp()
    await sql`analyze`.execute(loader.deps.db)
    // Nobody mends what PostgreSQL knows.
    await withoutAutovacuum(loader.databaseUrl)
    await sql`create or replace function analyze_grown_tables() returns void language sql return null`.execute(
      loader.deps.db,
    )
    await tellPlans(loader.databaseUrl)
    service = await startWatchedApp(loader.databaseUrl)
    // Its connections stay, with their plans.
    service.deps.pool.options.idleTimeoutMillis = 0
    merchant = await makeMerchant(service)
    shopper = await makeShopper(service, merchant)
    await importFile(rowsOf(0, 3, { name: 'Lamp', price: 5, on_hand: 30 }))
    for (const { write } of writes(3)) await write()
    await fill()
  })
  after(async () => {
    await service?.close()
    await loader.close()
  })

  const importFile = (payload: string) =>
    service.request('POST', '/admin/products/import', {
      headers: { ...merchant.owner.headers, 'content-type': 'application/x-ndjson' },
      payload,
    })
  const rowsOf = (from: number, count: number, more: object) =>
    Array.from({ length: count }, (_, n) => JSON.stringify({ sku: `N${from + n}`, ...more })).join('\n')
  const staff = (method: 'POST' | 'PATCH', url: string, body: object) =>
    service.request(method, url, { headers: merchant.owner.headers, body })

  async function products(count: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from products where merchant_id = ${merchant.id} order by id limit ${count}`.execute(loader.deps.db)
    return rows.map(({ id }) => id)
  }

  async function order(lines: number): Promise<string> {
    const answer = await shopper.order((await products(lines)).map((product_id) => ({ product_id, quantity: 1 })))
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.id
  }

  /** Each with as many rows as it may have; what it needs is made before. */
  function writes(many: number): { name: string; write: () => Promise<TestAnswer> }[] {
    const lines = Math.min(many, 50)
    let placed = ''
    let first = ''
    return [
      { name: 'import of prices', write: () => importFile(rowsOf(0, many, { price: 6 + (many % 2) })) },
      { name: 'import of names', write: () => importFile(rowsOf(0, many, { name: `Lamp of ${many}` })) },
      { name: 'import that sells out', write: () => importFile(rowsOf(0, many, { on_hand: 0 })) },
      { name: 'import of stock', write: () => importFile(rowsOf(0, many, { on_hand: 90 })) },
      {
        name: 'order',
        async write() {
          const ids = (await products(lines)).map((product_id) => ({ product_id, quantity: 1 }))
          const answer = await shopper.order(ids)
          placed = answer.body.data.id
          return answer
        },
      },
      { name: 'cancelled order', write: () => shopper.cancel(placed) },
      {
        name: 'paid order',
        async write() {
          placed = await order(lines)
          return shopper.pay(placed)
        },
      },
      { name: 'completed order', write: () => moveOrder(service, merchant, placed, 'completed') },
      {
        name: 'count of stock',
        async write() {
          first = (await products(1))[0] ?? ''
          return staff('PATCH', `/admin/inventory/${first}`, { on_hand: 0 })
        },
      },
      { name: 'change of a price', write: () => staff('PATCH', `/admin/products/${first}`, { price: 50 + many }) },
      { name: 'import of one', write: () => importFile(rowsOf(many * 10, 1, { name: 'Lamp', price: 5, on_hand: 1 })) },
    ]
  }

  async function fill() {
    const at = sql`now(), now()`
    await sql`
      insert into products (merchant_id, id, sku, name, category, price_minor, price_common, currency, status,
                            in_stock, created_at, updated_at)
      select ${merchant.id}::uuid, uuidv7(), 'N' || n, 'Lantern ' || n, 'Lamps', n, n * 10, ${merchant.currency},
             'active', true, ${at}
        from generate_series(100, ${size}::int) n`.execute(loader.deps.db)
    await sql`
      insert into stock (merchant_id, product_id, on_hand, updated_at)
      select merchant_id, id, 30, now() from products
       where not exists (select from stock where stock.product_id = products.id)`.execute(loader.deps.db)
  }

  it('reads each row of the shop once at most', async () => {
    const many = 200
    const max = size + many
    const faults: string[] = []
    for (const { name, write } of writes(many)) {
      let status = 0
      const plans = await plansOf(async () => {
        status = (await write()).status
      })
      assert.ok(status === 200 || status === 201, `${name}: ${status}`)
      for (const { query, plan } of plans)
        for (const step of stepsOf(plan))
          if (rowsRead(step) > max)
            faults.push(`${name}: ${rowsRead(step)} rows, ${step['Node Type']}, ${step['Relation Name']}: ${query}`)
    }
    assert.equal(faults.join('\n'), '')
  })
})
