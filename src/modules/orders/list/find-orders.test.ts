import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('staff’s orders', ({ service, shop: merchant }) => {
  const asStaff = (path: string, shop = merchant) => service.request('GET', path, { headers: shop.owner.headers })
  const edit = (id: string, body: unknown, shop = merchant) =>
    service.request('PATCH', `/admin/orders/${id}`, { headers: shop.owner.headers, body })

  /** An order of one unit by a new shopper. */
  async function placed(shop: TestMerchant, name = 'Test User') {
    const email = `${unique('buyer')}@example.com`
    const { headers, id } = await makeUser(service, { merchantId: shop.id, name, email })
    const product = await makeProduct(service, shop)
    const answer = await service.request('POST', '/user/orders', {
      headers: { ...headers, 'merchant-id': shop.id },
      body: { items: [{ product_id: product.id, quantity: 1 }] },
    })
    return { order: answer.body.data, email, userId: id, headers: { ...headers, 'merchant-id': shop.id } }
  }

  it('GET /admin/orders shows each customer, and finds them by name, e-mail and any part of the number', async () => {
    const shop = await makeMerchant(service)
    const ada = await placed(shop, 'Ada Lovelace')
    const zoe = await placed(shop, 'Zoë Quill')
    await service.deps.db
      .updateTable('orders')
      .set({ email: 'Somebody@Else.example' })
      .where('id', '=', zoe.order.id)
      .execute()
    const found = async (q: string) => {
      const { data } = (await asStaff(`/admin/orders?q=${encodeURIComponent(q)}`, shop)).body
      assert.equal(data.pagination.total, data.items.length)
      return data.items.map(({ id }: { id: string }) => id)
    }
    const [first, second] = [ada.order.id, zoe.order.id]
    // Midnight may have passed between the two.
    const day = ada.order.order_number.slice(0, 6)
    const ofTheDay = zoe.order.order_number.startsWith(day) ? [second, first] : [first]
    const suffix = (order: { order_number: string }) => order.order_number.slice(7)
    for (const [q, ids] of [
      ['lovelace', [first]],
      ['ZOE', [second]],
      [ada.email.slice(0, -4), [first]],
      ['somebody@else', [second]],
      ['example.com', [second, first]],
      [suffix(ada.order).slice(1, 5).toLowerCase(), [first]],
      [suffix(zoe.order), [second]],
      [ada.order.order_number, [first]],
      [ada.order.order_number.slice(2, 10), [first]],
      [day, ofTheDay],
      [day.slice(2), ofTheDay],
      ['nobody', []],
    ] as const)
      assert.deepEqual(await found(q), ids, q)
    const [shown] = (await asStaff('/admin/orders?q=lovelace', shop)).body.data.items
    assert.deepEqual([shown.customer, shown.note], [{ id: ada.userId, name: 'Ada Lovelace', email: ada.email }, null])
    assert.deepEqual((await asStaff(`/admin/orders/${first}`, shop)).body.data, shown)
    const own = await service.request('GET', `/user/orders/${first}`, { headers: ada.headers })
    assert.equal('customer' in own.body.data || 'note' in own.body.data, false)
  })

  it('GET /admin/orders of an erased account and of a guest shows what there is of the customer', async () => {
    const shop = await makeMerchant(service)
    const { order, userId } = await placed(shop)
    const setCustomer = (values: object) =>
      service.deps.db.updateTable('customers').set(values).where('user_id', '=', userId).execute()
    await setCustomer({ name: null, email: null, email_key: '' })
    const shown = async () => (await asStaff(`/admin/orders/${order.id}`, shop)).body.data.customer
    assert.deepEqual(await shown(), { id: userId, name: null, email: null })
    await service.deps.db.updateTable('orders').set({ email: 'g@x.example' }).where('id', '=', order.id).execute()
    assert.deepEqual(await shown(), { id: userId, name: null, email: 'g@x.example' })
  })

  it('GET /user/orders finds one’s own by state, time, total and number, and nobody else’s', async () => {
    const shop = await makeMerchant(service)
    const shopper = await makeShopper(service, shop)
    const cheap = await makeProduct(service, shop, { price: 2 })
    const dear = await makeProduct(service, shop, { price: 50 })
    const one = (await shopper.order([{ product_id: dear.id, quantity: 1 }])).body.data
    const two = (await shopper.order([{ product_id: cheap.id, quantity: 1 }])).body.data
    await shopper.pay(two.id)
    await placed(shop)
    const found = async (query: string) => {
      const { data } = (await shopper.get(`/user/orders?${query}`)).body
      assert.equal(data.pagination.total, data.items.length)
      return data.items.map(({ id }: { id: string }) => id)
    }
    for (const [query, ids] of [
      ['', [two.id, one.id]],
      ['sort=total', [one.id, two.id]],
      ['sort=total&order=asc', [two.id, one.id]],
      ['payment_status=paid', [two.id]],
      ['payment_status=refunded,paid,paid', [two.id]],
      ['status=pending,paid&payment_status=unpaid,paid', [two.id, one.id]],
      ['status=pending', [one.id]],
      ['fulfillment_status=fulfilled', []],
      ['min_total=2.001', [one.id]],
      ['max_total=2', [two.id]],
      ['created_to=2020-01-01', []],
      ['created_from=2020-01-01T00:00:00%2B01:00', [two.id, one.id]],
      [`q=${one.order_number.slice(9)}`, [one.id]],
      ['q=test%20user', []],
    ] as const)
      assert.deepEqual(await found(query), ids, query)
  })

  it('GET of orders with a filter that is none answers 400 VALIDATION_ERROR with its name', async () => {
    const shopper = await makeShopper(service, merchant)
    const filters = {
      payment_status: ['paid,', 'paid,late', 'paid;failed', 'paid, failed'],
      created_from: ['yesterday', '2026-02-30', '1969-12-31', '2026-11-01T10:00:00', '3000-01-01', '1'.repeat(41)],
      created_to: ['2026-13-01', '2026-11-01 10:00', '20261101'],
      min_total: ['1e12'],
      max_total: ['-0.01', '1000000000.5'],
    }
    for (const [name, values] of Object.entries(filters)) {
      for (const value of values) {
        const query = `${name}=${encodeURIComponent(value)}`
        const answers = [await asStaff(`/admin/orders?${query}`)]
        answers.push(await shopper.get(`/user/orders?${query}`), await asStaff(`/admin/orders/export?${query}`))
        for (const answer of answers) {
          assertRefused(answer, 400, 'VALIDATION_ERROR')
          assert.equal(answer.body.error.details[0].field, name, query)
        }
      }
    }
    for (const [query, field] of [
      ['created_from=2026-11-02&created_to=2026-11-01', 'created_from'],
      ['created_from=2026-11-02T00:00:00Z&created_to=2026-11-02T00:00:00Z', 'created_from'],
      ['min_total=2&max_total=1', 'min_total'],
    ]) {
      const answer = await asStaff(`/admin/orders?${query}`)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
    assert.equal((await asStaff('/admin/orders?created_from=2026-11-02&created_to=2026-11-02')).status, 200)
  })

  it('GET of orders with a cursor of another filter, sort or shop answers 400 INVALID_CURSOR', async () => {
    const shop = await makeMerchant(service)
    for (let n = 0; n < 2; n++) await placed(shop)
    const { next_cursor } = (await asStaff('/admin/orders?limit=1&min_total=0', shop)).body.data.pagination
    assert.notEqual(next_cursor, '')
    const next = (query: string, of = shop) => asStaff(`/admin/orders?limit=1&cursor=${next_cursor}&${query}`, of)
    assert.equal((await next('min_total=0')).status, 200)
    const others = ['', 'min_total=1', 'max_total=0', 'q=ada', 'sort=total', 'order=asc', 'payment_status=unpaid']
    for (const query of [
      ...others,
      'created_to=2999-01-01',
      'created_from=2001-01-01',
      'fulfillment_status=unfulfilled',
    ])
      assertRefused(
        await next(query === 'min_total=1' ? query : `${query}&min_total=${query === '' ? 5 : 0}`),
        400,
        'INVALID_CURSOR',
      )
    assertRefused(await next('min_total=0', merchant), 400, 'INVALID_CURSOR')
  })

  it('PATCH with a note alone answers 200, emits order.updated without it, and is in the audit log', async () => {
    const shop = await makeMerchant(service)
    const { order } = await placed(shop)
    const note = 'Call before delivery.\n=1+1 ☎'
    const answer = await edit(order.id, { note }, shop)
    assert.deepEqual(
      [answer.status, answer.body.data.note, answer.body.data.status, answer.body.data.version],
      [200, note, 'pending', order.version + 1],
    )
    // The same again changes nothing.
    assert.deepEqual((await edit(order.id, { note }, shop)).body.data, answer.body.data)
    const cleared = await edit(order.id, { note: null, status: 'cancelled' }, shop)
    assert.deepEqual([cleared.body.data.note, cleared.body.data.status], [null, 'cancelled'])
    const updates = await eventsOf(service, shop.id, 'order.updated')
    assert.deepEqual(
      updates.map(({ data }) => [data.change, data.previous_status, data.order.version, 'note' in data.order]),
      [
        ['edited', 'pending', order.version + 1, false],
        [updates[1]?.data.change, 'pending', cleared.body.data.version, false],
      ],
    )
    const log = (await asStaff(`/admin/audit-log?target=${order.id}`, shop)).body.data.items
    const changes = log.map((entry: { action: string; changes: object }) => [entry.action, entry.changes])
    assert.deepEqual(changes.reverse().slice(0, 1), [['order.updated', { has_note: [false, true] }]])
    assert.deepEqual(
      changes.slice(1).sort((a: unknown[], b: unknown[]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      [
        ['order.updated', { has_note: [true, false] }],
        ['order.updated', { status: ['pending', 'cancelled'] }],
      ],
    )
  })

  it('PATCH with a wrong note answers 400, of no order 404, with a wrong status 409: none is kept', async () => {
    const { order } = await placed(merchant)
    for (const note of ['', 'x'.repeat(2_001), 7, ['a'], 'a\u0000b']) {
      const answer = await edit(order.id, { note })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, 'note')
    }
    for (const body of [{}, { notes: 'a' }, undefined])
      assertRefused(await edit(order.id, body), 400, 'VALIDATION_ERROR')
    assertRefused(await edit(newId(), { note: 'a' }), 404, 'NOT_FOUND')
    assertRefused(await edit(order.id, { note: 'a' }, await makeMerchant(service)), 404, 'NOT_FOUND')
    assertRefused(await edit(order.id, { note: 'a', status: 'completed' }), 409, 'INVALID_TRANSITION')
    assert.deepEqual(
      await sql`select note, version from orders where id = ${order.id}`
        .execute(service.deps.db)
        .then(({ rows }) => rows),
      [{ note: null, version: order.version }],
    )
    assert.equal((await edit(order.id, { note: 'é'.repeat(2_000) })).status, 200)
  })
})
