import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { commitEvents } from '#test/support/deliveries.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { abandonedAgo, insertOrder, moveOrder, type OrderMove } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { foldChanges } from './fold-queries.ts'
import { foldFigures } from './jobs.ts'

const dayMs = 86_400_000

describe('the dashboard', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

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

    const foldDeliveries = () => runSweep(service, 'webhooks.fold-delivery-counts')
    await makeWebhook(service, merchant, { events: ['*'] })
    await makeWebhook(service, merchant, { events: ['product.updated'] })
    await commitEvents(service.deps, merchant.id, 4)
    await foldDeliveries()
    await commitEvents(service.deps, merchant.id, 3)
    const end = (status: string) =>
      sql`
      with ended as (
        delete from delivery_queue where delivery_id in (
          select delivery_id from delivery_queue where merchant_id = ${merchant.id} order by delivery_id limit 1)
        returning delivery_id)
      update deliveries set status = ${status}, updated_at = now() from ended where id = delivery_id`.execute(db)
    for (const status of ['delivered', 'failed', 'failed', 'cancelled']) await end(status)
    for (const fold of [async () => {}, foldDeliveries, () => foldFigures.run(service.deps)]) {
      await fold()
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from delivery_queue where merchant_id = ${merchant.id}`.execute(db)
      const { webhooks } = await dashboard(merchant)
      assert.deepEqual(webhooks, { delivered: 1, failed: 2, pending: rows[0]?.waiting, disabled_subscriptions: 0 })
    }
    await sql`
      update deliveries set status = 'pending', updated_at = now()
       where id = (select id from deliveries
                    where merchant_id = ${merchant.id} and status = 'failed' limit 1)`.execute(db)
    const { webhooks } = await dashboard(merchant)
    assert.deepEqual([webhooks.failed, webhooks.pending], [1, 11])
  })

  it('GET /admin/dashboard equals a recount for any orders, range and interval, folded or not', async () => {
    const merchant = await makeMerchant(service)
    const products = await Promise.all(
      [100, 250, 999].map(async (priceMinor) => ({
        productId: (await makeProduct(service, merchant, { price: priceMinor / 100 })).id,
        priceMinor,
      })),
    )
    const users = await Promise.all([1, 2].map(() => makeUser(service, { merchantId: merchant.id })))
    const midnight = Math.floor(Date.now() / dayMs) * dayMs
    const orders: { id: string; status: string; paid: boolean }[] = []
    const moves: Record<string, OrderMove[]> = {
      pending: ['pay', 'cancel'],
      paid: ['process', 'complete', 'refund'],
      processing: ['complete', 'refund'],
    }
    const after: Record<OrderMove, string> = {
      pay: 'paid',
      process: 'processing',
      complete: 'completed',
      cancel: 'cancelled',
      refund: 'cancelled',
    }
    const step = fc.record({
      kind: fc.constantFrom('place', 'place', 'move', 'move', 'move', 'fold'),
      pick: fc.nat(1_000),
      minutesAgo: fc.integer({ min: 0, max: 100 * 24 * 60 }),
      quantities: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
    })

    async function act({ kind, pick, minutesAgo, quantities }: typeof step extends fc.Arbitrary<infer T> ? T : never) {
      const at = new Date(midnight + dayMs - 1 - minutesAgo * 60_000)
      if (kind === 'fold') await foldChanges(service.deps.db, 1 + (pick % 4))
      if (kind === 'place') {
        const lines = quantities.map((quantity, i) => ({
          ...(products[(pick + i) % 3] as (typeof products)[number]),
          quantity,
        }))
        const id = await insertOrder(service, merchant, users[pick % 2]?.id ?? '', lines, at)
        orders.push({ id, status: 'pending', paid: false })
      }
      const order = orders[pick % Math.max(1, orders.length)]
      const possible = moves[order?.status ?? ''] ?? []
      const move = possible[pick % Math.max(1, possible.length)]
      if (kind === 'move' && order && move) {
        await moveOrder(service, order.id, move, at)
        order.status = after[move]
      }
    }

    async function check(interval: string, fromDaysAgo: number, days: number) {
      const from = new Date(midnight - fromDaysAgo * dayMs)
      const to = new Date(Math.min(midnight + dayMs, from.getTime() + days * dayMs))
      const data = await dashboard(merchant, `?interval=${interval}&from=${from.toISOString()}&to=${to.toISOString()}`)
      const shown = {
        revenue: Math.round(data.revenue * 100),
        paid_orders: data.paid_orders,
        orders: data.orders,
        new_customers: data.new_customers,
        top: data.top_products.map((top: { product_id: string; units: number; revenue: number }) => [
          top.product_id,
          top.units,
          Math.round(top.revenue * 100),
        ]),
        series: data.series
          .map((row: { starts_at: string; revenue: number; orders: number; paid_orders: number }) => [
            row.starts_at,
            Math.round(row.revenue * 100),
            row.orders,
            row.paid_orders,
          ])
          .filter(([, ...counts]: number[]) => counts.some((count) => count !== 0)),
      }
      assert.deepEqual(shown, await recount(merchant.id, from, to, interval))
    }

    async function recount(merchantId: string, from: Date, to: Date, interval: string) {
      const { rows } = await sql<{ answer: unknown }>`
        with placed as (
          select * from orders where merchant_id = ${merchantId} and created_at >= ${from} and created_at < ${to}),
        sold as (
          select * from orders
           where merchant_id = ${merchantId} and payment_status = 'paid' and paid_at >= ${from} and paid_at < ${to}),
        top as (select product_id, sum(quantity) as units, sum(quantity * i.price_minor) as revenue
                  from sold join order_items i on i.order_id = sold.id group by 1 order by 3 desc, 1),
        series as (
          select greatest(date_trunc(${interval}, at, 'UTC'), ${from}) as at, sum(revenue) as revenue,
                 sum(orders) as orders, sum(paid) as paid
          from (select created_at as at, 0 as revenue, 1 as orders, 0 as paid from placed
                union all select paid_at, total_minor, 0, 1 from sold) x group by 1 order by 1)
        select json_build_object(
          'revenue', (select coalesce(sum(total_minor), 0) from sold), 'paid_orders', (select count(*) from sold),
          'orders', (
            select json_build_object(
              'total', count(*), 'pending', count(*) filter (where status = 'pending'),
              'paid', count(*) filter (where status = 'paid'),
              'processing', count(*) filter (where status = 'processing'),
              'completed', count(*) filter (where status = 'completed'),
              'cancelled', count(*) filter (where status = 'cancelled')) from placed),
          'new_customers', (
            select count(*) from customers
             where merchant_id = ${merchantId} and created_at >= ${from} and created_at < ${to}),
          'top', (select coalesce(json_agg(json_build_array(product_id, units, revenue)), '[]') from top),
          'series', (
            select coalesce(json_agg(json_build_array(
              to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), revenue, orders, paid)), '[]')
              from series)
        ) as answer`.execute(service.deps.db)
      return rows[0]?.answer
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.constantFrom('day', 'week', 'month', 'hour'),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 101 }),
        async (steps, interval, fromDaysAgo, days) => {
          for (const one of steps) await act(one)
          await check(interval, interval === 'hour' ? fromDaysAgo % 30 : fromDaysAgo, days)
          await check('day', 100, 101)
        },
      ),
      { numRuns: 25 },
    )
    await foldFigures.run(service.deps)
    await check('week', 100, 101)
    const unfolded = await service.deps.db.selectFrom('figure_changes').select('id').execute()
    assert.deepEqual(unfolded, [])
  })

  it('figures stay exact while orders, folds and reads run concurrently', async () => {
    const merchant = await makeMerchant(service)
    const { id: productId } = await makeProduct(service, merchant)
    const seen: number[] = []
    const buy = async () => {
      const order = await insertOrder(service, merchant, merchant.owner.id, [
        { productId, quantity: 1, priceMinor: 100 },
      ])
      await moveOrder(service, order, 'pay')
    }
    const read = async () => {
      for (let i = 0; i < 10; i++) {
        const { orders, revenue, paid_orders } = await dashboard(merchant)
        seen.push(orders.total)
        assert.equal(Math.round(revenue), paid_orders)
      }
    }
    const fold = async () => {
      for (let i = 0; i < 20; i++) await foldChanges(service.deps.db, 7)
    }
    await Promise.all([...Array.from({ length: 60 }, buy), read(), fold()])
    // A total never decreases: every change is counted once, in the rollup or among the changes.
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    )
    const { orders, paid_orders, top_products } = await dashboard(merchant)
    assert.deepEqual([orders.total, paid_orders, top_products[0].units], [60, 60, 60])
  })
})
