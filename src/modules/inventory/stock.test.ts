import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { TestApp } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { lockWaits } from '#test/support/locks.ts'
import { makeProducts } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'
import { closeStock, countStock, type ReservedStock } from './index.ts'

describeShop('stock, as other modules use it', ({ service, shop: merchant }) => {
  const stockOf = (productId: string) =>
    service.deps.db.selectFrom('stock').selectAll().where('product_id', '=', productId).executeTakeFirst()

  it('openStock writes a row and, with units on hand, an opening movement and an event', async () => {
    const [some, none] = await makeProducts(service, merchant, [{ onHand: 7 }, { onHand: 0 }])
    assert.ok(some && none)
    assert.deepEqual([(await stockOf(some.id))?.on_hand, (await stockOf(none.id))?.on_hand], [7, 0])
    assert.deepEqual(await movementsOf(service, some.id), [[1, 'opening', 7, 7]])
    assert.deepEqual(await movementsOf(service, none.id), [])
    assert.deepEqual(await lastEvent(service, some.id), {
      product: { id: some.id, sku: some.sku, name: some.name },
      inventory: { previous_quantity: 0, current_quantity: 7, reserved: 0, available: 7, version: 1 },
      reason: 'opening',
    })
  })

  it('countStock changes the products it can and answers why not for the others', async () => {
    const products = await makeProducts(service, merchant, [{ onHand: 5 }, { onHand: 5 }, { onHand: 5 }, { onHand: 5 }])
    const [set, adjusted, same, low] = products
    assert.ok(set && adjusted && same && low)
    const outcomes = await inTransaction(service.deps.db, (transaction) =>
      countStock(
        transaction,
        { userId: merchant.owner.id },
        merchant.id,
        [
          { productId: set.id, onHand: 9 },
          { productId: adjusted.id, adjust: -2 },
          { productId: same.id, onHand: 5 },
          { productId: low.id, adjust: -6 },
          { productId: merchant.id, onHand: 1 },
        ],
        { type: 'import' },
      ),
    )
    const byProduct = new Map(outcomes.map((row) => [row.product_id, [row.outcome, row.on_hand]]))
    assert.deepEqual(
      products.map((product) => byProduct.get(product.id)),
      [
        ['changed', 9],
        ['changed', 3],
        ['unchanged', 5],
        ['refused', 5],
      ],
    )
    assert.equal(outcomes.length, 4)
    assert.deepEqual(await movementsOf(service, adjusted.id), [
      [1, 'opening', 5, 5],
      [2, 'import', -2, 3],
    ])
    assert.equal((await movementsOf(service, same.id)).length, 1)
  })

  it('reserve_units reserves the lines that it can, and answers the stock before', async () => {
    const [plenty, few, none] = await makeProducts(service, merchant, [{ onHand: 5 }, { onHand: 1 }, { onHand: 0 }])
    assert.ok(plenty && few && none)
    const reserve = async (...lines: [string, number][]) => {
      const productIds = lines.map(([id]) => id)
      const quantities = lines.map(([, quantity]) => quantity)
      const { rows } = await sql<ReservedStock>`
        select * from reserve_units(${merchant.id}, ${newId()}, ${merchant.owner.id},
                                    ${productIds}::uuid[], ${quantities}::int[])`.execute(service.deps.db)
      return rows.map(({ on_hand, reserved, movement }) => [on_hand, reserved, movement])
    }
    assert.deepEqual(await reserve([few.id, 2]), [[1, 0, null]])
    assert.deepEqual(await reserve([merchant.id, 1]), [])
    assert.deepEqual(await reserve([plenty.id, 3], [few.id, 1]), [
      [5, 0, 2],
      [1, 0, 2],
    ])
    assert.deepEqual(await reserve([plenty.id, 1], [none.id, 1], [few.id, 1]), [
      [5, 3, 3],
      [0, 0, null],
      [1, 1, null],
    ])
    assert.deepEqual([(await stockOf(plenty.id))?.reserved, (await stockOf(few.id))?.reserved], [4, 1])
    assert.deepEqual(await movementsOf(service, few.id), [
      [1, 'opening', 1, 1],
      [2, 'order_placed', 0, 1],
    ])
  })

  it('closeStock deletes it with its ledger, unless an order has named the product', async () => {
    const [free, ordered] = await makeProducts(service, merchant, [{}, {}])
    assert.ok(free && ordered)
    await service.deps.db.updateTable('stock').set({ ordered: true }).where('product_id', '=', ordered.id).execute()
    const closed = await inTransaction(service.deps.db, (transaction) =>
      closeStock(transaction, merchant.id, [free.id, ordered.id]),
    )
    assert.deepEqual([...closed], [free.id])
    assert.equal(await stockOf(free.id), undefined)
    assert.deepEqual(await movementsOf(service, free.id), [])
    assert.ok(await stockOf(ordered.id))
  })

  it('closeStock deletes the movements of a change it has waited for', async () => {
    const [product] = await makeProducts(service, merchant, [{ onHand: 5 }])
    assert.ok(product)
    const { db } = service.deps
    const change = await db.startTransaction().execute()
    const more = [{ productId: product.id, adjust: 1 }]
    await countStock(change, { userId: merchant.owner.id }, merchant.id, more, { type: 'adjustment' })
    const closing = inTransaction(db, (transaction) => closeStock(transaction, merchant.id, [product.id]))
    await until(async () => (await lockWaits(service)) > 0, 'the deletion to wait')
    await change.commit().execute()
    assert.deepEqual([...(await closing)], [product.id])
    assert.deepEqual(await movementsOf(service, product.id), [])
  })
})

async function movementsOf(service: TestApp, productId: string) {
  const rows = await service.deps.db
    .selectFrom('stock_movements')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('number')
    .execute()
  return rows.map((row) => [row.number, row.type, row.on_hand_change, row.on_hand_after])
}

async function lastEvent(service: TestApp, productId: string) {
  const rows = await service.deps.db
    .selectFrom('events')
    .select('body')
    .where('name', '=', 'inventory.updated')
    .orderBy('id', 'desc')
    .execute()
  const bodies = rows.map((row) => JSON.parse(row.body.toString()))
  return bodies.find((body) => body.data.product.id === productId)?.data
}
