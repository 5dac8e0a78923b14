import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, moveOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder } from '#test/support/shop-rows.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

interface Step {
  starts_at: string
  revenue: number
  paid_orders: number
  orders: number
}

describeService('numbers of a shop', startAppThatTellsStatements, ({ service }) => {
  async function read(shop: TestMerchant, path: string) {
    const answer = await service.request('GET', path, { headers: shop.owner.headers })
    assert.equal(answer.status, 200)
    return answer.body.data
  }

  it('GET /admin/counts answers 200 with what each list shows, folded or not, in 1 statement', async () => {
    const shop = await makeMerchant(service)
    const webhook = await makeWebhook(service, shop)
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop, { onHand: 7 })
    await makeProduct(service, shop, { onHand: 0, status: 'draft' })
    const ids: string[] = []
    for (let n = 0; n < 5; n++)
      ids.push((await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data.id as string)
    await shopper.pay(ids[0] ?? '')
    await shopper.pay(ids[1] ?? '')
    await moveOrder(service, shop, ids[1] ?? '', 'processing')
    await shopper.pay(ids[2] ?? '', 'test_decline')
    await shopper.cancel(ids[3] ?? '')
    const invited = await service.request('POST', '/admin/staff', {
      headers: shop.owner.headers,
      body: { email: `${unique('new')}@example.com`, role: 'viewer' },
    })
    assert.equal(invited.status, 201)
    await sql`
      update deliveries set status = 'failed' where id in
        (select id from deliveries where merchant_id = ${shop.id} and subscription_id = ${webhook.id} limit 3)`.execute(
      service.deps.db,
    )
    const total = async (path: string) => (await read(shop, path)).pagination.total
    for (const _time of [1, 2]) {
      const [orders, status] = ['/admin/orders', '/admin/orders?status']
      assert.deepEqual(await read(shop, '/admin/counts'), {
        orders: {
          pending: await total(`${status}=pending`),
          paid: await total(`${status}=paid`),
          processing: await total(`${status}=processing`),
          to_fulfill: 2,
          payment_failed: await total(`${orders}?payment_status=failed`),
          refunds_failed: await total(`${orders}?refund_failed=true`),
        },
        returns: { requested: 0, received: 0, overdue: 0 },
        low_stock: (await read(shop, '/admin/dashboard')).low_stock.count,
        failed_deliveries: await total(`/admin/webhooks/${webhook.id}/deliveries?status=failed`),
        disabled_subscriptions: 0,
        invitations: 1,
      })
      await runSweep(service, 'fold-figures')
    }
    const counts = await read(shop, '/admin/counts')
    assert.deepEqual(
      [counts.orders.pending, counts.orders.paid, counts.orders.payment_failed, counts.low_stock],
      [2, 1, 1, 1],
    )
    assert.equal(counts.failed_deliveries, 3)
    assert.equal((await statementsOf(() => read(shop, '/admin/counts'))).length, 1)
  })

  it('GET /admin/counts of an empty shop is all zeros; as a user it answers 403, without a token 401', async () => {
    const shop = await makeMerchant(service)
    const { orders, returns, ...more } = await read(shop, '/admin/counts')
    const all = [orders, returns, more].flatMap((counts: Record<string, number>) => Object.values(counts))
    assert.deepEqual([...new Set(all)], [0])
    const user = await makeUser(service)
    const as = (headers: Record<string, string>) => service.request('GET', '/admin/counts', { headers })
    assertRefused(await as(user.headers), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await as({}), 401, 'MISSING_TOKEN')
    assert.equal((await as((await makeStaff(service, shop.id, 'viewer')).headers)).status, 200)
    const unknown = await service.request('GET', '/admin/counts?since=1', { headers: shop.owner.headers })
    assertRefused(unknown, 400, 'VALIDATION_ERROR')
  })

  it('GET /admin/dashboard with compare=previous_period has the figures of the days before; else not', async () => {
    const shop = await makeMerchant(service)
    const { id: productId } = await makeProduct(service, shop)
    const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12))
    const place = (day: number, priceMinor: number) =>
      insertOrder(service, shop, shop.owner.id, [{ productId, quantity: 1, priceMinor }], at(day))
    for (const [day, price] of [
      [9, 100],
      [10, 200],
      [14, 400],
      [15, 800],
      [20, 1600],
    ] as const) {
      const id = await place(day, price)
      await sql`
        update orders set status = 'paid', payment_status = 'paid', paid_at = ${at(day)}
         where id = ${id}`.execute(service.deps.db)
    }
    const range = '/admin/dashboard?from=2026-10-15&to=2026-10-19'
    const plain = await read(shop, range)
    assert.equal('previous' in plain, false)
    assert.equal(plain.revenue, 8)
    const { previous: whole, ...rest } = await read(shop, `${range}&compare=previous_period`)
    const { series, ...previous } = whole
    assert.deepEqual(rest, plain)
    assert.deepEqual(previous, {
      from: '2026-10-10T00:00:00.000Z',
      to: '2026-10-15T00:00:00.000Z',
      revenue: 6,
      refunds: 0,
      tax: 0,
      shipping: 0,
      paid_orders: 2,
      average_order_value: 3,
      orders: { total: 2, pending: 0, paid: 2, processing: 0, completed: 0, cancelled: 0 },
      new_customers: 0,
      abandoned_carts: 0,
    })
    assert.equal((await statementsOf(() => read(shop, range))).length, 4)
    assert.equal((await statementsOf(() => read(shop, `${range}&compare=previous_period`))).length, 4)
    assert.deepEqual(
      series.map(({ starts_at, revenue, paid_orders, orders }: Step) => [starts_at, revenue, paid_orders, orders]),
      [
        ['2026-10-10T00:00:00.000Z', 2, 1, 1],
        ...[11, 12, 13].map((day) => [`2026-10-${day}T00:00:00.000Z`, 0, 0, 0]),
        ['2026-10-14T00:00:00.000Z', 4, 1, 1],
      ],
    )
    const wrong = await service.request('GET', `${range}&compare=last_year`, { headers: shop.owner.headers })
    assertRefused(wrong, 400, 'VALIDATION_ERROR')
    const first = await read(shop, '/admin/dashboard?from=1970-01-01&to=1970-01-02&compare=previous_period')
    assert.equal(first.previous.from, '1969-12-30T00:00:00.000Z')
  })

  it('GET /admin/dashboard compared by hours, weeks and months has as many steps of the period before', async () => {
    const shop = await makeMerchant(service)
    const { id: productId } = await makeProduct(service, shop)
    const lines = [{ productId, quantity: 1, priceMinor: 100 }]
    // 44 days, 12 October to 24 November 2026, and 29 August to 11 October before them.
    const days = ['2026-08-28', '2026-08-29', '2026-09-05', '2026-09-19', '2026-10-11', '2026-10-12', '2026-11-24']
    for (const day of days) await insertOrder(service, shop, shop.owner.id, lines, new Date(`${day}T21:00:00Z`))
    const steps = async (range: string) => {
      const { series, previous } = await read(shop, `/admin/dashboard?${range}&compare=previous_period`)
      assert.equal(previous.series.length, series.length)
      return (previous.series as Step[]).filter(({ orders }) => orders > 0).map((step) => [step.starts_at, step.orders])
    }
    const range = 'from=2026-10-12&to=2026-11-24'
    for (const _time of [1, 2]) {
      assert.deepEqual(await steps(`${range}&interval=week`), [
        ['2026-08-29T00:00:00.000Z', 1],
        ['2026-09-05T00:00:00.000Z', 1],
        ['2026-09-19T00:00:00.000Z', 1],
        ['2026-10-10T00:00:00.000Z', 1],
      ])
      // October has 20 days of the range, November the others.
      assert.deepEqual(await steps(`${range}&interval=month`), [
        ['2026-08-29T00:00:00.000Z', 2],
        ['2026-09-18T00:00:00.000Z', 2],
      ])
      assert.deepEqual(await steps('from=2026-10-12&to=2026-10-12&interval=hour'), [['2026-10-11T21:00:00.000Z', 1]])
      await runSweep(service, 'fold-figures')
    }
  })

  it('GET /admin/users/{id} answers 200 with figures and the newest order; of no customer 404', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const shopper = await makeShopper(service, shop)
    const stranger = await makeShopper(service, other)
    const details = (id: string, headers = shop.owner.headers) =>
      service.request('GET', `/admin/users/${id}`, { headers })
    assert.equal((await details(shopper.id)).body.data.last_order, null)
    const product = await makeProduct(service, shop, { price: 2.5 })
    await shopper.order([{ product_id: product.id, quantity: 2 }])
    const last = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    await shopper.cancel(last.id)
    for (const _time of [1, 2]) {
      const { last_order, groups, spent_by_currency: spent, ...customer } = (await details(shopper.id)).body.data
      assert.deepEqual(groups, [])
      assert.deepEqual(spent, [{ currency: shop.currency, order_count: 1, spent: 5 }])
      assert.deepEqual(last_order, { id: last.id, order_number: last.order_number, created_at: last.created_at })
      assert.deepEqual([customer.order_count, customer.order_total, customer.email], [1, 5, shopper.email])
      const { items } = await read(shop, '/admin/users')
      assert.deepEqual(customer, items[0])
      await runSweep(service, 'fold-figures')
    }
    for (const id of [stranger.id, '00000000-0000-0000-0000-000000000000', 'nonsense'])
      assertRefused(await details(id), 404, 'NOT_FOUND')
    assertRefused(await details(shopper.id, shopper.headers as never), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await details(shopper.id, {} as never), 401, 'MISSING_TOKEN')
  })
})
