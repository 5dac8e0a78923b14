import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder } from '#test/support/shop-rows.ts'
import {
  type FulfillmentStatus,
  fulfillmentStatuses,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from '../rules.ts'
import { type OrderFilter, type OrderSort, readFilter } from './filter.ts'
import { countOrders, type OrderList, selectOrders } from './queries.ts'

describeService('orders by filter', ({ service }) => {
  let shop: TestMerchant
  let users: { id: string; name: string; email: string }[]
  let rows: Row[]
  before(async () => {
    ;({ shop, users } = await makeShop())
    rows = await readRows()
  })

  interface Row {
    id: string
    user_id: string
    order_number: string
    status: OrderStatus
    payment_status: PaymentStatus
    shown: FulfillmentStatus
    total_minor: number
    created_at: Date
    at: string
    email: string | null
  }

  const ended = ['completed', 'cancelled']

  /** Orders of some days, users, states, totals and addresses. */
  async function makeShop() {
    const merchant = await makeMerchant(service)
    const people = []
    for (const name of ['Ada Lovelace', 'Zoë 100%', 'Grace Hopper 26']) {
      const email = `${unique('buyer')}@example.com`
      people.push({ ...(await makeUser(service, { merchantId: merchant.id, name, email })), name, email })
    }
    const { id: productId } = await makeProduct(service, merchant)
    for (let n = 0; n < 90; n++) {
      const createdAt = new Date(Date.UTC(2026, 10, 1 + (n % 7), (n * 5) % 24, n % 3 === 0 ? 30 : 0))
      const lines = [{ productId, quantity: 1, priceMinor: 100 * ((n * 7) % 13) }]
      const id = await insertOrder(service, merchant, people[(n * n) % 3]?.id ?? '', lines, createdAt)
      const status = orderStatuses[(n * 11) % 5] ?? ''
      await service.deps.db
        .updateTable('orders')
        .set({
          status,
          payment_status: paymentStatuses[Math.floor(n / 5) % 5] ?? '',
          // A completed one may be from before units were counted.
          fulfillment_status: ended.includes(status) ? 'unfulfilled' : (fulfillmentStatuses[n % 3] ?? ''),
          email: n % 8 === 0 ? `Guest-2611${n}@Mail.example` : null,
        })
        .where('id', '=', id)
        .execute()
    }
    return { shop: merchant, users: people }
  }

  async function readRows(): Promise<Row[]> {
    const found = await sql<Row>`
      select id, user_id, order_number, status, payment_status, total_minor, created_at, created_at::text as at, email,
             case status when 'completed' then 'fulfilled' else fulfillment_status end as shown
        from orders where merchant_id = ${shop.id}`.execute(service.deps.db)
    return found.rows
  }

  /** What the filter means, order by order. */
  function isMatch(row: Row, filter: OrderFilter): boolean {
    const { sought } = filter
    const user = users.find(({ id }) => id === row.user_id)
    const words = [user?.name ?? '', user?.email ?? '', row.email ?? '']
    const isShort = sought !== undefined && [...sought.text].length < 3
    const text = sought?.text.toLowerCase() ?? ''
    return (
      (filter.userId ?? row.user_id) === row.user_id &&
      (filter.statuses?.includes(row.status) ?? true) &&
      (filter.paymentStatuses?.includes(row.payment_status) ?? true) &&
      (filter.fulfillmentStatuses?.includes(row.shown) ?? true) &&
      (filter.from === undefined || row.created_at >= filter.from) &&
      (filter.to === undefined || row.created_at < filter.to) &&
      (filter.minTotal === undefined || row.total_minor >= filter.minTotal) &&
      (filter.maxTotal === undefined || row.total_minor <= filter.maxTotal) &&
      (sought === undefined ||
        (isShort
          ? row.order_number.toLowerCase().startsWith(text) ||
            words.some((word) => ` ${word}`.toLowerCase().includes(` ${text}`))
          : [row.order_number, ...words].some((word) => word.toLowerCase().includes(text))))
    )
  }

  function expected(filter: OrderFilter, { by, direction }: OrderSort): string[] {
    const sign = direction === 'asc' ? 1 : -1
    const key = (row: Row) => (by === 'total' ? row.total_minor : row.created_at.getTime())
    return rows
      .filter((row) => isMatch(row, filter))
      .sort((a, b) => sign * (key(a) - key(b) || (a.id < b.id ? -1 : 1)))
      .map(({ id }) => id)
  }

  /** All pages, by cursor, and from an offset. */
  async function assertListed(filter: OrderFilter, sort: OrderSort, textBy: OrderList['textBy']) {
    const { db } = service.deps
    const ids = expected(filter, sort)
    const list = { merchantId: shop.id, filter, textBy }
    const what = JSON.stringify([list, sort])
    assert.equal(await countOrders(db, list), ids.length, what)
    const found: string[] = []
    for (let after: [string, string] | undefined, more = true; more; ) {
      const rows = await selectOrders(db, list, sort, { limit: 20, offset: 0, after })
      const items = rows.slice(0, 20)
      found.push(...items.map(({ id }) => id))
      more = rows.length > 20
      const last = items.at(-1)
      after = last && [last.position, last.id]
    }
    assert.deepEqual(found, ids, what)
    const skipped = await selectOrders(db, list, sort, { limit: 5, offset: 7, after: undefined })
    assert.deepEqual(
      skipped.slice(0, 5).map(({ id }) => id),
      ids.slice(7, 12),
      what,
    )
  }

  const at = (day: number, hours = 0, minutes = 0) => new Date(Date.UTC(2026, 10, day, hours, minutes))
  const sought = (q: string) => readFilter({ q }, { currency: 'GBP', timezone: 'UTC', hasMarkets: false })

  /** Each, and each with the one behind it. */
  const oneOrTwo = <State>(states: readonly State[]) => states.flatMap((state, n) => [[state], states.slice(n, n + 2)])

  /** Values of each filter, undefined among them; those of all filters meet at random, with a seed. */
  const values: Record<string, (() => OrderFilter)[]> = {
    user: [() => ({}), () => ({}), () => ({ userId: users[1]?.id ?? '' })],
    status: [() => ({}), ...oneOrTwo(orderStatuses).map((statuses) => () => ({ statuses }))],
    payment: [() => ({}), () => ({}), ...oneOrTwo(paymentStatuses).map((some) => () => ({ paymentStatuses: some }))],
    fulfilment: [
      () => ({}),
      () => ({}),
      ...oneOrTwo(fulfillmentStatuses).map((some) => () => ({ fulfillmentStatuses: some })),
    ],
    from: [() => ({}), () => ({ from: at(3) }), () => ({ from: at(2, 7, 15) }), () => ({ from: at(4, 1) })],
    to: [() => ({}), () => ({ to: at(6) }), () => ({ to: at(4, 13, 30) }), () => ({ to: at(9) })],
    least: [() => ({}), () => ({}), () => ({ minTotal: 400 }), () => ({ minTotal: 100 })],
    most: [() => ({}), () => ({}), () => ({ maxTotal: 900 }), () => ({ maxTotal: 0 })],
    text: [
      ...[() => ({}), () => ({}), () => sought('26'), () => sought('2611'), () => sought('261103')],
      ...[() => sought('1103'), () => sought('03-'), () => sought('3-0'), () => sought('grace'), () => sought('gu')],
      ...[() => sought('mail.ex'), () => sought('100%'), () => sought('e%l'), () => sought('99'), () => sought('ÖÖÖ')],
      ...[() => sought(rows[5]?.order_number.slice(8, 13) ?? ''), () => sought(rows[7]?.order_number ?? '')],
      ...[() => sought(`${rows[9]?.order_number.slice(3, 9).toLowerCase()}`), () => sought('-0'), () => sought('zo')],
    ],
  }

  it('is what a look at each order finds, sorted, page by page, with its exact number', async () => {
    let seed = 20_261_123
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    let listed = 0
    for (let n = 0; n < 300; n++) {
      const parts = Object.values(values).map((some) => (random(2) === 0 ? {} : (some[random(some.length)]?.() ?? {})))
      const filter: OrderFilter = Object.assign({}, ...parts)
      if (filter.from && filter.to && filter.from >= filter.to) continue
      const by = random(2) === 0 ? 'total' : 'created_at'
      await assertListed(filter, { by, direction: random(2) === 0 ? 'asc' : 'desc' }, random(2) === 0 ? 'index' : 'row')
      listed += expected(filter, { by, direction: 'asc' }).length > 0 ? 1 : 0
    }
    assert.ok(listed > 100, `${listed} lists had orders`)
  })
})
