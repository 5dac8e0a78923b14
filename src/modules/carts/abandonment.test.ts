import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'
import { cartsBackground } from './index.ts'
import { abandonCarts } from './jobs.ts'

describeService('abandoned carts', { CART_ABANDONED_AFTER_SECONDS: '3600' }, ({ service }) => {
  async function cartAt(merchant: TestMerchant, idleSeconds: number) {
    const user = await makeUser(service)
    const headers = { ...user.headers, 'merchant-id': merchant.id }
    const product = await makeProduct(service, merchant)
    const body = { product_id: product.id, quantity: 1 }
    const add = () => service.request('POST', '/user/cart/items', { headers, body })
    const idle = (seconds: number) =>
      service.deps.db
        .updateTable('carts')
        .set({ last_activity_at: new Date(Date.now() - seconds * 1000) })
        .where('user_id', '=', user.id)
        .execute()
    await add()
    await idle(idleSeconds)
    const status = async () => (await service.request('GET', '/user/cart', { headers })).body.data.status
    return { user, product, headers, add, idle, status }
  }

  it('a cart is abandoned once after the configured time, and again after new activity', async () => {
    const merchant = await makeMerchant(service)
    const { user, add, idle, status } = await cartAt(merchant, 3_000)
    await abandonCarts.run(service.deps)
    assert.equal(await status(), 'active')
    await idle(3_601)
    for (const _time of [1, 2]) await abandonCarts.run(service.deps)
    assert.equal(await status(), 'abandoned')
    const [event, ...others] = await eventsOf(service, merchant.id, 'cart.abandoned')
    assert.deepEqual(
      [event?.data.cart.user_id, event?.data.cart.status, event?.data.cart.item_count, others],
      [user.id, 'abandoned', 1, []],
    )

    const active = await add()
    assert.deepEqual([active.body.data.status, active.body.data.item_count], ['active', 2])
    await idle(3_601)
    await abandonCarts.run(service.deps)
    assert.equal((await eventsOf(service, merchant.id, 'cart.abandoned')).length, 2)
  })

  it('eight sweeps at once over 250 carts emit one event for each', async () => {
    const merchant = await makeMerchant(service)
    const { user, product } = await cartAt(merchant, 0)
    const { db } = service.deps
    const others = Array.from({ length: 250 }, () => crypto.randomUUID())
    const now = new Date()
    const idleSince = new Date(Date.now() - 4_000_000)
    await db
      .insertInto('users')
      .values(others.map((id) => ({ id, email_key: id, created_at: now, updated_at: now })))
      .execute()
    const owner = (id: string) => ({ merchant_id: merchant.id, user_id: id })
    await db
      .insertInto('carts')
      .values(
        others.map((id) => ({
          ...owner(id),
          id: crypto.randomUUID(),
          status: 'active',
          created_at: idleSince,
          last_activity_at: idleSince,
        })),
      )
      .execute()
    await db
      .insertInto('cart_items')
      .values(others.map((id) => ({ ...owner(id), product_id: product.id, quantity: 1, added_at: idleSince })))
      .execute()

    await Promise.all(Array.from({ length: 8 }, () => abandonCarts.run(service.deps)))
    await abandonCarts.run(service.deps)
    const abandoned = (await eventsOf(service, merchant.id, 'cart.abandoned')).map(({ data }) => data.cart.user_id)
    assert.deepEqual(abandoned.sort(), others.sort())
    assert.ok(!abandoned.includes(user.id))
  })

  it('a cart with activity while the sweep runs is active afterwards', async () => {
    const merchant = await makeMerchant(service)
    const carts = await Promise.all(Array.from({ length: 10 }, () => cartAt(merchant, 4_000)))
    await Promise.all([...carts.map((cart) => cart.add()), abandonCarts.run(service.deps)])
    await abandonCarts.run(service.deps)
    for (const cart of carts) assert.equal(await cart.status(), 'active')
  })

  it('a cart whose product was deleted is deleted without an event', async () => {
    const merchant = await makeMerchant(service)
    const { user, product } = await cartAt(merchant, 4_000)
    await service.deps.db.deleteFrom('products').where('id', '=', product.id).execute()
    await abandonCarts.run(service.deps)
    assert.deepEqual(await eventsOf(service, merchant.id, 'cart.abandoned'), [])
    const rows = await service.deps.db.selectFrom('carts').select('id').where('user_id', '=', user.id).execute()
    assert.deepEqual(rows, [])
  })

  it('the running service abandons it after the configured time', async (t) => {
    const quick = await startTestApp({ CART_ABANDONED_AFTER_SECONDS: '0.2' })
    const runners = await Promise.all([1, 2].map(() => runInBackground(quick.deps, [cartsBackground])))
    t.after(async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
      await quick.close()
    })
    const merchant = await makeMerchant(quick)
    const user = await makeUser(quick)
    const product = await makeProduct(quick, merchant)
    await quick.request('POST', '/user/cart/items', {
      headers: { ...user.headers, 'merchant-id': merchant.id },
      body: { product_id: product.id, quantity: 1 },
    })
    await until(async () => (await eventsOf(quick, merchant.id, 'cart.abandoned')).length > 0, 'the sweep to find it')
    assert.equal((await eventsOf(quick, merchant.id, 'cart.abandoned')).length, 1)
  })
})
