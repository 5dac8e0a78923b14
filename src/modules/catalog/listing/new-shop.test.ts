import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { plansOf, rowsRead, stepsOf, tellPlans } from '#test/support/plans.ts'
import { makeProduct } from '#test/support/products.ts'

const size = 2_000

/** PostgreSQL looked at the tables when they were empty, and has planned the lists for that. */
describe('lists of a shop that was just filled', () => {
  let loader: Awaited<ReturnType<typeof startTestApp>>
  let service: Awaited<ReturnType<typeof startTestApp>>
  let merchant: TestMerchant
  before(async () => {
    loader = await startTestApp()
    await sql`analyze`.execute(loader.deps.db)
    await tellPlans(loader.databaseUrl)
    service = await startTestApp({ DATABASE_POOL_SIZE: '2' }, loader.databaseUrl)
    merchant = await makeMerchant(service)
    await makeProduct(service, merchant)
  })
  after(async () => {
    await service?.close()
    await loader.close()
  })

  const send = async (method: 'GET' | 'POST', url: string, rows?: string) => {
    const headers = { ...merchant.owner.headers, ...(rows !== undefined && { 'content-type': 'application/x-ndjson' }) }
    const answer = await service.request(method, url, { headers, ...(rows !== undefined && { payload: rows }) })
    assert.equal(answer.status, 200, url)
    return answer.body.data
  }

  const lists = ['limit=20', 'limit=100', 'status=active', 'in_stock=true', 'category=Lamps', 'q=lantern'].flatMap(
    (query) => ['created_at', 'name', 'price'].map((sort) => `/admin/products?${query}&sort=${sort}`),
  )
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({ sku: unique('S'), name: `Lantern ${n}`, price: 5, category: 'Lamps', on_hand: 3 }),
    ).join('\n')

  /** Steps of the statements that read more rows than the bound, over all their loops. */
  async function wasteful(bound: number, work: () => Promise<unknown>): Promise<string[]> {
    const steps = (await plansOf(work)).flatMap(({ plan }) => stepsOf(plan))
    const found = steps.filter((step) => rowsRead(step) > bound)
    return found.map((step) => `${step['Node Type']} of ${step['Relation Name']} reads ${rowsRead(step)} rows`)
  }

  async function fill() {
    await sql`
      with made as (
        insert into products (merchant_id, id, sku, name, category, price_minor, price_common, currency, status,
                              in_stock, created_at, updated_at)
        select ${merchant.id}::uuid, uuidv7(), 'S' || n, 'Lantern ' || n, 'Lamps', n, n * 10, ${merchant.currency},
               'active', true, now(), now()
          from generate_series(1, ${size}::int) n returning merchant_id, id
      )
      insert into stock (merchant_id, product_id, on_hand, updated_at)
      select merchant_id, id, 3, now() from made`.execute(loader.deps.db)
  }

  it('GET /admin/products reads no product twice, whatever PostgreSQL takes the tables for', async () => {
    for (const url of lists) await send('GET', url)
    await fill()
    for (const url of lists) assert.deepEqual(await wasteful(size + 1, () => send('GET', url)), [], url)
  })

  it('POST /admin/products/import sets the statistics of what it has filled', async () => {
    await send('POST', '/admin/products/import', rows(1_500))
    const { rows: known } = await sql<{ name: string; products: number }>`
      select relname as name, reltuples::int as products from pg_class
       where relname in ('products', 'stock', 'listings', 'listing_texts', 'prices', 'slugs')`.execute(loader.deps.db)
    for (const { name, products } of known) assert.ok(products >= 1_000, `${name} is taken for ${products} rows`)
    assert.equal(known.length, 6)
  })
})
