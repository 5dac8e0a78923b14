import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService, describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { assertRefused } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'

describeShop('order numbers that count up', ({ service, shop }) => {
  const of = (at: TestMerchant) => {
    const { headers } = at.owner
    return {
      async set(order_number: unknown) {
        const { status, body } = await service.request('PATCH', '/admin/merchant', { headers, body: { order_number } })
        assert.equal(status, 200, JSON.stringify(body))
        return body.data.order_number
      },
      refuse: async (order_number: unknown, field: string) => {
        const answer = await service.request('PATCH', '/admin/merchant', { headers, body: { order_number } })
        assertRefused(answer, 400, 'VALIDATION_ERROR')
        assert.equal(answer.body.error.details[0].field, field)
      },
      get: async () => (await service.request('GET', '/admin/merchant', { headers })).body.data.order_number,
      async order(more = {}) {
        const custom_items = [{ name: 'Engraving', price: 1, quantity: 1 }]
        const body = { customer: { email: 'ada@example.com' }, custom_items, ...more }
        const answer = await service.request('POST', '/admin/orders', { headers, body })
        return answer.status === 201 ? (answer.body.data.order_number as string) : answer.status
      },
      find: async (path: string) =>
        (await service.request('GET', `/admin/${path}`, { headers })).body.data.items as { order_number: string }[],
    }
  }

  it('are null and of a day until they are set; absent fields stay, null takes them back', async () => {
    const { set, get, order } = of(shop)
    assert.equal(await get(), null)
    assert.match(String(await order()), /^\d{6}-[0-9A-Z]{6}$/)
    assert.deepEqual(await set({}), { prefix: '', next: 1, digits: 1 })
    assert.equal(await order(), '1')
    assert.deepEqual(await set({ prefix: 'A-', digits: 4 }), { prefix: 'A-', next: 2, digits: 4 })
    assert.equal(await order(), 'A-0002')
    assert.deepEqual(await set({ next: 99_999 }), { prefix: 'A-', next: 99_999, digits: 4 })
    assert.deepEqual([await order(), await order()], ['A-99999', 'A-100000'])
    assert.equal(await set(null), null)
    assert.match(String(await order()), /^\d{6}-[0-9A-Z]{6}$/)
    assert.deepEqual(await set({}), { prefix: '', next: 100_001, digits: 1 })
  })

  it('never go back below those that were given, but below one that nobody was given', async () => {
    const { set, get, refuse, order } = of(await makeMerchant(service))
    await set({ prefix: 'R/', next: 7 })
    assert.equal(await order(), 'R/7')
    await refuse({ next: 7 }, 'order_number.next')
    await set({ next: 5_000 })
    assert.deepEqual(await set({ next: 8 }), { prefix: 'R/', next: 8, digits: 1 })
    await set({ next: 9_000 })
    await refuse({ next: 7 }, 'order_number.next')
    await set(null)
    await refuse({ next: 7 }, 'order_number.next')
    await set({ prefix: 'R/', next: 9_001 })
    assert.equal(await order(), 'R/9001')
    await refuse({ next: 9_001 }, 'order_number.next')
    assert.equal((await get()).next, 9_002)
  })

  it('refuse a form that could be confused, and what is no number', async () => {
    const { refuse } = of(shop)
    for (const prefix of ['A1', '261121-', 'A B', '#', 'x'.repeat(21), 7])
      await refuse({ prefix }, 'order_number.prefix')
    for (const next of [0, -1, 1.5, 1_000_000_000, '5']) await refuse({ next }, 'order_number.next')
    for (const digits of [0, 13, 1.5, null]) await refuse({ digits }, 'order_number.digits')
    await refuse({ suffix: 'x' }, 'order_number.suffix')
    await refuse('A-', 'order_number')
  })

  it('of 200 orders at once are 200 in a row', async () => {
    const { set, order } = of(await makeMerchant(service))
    await set({ prefix: 'A-', next: 901 })
    const numbers = await Promise.all(Array.from({ length: 200 }, () => order()))
    const sorted = numbers.map((number) => Number(String(number).slice(2))).sort((one, other) => one - other)
    assert.deepEqual(
      sorted,
      Array.from({ length: 200 }, (_, index) => 901 + index),
    )
  })

  it('are taken beside an order that has not ended, and one that fails leaves its number', async () => {
    const merchant = await makeMerchant(service)
    const { set, order } = of(merchant)
    await set({ next: 5 })
    const held = await holdLocks(service, sql`select take_order_number(${merchant.id})`)
    assert.equal(await order(), '6')
    await held.commit()
    assert.equal(await order({ expires_at: '2001-01-01T00:00:00Z' }), 400)
    assert.equal(await order(), '7')
  })

  it('wait for staff who changes the next one', async () => {
    const merchant = await makeMerchant(service)
    const { set, order } = of(merchant)
    await set({ next: 5 })
    const all = sql`select from order_numbers where merchant_id = ${merchant.id} for update`
    const held = await holdLocks(service, all)
    const placed = order()
    await until(async () => (await lockWaits(service)) === 1, 'the order to wait')
    await held.commit()
    assert.equal(await placed, '5')
  })

  it('are found in lists of orders and customers, as numbers of days still are', async () => {
    const { set, order, find } = of(await makeMerchant(service))
    const old = String(await order({ customer: { email: `${unique('old')}@example.com` } }))
    const day = old.slice(0, 6)
    await set({ prefix: 'Ord-', next: Number(day) })
    const own = String(await order({ customer: { email: `${unique('own')}@example.com` } }))
    await set({ prefix: '' })
    const bare = String(await order({ customer: { email: `${unique('bare')}@example.com` } }))
    const numbers = async (q: string) =>
      (await find(`orders?sort=created_at&q=${encodeURIComponent(q)}`)).map((one) => one.order_number).sort()
    assert.deepEqual(await numbers(own), [own])
    assert.deepEqual(await numbers(`#${own.toLowerCase()}`), [own])
    assert.deepEqual(await numbers(own.slice(1, 7).toUpperCase()), [own])
    assert.deepEqual(await numbers(day), [old, own].sort())
    assert.deepEqual(await numbers(bare), bare.startsWith(day) ? [old, own, bare].sort() : [bare])
    assert.deepEqual(await numbers('or'), [own])
    assert.deepEqual(await numbers(old), [old])
    for (const number of [own, own.toUpperCase(), bare, old]) {
      const found = await find(`users?q=${encodeURIComponent(number)}`)
      assert.equal(found.length, 1, number)
    }
  })
})

