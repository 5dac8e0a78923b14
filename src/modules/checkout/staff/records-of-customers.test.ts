import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startRecountedApp } from '#test/support/recounted-app.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { grantCredit } from '#test/support/stored-value.ts'
import { until } from '#test/support/until.ts'

describeShop('customers whom only staff knows', startRecountedApp, ({ service, shop }) => {
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    items = [{ product_id: (await makeProduct(service, shop, { price: 20, onHand: 200 })).id, quantity: 1 }]
  })

  const staff = (method: 'GET' | 'POST', path: string, body?: object, at = shop) =>
    service.request(method, path, { headers: at.owner.headers, ...(body && { body }) })
  const place = async (customer: object, at = shop, lines = items) => {
    const { status, body } = await staff('POST', '/admin/orders', { customer, items: lines }, at)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data
  }
  const read = async (id: string, at = shop) => (await staff('GET', `/admin/users/${id}`, undefined, at)).body.data

  /** An account of another shop, with a name and a telephone number. */
  async function stranger({ isConfirmed = true } = {}): Promise<SignedInUser> {
    const user = await makeUser(service, { merchantId: (await makeMerchant(service)).id, name: unique('Grace Hopper') })
    await service.deps.db.updateTable('users').set({ phone: '+44 20 7946 0999' }).where('id', '=', user.id).execute()
    await sql`update customers set phone_key = '442079460999' where user_id = ${user.id}`.execute(service.deps.db)
    if (isConfirmed) await confirmAddress(service, user)
    return user
  }
  const at = (user: SignedInUser, merchant = shop) => shopping(service, { ...user.headers, 'merchant-id': merchant.id })

  /** What the shop can see of a customer, without ids, times and the address. */
  async function seen(email: string, order: { id: string; user_id: string; order_number: string }) {
    const { user_id: id } = order
    const texts = await Promise.all([
      read(id),
      staff('GET', `/admin/users?q=${email}`),
      staff('GET', `/admin/orders/${order.id}`),
      staff('GET', `/admin/orders?user_id=${id}`),
      staff('GET', `/admin/users/${id}/store-credit`),
      service.request('GET', `/admin/users/export?format=ndjson&ids=${id}`, { headers: shop.owner.headers }),
      staff('POST', `/admin/orders/${order.id}/payment-link`, {}),
      eventsOf(service, shop.id, 'order.created').then((events) =>
        events.filter((one) => one.data.order.id === order.id),
      ),
    ])
    return JSON.stringify(texts.map((one) => ('body' in one ? [one.status, one.body] : one)))
      .replaceAll(email, '<email>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/\/pay\/[^"]+/g, '<link>')
      .replaceAll(order.order_number, '<number>')
      .replaceAll(/"available":\d+/g, '"available":0')
      .replaceAll(/"available_quantity":\d+/g, '"available_quantity":0')
  }

  it('POST /admin/orders with an e-mail address answers the same whether it has an account or none', async () => {
    const account = await stranger()
    const nobody = `${unique('user')}@example.com`
    const told = [
      await seen(account.email, await place({ email: account.email, name: 'Ada' })),
      await seen(nobody, await place({ email: nobody, name: 'Ada' })),
    ]
    assert.equal(told[0], told[1])
    assert.doesNotMatch(told[0] ?? '', /Grace|7946/)
    const order = await place({ email: account.email.toUpperCase() })
    const { id, name, email, phone, is_guest, is_verified, order_count } = await read(order.user_id)
    assert.deepEqual(
      [name, email, phone, is_guest, is_verified, order_count],
      ['Ada', account.email, null, true, false, 2],
    )
    assert.notEqual(id, account.id)
    assertRefused(await staff('GET', `/admin/users/${account.id}`), 404, 'NOT_FOUND')
    assertRefused(await staff('POST', '/admin/orders', { customer: { user_id: account.id }, items }), 404, 'NOT_FOUND')
    const other = await makeMerchant(service)
    const goods = [{ product_id: (await makeProduct(service, other)).id, quantity: 1 }]
    const elsewhere = await place({ email: account.email }, other, goods)
    assert.notEqual(elsewhere.user_id, order.user_id)
    assert.equal((await read(elsewhere.user_id, other)).name, null)
  })

  it('POST /admin/orders by eight at once for a new address makes one customer', async () => {
    const email = `${unique('user')}@example.com`
    const placed = await Promise.all(Array.from({ length: 8 }, () => place({ email })))
    assert.equal(new Set(placed.map(({ user_id }) => user_id)).size, 1)
    assert.equal((await read(placed[0].user_id)).order_count, 8)
  })

  it('orders by staff beside the first order of an account leave one customer, whichever is first', async () => {
    const slow = [{ product_id: (await makeProduct(service, shop, { price: 20, onHand: 200 })).id, quantity: 1 }]
    for (const isKnown of [false, true])
      for (const first of ['account', 'staff']) {
        const user = await stranger()
        const { email } = user
        if (isKnown) await place({ email })
        const held = sql`select from stock where product_id = ${slow[0]?.product_id} for update`
        const stock = await holdLocks(service, held)
        const byStaff = (lines: typeof items) => place({ email }, shop, lines)
        const byAccount = async (lines: typeof items) => (await at(user).order(lines)).body.data
        const [one, ...others] = first === 'account' ? [byAccount, byStaff, byStaff] : [byStaff, byAccount, byStaff]
        const begun = one(slow)
        await until(async () => (await lockWaits(service)) === 1, 'the first order to wait for stock')
        const ended = others.map((order) => order(items))
        await Promise.race([...ended, until(async () => (await lockWaits(service)) === 3, 'the others to wait')])
        await stock.commit()
        const orders = await Promise.all([begun, ...ended])
        const { rows } = await sql<{ user_id: string }>`
          select user_id from customers where merchant_id = ${shop.id} and email_key = ${email.toLowerCase()}`.execute(
          service.deps.db,
        )
        assert.deepEqual(rows, [{ user_id: user.id }], `${first} first, ${isKnown ? 'known' : 'new'}`)
        const ids = await Promise.all(
          orders.map(async ({ id }) => (await staff('GET', `/admin/orders/${id}`)).body.data.user_id),
        )
        assert.deepEqual(ids, [user.id, user.id, user.id])
      }
  })

  it('GET /user/orders has what staff ordered for the address once it is confirmed, to be paid', async () => {
    const account = await stranger({ isConfirmed: false })
    const order = await place({ email: account.email })
    const { get, pay } = at(account)
    const found = async () => (await get('/user/orders')).body.data.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(await found(), [])
    assertRefused(await get(`/user/orders/${order.id}`), 404, 'NOT_FOUND')
    assertRefused(await pay(order.id), 404, 'NOT_FOUND')
    await confirmAddress(service, account)
    assert.deepEqual(await found(), [order.id])
    assert.equal((await get(`/user/orders/${order.id}`)).status, 200)
    assert.equal((await pay(order.id)).status, 201)
    const exported = (await service.request('GET', '/user/export', { headers: account.headers })).body.data
    assert.deepEqual(
      exported.orders.map(({ id }: { id: string }) => id),
      [order.id],
    )
    // The shop learns nothing of it.
    assert.equal((await read(order.user_id)).is_verified, false)
    const other = await stranger()
    assert.deepEqual((await at(other).get('/user/orders')).body.data.items, [])
  })

  it('POST /user/orders by its account makes a record the account’s; the old id leads on', async () => {
    const account = await stranger()
    const { user_id: record, id: first } = await place({ email: account.email, name: 'Ada' })
    await grantCredit(service, shop, record, 5)
    const own = (await at(account).order(items)).body.data
    assert.equal(own.user_id, account.id)
    for (const id of [record, account.id]) {
      const { id: now, is_guest, is_verified, order_count, order_total, name } = await read(id)
      assert.deepEqual([now, is_guest, is_verified, order_count, order_total], [account.id, false, true, 2, 40])
      assert.match(name, /Grace/)
      const listed = (await staff('GET', `/admin/orders?user_id=${id}`)).body.data.items
      assert.deepEqual(
        listed.map((one: { id: string }) => one.id),
        [own.id, first],
      )
      assert.equal((await staff('GET', `/admin/users/${id}/store-credit`)).body.data.balance, 5)
    }
    const more = await place({ user_id: record })
    assert.equal(more.user_id, account.id)
    assert.equal((await place({ email: account.email })).user_id, account.id)
    assert.equal((await at(account).get('/user/orders')).body.data.items.length, 4)
    const found = (await staff('GET', `/admin/users?q=${account.email}`)).body.data.items
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      [account.id],
    )
  })

  it('DELETE /user/profile erases what shops were told of the account, also under an old id', async () => {
    const account = await stranger()
    const { user_id: record } = await place({ email: account.email, name: 'Ada' })
    await at(account).order(items)
    const body = { current_password: account.password }
    const gone = await service.request('DELETE', '/user/profile', { headers: account.headers, body })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    const { id, name, email } = await read(record)
    assert.deepEqual([id, name, email], [account.id, null, ''])
    const { rows } = await sql<{ user_id: string }>`
      select user_id from event_erasures where user_id in (${record}, ${account.id})`.execute(service.deps.db)
    assert.equal(rows.length, 2)
  })

  it('an upgrade hides accounts that only staff ordered for; who dealt with the shop stays', async () => {
    const { db } = service.deps
    const [hidden, known] = [await stranger(), await stranger()]
    for (const { id, email } of [hidden, known]) {
      const order = await place({ email })
      // As the releases before wrote it.
      await sql`update orders set user_id = ${id}, email = null where id = ${order.id}`.execute(db)
      await sql`
        update customers
           set user_id = ${id}, by_staff = false, told = false, name = null, email = null,
               created_at = ${order.created_at},
               name_key = (select customer_name_key(name) from users where id = ${id}), phone_key = '442079460999'
         where merchant_id = ${shop.id} and user_id = ${order.user_id}`.execute(db)
      await sql`
        update customers set created_at = orders.created_at from orders
         where orders.id = ${order.id} and customers.merchant_id = ${shop.id} and customers.user_id = ${id}`.execute(db)
      await sql`update users set verified_at = created_at where id = ${id}`.execute(db)
      for (const table of ['customer_sales', 'figure_changes'])
        await sql`update ${sql.table(table)} set user_id = ${id} where user_id = ${order.user_id}`.execute(db)
    }
    await at(known).order(items)
    const text = readFileSync(new URL('../../../../migrations/0065_records_of_accounts.sql', import.meta.url), 'utf8')
    await sql.raw(text.slice(text.indexOf('update customers'), text.indexOf('-- One record'))).execute(db)
    const { name, email, phone, is_guest, is_verified, order_count } = await read(hidden.id)
    assert.deepEqual(
      [name, email, phone, is_guest, is_verified, order_count],
      [null, hidden.email, null, true, false, 1],
    )
    assert.match((await read(known.id)).name, /Grace/)
    const orders = (await staff('GET', `/admin/orders?user_id=${hidden.id}`)).body.data.items
    assert.deepEqual(orders[0].customer, { id: hidden.id, name: null, email: hidden.email })
    assert.equal((await place({ email: hidden.email })).user_id, hidden.id)
    assert.equal((await at(hidden).get('/user/orders')).body.data.items.length, 2)
    await at(hidden).order(items)
    const after = await read(hidden.id)
    assert.deepEqual([after.is_guest, after.order_count, /Grace/.test(after.name)], [false, 3, true])
  })
})
