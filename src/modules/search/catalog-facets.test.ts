import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import type { ProductFilter } from '#src/modules/catalog/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'
import { facetsOfCatalog } from './catalog-facet-queries.ts'

describeService('facets of the whole catalog', ({ service }) => {
  let shops: TestMerchant[]
  let made: TestProduct[]
  before(async () => {
    shops = [await makeMerchant(service), await makeMerchant(service)]
    made = []
    for (const [index, shop] of shops.entries())
      made.push(
        ...(await makeProducts(
          service,
          shop,
          Array.from({ length: 90 }, (_, n) => ({
            price: (n * 7) % 60,
            category: n % 4 === 0 ? null : `C${n % (4 + index)}`,
            onHand: n % 3,
            status: n % 11 === 0 ? ('draft' as const) : ('active' as const),
          })),
        )),
      )
  })

  const filters = (): ProductFilter[] => {
    const scopes = [
      {},
      { merchantId: shops[0]?.id ?? '' },
      { category: 'C1' },
      { merchantId: shops[1]?.id ?? '', category: 'C2' },
    ]
    const stocks = [{}, { inStock: true }, { inStock: false }]
    const prices = [
      {},
      { minPrice: 15_000 },
      { maxPrice: 20_000 },
      { minPrice: 9_000, maxPrice: 41_000 },
      { minPrice: 70_000 },
    ]
    return scopes.flatMap((scope) =>
      stocks.flatMap((stock) => prices.map((price) => ({ ...scope, ...stock, ...price }))),
    )
  }

  /** The expected facets, counted from the products. */
  async function recount({ merchantId, category, inStock, minPrice = 0, maxPrice = 1e12 }: ProductFilter) {
    const { rows } = await sql<{ facets: unknown }>`
      with found as (
        select products.merchant_id, category, merchants.name
          from products join merchants on merchants.id = merchant_id
         where status = 'active' and price_common between ${minPrice} and ${maxPrice}
           and (merchant_id = ${merchantId ?? null} or ${merchantId ?? null}::uuid is null)
           and (category = ${category ?? null} or ${category ?? null}::text is null)
           and (in_stock = ${inStock ?? null} or ${inStock ?? null}::boolean is null)
      )
      select json_build_object(
        'category', (select coalesce(json_agg(json_build_object('value', category, 'count', n)
                                              order by n desc, category), '[]')
                       from (select category, count(*) as n from found where category is not null group by 1) part),
        'merchant', (select coalesce(json_agg(json_build_object('value', merchant_id, 'count', n, 'name', name)
                                              order by n desc, merchant_id), '[]')
                       from (select merchant_id, name, count(*) as n from found group by 1, 2) part)) as facets
      `.execute(service.deps.db)
    return rows[0]?.facets
  }

  async function assertExact() {
    for (const filter of filters()) {
      const { facets } = await facetsOfCatalog(service.deps.db, filter, ['category', 'merchant'])
      assert.deepEqual(facets, await recount(filter), JSON.stringify(filter))
    }
  }

  it('are exact with every filter, and after changes', async () => {
    const { db } = service.deps
    await assertExact()
    const some = made.filter((_, n) => n % 5 === 0).map(({ id }) => id)
    await db.updateTable('products').set({ price_common: 12_345, category: 'C9' }).where('id', 'in', some).execute()
    await db.deleteFrom('products').where('id', 'in', some.slice(0, 6)).execute()
    await assertExact()
  })
})