describeService('POST /orders/lookup of a number that counts up', startMailedApp, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeMerchant(service)
  })

  it('mails the link for the shop or a key of its storefront, and is 400 without', async () => {
    const { headers } = shop.owner
    const order_number = { prefix: 'Shop-', next: 1001 }
    await service.request('PATCH', '/admin/merchant', { headers, body: { order_number } })
    const email = `${unique('ada')}@example.com`
    const placed = await service.request('POST', '/admin/orders', {
      headers,
      body: { customer: { email }, custom_items: [{ name: 'Engraving', price: 1, quantity: 1 }] },
    })
    const { order_number: number, id } = placed.body.data
    assert.equal(number, 'Shop-1001')
    const paid = await service.request('POST', `/admin/orders/${id}/payments`, {
      headers,
      body: { method: 'manual' },
    })
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    const key = async (kind: string) =>
      (await service.request('POST', '/admin/api-keys', { headers, body: { kind, name: kind } })).body.data.key
    const lookUp = (body: object, sent: Record<string, string> = {}) =>
      service.request('POST', '/orders/lookup', { headers: sent, body: { order_number: number, email, ...body } })
    const without = await lookUp({})
    assertRefused(without, 400, 'VALIDATION_ERROR')
    assert.equal(without.body.error.details[0].field, 'merchant_id')
    const mails = () => service.mail.mails.filter((mail) => mail.subject === `Your order ${number}`).length
    let count = 0
    for (const [body, sent] of [
      [{ merchant_id: shop.id }, {}],
      [{ order_number: '#shop-1001' }, { 'storefront-key': await key('storefront') }],
      [{ order_number: 'SHOP-1001 ' }, { 'access-token': await key('publishable') }],
    ] as const) {
      const answer = await lookUp(body, sent)
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      count += 1
      await until(async () => mails() === count, 'the mail')
    }
    const rival = await makeMerchant(service)
    assert.equal((await lookUp({ merchant_id: rival.id })).status, 202)
    assert.equal((await lookUp({ merchant_id: shop.id, order_number: 'Shop-1002' })).status, 202)
    assert.equal((await lookUp({ merchant_id: shop.id, order_number: '1001' })).status, 202)
    await until(async () => {
      const { rows } = await sql`select 1 from jobs where name = 'orders.mail_links'`.execute(service.deps.db)
      return rows.length === 0
    }, 'the look-ups to end')
    assert.equal(mails(), count)
  })
})
