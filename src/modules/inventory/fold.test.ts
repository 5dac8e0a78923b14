import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeProducts } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { foldMovements, type StockPosition } from './fold-queries.ts'

describeShop('old movements', ({ service, shop: merchant }) => {
  const adjust = (productId: string, units: number) =>
    service.request('PATCH', `/admin/inventory/${productId}`, {
      headers: merchant.owner.headers,
      body: { adjust: units },
    })

  /** Makes the movements of a product up to this number older than they are kept. */
  const age = (productId: string, upTo: number) =>
    sql`update stock_movements set created_at = created_at - interval '401 days'
         where product_id = ${productId} and number <= ${upTo}`.execute(service.deps.db)

  async function listed(productId: string, query = '') {
    const path = `/admin/inventory/${productId}/movements${query}`
    const { items, pagination } = (await service.request('GET', path, { headers: merchant.owner.headers })).body.data
    const shown = items.map((one: Record<string, unknown>) => [
      one['number'],
      one['type'],
      one['on_hand_change'],
      one['reserved_change'],
      one['on_hand_after'],
    ])
    return { shown, total: pagination.total }
  }

  it('are summed up in one opening movement; the ledger keeps its numbers and adds up to the stock', async () => {
    const [old, mixed, young] = await makeProducts(service, merchant, Array(3).fill({ onHand: 10 }))
    assert.ok(old && mixed && young)
    for (const { id } of [old, mixed, young]) for (const units of [5, -3, 2]) await adjust(id, units)
    await sql`update stock_movements set order_id = gen_random_uuid(), reserved_change = 4, reserved_after = 4
               where product_id = ${mixed.id} and number = 2`.execute(service.deps.db)
    await age(old.id, 4)
    await age(mixed.id, 2)
    await age(young.id, 1)
    for (let run = 0; run < 2; run++) await runSweep(service, 'inventory.fold-movements')
    assert.deepEqual(await listed(old.id), { shown: [[4, 'opening', 14, 0, 14]], total: 1 })
    assert.deepEqual(await listed(mixed.id), {
      shown: [
        [4, 'adjustment', 2, 0, 14],
        [3, 'adjustment', -3, 0, 12],
        [2, 'opening', 15, 4, 15],
      ],
      total: 3,
    })
    assert.equal((await listed(mixed.id, '?limit=1&offset=2')).shown.length, 1)
    assert.equal((await listed(young.id)).total, 4)
    assert.equal((await adjust(old.id, 1)).body.data.version, 5)
    assert.deepEqual((await listed(old.id)).shown, [
      [5, 'adjustment', 1, 0, 15],
      [4, 'opening', 14, 0, 14],
    ])
    const { rows } = await sql`
      select product_id from stock join stock_movements using (merchant_id, product_id)
       where product_id <> ${mixed.id}
       group by product_id, on_hand, movement_count
      having sum(on_hand_change) <> on_hand or max(number) <> movement_count
          or max(number) - min(number) + 1 <> count(*)`.execute(service.deps.db)
    assert.deepEqual(rows, [])
  })

  it('are summed up a few at a time, product after product, while orders go on', async () => {
    const products = await makeProducts(service, merchant, Array(5).fill({ onHand: 1 }))
    for (const { id } of products) {
      await sql`
        insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                     on_hand_after, reserved_after, created_at)
        select ${merchant.id}, ${id}, number, 'adjustment', 1, 0, number, 0, now()
          from generate_series(2, 20) number`.execute(service.deps.db)
      await sql`update stock set on_hand = 20, movement_count = 20 where product_id = ${id}`.execute(service.deps.db)
      await age(id, 15)
    }
    const adjusting = Promise.all(products.map(({ id }) => adjust(id, 1)))
    let behind: StockPosition | undefined
    let statements = 0
    for (;;) {
      const { last, folded } = await foldMovements(service.deps.db, behind, 400, { products: 2, movements: 4 })
      if (last === undefined) break
      if (folded === 0) behind = last
      statements++
    }
    await adjusting
    assert.ok(statements >= 10)
    for (const { id } of products) {
      const { shown, total } = await listed(id)
      assert.deepEqual([shown.at(-1), shown[0][4], total], [[15, 'opening', 15, 0, 15], 21, 7])
    }
  })
})
