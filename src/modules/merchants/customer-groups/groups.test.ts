import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { assertRefused } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'
import { maxGroups } from './schemas.ts'

describeService('customer groups', ({ service }) => {
  const on = ({ owner: { headers } }: Pick<TestMerchant, 'owner'>) => {
    const send = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object, key?: string) =>
      service.request(method, `/admin/${path}`, {
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        ...(body && { body }),
      })
    return {
      send,
      create: (name: string, key?: string) => send('POST', 'customer-groups', { name }, key),
      change: (id: string, body: object) => send('PATCH', `customer-groups/${id}`, body),
      set: (id: string, ids: string[]) => send('PUT', `customer-groups/${id}/customers`, { ids }),
      customer: async (name: string): Promise<string> => (await send('POST', 'users', { name })).body.data.id,
      list: async () => (await send('GET', 'customer-groups')).body.data.items,
      members: async (id: string) => {
        const { body } = await send('GET', `users?sort=name&order=asc&group_id=${id}`)
        assert.equal(body.data.pagination.total, body.data.items.length)
        return body.data.items.map(({ name }: { name: string }) => name)
      },
    }
  }

  it('POST makes groups, listed by name; PUT and PATCH say who is in them, and the record names them', async () => {
    const { create, change, set, customer, list, members, send } = on(await makeMerchant(service))
    const answer = await create(' Wholesale ')
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { id, created_at, updated_at, ...made } = answer.body.data
    assert.deepEqual(made, { name: 'Wholesale', customer_count: 0 })
    assert.equal(created_at, updated_at)
    const { id: friends } = (await create('friends')).body.data
    const [ada, bob, cy] = [await customer('Ada'), await customer('Bob'), await customer('Cy')]
    assert.equal((await set(id, [ada, bob, ada])).body.data.customer_count, 2)
    assert.deepEqual(await members(id), ['Ada', 'Bob'])
    assert.equal((await set(id, [bob, cy])).body.data.customer_count, 2)
    assert.deepEqual(await members(id), ['Bob', 'Cy'])
    const changed = await change(id, { name: 'Trade', add: [ada], remove: [cy, cy] })
    assert.deepEqual([changed.body.data.name, changed.body.data.customer_count], ['Trade', 2])
    assert.deepEqual(await members(id), ['Ada', 'Bob'])
    await set(friends, [ada])
    const { groups } = (await send('GET', `users/${ada}`)).body.data
    assert.deepEqual(groups, [
      { id: friends, name: 'friends' },
      { id, name: 'Trade' },
    ])
    assert.deepEqual(
      (await list()).map((group: { name: string; customer_count: number }) => [group.name, group.customer_count]),
      [
        ['friends', 1],
        ['Trade', 2],
      ],
    )
    const file = await send('GET', `users/export?format=ndjson&group_id=${id}`)
    const rows = String(file.body).trim().split('\n')
    assert.deepEqual(
      rows.map((row) => JSON.parse(row).name),
      ['Ada', 'Bob'],
    )
    const log = (await send('GET', `audit-log?target=${id}`)).body.data.items
    assert.deepEqual(
      log.map((entry: { action: string; changes: object }) => [entry.action, entry.changes]),
      [
        [
          'customer_group.updated',
          { name: ['Wholesale', 'Trade'], customers_added: [null, 1], customers_removed: [null, 1] },
        ],
        ['customer_group.updated', { customers_added: [null, 1], customers_removed: [null, 1] }],
        ['customer_group.updated', { customers_added: [null, 2] }],
        ['customer_group.created', { name: [null, 'Wholesale'] }],
      ],
    )
    assert.equal(log[0].target.name, 'Trade')
  })

  it('a name twice, in any case, is 409 with the field; so are too many groups', async () => {
    const shop = await makeMerchant(service)
    const { create, change } = on(shop)
    await create('Wholesale')
    const { id } = (await create('Friends')).body.data
    for (const refused of [await create('WHOLESALE'), await change(id, { name: 'wholesale' })]) {
      assertRefused(refused, 409, 'CONFLICT')
      assert.deepEqual(refused.body.error.details, { fields: ['name'] })
    }
    assert.equal((await change(id, { name: 'FRIENDS' })).body.data.name, 'FRIENDS')
    assertRefused(await create(' '), 400, 'VALIDATION_ERROR')
    assert.equal((await on(await makeMerchant(service)).create('Wholesale')).status, 201, 'another shop')
    await sql`
      insert into customer_groups (merchant_id, id, name, name_key, created_at, updated_at)
      select ${shop.id}, uuidv7(), 'Group ' || n, 'group ' || n, now(), now()
        from generate_series(3, ${maxGroups}::int) n`.execute(service.deps.db)
    assertRefused(await create('One more'), 409, 'CONFLICT')
  })

  it('an id that no customer of the shop has is 400 with its field, and nothing changes', async () => {
    const { create, change, set, customer, members } = on(await makeMerchant(service))
    const { id } = (await create('Wholesale')).body.data
    const ada = await customer('Ada')
    await set(id, [ada])
    const stranger = await makeUser(service, { merchantId: (await makeMerchant(service)).id })
    for (const [answer, field] of [
      [await set(id, [ada, stranger.id]), 'ids[1]'],
      [await change(id, { name: 'Other', add: [newId()] }), 'add[0]'],
      [await change(id, { add: [ada], remove: [ada] }), 'remove'],
    ] as const) {
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
    assert.deepEqual(await members(id), ['Ada'])
    assert.equal((await change(id, { remove: [stranger.id] })).status, 200, 'no member')
  })

  it('DELETE answers 200, then 404; its customers stay', async () => {
    const { create, set, customer, send, change } = on(await makeMerchant(service))
    const { id } = (await create('Wholesale')).body.data
    const ada = await customer('Ada')
    await set(id, [ada])
    assert.equal((await send('DELETE', `customer-groups/${id}`)).status, 200)
    for (const answer of [await send('DELETE', `customer-groups/${id}`), await change(id, {}), await set(id, [])])
      assertRefused(answer, 404, 'NOT_FOUND')
    assert.deepEqual((await send('GET', `users/${ada}`)).body.data.groups, [])
  })

  it('an erased account is in no group, and cannot be put into one', async () => {
    const shop = await makeMerchant(service)
    const { create, set, list } = on(shop)
    const { id } = (await create('Wholesale')).body.data
    const ada = await makeUser(service, { merchantId: shop.id })
    await set(id, [ada.id])
    const gone = await service.request('DELETE', '/user/profile', {
      headers: ada.headers,
      body: { current_password: ada.password },
    })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.equal((await list())[0].customer_count, 0)
    assertRefused(await set(id, [ada.id]), 400, 'VALIDATION_ERROR')
  })

  it('PUT and PATCH of a customer who is merged into another at that moment answer 409', async () => {
    const shop = await makeMerchant(service)
    const { create, set, change, customer, members } = on(shop)
    const { id } = (await create('Wholesale')).body.data
    for (const join of [(ids: string[]) => set(id, ids), (ids: string[]) => change(id, { add: ids })]) {
      const merged = await customer('Ada')
      const merge = await holdLocks(
        service,
        sql`delete from customers where merchant_id = ${shop.id} and user_id = ${merged}`,
      )
      const joining = join([merged])
      await until(async () => (await lockWaits(service)) > 0, 'the group to wait for the merge')
      await merge.commit()
      assertRefused(await joining, 409, 'CONFLICT')
      assert.deepEqual(await members(id), [])
    }
  })

  it('POST with the same Idempotency-Key answers the same; another body 422, meanwhile 409', async () => {
    const shop = await makeMerchant(service)
    const { create } = on(shop)
    const [key, other] = [newId(), newId()]
    const first = await create('One', key)
    assert.deepEqual((await create('One', key)).body, first.body)
    assertRefused(await create('Two', key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const busy = await duringAnother(service, shop.owner.id, other, () => create('Two', other))
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})
