import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { DB } from '#src/platform/db/schema/schema.gen.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { maxExactTotal, type Total, totalOf } from '#src/platform/lib/totals.ts'
import type { startTestApp } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { createCardCache } from './listing/card-cache.ts'
import type { ProductFilter, ProductSort } from './listing/filter.ts'
import { listProducts } from './listing/list-products.ts'
import { selectCards } from './listing/queries.ts'

/** Enough for totals that are not exact, and for the planner to choose indexes. */
const size = 20_000

/** A page that neither a cursor nor an earlier request knows the total of. */
const pageRequest = ({ limit, offset = 0 }: { limit: number; offset?: number }): PageRequest => ({
  limit,
  offset,
  after: undefined,
  total: async (_fetched, count) => totalOf(await count()),
})

describeShop('lists of many products', ({ service, shop: big }) => {
  let small: TestMerchant
  before(async () => {
    small = await makeMerchant(service)
    await fill(service.deps.db, [big.id, small.id])
  })

  const filters = (): ProductFilter[] => {
    const scopes = [{}, { merchantId: big.id }, { category: 'C1' }, { merchantId: small.id, category: 'C2' }]
    const stocks = [{}, { inStock: true }, { inStock: false }]
    const prices = [{}, { minPrice: 5_000 }, { maxPrice: 9_990 }, { minPrice: 2_345, maxPrice: 40_321 }]
    return scopes.flatMap((scope) =>
      stocks.flatMap((stock) => prices.map((price) => ({ ...scope, ...stock, ...price }))),
    )
  }

  /** Lists with a total that is counted, not one that the page tells. */
  async function totalsOf(db: Database): Promise<Total[]> {
    const totals: Total[] = []
    for (const filter of filters()) {
      const list = { filter, sort: 'name', order: 'asc' } as const
      const reader = { db, cardCache: createCardCache() }
      totals.push((await listProducts(reader, list, pageRequest({ limit: 1 }))).total)
    }
    return totals
  }

  async function assertTotals() {
    const counted = await recount(service.deps.db, filters())
    assert.deepEqual(await totalsOf(service.deps.db), counted.map(totalOf))
    assert.ok(counted.some((total) => total > maxExactTotal))
    return counted
  }

  it('totals are those of the products, up to 10,000, before and after changes', async () => {
    const { db } = service.deps
    const before = await assertTotals()
    await sql`
      update products set status = 'archived'
       where id in (select id from products order by id limit 300)`.execute(db)
    await sql`update products set category = 'C2' where category is null`.execute(db)
    await sql`update stock set on_hand = 9 where on_hand = 0`.execute(db)
    await sql`delete from products where id in (select id from products order by id desc limit 100)`.execute(db)
    assert.notDeepEqual(await assertTotals(), before)
  })

  it('pages are the same whether products within price bounds are gathered or the list is walked', async () => {
    const { db } = service.deps
    for (const filter of filters().filter(({ minPrice, maxPrice }) => (minPrice ?? maxPrice) !== undefined)) {
      const page = { limit: 30, offset: 25, after: undefined }
      const list = { filter, sort: 'name', order: 'desc' } as const
      const gathered = await selectCards(db, list, page, 'gather')
      assert.deepEqual(await selectCards(db, list, page, 'walk'), gathered)
    }
  })

  it('no list scans a whole table or sorts a number of rows that grows with it', async () => {
    await sql`vacuum analyze products`.execute(service.deps.db)
    await sql`vacuum analyze stock`.execute(service.deps.db)
    const statements: { sql: string; parameters: readonly unknown[] }[] = []
    const watched: Database = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: service.deps.pool }),
      log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
    })
    for (const filter of filters()) {
      for (const sort of ['created_at', 'price', 'name'] as ProductSort[]) {
        for (const offset of [0, 500]) {
          statements.length = 0
          const { items } = await listProducts(
            { db: watched, cardCache: createCardCache() },
            { filter, sort, order: 'desc' },
            pageRequest({ limit: 20, offset }),
          )
          // The page, its count, and the products, none of which is known.
          assert.equal(statements.length, 2 + Math.sign(items.length))
          for (const statement of statements) await assertPlanBounded(service.deps.pool, statement)
        }
      }
    }
  })
})

