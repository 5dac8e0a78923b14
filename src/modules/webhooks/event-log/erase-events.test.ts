import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

describeService('erasing a user from kept events', ({ service }) => {
  const read = (merchant: TestMerchant, query = '') =>
    service.request('GET', `/admin/events?${query}`, { headers: merchant.owner.headers })

  /** Erased users are looked at again after a pause; here at once. */
  async function runErasures(): Promise<void> {
    await service.deps.pool.query('update event_erasures set due_at = now()')
    await runSweep(service, 'webhooks.erase-events')
  }

  it('an erased user is taken out of kept events once their last delivery has ended', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeUser(service, { merchantId: merchant.id, name: 'Ada Lovelace' })
    const other = await makeUser(service, { merchantId: merchant.id, name: 'Grace Hopper' })
    const hook = await makeWebhook(service, merchant, { events: ['user.updated'] })
    const { headers } = user
    const change = (body: object) => service.request('PATCH', '/user/profile', { headers, body })
    assert.equal((await change({ phone: '+442071234567' })).status, 200)
    const remaining = async () => (await read(merchant)).body.data.items
    const before = await remaining()
    const ofUser = (items: typeof before) =>
      items.filter((item: { data: { user: { id: string } } }) => item.data.user.id === user.id)

    const answer = await service.request('DELETE', '/user/profile', {
      headers,
      body: { current_password: user.password },
    })
    assert.equal(answer.status, 200)
    await runErasures()
    const [created, updated, deleted] = ofUser(await remaining())
    assert.deepEqual(
      [created.data.user.email, created.data.user.name, created.data.user.phone],
      [null, null, null],
      'no delivery was made of it',
    )
    assert.deepEqual(updated, ofUser(before)[1], 'its delivery waits')
    assert.deepEqual([deleted.event, deleted.data.user.name], ['user.deleted', null])

    await service.deps.pool.query('delete from delivery_queue where subscription_id = $1', [hook.id])
    await runErasures()
    const after = await remaining()
    assert.ok(!JSON.stringify(ofUser(after)).match(/Lovelace|442071234567|@/))
    assert.deepEqual(
      after.map(({ id, event, created }: { id: string; event: string; created: number }) => [id, event, created]),
      [...before, deleted].map(({ id, event, created }) => [id, event, created]),
      'ids, names, times and positions stay',
    )
    assert.deepEqual(Object.keys(ofUser(after)[1].data.user), Object.keys(updated.data.user))
    const isOther = (item: { data: { user: { id: string } } }) => item.data.user.id === other.id
    assert.deepEqual(after.filter(isOther), before.filter(isOther))
    assert.equal((await service.deps.pool.query('select from event_erasures')).rowCount, 0)
  })

  it('an erased user is taken out of the kept events of their orders; the order itself keeps its copies', async () => {
    const merchant = await makeMerchant(service)
    const product = await makeProduct(service, merchant)
    const person = { email: 'ada@example.com', name: 'Ada Lovelace', phone: '+442071234567' }
    const place = { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' }
    const { email, ...named } = person
    const addresses = { shipping_address: { ...named, ...place }, billing_address: { ...named, ...place } }
    const [erased, other] = [await makeShopper(service, merchant), await makeShopper(service, merchant)]
    const order = async (shopper: TestShopper) => {
      const items = [{ product_id: product.id, quantity: 1 }]
      const placed = await shopper.order(items, { email, ...addresses })
      await shopper.pay(placed.body.data.id)
      return placed.body.data.id
    }
    const [id, others] = [await order(erased), await order(other)]
    const remaining = async (orderId: string) =>
      (await read(merchant, 'limit=100')).body.data.items.filter(
        ({ data }: { data: { order?: { id: string } } }) => data.order?.id === orderId,
      )
    const [before, ofOthers] = [await remaining(id), await remaining(others)]
    assert.deepEqual(
      before.map(({ event }: { event: string }) => event),
      ['order.created', 'order.payment_succeeded', 'order.updated'],
    )
    const { headers, password: current_password } = erased
    await service.request('DELETE', '/user/profile', { headers, body: { current_password } })
    await runErasures()
    const after = before.map((event: { data: { order: object } }) => {
      const order = structuredClone(event.data.order) as Record<string, object | null>
      order['email'] = null
      for (const address of ['shipping_address', 'billing_address'])
        order[address] = { ...order[address], name: null, phone: null }
      return { ...event, data: { ...event.data, order } }
    })
    assert.deepEqual(await remaining(id), after)
    assert.deepEqual(await remaining(others), ofOthers)
    const shown = await service.request('GET', `/admin/orders/${id}`, { headers: merchant.owner.headers })
    assert.deepEqual([shown.body.data.email, shown.body.data.shipping_address.name], [person.email, person.name])
  })

  it('an erased user’s events in a partition without index of users, or dropped by then, are no obstacle', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeUser(service, { merchantId: merchant.id })
    const { pool } = service.deps
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    await pool.query(`drop index events_${day}_users, events_${day}_order_users`)
    await service.request('DELETE', '/user/profile', {
      headers: user.headers,
      body: { current_password: user.password },
    })
    await read(merchant)
    await runErasures()
    const [created] = (await read(merchant, 'event=user.created')).body.data.items.slice(-1)
    assert.deepEqual([created.data.user.id, created.data.user.email], [user.id, null])
    await pool.query('insert into event_erasures (user_id, event_ids) values (gen_random_uuid(), $1)', [[newId()]])
    await runErasures()
    assert.equal((await pool.query('select from event_erasures')).rowCount, 0)
  })
})
