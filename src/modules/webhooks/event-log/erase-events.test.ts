import assert from 'node:assert/strict'
import { it } from 'node:test'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
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
    await pool.query(`drop index events_${day}_of_user`)
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

  it('an erased user is taken out of events from before and after the release that says whose they are', async () => {
    const { pool } = service.deps
    const merchant = await makeMerchant(service)
    const product = await makeProduct(service, merchant)
    const shoppers = [await makeShopper(service, merchant), await makeShopper(service, merchant)] as const
    const address = { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' }
    const order = async (shopper: TestShopper, name: string) => {
      const shipping_address = { ...address, name }
      const placed = await shopper.order([{ product_id: product.id, quantity: 1 }], { shipping_address })
      assert.equal((await shopper.pay(placed.body.data.id)).status, 201)
    }
    const namedIn = async () => {
      const log = JSON.stringify((await read(merchant, 'limit=100')).body.data.items)
      return ['Ada before', 'Ada after', 'Grace'].map((name) => log.split(`"${name}"`).length - 1)
    }
    await order(shoppers[0], 'Ada before')
    await pool.query(asBeforeUsers)
    await migrate(service.databaseUrl)
    await order(shoppers[0], 'Ada after')
    await order(shoppers[1], 'Grace')
    // The release before, which runs beside this one, on the first day whose partition has an index by user.
    await pool.query("select create_day_partitions((now() at time zone 'UTC')::date + 8)")
    const { rows } = await pool.query(`
      insert into events (id, merchant_id, name, body, created_at)
      select uuid_at(now() + interval '8 days'), merchant_id, name, body, created_at from events
       where merchant_id = '${merchant.id}' and name = 'order.created'
       order by id limit 1 returning user_id, id >= (select users_from from event_numbering) as is_later`)
    assert.deepEqual(rows, [{ user_id: shoppers[0].id, is_later: true }])
    assert.deepEqual(await namedIn(), [4, 3, 3])

    const { headers, password: current_password } = shoppers[0]
    await service.request('DELETE', '/user/profile', { headers, body: { current_password } })
    await runErasures()
    assert.deepEqual(await namedIn(), [0, 0, 3])
  })
})

/** What release 0.2.0 before `events.user_id` had, with the events of now in it. */
const asBeforeUsers = `
  drop trigger events_user on events;
  drop function read_event_user;
  alter table events drop column user_id;
  alter table event_numbering drop column users_from;
  delete from schema_migrations where name = '0077_users_of_events.sql'`
