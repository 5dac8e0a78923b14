import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeShopper, moveOrder, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('versions in events', ({ service, shop: merchant }) => {
  it('of 200 orders of one product at once number its stock from 1 without a gap, each as it was', async (t) => {
    const second = await startTestApp({}, service.databaseUrl)
    t.after(() => second.close())
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { onHand: 1_000 })
    const buyers = await makeBuyers(service, shop, 200)
    const answers = await Promise.all(
      buyers.map((headers, index) =>
        shopping(index % 2 ? service : second, headers).order([{ product_id: product.id, quantity: 1 + (index % 3) }]),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    const events = await eventsOf(service, shop.id, 'inventory.updated')
    const stock = events.map(({ data }) => data.inventory).sort((a, b) => a.version - b.version)
    assert.deepEqual(
      stock.map(({ version }) => version),
      Array.from({ length: 201 }, (_, index) => index + 1),
    )
    const ledger = await service.deps.db
      .selectFrom('stock_movements')
      .select(['number', 'on_hand_after', 'reserved_after'])
      .where('product_id', '=', product.id)
      .orderBy('number')
      .execute()
    assert.deepEqual(
      stock.map((one) => [one.version, one.current_quantity, one.reserved]),
      ledger.map((row) => [row.number, row.on_hand_after, row.reserved_after]),
    )
    const { items } = (await service.request('GET', '/admin/inventory', { headers: shop.owner.headers })).body.data
    assert.deepEqual([items[0].version, items[0].reserved], [201, stock.at(-1).reserved])
  })

  it('of an order grow with each change, and are those of its answers', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const order = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    await shopper.pay(order.id, 'test_decline')
    const paid = (await shopper.pay(order.id)).body.data.order
    const processing = (await moveOrder(service, merchant, order.id, 'processing')).body.data
    const cancelled = (await moveOrder(service, merchant, order.id, 'cancelled')).body.data
    assert.deepEqual(
      [order, paid, processing, cancelled].map(({ version }) => version),
      [1, 3, 4, 6],
    )
    const events = await eventsOf(service, merchant.id)
    const told = events.filter(({ data }) => data.order?.id === order.id)
    assert.deepEqual(
      told.map(({ event, data }) => [event, data.order.version]),
      [
        ['order.created', 1],
        ['order.payment_failed', 2],
        ['order.payment_succeeded', 3],
        ['order.updated', 3],
        ['order.updated', 4],
        ['order.cancelled', 5],
        ['order.updated', 5],
        ['order.updated', 6],
      ],
    )
  })

  it('of a product grow with what staff and imports change, not with its stock, to its deletion', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const add = { sku: 'A', name: 'Lamp', price: 1, on_hand: 1 }
    const { id } = (await service.request('POST', '/admin/products', { headers, body: add })).body.data
    const path = `/admin/products/${id}`
    const patch = (body: object) => service.request('PATCH', path, { headers, body })
    const load = (row: object) =>
      service.request('POST', '/admin/products/import', {
        headers: { ...headers, 'content-type': 'application/x-ndjson' },
        payload: JSON.stringify(row),
      })
    assert.equal((await patch({ price: 2 })).body.data.version, 2)
    assert.equal((await patch({ price: 2 })).body.data.version, 2)
    assert.equal((await load({ sku: 'A', name: 'Desk lamp' })).body.data.updated, 1)
    // Sold out and back: the row of the product is written, too.
    for (const on_hand of [0, 1]) assert.equal((await load({ sku: 'A', on_hand })).body.data.updated, 1)
    assert.equal((await service.request('GET', path, { headers })).body.data.version, 3)
    assert.equal((await service.request('DELETE', path, { headers })).body.data.outcome, 'deleted')
    await load({ sku: 'B', name: 'Mug', price: 1 })
    const events = await eventsOf(service, shop.id, 'product.created', 'product.updated', 'product.deleted')
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.product.sku, data.product.version]),
      [
        ['product.created', 'A', 1],
        ['product.updated', 'A', 2],
        ['product.updated', 'A', 3],
        ['product.deleted', 'A', 4],
        ['product.created', 'B', 1],
      ],
    )
  })

  it('grow when a release that does not know them writes', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const { id } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    const { db } = service.deps
    await db.updateTable('orders').set({ payment_status: 'failed' }).where('id', '=', id).execute()
    await db.updateTable('orders').set({ version: 1 }).where('id', '=', id).execute()
    await db.updateTable('products').set({ name: 'Lamp' }).where('id', '=', product.id).execute()
    assert.equal((await shopper.get(`/user/orders/${id}`)).body.data.version, 3)
    assert.equal((await shopper.get(`/catalog/products/${product.id}`)).body.data.version, 2)
  })
})
