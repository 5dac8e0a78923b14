import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder, insertRefund, moveOrder } from '#test/support/shop-rows.ts'
import { foldFigures, foldSales } from './jobs.ts'

/** Shops over changes of summer time: an order of 1.00 for each moment, paid then. */
describeService('days of a shop', ({ service }) => {
  const get = async (shop: TestMerchant, path: string) => {
    const { status, body } = await service.request('GET', path, { headers: shop.owner.headers })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const setZone = async (shop: TestMerchant, timezone: string) => {
    const answer = await service.request('PATCH', '/admin/merchant', {
      headers: shop.owner.headers,
      body: { timezone },
    })
    assert.equal(answer.status, 200)
  }

  async function shopWith(timezone: string, moments: readonly string[]) {
    const shop = await makeMerchant(service)
    await setZone(shop, timezone)
    const { id: productId } = await makeProduct(service, shop, { price: 1 })
    const orders: string[] = []
    for (const at of moments) {
      const id = await insertOrder(
        service,
        shop,
        shop.owner.id,
        [{ productId, quantity: 1, priceMinor: 100 }],
        new Date(at),
      )
      await moveOrder(service, id, 'pay', new Date(at))
      orders.push(id)
    }
    return { shop, orders, productId }
  }

  const days = (series: { starts_at: string; orders: number; revenue: number }[]) =>
    series.map(({ starts_at, orders, revenue }) => `${starts_at.slice(5, 16)} ${orders} ${revenue}`)

  it('GET /admin/dashboard of a shop in Los Angeles has a day of 23 hours and one of 25', async () => {
    const { shop } = await shopWith('America/Los_Angeles', [
      ...['2026-03-08T07:59:59.999Z', '2026-03-08T08:00:00Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'],
      ...['2026-11-01T06:59:59Z', '2026-11-01T07:00:00Z', '2026-11-02T07:59:59Z', '2026-11-02T08:00:00Z'],
    ])
    for (const folded of [false, true]) {
      if (folded) await foldFigures.run(service.deps)
      const march = await get(shop, '/admin/dashboard?from=2026-03-07&to=2026-03-09&compare=previous_period')
      assert.deepEqual([march.from, march.to], ['2026-03-07T08:00:00.000Z', '2026-03-10T07:00:00.000Z'])
      assert.deepEqual(days(march.series), ['03-07T08:00 1 1', '03-08T08:00 2 2', '03-09T07:00 1 1'])
      assert.equal(march.previous.from, '2026-03-04T08:00:00.000Z')
      assert.deepEqual(march.top_products[0].units, 4)
      const short = await get(shop, '/admin/dashboard?from=2026-03-08&to=2026-03-08&interval=hour')
      assert.deepEqual([short.series.length, short.orders.total, short.top_products[0].units], [23, 2, 2])
      const long = await get(shop, '/admin/dashboard?from=2026-11-01&to=2026-11-01&interval=hour')
      assert.deepEqual([long.series.length, long.orders.total, long.revenue], [25, 2, 2])
      const after = await get(
        shop,
        '/admin/dashboard?from=2026-11-02&to=2026-11-02&interval=hour&compare=previous_period',
      )
      assert.deepEqual([after.series.length, after.previous.series.length], [24, 25])
      assert.deepEqual([after.orders.total, after.previous.orders.total], [1, 2])
      const months = await get(shop, '/admin/dashboard?from=2026-03-08&to=2026-11-01&interval=month')
      assert.deepEqual(days(months.series).slice(0, 2), ['03-08T08:00 3 3', '04-01T07:00 0 0'])
      assert.deepEqual(days(months.series).slice(-2), ['10-01T07:00 1 1', '11-01T07:00 2 2'])
    }
  })

  it('GET /admin/dashboard of a shop in Auckland has weeks and days of its own, over both changes', async () => {
    const { shop } = await shopWith('Pacific/Auckland', [
      ...['2026-04-04T10:59:00Z', '2026-04-04T11:00:00Z', '2026-04-05T11:59:00Z', '2026-04-05T12:00:00Z'],
      ...['2026-09-26T11:59:00Z', '2026-09-26T12:00:00Z', '2026-09-27T10:59:00Z', '2026-09-27T11:00:00Z'],
    ])
    await foldFigures.run(service.deps)
    const april = await get(shop, '/admin/dashboard?from=2026-04-04&to=2026-04-06')
    assert.deepEqual(days(april.series), ['04-03T11:00 1 1', '04-04T11:00 2 2', '04-05T12:00 1 1'])
    const september = await get(shop, '/admin/dashboard?from=2026-09-26&to=2026-09-28')
    assert.deepEqual(days(september.series), ['09-25T12:00 1 1', '09-26T12:00 2 2', '09-27T11:00 1 1'])
    const weeks = await get(shop, '/admin/dashboard?from=2026-09-26&to=2026-09-29&interval=week')
    assert.deepEqual(days(weeks.series), ['09-25T12:00 3 3', '09-27T11:00 1 1'])
  })

  it('GET /admin/dashboard of a shop in Kolkata begins its days at half past, and follows its zone', async () => {
    const moments = ['2026-03-09T18:29:59Z', '2026-03-09T18:30:00Z', '2026-03-10T18:14:59Z', '2026-03-10T18:15:00Z']
    const { shop, orders, productId } = await shopWith('Asia/Kolkata', [...moments, '2026-03-10T18:30:00Z'])
    const refund = { items: [{ product_id: productId, quantity: 1 }], amountMinor: 50 }
    await insertRefund(service, orders[0] ?? '', refund, new Date('2026-03-10T18:20:00Z'))
    const day = async (zone: string) => {
      await setZone(shop, zone)
      const {
        orders: placed,
        revenue,
        refunds,
        top_products: top,
      } = await get(shop, '/admin/dashboard?from=2026-03-10&to=2026-03-10')
      return [placed.total, revenue, refunds, top[0].units]
    }
    for (const folded of [false, true]) {
      if (folded) {
        await foldFigures.run(service.deps)
        await foldSales.run(service.deps)
      }
      assert.deepEqual(await day('Asia/Kolkata'), [3, 2.5, 0.5, 2])
      assert.deepEqual(await day('Asia/Kathmandu'), [3, 3, 0, 3])
      assert.deepEqual(await day('UTC'), [3, 2.5, 0.5, 2])
    }
  })

  it('GET /admin/orders and its export filter by days of the shop, and say them', async () => {
    const { shop } = await shopWith('America/Los_Angeles', ['2026-11-01T06:59:59Z', '2026-11-02T07:59:59Z'])
    const found = async (query: string) =>
      (await get(shop, `/admin/orders?${query}`)).items.map((order: { created_at: string }) => order.created_at)
    assert.deepEqual(await found('created_from=2026-11-01&created_to=2026-11-01'), ['2026-11-02T07:59:59.000Z'])
    assert.deepEqual(await found('created_to=2026-10-31'), ['2026-11-01T06:59:59.000Z'])
    assert.deepEqual(await found('created_from=2026-11-01T07:00:00Z'), ['2026-11-02T07:59:59.000Z'])
    const file = await service.request('GET', '/admin/orders/export?format=ndjson&created_from=2026-11-01', {
      headers: shop.owner.headers,
    })
    const rows = file.body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    assert.deepEqual(
      rows.map(({ created_at, created_on, paid_on }: Record<string, string>) => [created_at, created_on, paid_on]),
      [['2026-11-02T07:59:59.000Z', '2026-11-01', '2026-11-01']],
    )
  })
})
