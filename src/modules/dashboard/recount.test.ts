import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder, moveOrder, type OrderMove } from '#test/support/shop-rows.ts'
import { foldChanges } from './fold-queries.ts'
import { foldFigures } from './jobs.ts'

const dayMs = 86_400_000

describe('the figures of the dashboard', () => {
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
