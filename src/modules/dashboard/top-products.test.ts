import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { partsOf } from './rules.ts'
import { selectTopProducts } from './top-queries.ts'

describeService('the products that sold most', ({ service }) => {
  const range = { from: new Date('2026-01-03T00:00:00Z'), to: new Date('2026-04-20T00:00:00Z') }
  const parts = partsOf(range)
  const { blocks } = parts

  /** Units of each of 400 products in each block, for shops that differ. */
  const shops: Record<string, string> = {
    'a few sell most': '(100000 / (1 + product * product) * (0.5 + chance))::bigint',
    'all sell alike': '(1000 * chance)::bigint',
    'all sell the same': '7',
    'each block has other best products':
      'case when (product + place * 37) % 400 < 3 then 5000 else (10 * chance)::bigint end',
    'most sell nothing': 'case when product % 50 = 0 then product else 0 end',
    'the best is never the best of a block':
      'case when product = 77 then 90 when (product + place * 111) % 400 < 105 then 100 else 1 end',
    'each product sells 7 in one block': `case when (product + place) % ${blocks.length} = 0 then 7 else 0 end`,
    'refunds in a block exceed its sales': '(100000 / (1 + product * product))::bigint - product',
  }

  for (const [shop, sold] of Object.entries(shops)) {
    it(`equal a recount where ${shop}`, async () => {
      const merchantId = newId()
      await sql`
        insert into product_sales (merchant_id, block_days, block, product_id, units, revenue_minor)
        select ${merchantId}::uuid, days, number, md5('p' || product)::uuid, ${sql.raw(sold)},
               (${sql.raw(sold)}) * (1 + product % 7)
          from unnest(${blocks.map(({ days }) => days)}::int[], ${blocks.map(({ number }) => number)}::int[])
               with ordinality as part (days, number, place)
         cross join generate_series(1, 400) product
         cross join lateral (select (abs(hashint8(product * 1000 + place)) % 1000) / 1000.0 as chance) drawn
         where (${sql.raw(sold)}) <> 0`.execute(service.deps.db)
      for (const [rank, column] of [
        ['revenue', 'revenue_minor'],
        ['units', 'units'],
      ] as const) {
        const { rows: recounted } = await sql<{ product_id: string; units: number; revenue_minor: number }>`
          select product_id, sum(units) as units, sum(revenue_minor) as revenue_minor from product_sales
           where merchant_id = ${merchantId} group by 1 having sum(units) > 0
           order by sum(${sql.ref(column)}) desc, product_id limit 10`.execute(service.deps.db)
        const top = await selectTopProducts(service.deps.db, { merchantId, selling: undefined }, parts, rank, 10)
        assert.deepEqual(
          top.map(({ product_id, units, revenue_minor }) => ({ product_id, units, revenue_minor })),
          recounted,
        )
      }
    })
  }
})
