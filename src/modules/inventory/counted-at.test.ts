import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { lockWaits } from '#test/support/locks.ts'
import { assertRefused, makePaidOrder, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'
import { countStock } from './index.ts'

describeShop('a count that is sent later than it was made', ({ service, shop: merchant }) => {
  const patch = (productId: string, body: unknown) =>
    service.request('PATCH', `/admin/inventory/${productId}`, { headers: merchant.owner.headers, body })

  /** Movements so far happened some minutes earlier. */
  const age = (productId: string, minutes: number) =>
    sql`update stock_movements set created_at = created_at - make_interval(mins => ${minutes}),
               counted_at = counted_at - make_interval(mins => ${minutes})
         where product_id = ${productId}`.execute(service.deps.db)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  it('PATCH /admin/inventory/{product_id} with counted_at adds what was sent and adjusted since', async () => {
    const { products, fulfil } = await makePaidOrder(service, merchant, [3])
    const productId = products[0]?.id ?? assert.fail()
    await age(productId, 60)
    const countedAt = minutesAgo(30)
    assert.equal((await fulfil()).status, 201)
    await patch(productId, { adjust: -2, reason: 'Broken' })
    assert.deepEqual(await stockOf(service, productId), [15, 0])
    const counted = await patch(productId, { on_hand: 19, counted_at: countedAt, reason: 'Stock-take' })
    assert.deepEqual([counted.status, counted.body.data.on_hand], [200, 14])
    const { headers } = merchant.owner
    const { body } = await service.request('GET', `/admin/inventory/${productId}/movements`, { headers })
    const [newest, broken] = body.data.items
    assert.deepEqual(
      [newest.type, newest.reason, newest.on_hand_change, newest.counted_at, broken.counted_at],
      ['adjustment', 'Stock-take', -1, countedAt, null],
    )
    const audited = await service.request('GET', `/admin/audit-log?action=stock.updated&limit=1`, { headers })
    assert.deepEqual(audited.body.data.items[0].changes, { on_hand: [15, 14], counted_at: [null, countedAt] })
  })

  it('PATCH /admin/inventory/{product_id} with counted_at adds no correction of a count before it', async () => {
    const product = await makeProduct(service, merchant, { onHand: 10 })
    await age(product.id, 60)
    assert.equal((await patch(product.id, { on_hand: 12, counted_at: minutesAgo(40) })).body.data.on_hand, 12)
    assert.equal((await patch(product.id, { on_hand: 12, counted_at: minutesAgo(30) })).body.data.on_hand, 12)
  })

  it('PATCH /admin/inventory/{product_id} with counted_at before another count answers 409 CONFLICT', async () => {
    const product = await makeProduct(service, merchant, { onHand: 10 })
    await age(product.id, 60)
    const later = minutesAgo(10)
    assert.equal((await patch(product.id, { on_hand: 8, counted_at: later })).status, 200)
    const refused = await patch(product.id, { on_hand: 9, counted_at: minutesAgo(30) })
    assertRefused(refused, 409, 'CONFLICT')
    assert.deepEqual(refused.body.error.details, { counted_at: later })
    // A count of now is one, too.
    await patch(product.id, { on_hand: 7 })
    assertRefused(await patch(product.id, { on_hand: 8, counted_at: later }), 409, 'CONFLICT')
    assert.deepEqual(await stockOf(service, product.id), [7, 0])
  })

  it('PATCH /admin/inventory/{product_id} with counted_at adds what is being sent at the same moment', async () => {
    const product = await makeProduct(service, merchant, { onHand: 10 })
    await age(product.id, 60)
    const sale = await service.deps.db.startTransaction().execute()
    const sent = [{ productId: product.id, adjust: -3 }]
    await countStock(sale, { userId: merchant.owner.id }, merchant.id, sent, { type: 'adjustment' })
    const counting = patch(product.id, { on_hand: 10, counted_at: minutesAgo(30) })
    await until(async () => (await lockWaits(service)) > 0, 'the count to wait')
    await sale.commit().execute()
    assert.deepEqual([(await counting).status, (await counting).body.data.on_hand], [200, 7])
  })

  it('PATCH /admin/inventory/{product_id} with counted_at that is no time of a count answers 400', async () => {
    const product = await makeProduct(service, merchant, { onHand: 10 })
    const day = 86_400_000
    for (const body of [
      { adjust: 1, counted_at: minutesAgo(1) },
      { on_hand: 1, counted_at: '1969-12-31T23:59:59Z' },
      { on_hand: 1, counted_at: new Date(Date.now() + day).toISOString() },
      { on_hand: 1, counted_at: new Date(Date.now() - 401 * day).toISOString() },
    ]) {
      const answer = await patch(product.id, body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, 'counted_at', JSON.stringify(body))
    }
    // A clock that is ahead by less than five minutes.
    const ahead = await patch(product.id, { on_hand: 9, counted_at: new Date(Date.now() + 60_000).toISOString() })
    assert.deepEqual([ahead.status, ahead.body.data.on_hand], [200, 9])
    // It was taken for now, so that the next count is a later one.
    assert.equal((await patch(product.id, { on_hand: 8 })).status, 200)
    assert.equal((await patch(product.id, { on_hand: 9, counted_at: new Date().toISOString() })).status, 200)
    assert.deepEqual(await stockOf(service, product.id), [9, 0])
  })

  it('PATCH /admin/inventory/{product_id} with counted_at that leaves less than is reserved answers 409', async () => {
    const { products } = await makePaidOrder(service, merchant, [3])
    const productId = products[0]?.id ?? assert.fail()
    await age(productId, 60)
    assertRefused(await patch(productId, { on_hand: 2, counted_at: minutesAgo(1) }), 409, 'INSUFFICIENT_STOCK')
  })

  it('GET /admin/inventory sorts by name and by what is available, within a category, page by page', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    for (const [name, category, onHand] of [
      ['Zebra', 'Toys', 2],
      ['Ångström', 'Toys', 9],
      ['apple', 'Food', 1],
      ['Mango', 'Toys', 5],
    ] as const)
      await makeProduct(service, shop, { name, category, onHand })
    const names = async (query: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const path = `/admin/inventory?limit=2&${query}${cursor && `&cursor=${cursor}`}`
        const { status, body } = await service.request('GET', path, { headers })
        assert.equal(status, 200)
        found.push(...body.data.items.map((item: { name: string }) => item.name))
        cursor = body.data.pagination.next_cursor
        if (cursor === '') return found.join()
      }
    }
    assert.equal(await names('sort=name'), 'Ångström,apple,Mango,Zebra')
    assert.equal(await names('sort=name&order=desc&category=Toys'), 'Zebra,Mango,Ångström')
    assert.equal(await names('sort=available'), 'apple,Zebra,Mango,Ångström')
    assert.equal(await names('low_stock=5&sort=name'), 'apple,Mango,Zebra')
    assert.equal(await names('low_stock=5&order=desc'), 'Mango,Zebra,apple')
    const { body } = await service.request('GET', '/admin/inventory?category=Food', { headers })
    assert.deepEqual([body.data.items[0].category, body.data.items[0].image_url], ['Food', null])
  })
})
