import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { permissions } from '#src/platform/lib/permissions.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeRole, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'

type Headers = Record<string, string>

describeService('giving roles', ({ service }) => {
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, headers: Headers, body?: unknown) =>
    service.request(method, path, { headers, ...(body !== undefined && { body }) })
  const make = (headers: Headers, body: unknown) => send('POST', '/admin/roles', headers, body)
  const change = (headers: Headers, id: string, body: unknown) => send('PATCH', `/admin/roles/${id}`, headers, body)
  const give = (headers: Headers, id: string, role: string) => send('PATCH', `/admin/staff/${id}`, headers, { role })
  const invite = (headers: Headers, role: string, email = `${unique('new')}@example.com`) =>
    send('POST', '/admin/staff', headers, { email, role })
  const code = ({ status, body }: TestAnswer) => [status, body.error?.code]
  const lacks = (answer: TestAnswer) => [...code(answer), answer.body.error?.details?.required_permission]
  const without = (permission: string) => [403, 'INSUFFICIENT_PERMISSIONS', permission]
  /** A member with a role of the shop's own. */
  async function makeMember(shop: TestMerchant, ...allowed: string[]) {
    const role = await makeRole(service, shop, allowed)
    return { role, ...(await makeStaff(service, shop.id, role.id)) }
  }

  it('nobody gives what they have not: in a role, to a member, by an invitation or a key', async () => {
    const shop = await makeMerchant(service)
    const own = ['staff.read', 'staff.write', 'keys.write', 'orders.read']
    const { headers, id, role } = await makeMember(shop, ...own)
    const wide = await makeRole(service, shop, ['orders.read', 'orders.refund'])
    const narrow = await makeRole(service, shop, ['orders.read'])
    const colleague = await makeStaff(service, shop.id, narrow.id)
    assert.deepEqual(
      lacks(await make(headers, { name: 'x', permissions: ['orders.refund'] })),
      without('orders.refund'),
    )
    for (const target of [role, narrow]) {
      const answer = await change(headers, target.id, { permissions: [...own, 'orders.fulfil'] })
      assert.deepEqual(lacks(answer), without('orders.fulfil'))
    }
    for (const given of [wide.id, wide.name]) {
      assert.deepEqual(lacks(await invite(headers, given)), without('orders.refund'))
      assert.deepEqual(lacks(await give(headers, colleague.id, given)), without('orders.refund'))
      assert.deepEqual(lacks(await give(headers, id, given)), without('orders.refund'))
    }
    assert.deepEqual(code(await invite(headers, 'manager')), [403, 'INSUFFICIENT_PERMISSIONS'])
    const key = { name: 'x', permissions: ['orders.read', 'orders.refund'] }
    assert.deepEqual(lacks(await send('POST', '/admin/api-keys', headers, key)), without('orders.refund'))
    // What they have they give, and what others have they take.
    assert.equal((await make(headers, { name: 'Reading orders', permissions: ['orders.read'] })).status, 201)
    assert.equal((await invite(headers, narrow.name)).status, 201)
    assert.equal((await change(headers, wide.id, { name: 'Wider' })).status, 200)
    assert.equal((await change(headers, wide.id, { permissions: ['orders.read'] })).status, 200)
    assert.deepEqual(
      lacks(await change(headers, wide.id, { permissions: ['orders.read', 'orders.refund'] })),
      without('orders.refund'),
    )
  })

  it('an API key with staff.write gives no more than it has itself', async () => {
    const shop = await makeMerchant(service)
    const { headers } = await makeApiKey(service, shop, ['staff.write', 'keys.write', 'orders.read'])
    assert.deepEqual(lacks(await make(headers, { name: 'x', permissions: ['orders.write'] })), without('orders.write'))
    assert.deepEqual(code(await invite(headers, 'viewer')), [403, 'INSUFFICIENT_PERMISSIONS'])
    assert.deepEqual(code(await invite(headers, 'owner')), [403, 'INSUFFICIENT_PERMISSIONS'])
    assert.equal((await make(headers, { name: 'x', permissions: ['orders.read'] })).status, 201)
    const full = await makeApiKey(service, shop)
    assert.equal((await invite(full.headers, 'owner')).status, 201)
  })

  it('only owners make, change and remove owners, whatever else a role has', async () => {
    const shop = await makeMerchant(service)
    const other = await makeStaff(service, shop.id, 'owner')
    const { headers } = await makeMember(shop, ...permissions)
    const invitation = (await invite(shop.owner.headers, 'owner')).body.data
    for (const answer of [
      await invite(headers, 'owner'),
      await give(headers, other.id, 'viewer'),
      await give(headers, other.id, 'owner'),
      await send('DELETE', `/admin/staff/${other.id}`, headers),
      await send('DELETE', `/admin/staff/${invitation.id}`, headers),
    ]) {
      assert.deepEqual(code(answer), [403, 'INSUFFICIENT_PERMISSIONS'])
      assert.equal(answer.body.error.details.required_role, 'owner')
    }
    const { items } = (await send('GET', '/admin/staff', headers)).body.data
    assert.deepEqual(
      items.map(({ role }: { role: string }) => role).filter((role: string) => role === 'owner'),
      ['owner', 'owner', 'owner'],
    )
  })

  it('who is narrowed while they give gives by what they have then', async () => {
    const shop = await makeMerchant(service)
    const { headers, role } = await makeMember(shop, 'staff.write', 'keys.write', 'orders.read', 'orders.refund')
    const target = await makeRole(service, shop, ['orders.read'])
    const asks = [
      () => change(headers, role.id, { permissions: ['staff.write', 'keys.write', 'orders.read', 'orders.refund'] }),
      () => change(headers, target.id, { permissions: ['orders.read', 'orders.refund'] }),
      () => make(headers, { name: 'Refunds', permissions: ['orders.refund'] }),
      () => send('POST', '/admin/api-keys', headers, { name: 'x', permissions: ['orders.refund'] }),
    ]
    // A change that is under way: the requests are let in by what was before it.
    const narrowed = await holdLocks(
      service,
      sql`select from merchants where id = ${shop.id} for no key update`,
      sql`update roles set permissions = '{staff.write,keys.write,orders.read}' where id = ${role.id}`,
    )
    let answered = 0
    const asked = asks.map((ask) => ask().finally(() => answered++))
    await until(async () => answered + (await lockWaits(service)) >= asks.length, 'the requests to wait')
    await narrowed.commit()
    for (const answer of await Promise.all(asked)) assert.deepEqual(lacks(answer), without('orders.refund'))
  })
})