type Pool = Awaited<ReturnType<typeof startTestApp>>['deps']['pool']

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const largeTables = ['products', 'stock']

async function assertPlanBounded(
  pool: Pool,
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
) {
  const rows = await explain(pool, text, parameters)
  const check = (plan: Plan) => {
    const name = plan['Node Type']
    const where = `${name} in\n${JSON.stringify(rows[0], null, 1)}\n${text}`
    if (name === 'Seq Scan') assert.ok(!largeTables.includes(plan['Relation Name'] ?? ''), where)
    const input = (plan.Plans ?? []).reduce((sum, child) => sum + child['Actual Rows'] * child['Actual Loops'], 0)
    // As many products within price bounds are gathered.
    if (name === 'Sort') assert.ok(input <= maxExactTotal, where)
    for (const child of plan.Plans ?? []) check(child)
  }
  check(rows[0]['QUERY PLAN'][0].Plan)
}

/** The generic plan of the prepared statement, as the service runs it. */
async function explain(pool: Pool, text: string, parameters: readonly unknown[]) {
  const client = await pool.connect()
  try {
    await client.query(`prepare listed as ${text}`)
    const values = parameters.map((value) =>
      Array.isArray(value) ? `'{${value.join()}}'` : value === null ? 'null' : `'${value}'`,
    )
    const execute = values.length > 0 ? `listed (${values.join()})` : 'listed'
    const { rows } = await client.query(`explain (analyze, format json) execute ${execute}`)
    await client.query('deallocate listed')
    return rows
  } finally {
    client.release()
  }
}

/** The number of products of each filter, by one look at all of them. */
async function recount(db: Executor, filters: readonly ProductFilter[]): Promise<number[]> {
  const counts = filters.map(
    ({ merchantId = null, category = null, inStock = null, minPrice = null, maxPrice = null }) => {
      return sql`count(*) filter (
      where (${merchantId}::uuid is null or product.merchant_id = ${merchantId}::uuid)
        and (${category}::text is null or category = ${category}::text)
        and (${inStock}::boolean is null or (on_hand > reserved) = ${inStock}::boolean)
        and (${minPrice}::bigint is null or price_common >= ${minPrice}::bigint)
        and (${maxPrice}::bigint is null or price_common <= ${maxPrice}::bigint))::int`
    },
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from products product
      join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id
     where status = 'active'`.execute(db)
  return rows[0]?.counts ?? []
}

/** Prices of all sizes; half of the products share one, as round prices are shared. Every tenth is sold out. */
async function fill(db: Database, merchants: string[]): Promise<void> {
  const batch = size / 4
  for (let first = 1; first <= size; first += batch) {
    await sql`
      with made as (
        insert into products (merchant_id, id, sku, name, category, price_minor, price_common, currency, status,
                              in_stock, created_at, updated_at)
        select (${merchants}::uuid[])[case when n % 10 = 0 then 2 else 1 end], gen_random_uuid(), 'S' || n,
               'Name ' || md5(n::text), case when n % 7 = 0 then null else 'C' || n % 5 end, price, price * 10, 'GBP',
               case when n % 20 = 0 then 'draft' else 'active' end, n % 10 <> 3, now() - n * interval '1 second', now()
          from generate_series(${first}::int, ${first + batch - 1}::int) n
         cross join lateral (select case when n % 2 = 0 then 999 else n * 37 % 9973 end as price) priced
        returning merchant_id, id, in_stock
      )
      insert into stock (merchant_id, product_id, on_hand, updated_at)
      select merchant_id, id, case when in_stock then 5 else 0 end, now() from made`.execute(db)
  }
}
