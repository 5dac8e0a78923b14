import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder, moveOrder } from '#test/support/shop-rows.ts'
import { foldChanges } from './fold-queries.ts'

const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'cancelled']

describe('totals of orders', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

  it('GET /admin/orders with any status, user and number prefix equals a recount, folded or not', async () => {
    const merchant = await makeMerchant(service)
    const { id: productId } = await makeProduct(service, merchant)
    const users = [merchant.owner, await makeUser(service)]
    const days = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-01-09T12:00:00Z', '2026-11-21T08:00:00Z']
    const orders: string[] = []
    for (let n = 0; n < 40; n++) {
      const lines = [{ productId, quantity: 1, priceMinor: 100 }]
      orders.push(await insertOrder(service, merchant, users[n % 2]?.id ?? '', lines, new Date(days[n % 4] ?? '')))
    }
    await foldChanges(service.deps.db, 20)
    for (const [n, id] of orders.entries()) {
      if (n % 3 > 0) await moveOrder(service, id, 'pay', new Date('2026-11-21T09:00:00Z'))
      if (n % 3 > 1) await moveOrder(service, id, n % 2 === 0 ? 'refund' : 'complete')
      if (n % 7 === 0) await foldChanges(service.deps.db, 5)
    }
    const { rows: all } = await sql<{ id: string; order_number: string; status: string; user_id: string }>`
      select id, order_number, status, user_id from orders where merchant_id = ${merchant.id}
       order by order_number collate "C" desc`.execute(service.deps.db)
    const someNumber = all[17]?.order_number ?? ''
    const prefixes = [
      '2',
      '25',
      '26',
      '260',
      '2601',
      '26010',
      '260101',
      '260101-',
      someNumber,
      someNumber.slice(0, 8),
      '9',
      'X',
    ]
    for (const q of [undefined, ...prefixes]) {
      for (const status of [undefined, ...orderStatuses]) {
        for (const user of [undefined, users[1]?.id]) {
          const expected = all.filter(
            (order) =>
              order.order_number.startsWith(q ?? '') &&
              (status ?? order.status) === order.status &&
              (user ?? order.user_id) === order.user_id,
          )
          const filter = { ...(q && { q }), ...(status && { status }), ...(user && { user_id: user }) }
          const path = `/admin/orders?limit=100&${new URLSearchParams(filter)}`
          const { data } = (await service.request('GET', path, { headers: merchant.owner.headers })).body
          const ids = data.items.map((order: { id: string }) => order.id)
          const newestFirst = expected.map(({ id }) => id)
          assert.deepEqual(ids, q === undefined ? newestFirst.sort().reverse() : newestFirst, path)
          assert.equal(data.pagination.total, expected.length, path)
        }
      }
    }
  })

  it('GET /admin/orders with q shows each order once, page by page', async () => {
    const merchant = await makeMerchant(service)
    const { id: productId } = await makeProduct(service, merchant)
    for (let n = 0; n < 7; n++)
      await insertOrder(service, merchant, merchant.owner.id, [{ productId, quantity: 1, priceMinor: 1 }])
    const read = async (query: string) => {
      const path = `/admin/orders?q=2&limit=3${query}`
      return (await service.request('GET', path, { headers: merchant.owner.headers })).body.data
    }
    const pages = [await read('')]
    for (let next = pages[0].pagination.next_cursor; next !== ''; next = pages.at(-1).pagination.next_cursor)
      pages.push(await read(`&cursor=${next}`))
    const numbers = pages.flatMap(({ items }) => items.map((order: { order_number: string }) => order.order_number))
    assert.deepEqual(numbers, [...new Set(numbers)].sort().reverse())
    assert.deepEqual([numbers.length, pages.length], [7, 3])
    assert.deepEqual((await read('&offset=3')).items, pages[1].items)
  })
})
