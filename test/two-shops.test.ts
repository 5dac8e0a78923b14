import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { abandonIdleCarts } from '#src/modules/carts/queries.ts'
import { foldChanges } from '#src/modules/dashboard/fold-queries.ts'
import { insertSession } from '#src/modules/identity/sessions/queries.ts'
import { insertStaff } from '#src/modules/merchants/queries.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { cartsAt, makeGuest } from '#test/support/guests.ts'
import { assertRefused, makeShopper, setOrderLimits, shopping } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'

/** Rows of shops have ids of their own, but people are the same at all of them. */
describeShop('somebody at two shops', ({ service, shop: here }) => {
  let there: TestMerchant
  before(async () => {
    there = await makeMerchant(service)
  })

  async function linesAt(shop: TestMerchant, price: number, quantity = 1) {
    const { id } = await makeProduct(service, shop, { price })
    return [{ product_id: id, quantity }]
  }
  const asStaff = async (shop: TestMerchant, path: string) => {
    const { status, body } = await service.request('GET', path, { headers: shop.owner.headers })
    assert.equal(status, 200)
    return body.data
  }
  const buyerAt = (headers: Record<string, string>, shop: TestMerchant, from = '192.0.2.1') =>
    shopping(service, { ...headers, 'merchant-id': shop.id }, from)

  it('is a customer of each with the orders there alone, folded or not', async () => {
    const shopper = await makeShopper(service, here)
    const first = (await shopper.order(await linesAt(here, 2))).body.data
    const other = buyerAt(shopper.headers, there)
    const [dear, later] = [await linesAt(there, 40), await linesAt(there, 50)]
    const last = [await other.order(dear), await other.order(later)].map(({ body }) => body.data)
    for (const _time of ['fresh', 'folded']) {
      for (const sort of ['name', 'customer_since', 'order_count', 'order_total'])
        for (const [shop, count, total] of [
          [here, 1, 2],
          [there, 2, 90],
        ] as const) {
          const { items } = await asStaff(shop, `/admin/users?sort=${sort}`)
          const found = items.filter(({ id }: { id: string }) => id === shopper.id)
          const figures = found.map((one: Record<string, unknown>) => [one['order_count'], one['order_total']])
          assert.deepEqual(figures, [[count, total]], `by ${sort}`)
        }
      const [ours, theirs] = [
        await asStaff(here, `/admin/users/${shopper.id}`),
        await asStaff(there, `/admin/users/${shopper.id}`),
      ]
      assert.deepEqual([ours.order_count, ours.order_total, ours.last_order.id], [1, 2, first.id])
      assert.deepEqual([theirs.order_count, theirs.order_total, theirs.last_order.id], [2, 90, last[1].id])
      await foldChanges(service.deps.db, 1_000)
    }
    const third = await makeMerchant(service)
    const answer = await service.request('GET', `/admin/users/${shopper.id}`, { headers: third.owner.headers })
    assertRefused(answer, 404, 'NOT_FOUND')
  })

  it('may leave as many orders open at each as it allows', async () => {
    const [small, large] = [await makeMerchant(service), await makeMerchant(service)]
    await setOrderLimits(service, small, { max_open_orders_per_user: 1, max_unpaid_units_per_address: 1 })
    const shopper = await makeShopper(service, large)
    const from = '192.0.2.2'
    const busy = await buyerAt(shopper.headers, large, from).order(await linesAt(large, 1, 3))
    assert.equal(busy.status, 201)
    const lines = await linesAt(small, 1)
    const buyer = buyerAt(shopper.headers, small, from)
    assert.equal((await buyer.quote(lines)).status, 200)
    assert.equal((await buyer.order(lines)).status, 201)
    assertRefused(await buyer.order(lines), 409, 'ORDER_LIMIT')
  })

  it('is found by each as a guest by the address that was given there', async () => {
    const guest = await makeGuest(service)
    const place = async (shop: TestMerchant, email: string) =>
      (await buyerAt(guest.headers, shop, '192.0.2.3').order(await linesAt(shop, 1), { email })).body.data
    const order = await place(here, 'first@example.com')
    const other = await place(there, 'second@example.com')
    for (const [shop, email, id, elsewhere] of [
      [here, 'first@example.com', order.id, 'second@'],
      [there, 'second@example.com', other.id, 'first@'],
    ]) {
      assert.equal((await asStaff(shop, `/admin/users/${guest.id}`)).email, email)
      const { items } = await asStaff(shop, '/admin/users')
      assert.equal(items.find((one: { id: string }) => one.id === guest.id).email, email)
      const found = await asStaff(shop, `/admin/orders?q=${encodeURIComponent(email)}`)
      assert.deepEqual(
        found.items.map((one: { id: string }) => one.id),
        [id],
      )
      for (const query of [`q=${elsewhere}`, `q=${elsewhere}&user_id=${guest.id}`])
        assert.deepEqual((await asStaff(shop, `/admin/orders?${query}`)).items, [], query)
    }
  })

  it('has a cart at each, and a checkout, a change or the time of one leaves the other', async () => {
    const user = await makeUser(service)
    const carts = cartsAt(service, here)
    const [ours, theirs] = [await linesAt(here, 1), await linesAt(there, 1)]
    const idOf = ([line]: { product_id: string }[]) => line?.product_id ?? ''
    await carts.add(user.headers, idOf(ours), 2)
    await carts.add(user.headers, idOf(theirs), 3, there)
    assert.deepEqual(await carts.linesOf(user.headers), { [idOf(ours)]: 2 })
    assert.deepEqual(await carts.linesOf(user.headers, there), { [idOf(theirs)]: 3 })
    const { db } = service.deps
    const setCart = (shop: TestMerchant, change: { status?: string; abandoned_at?: Date; last_activity_at?: Date }) =>
      db.updateTable('carts').set(change).where('merchant_id', '=', shop.id).where('user_id', '=', user.id).execute()
    const statuses = async () =>
      Promise.all([here, there].map(async (shop) => (await carts.cartOf(user.headers, shop)).status))
    const buyer = { ...user.headers, 'merchant-id': here.id }
    await setCart(here, { last_activity_at: new Date(0) })
    await inTransaction(db, (transaction) => abandonIdleCarts(transaction, 86_400, 100))
    assert.deepEqual(await statuses(), ['abandoned', 'active'])
    await setCart(there, { status: 'abandoned', abandoned_at: new Date() })
    const changed = { headers: buyer, body: { quantity: 1 } }
    assert.equal((await service.request('PATCH', `/user/cart/items/${idOf(ours)}`, changed)).status, 200)
    assert.deepEqual(await statuses(), ['active', 'abandoned'])
    const many = await makeProducts(service, there, Array(99).fill({}))
    for (const { id } of many) assert.equal((await carts.add(user.headers, id, 1, there)).status, 201)
    assert.equal((await carts.add(user.headers, idOf(await linesAt(here, 1)), 1)).status, 201)
    const paid = await service.request('POST', '/user/cart/checkout', { headers: buyer, body: {} })
    assert.equal(paid.status, 201)
    assert.deepEqual(await carts.linesOf(user.headers), {})
    assert.equal(Object.keys(await carts.linesOf(user.headers, there)).length, 100)
  })

  it('finds at each its own product of a SKU that both have', async () => {
    const sku = unique('SKU')
    const [ours, theirs] = [await makeProduct(service, here, { sku }), await makeProduct(service, there, { sku })]
    for (const [shop, { id }] of [
      [here, ours],
      [there, theirs],
    ] as const) {
      const { items } = await asStaff(shop, `/admin/products?sku=${sku}`)
      assert.deepEqual(
        items.map((one: { id: string }) => one.id),
        [id],
      )
    }
  })

  it('has the role of each: in sessions, keys, lists and invitations', async () => {
    const { db } = service.deps
    const change = (headers: Record<string, string>) =>
      service.request('PATCH', '/admin/merchant', { headers, body: { timezone: 'UTC' } })
    for (const [shop, other] of [
      [here, there],
      [there, here],
    ] as const) {
      const member = await makeStaff(service, other.id, 'owner')
      await insertStaff(db, shop.id, member.id, 'owner')
      const at = { 'device-id': member.headers['device-id'] ?? '', 'merchant-id': shop.id }
      const signIn = { headers: at, body: { email: member.email, password: member.password } }
      const { access_token } = (await service.request('POST', '/admin/login', signIn)).body.data
      const headers = { ...at, 'access-token': access_token }
      const key = await makeApiKey(service, { ...shop, owner: { ...member, headers } })
      const demoted = { headers: shop.owner.headers, body: { role: 'viewer' } }
      assert.equal((await service.request('PATCH', `/admin/staff/${member.id}`, demoted)).status, 200)
      assertRefused(await change(key.headers), 403, 'INSUFFICIENT_PERMISSIONS')
      for (const [of, role] of [
        [shop, 'viewer'],
        [other, 'owner'],
      ] as const) {
        const { items } = await asStaff(of, '/admin/staff')
        const own = items.filter((one: { user_id: string }) => one.user_id === member.id)
        assert.deepEqual(
          own.map((one: { role: string }) => one.role),
          [role],
        )
      }
      const third = await makeMerchant(service)
      const body = { email: member.email, role: 'viewer' }
      const invited = await service.request('POST', '/admin/staff', { headers: third.owner.headers, body })
      assert.equal(invited.status, 201)
      const session = {
        id: newId(),
        user_id: member.id,
        device_id: 'device',
        merchant_id: third.id,
        role: 'owner',
      } as const
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
      assert.equal(await insertSession(db, session, password_hash, Buffer.from(member.id), 60), undefined)
    }
  })
})
