import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#src/platform/lib/days.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { failRefund, insertOrder, insertRefund, moveOrder, type OrderMove } from '#test/support/shop-rows.ts'
import { foldChanges, foldSalesChanges } from './fold-queries.ts'
import { foldFigures, foldSales } from './jobs.ts'

const dayMs = 86_400_000
const zones = [
  ...['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Europe/London', 'Pacific/Kiritimati'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'],
]

describeService('the figures of the dashboard', ({ service }) => {
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
    // Behind the ends of summer time in autumn, and the begins of spring.
    const midnight = Date.UTC(2026, 10, 20)
    const orders: { id: string; status: string; isRefunded: boolean }[] = []
    const given: string[] = []
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
      kind: fc.constantFrom('place', 'place', 'move', 'move', 'move', 'giveBack', 'giveBack', 'sendBack', 'fold'),
      pick: fc.nat(1_000),
      minutesAgo: fc.integer({ min: 0, max: 100 * 24 * 60 }),
      quantities: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
    })

    async function act({ kind, pick, minutesAgo, quantities }: typeof step extends fc.Arbitrary<infer T> ? T : never) {
      const at = new Date(midnight + dayMs - 1 - minutesAgo * 60_000)
      if (kind === 'fold') {
        await foldChanges(service.deps.db, 1 + (pick % 4))
        await foldSalesChanges(service.deps.db, 1 + (pick % 3))
      }
      if (kind === 'place') {
        const lines = quantities.map((quantity, i) => ({
          ...(products[(pick + i) % 3] as (typeof products)[number]),
          quantity,
        }))
        const id = await insertOrder(service, merchant, users[pick % 2]?.id ?? '', lines, at)
        // Some with tax, included in the prices.
        const tax_total_minor = pick % 3
        await service.deps.db.updateTable('orders').set({ tax_total_minor }).where('id', '=', id).execute()
        orders.push({ id, status: 'pending', isRefunded: false })
      }
      const order = orders[pick % Math.max(1, orders.length)]
      const possible = moves[order?.status ?? ''] ?? []
      const move = possible[pick % Math.max(1, possible.length)]
      if (kind === 'move' && order && move && !(order.isRefunded && move === 'refund')) {
        await moveOrder(service, order.id, move, at)
        order.status = after[move]
      }
      const sentBack = kind === 'sendBack' ? given.splice(pick % Math.max(1, given.length), 1)[0] : undefined
      if (sentBack !== undefined) await failRefund(service, sentBack, at)
      if (kind === 'giveBack' && order) order.isRefunded = (await giveBack(order.id, pick, at)) || order.isRefunded
    }

    /** A unit of the first line, or an amount alone, of an order that was paid and has so much left. */
    async function giveBack(orderId: string, pick: number, at: Date): Promise<boolean> {
      const found = await service.deps.db
        .selectFrom('orders')
        .innerJoin('order_items as item', 'item.order_id', 'orders.id')
        .select(['item.product_id', 'item.quantity', 'price_minor', 'total_minor', 'refunded_total_minor'])
        .select(['payment_status', 'refund_count'])
        .where('orders.id', '=', orderId)
        .orderBy('line')
        .executeTakeFirstOrThrow()
      const left = found.total_minor - found.refunded_total_minor
      if (found.payment_status !== 'paid' && found.refund_count === 0) return false
      if (pick % 2 === 0 && found.refund_count < found.quantity && found.price_minor <= left) {
        const items = [{ product_id: found.product_id, quantity: 1 }]
        given.push(await insertRefund(service, orderId, { items, amountMinor: found.price_minor }, at))
      } else {
        given.push(await insertRefund(service, orderId, { items: null, amountMinor: Math.min(left, pick) }, at))
      }
      return true
    }

    /** Changes the time zone of the shop, too. */
    async function check(interval: string, fromDaysAgo: number, days: number, timezone: string) {
      const { headers } = merchant.owner
      await service.request('PATCH', '/admin/merchant', { headers, body: { timezone } })
      const from = addDays('2026-11-20', -fromDaysAgo)
      const last = addDays(from, Math.min(fromDaysAgo, days - 1))
      const data = await dashboard(merchant, `?interval=${interval}&from=${from}&to=${last}`)
      assert.equal(data.timezone, timezone)
      const shown = {
        revenue: Math.round(data.revenue * 100),
        refunds: Math.round(data.refunds * 100),
        tax: Math.round(data.tax * 100),
        shipping: Math.round(data.shipping * 100),
        paid_orders: data.paid_orders,
        orders: data.orders,
        new_customers: data.new_customers,
        top: data.top_products.map((top: { product_id: string; units: number; revenue: number }) => [
          top.product_id,
          top.units,
          Math.round(top.revenue * 100),
        ]),
        series: data.series
          .map((row: { starts_at: string; revenue: number; refunds: number; orders: number; paid_orders: number }) => [
            row.starts_at,
            Math.round(row.revenue * 100),
            Math.round(row.refunds * 100),
            row.orders,
            row.paid_orders,
          ])
          .filter(([, ...counts]: number[]) => counts.some((count) => count !== 0)),
      }
      const behind = addDays(last, 1)
      assert.deepEqual(shown, await recount(merchant.id, { from, behind, interval, timezone }), `${timezone} ${from}`)
    }

    interface Days {
      from: string
      behind: string
      interval: string
      timezone: string
    }

    async function recount(merchantId: string, { from: first, behind, interval, timezone }: Days) {
      const [from, to] = [first, behind].map((day) => sql`(${day}::timestamp at time zone ${timezone})`) as [
        RawBuilder<unknown>,
        RawBuilder<unknown>,
      ]
      const { rows } = await sql<{ answer: unknown }>`
        with placed as (
          select * from orders where merchant_id = ${merchantId} and created_at >= ${from} and created_at < ${to}),
        sold as (
          select * from orders
           where merchant_id = ${merchantId} and paid_at >= ${from} and paid_at < ${to}
             and (payment_status in ('paid', 'partially_refunded')
                  or payment_status = 'refunded' and refund_count > 0)),
        given as (
          select * from refunds
           where merchant_id = ${merchantId} and status = 'succeeded' and settled_at >= ${from} and settled_at < ${to}),
        units as (
          select product_id, quantity, i.price_minor from sold join order_items i on i.order_id = sold.id
          union all
          select i.product_id, -x.quantity, i.price_minor
            from given, jsonb_to_recordset(given.items) x (product_id uuid, quantity int), order_items i
           where i.order_id = given.order_id and i.product_id = x.product_id),
        top as (select product_id, sum(quantity) as units, sum(quantity * price_minor) as revenue
                  from units group by 1 having sum(quantity) > 0 order by 3 desc, 1),
        series as (
          select greatest(date_trunc(${interval}, at, ${timezone}), ${from}) as at, sum(revenue) as revenue,
                 sum(refunds) as refunds, sum(orders) as orders, sum(paid) as paid
          from (select created_at as at, 0 as revenue, 0 as refunds, 1 as orders, 0 as paid from placed
                union all select paid_at, total_minor, 0, 0, 1 from sold
                union all select settled_at, -amount_minor, amount_minor, 0, 0 from given) x group by 1 order by 1)
        select json_build_object(
          'revenue', (select coalesce(sum(total_minor), 0) from sold)
                     - (select coalesce(sum(amount_minor), 0) from given),
          'refunds', (select coalesce(sum(amount_minor), 0) from given),
          'tax', (select coalesce(sum(tax_total_minor), 0) from sold),
          'shipping', (select coalesce(sum(shipping_total_minor), 0) from sold),
          'paid_orders', (select count(*) from sold),
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
              to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), revenue, refunds, orders, paid)), '[]')
              from series where (revenue, refunds, orders, paid) <> (0, 0, 0, 0))
        ) as answer`.execute(service.deps.db)
      return rows[0]?.answer
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.constantFrom('day', 'week', 'month', 'hour'),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 101 }),
        fc.constantFrom(...zones),
        async (steps, interval, fromDaysAgo, days, zone) => {
          for (const one of steps) await act(one)
          await check(interval, interval === 'hour' ? 20 + (fromDaysAgo % 40) : fromDaysAgo, Math.min(days, 40), zone)
          await check(interval === 'hour' ? 'day' : interval, 100, 101, zone)
        },
      ),
      { numRuns: 20 },
    )
    await foldFigures.run(service.deps)
    await foldSales.run(service.deps)
    for (const zone of zones) await check('week', 100, 101, zone)
    for (const changes of ['figure_changes', 'sales_changes'] as const) {
      assert.deepEqual(await service.deps.db.selectFrom(changes).select('id').execute(), [])
    }
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
    const buyers = Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 15; n++) await buy()
    })
    await Promise.all([...buyers, read(), fold()])
    // A total never decreases: every change is counted once, in the rollup or among the changes.
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    )
    const { orders, paid_orders, top_products } = await dashboard(merchant)
    assert.deepEqual([orders.total, paid_orders, top_products[0].units], [60, 60, 60])
  })
})
