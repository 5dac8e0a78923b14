import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'
import { foldChanges } from './fold-queries.ts'

describeService('low stock', ({ service }) => {
  /** Compares lists and counts of low stock with the stock rows. */
  async function assertExact(merchant: TestMerchant): Promise<void> {
    const read = async (path: string) =>
      (await service.request('GET', path, { headers: merchant.owner.headers })).body.data
    const { rows } = await sql<{ product_id: string; available: number; active: boolean }>`
      select product_id, on_hand - reserved as available, status = 'active' as active
        from stock join products on products.merchant_id = stock.merchant_id and products.id = product_id
       where stock.merchant_id = ${merchant.id} order by 2, 1`.execute(service.deps.db)
    for (const max of [0, 1, 3, 5, 6, 50]) {
      const { items, pagination } = await read(`/admin/inventory?low_stock=${max}&limit=100`)
      const expected = rows.filter(({ available }) => available <= max).map(({ product_id }) => product_id)
      assert.deepEqual(
        items.map((item: { product_id: string }) => item.product_id),
        expected,
      )
      assert.equal(pagination.total, expected.length)
    }
    const { low_stock } = await read('/admin/dashboard')
    const low = rows.filter(({ available, active }) => active && available <= 5)
    assert.deepEqual(
      [low_stock.count, low_stock.items.map((item: { product_id: string }) => item.product_id)],
      [low.length, low.slice(0, 10).map(({ product_id }) => product_id)],
    )
    const { pagination } = await read('/admin/inventory')
    assert.equal(pagination.total, rows.length)
  }

  async function changeAtRandom(merchant: TestMerchant, products: TestProduct[], changes: number): Promise<void> {
    const { headers } = merchant.owner
    const shopper = await makeShopper(service, merchant)
    const one = async () => {
      const draw = (values: readonly unknown[]) => Math.floor(Math.random() * values.length)
      const { id } = products[draw(products)] as TestProduct
      const acts = [
        () => service.request('PATCH', `/admin/inventory/${id}`, { headers, body: { adjust: draw(Array(9)) - 4 } }),
        () => shopper.order([{ product_id: id, quantity: 1 }]),
        () => service.request('PATCH', `/admin/products/${id}`, { headers, body: { status: 'draft' } }),
        () => service.request('PATCH', `/admin/products/${id}`, { headers, body: { status: 'active' } }),
        () => service.request('DELETE', `/admin/products/${id}`, { headers }),
      ]
      // Deletions are rare, so that products are left.
      const act = acts[Math.random() < 0.03 ? 4 : draw(acts.slice(0, 4))]
      const answer = await act?.()
      assert.ok(answer && answer.status < 500, JSON.stringify(answer?.body))
    }
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let n = 0; n < changes / 6; n++) await one()
      }),
    )
  }

  it('GET /admin/inventory?low_stock and GET /admin/dashboard equal a recount during concurrent changes', async () => {
    const merchant = await makeMerchant(service)
    const products = await makeProducts(
      service,
      merchant,
      Array.from({ length: 14 }, (_, n) => ({
        onHand: n % 8,
        status: n % 5 === 0 ? ('draft' as const) : ('active' as const),
      })),
    )
    await assertExact(merchant)
    for (const limit of [3, 50, 5_000]) {
      await changeAtRandom(merchant, products, 60)
      await assertExact(merchant)
      await foldChanges(service.deps.db, limit)
      await assertExact(merchant)
    }
  })

  it('GET /admin/inventory with low_stock and q, by offset and by cursor, lists the lowest first', async () => {
    const merchant = await makeMerchant(service)
    await makeProducts(
      service,
      merchant,
      Array.from({ length: 9 }, (_, n) => ({ onHand: (n * 4) % 9, name: n % 2 === 0 ? 'Lantern' : 'Mug' })),
    )
    const read = async (query: string) => {
      const { data } = (await service.request('GET', `/admin/inventory?${query}`, { headers: merchant.owner.headers }))
        .body
      return { ...data, available: data.items.map((item: { available: number }) => item.available) }
    }
    for (const [query, expected] of [
      ['low_stock=4', [0, 1, 2, 3, 4]],
      ['low_stock=7', [0, 1, 2, 3, 4, 5, 6, 7]],
      ['low_stock=7&q=lant', [0, 5, 6, 7].filter((available) => [0, 8, 7, 6, 5].includes(available))],
    ] as const) {
      const whole = await read(query)
      assert.deepEqual(whole.available, expected)
      const first = await read(`${query}&limit=2`)
      const byCursor = await read(`${query}&limit=2&cursor=${first.pagination.next_cursor}`)
      const byOffset = await read(`${query}&limit=2&offset=2`)
      assert.deepEqual([first.available, byCursor.available], [expected.slice(0, 2), expected.slice(2, 4)])
      assert.deepEqual(byOffset.items, byCursor.items)
      assert.deepEqual([first.pagination.total, byCursor.pagination.total], [expected.length, expected.length])
    }
  })
})
