import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { commitEvents } from '#test/support/deliveries.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { abandonedAgo, insertOrder, moveOrder } from '#test/support/shop-rows.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { foldFigures } from './jobs.ts'

const dayMs = 86_400_000

describeService('the dashboard', ({ service }) => {
  async function dashboard(merchant: TestMerchant, query = '') {
    const answer = await service.request('GET', `/admin/dashboard${query}`, { headers: merchant.owner.headers })
    assert.equal(answer.status, 200)
    return answer.body.data
  }

  it('GET /admin/dashboard of an empty shop answers 200 with thirty days of zeros', async () => {
    const merchant = await makeMerchant(service)
    const data = await dashboard(merchant)
    assert.equal(data.series.length, 30)
    assert.deepEqual(
      [data.revenue, data.paid_orders, data.average_order_value, data.orders.total, data.top_products, data.low_stock],
      [0, 0, null, 0, [], { threshold: 5, count: 0, items: [] }],
    )
    assert.equal(data.new_customers, 1)
  })

  it('GET /admin/dashboard with an invalid range answers 400; as a user or for another shop, 403', async () => {
    const merchant = await makeMerchant(service)
    const other = await makeMerchant(service)
    const { headers } = merchant.owner
    const bad = await service.request('GET', '/admin/dashboard?from=2026-02-30&interval=year', { headers })
    assert.deepEqual([bad.status, bad.body.error.details[0].field], [400, 'interval'])
    const bare = await service.request('GET', '/admin/dashboard?from=2026-02-30', { headers })
    assert.deepEqual([bare.status, bare.body.error.details[0].field], [400, 'from'])
    const user = await makeUser(service)
    const plain = await service.request('GET', '/admin/dashboard', { headers: user.headers })
    assert.equal(plain.body.error.code, 'INSUFFICIENT_PERMISSIONS')
    const foreign = { ...headers, 'merchant-id': other.id }
    assert.equal(
      (await service.request('GET', '/admin/dashboard', { headers: foreign })).body.error.code,
      'MERCHANT_ACCESS_DENIED',
    )
    const viewer = await makeStaff(service, merchant.id, 'viewer')
    assert.equal((await service.request('GET', '/admin/dashboard', { headers: viewer.headers })).status, 200)
  })

  it('GET /admin/dashboard counts revenue when it is paid and takes it back when it is refunded', async () => {
    const merchant = await makeMerchant(service)
    const [cup, cake] = [await makeProduct(service, merchant), await makeProduct(service, merchant)]
    const day = (ago: number) => new Date(Date.now() - ago * dayMs)
    const lines = [
      { productId: cup.id, quantity: 3, priceMinor: 100 },
      { productId: cake.id, quantity: 1, priceMinor: 1275 },
    ]
    const place = (ago: number) => insertOrder(service, merchant, merchant.owner.id, lines, day(ago))
    const [first, second] = [await place(40), await place(2)]
    await place(2)
    await moveOrder(service, first, 'pay', day(1))
    await moveOrder(service, second, 'pay', day(1))
    const paid = await dashboard(merchant)
    assert.deepEqual(
      [paid.revenue, paid.paid_orders, paid.average_order_value, paid.orders.total, paid.orders.paid],
      [31.5, 2, 15.75, 2, 1],
    )
    assert.deepEqual(
      paid.top_products.map((top: { sku: string; units: number; revenue: number }) => [
        top.sku,
        top.units,
        top.revenue,
      ]),
      [
        [cake.sku, 2, 25.5],
        [cup.sku, 6, 6],
      ],
    )
    assert.equal((await dashboard(merchant, '?top_by=units')).top_products[0].sku, cup.sku)
    await foldFigures.run(service.deps)
    assert.deepEqual(await dashboard(merchant), paid)

    await moveOrder(service, first, 'refund')
    const refunded = await dashboard(merchant)
    assert.deepEqual([refunded.revenue, refunded.paid_orders, refunded.top_products[0].units], [15.75, 1, 1])
  })

  it('GET /admin/dashboard shows active products with five or fewer available, the lowest first', async () => {
    const merchant = await makeMerchant(service)
    const low = (options: Parameters<typeof makeProduct>[2]) => makeProduct(service, merchant, options)
    const five = await low({ onHand: 5 })
    const six = await low({ onHand: 6 })
    const none = await low({ onHand: 0 })
    await low({ onHand: 0, status: 'draft' })
    const shown = async () => {
      const { low_stock } = await dashboard(merchant)
      return [
        low_stock.count,
        low_stock.items.map(({ sku, available }: { sku: string; available: number }) => [sku, available]),
      ]
    }
    const stock = (product: { id: string }, reserved: number, onHand: number) =>
      service.deps.db
        .updateTable('stock')
        .set({ reserved, on_hand: onHand })
        .where('product_id', '=', product.id)
        .execute()
    const two = [
      [none.sku, 0],
      [five.sku, 5],
    ]
    assert.deepEqual(await shown(), [2, two])
    await stock(six, 2, 6)
    assert.deepEqual(await shown(), [
      3,
      [
        [none.sku, 0],
        [six.sku, 4],
        [five.sku, 5],
      ],
    ])
    await stock(six, 0, 6)
    await stock(none, 0, 100)
    await service.deps.db.deleteFrom('products').where('id', '=', five.id).execute()
    assert.deepEqual(await shown(), [0, []])
  })

  it('GET /admin/dashboard counts carts that stay abandoned, and deliveries by how they ended', async () => {
    const merchant = await makeMerchant(service)
    const { db } = service.deps
    const product = await makeProduct(service, merchant)
    const users = await Promise.all([1, 2].map(() => makeUser(service)))
    for (const { headers } of users) {
      const body = { product_id: product.id, quantity: 1 }
      await service.request('POST', '/user/cart/items', { headers: { ...headers, 'merchant-id': merchant.id }, body })
    }
    await abandonedAgo(service, merchant, dayMs)
    assert.equal((await dashboard(merchant)).abandoned_carts, 2)
    const [back] = users
    const headers = { ...back?.headers, 'merchant-id': merchant.id }
    await service.request('DELETE', `/user/cart/items/${product.id}`, { headers })
    assert.equal((await dashboard(merchant)).abandoned_carts, 1)

    await makeWebhook(service, merchant, { events: ['*'] })
    await makeWebhook(service, merchant, { events: ['product.updated'] })
    await commitEvents(service.deps, merchant.id, 7)
    const end = (status: string) =>
      sql`
      with ended as (
        delete from delivery_queue where delivery_id in (
          select delivery_id from delivery_queue where merchant_id = ${merchant.id} order by delivery_id limit 1)
        returning delivery_id)
      update deliveries set status = ${status}, updated_at = now() from ended where id = delivery_id`.execute(db)
    for (const status of ['delivered', 'failed', 'failed', 'cancelled']) await end(status)
    for (const fold of [async () => {}, () => foldFigures.run(service.deps)]) {
      await fold()
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from delivery_queue where merchant_id = ${merchant.id}`.execute(db)
      const { webhooks } = await dashboard(merchant)
      assert.deepEqual(webhooks, { delivered: 1, failed: 2, pending: rows[0]?.waiting, disabled_subscriptions: 0 })
    }
    const failed = await sql<{ id: string; subscription_id: string }>`
      select id, subscription_id from deliveries
       where merchant_id = ${merchant.id} and status = 'failed' limit 1`.execute(db)
    const path = `/admin/webhooks/${failed.rows[0]?.subscription_id}/deliveries/${failed.rows[0]?.id}/retry`
    await service.request('POST', path, { headers: merchant.owner.headers })
    const { webhooks } = await dashboard(merchant)
    assert.deepEqual([webhooks.failed, webhooks.pending], [1, 11])
  })
})
