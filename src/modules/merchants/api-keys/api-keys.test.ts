import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { permissions } from '#src/platform/lib/permissions.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { startAppThatTellsStatements } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'
import { insertStaff } from '../queries.ts'

type Headers = Record<string, string>

describeService('API keys', startAppThatTellsStatements, ({ service }) => {
  const make = (headers: Headers, body: unknown) => service.request('POST', '/admin/api-keys', { headers, body })
  const revoke = (headers: Headers, id: string) => service.request('DELETE', `/admin/api-keys/${id}`, { headers })
  const list = (headers: Headers) => service.request('GET', '/admin/api-keys', { headers })
  const get = (headers: Headers, path = '/admin/orders') => service.request('GET', path, { headers })
  const code = (answer: { status: number; body: { error?: { code: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ]
  /** A second owner, whom the first can demote and remove. */
  async function withMaker(shop: TestMerchant, wanted: readonly string[]) {
    const maker = await makeStaff(service, shop.id, 'owner')
    const key = await makeApiKey(service, { ...shop, owner: maker }, wanted)
    return { maker, key }
  }

  it('POST /admin/api-keys answers 201 with the key, which nothing else ever shows', async () => {
    const shop = await makeMerchant(service)
    const body = { name: 'Warehouse', permissions: ['orders.read', 'inventory.write', 'orders.read'] }
    const expires_at = '2999-01-01T00:00:00.000Z'
    const { status, body: answer } = await make(shop.owner.headers, { ...body, expires_at })
    assert.equal(status, 201)
    const { id, key, created_at, ...rest } = answer.data
    assert.match(key, /^ck_[\w-]{43}$/)
    assert.deepEqual(rest, {
      kind: 'admin',
      name: 'Warehouse',
      permissions: ['orders.read', 'inventory.write'],
      last_four: key.slice(-4),
      rate_limit_per_minute: null,
      user_id: shop.owner.id,
      expires_at,
      last_used_at: null,
    })
    const listed = await list(shop.owner.headers)
    assert.deepEqual(listed.body.data.items, [{ id, created_at, key: null, ...rest }])
    assert.equal(listed.body.data.pagination.total, 1)
    const { rows } = await sql<{ text: string }>`select api_keys::text as text from api_keys where id = ${id}`.execute(
      service.deps.db,
    )
    assert.equal(rows[0]?.text.includes(key.slice(3)), false)
  })

  it('a key needs no device-id, is good at its shop alone, and has its permissions and no others', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const { headers, key } = await makeApiKey(service, shop, ['orders.read'])
    assert.equal((await get(headers)).status, 200)
    const refused = await get(headers, '/admin/products')
    assert.deepEqual(code(refused), [403, 'INSUFFICIENT_PERMISSIONS'])
    assert.deepEqual(refused.body.error.details, { required_permission: 'products.read' })
    for (const merchantId of [other.id, 'x', '']) {
      assert.deepEqual(code(await get({ ...headers, 'merchant-id': merchantId })), [403, 'MERCHANT_ACCESS_DENIED'])
    }
    for (const wrong of [`${key}x`, key.slice(0, -1), 'ck_', key.toUpperCase(), `ck_${'x'.repeat(8_000)}`]) {
      assert.deepEqual(
        code(await get({ ...headers, 'access-token': wrong })),
        [401, 'UNAUTHORIZED'],
        wrong.slice(0, 50),
      )
    }
  })

  it('a key on user, order and cart endpoints answers 401 UNAUTHORIZED', async () => {
    const shop = await makeMerchant(service)
    const { headers } = await makeApiKey(service, shop)
    for (const path of ['/user/profile', '/user/orders', '/user/cart', '/catalog/products', '/user/sessions']) {
      const answer = await get({ ...headers, 'device-id': 'desk' }, path)
      assert.deepEqual(code(answer), [401, 'UNAUTHORIZED'], path)
    }
  })

  it('POST /admin/api-keys with a permission that does not exist answers 400 and names it', async () => {
    const { owner } = await makeMerchant(service)
    const answer = await make(owner.headers, { name: 'x', permissions: ['orders.read', 'orders.fly', 'toString'] })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.error.details, [
      { field: 'permissions[1]', message: 'orders.fly is not a permission' },
      { field: 'permissions[2]', message: 'toString is not a permission' },
    ])
    for (const expires_at of ['2020-01-01T00:00:00Z', '2016-12-31T23:59:60Z', '9999-12-31T23:59:59Z']) {
      const late = await make(owner.headers, { name: 'x', permissions: ['orders.read'], expires_at })
      const message = 'must be a time in the future, before the year 3000'
      assert.deepEqual([late.status, late.body.error?.details], [400, [{ field: 'expires_at', message }]], expires_at)
    }
  })

  it('POST, GET and DELETE /admin/api-keys by a manager or a viewer answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const shop = await makeMerchant(service)
    const { id } = await makeApiKey(service, shop)
    for (const role of ['manager', 'viewer'] as const) {
      const { headers } = await makeStaff(service, shop.id, role)
      const body = { name: 'x', permissions: ['orders.read'] }
      for (const answer of [await make(headers, body), await list(headers), await revoke(headers, id)]) {
        assert.deepEqual(code(answer), [403, 'INSUFFICIENT_PERMISSIONS'])
        assert.deepEqual(answer.body.error.details, { required_permission: 'keys.write' })
      }
    }
  })

  it('POST /admin/api-keys during another of its Idempotency-Key answers 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    const shop = await makeMerchant(service)
    const key = unique('key')
    const headers = { ...shop.owner.headers, 'idempotency-key': key }
    const answer = await duringAnother(service, shop.owner.id, key, () =>
      make(headers, { name: 'x', permissions: ['orders.read'] }),
    )
    assert.deepEqual(code(answer), [409, 'IDEMPOTENCY_IN_PROGRESS'])
  })

  it('POST /admin/api-keys twice with one Idempotency-Key makes one; another body is 422', async () => {
    const shop = await makeMerchant(service)
    const idempotent = { 'idempotency-key': unique('key') }
    const headers = { ...shop.owner.headers, ...idempotent }
    const body = { name: 'x', permissions: ['orders.read', 'keys.write'] }
    const [first, second] = [await make(headers, body), await make(headers, body)]
    assert.deepEqual(second.body, first.body)
    assert.equal((await make(headers, { ...body, name: 'y' })).status, 422)
    // The maker's idempotency keys are not the API key's.
    const own = { 'access-token': first.body.data.key, 'merchant-id': shop.id }
    const third = await make({ ...own, ...idempotent }, body)
    assert.deepEqual([third.status, third.headers['idempotent-replayed']], [201, undefined])
    assert.notEqual(third.body.data.id, first.body.data.id)
  })

  it('a key has what its maker’s role allows now, and ends with that role, for good', async () => {
    const shop = await makeMerchant(service)
    const { maker, key } = await withMaker(shop, permissions)
    const change = (role: string) =>
      service.request('PATCH', `/admin/staff/${maker.id}`, { headers: shop.owner.headers, body: { role } })
    assert.equal((await list(key.headers)).status, 200)
    assert.equal((await change('viewer')).status, 200)
    assert.deepEqual(code(await list(key.headers)), [403, 'INSUFFICIENT_PERMISSIONS'])
    assert.equal((await get(key.headers)).status, 200)
    const left = service.request('DELETE', `/admin/staff/${maker.id}`, { headers: shop.owner.headers })
    assert.equal((await left).status, 200)
    assert.deepEqual(code(await get(key.headers)), [401, 'UNAUTHORIZED'])
    await insertStaff(service.deps.db, shop.id, maker.id, 'owner')
    service.deps.apiKeys.refresh()
    assert.deepEqual(code(await get(key.headers)), [401, 'UNAUTHORIZED'])
    assert.equal((await list(shop.owner.headers)).body.data.pagination.total, 0)
  })

  it('a key ends within a second when another process removes its maker’s role', async () => {
    const shop = await makeMerchant(service)
    const { maker, key } = await withMaker(shop, ['orders.read'])
    assert.equal((await get(key.headers)).status, 200)
    await sql`delete from staff where user_id = ${maker.id}`.execute(service.deps.db)
    await until(async () => (await get(key.headers)).status === 401, 'the key to be read again')
  })

  it('a key made with a key has no more than that one, and ends with it', async () => {
    const shop = await makeMerchant(service)
    const expires_at = '2999-01-01T00:00:00.000Z'
    const made = await make(shop.owner.headers, { name: 'x', permissions: ['keys.write', 'orders.read'], expires_at })
    const parent = { 'access-token': made.body.data.key, 'merchant-id': shop.id }
    const refused = await make(parent, { name: 'x', permissions: ['orders.read', 'staff.write'] })
    assert.deepEqual(code(refused), [403, 'INSUFFICIENT_PERMISSIONS'])
    assert.deepEqual(refused.body.error.details, { required_permission: 'staff.write' })
    const child = await make(parent, { name: 'x', permissions: ['orders.read'] })
    assert.deepEqual([child.body.data.expires_at, child.body.data.user_id], [expires_at, shop.owner.id])
    const headers = { ...parent, 'access-token': child.body.data.key }
    assert.equal((await get(headers)).status, 200)
    assert.equal((await revoke(shop.owner.headers, made.body.data.id)).status, 200)
    assert.deepEqual(code(await get(headers)), [401, 'UNAUTHORIZED'])
  })

  it('a key cannot leave the shop for its maker', async () => {
    const shop = await makeMerchant(service)
    const { maker, key } = await withMaker(shop, ['staff.read'])
    const answer = await service.request('DELETE', `/admin/staff/${maker.id}`, { headers: key.headers })
    assert.deepEqual(code(answer), [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('DELETE /admin/api-keys/{id} answers 200 and the key 401; twice, foreign or malformed is 404', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const { id, headers } = await makeApiKey(service, shop)
    assert.equal((await get(headers)).status, 200)
    for (const wrong of [other.owner.id, 'x']) {
      assert.deepEqual(code(await revoke(shop.owner.headers, wrong)), [404, 'NOT_FOUND'])
    }
    assert.deepEqual(code(await revoke(other.owner.headers, id)), [404, 'NOT_FOUND'])
    assert.equal((await get(headers)).status, 200)
    assert.equal((await revoke(shop.owner.headers, id)).status, 200)
    assert.deepEqual(code(await get(headers)), [401, 'UNAUTHORIZED'])
    assert.deepEqual(code(await revoke(shop.owner.headers, id)), [404, 'NOT_FOUND'])
  })

  it('a key that has expired answers 401 UNAUTHORIZED', async () => {
    const shop = await makeMerchant(service)
    const { id, headers } = await makeApiKey(service, shop)
    assert.equal((await get(headers)).status, 200)
    await sql`update api_keys set expires_at = now() where id = ${id}`.execute(service.deps.db)
    service.deps.apiKeys.refresh()
    assert.deepEqual(code(await get(headers)), [401, 'UNAUTHORIZED'])
  })

  it('the last use is noted, exact to a minute, by one write a minute', async () => {
    const shop = await makeMerchant(service)
    const { id, headers } = await makeApiKey(service, shop, ['orders.read'])
    const age = (ago: string) =>
      sql`update api_keys set last_used_at = now() - ${ago}::interval where id = ${id}`.execute(service.deps.db)
    const use = async () => {
      service.deps.apiKeys.refresh()
      assert.equal((await get(headers)).status, 200)
      const { rows } = await sql<{ version: string; at: Date; ago: number }>`
        select xmin::text as version, last_used_at as at, extract(epoch from now() - last_used_at)::float8 as ago
          from api_keys where id = ${id}`.execute(service.deps.db)
      return rows[0] ?? assert.fail()
    }
    const first = await use()
    for (const ago of ['2 hours', '70 seconds']) {
      await age(ago)
      const { ago: noted } = await use()
      assert.ok(noted < 60, `${noted} s`)
    }
    await age('30 seconds')
    const before = await use()
    const after = await use()
    assert.deepEqual([after.version, after.at], [before.version, before.at])
    assert.ok(before.ago >= 30 && first.ago < 60)
    const { items } = (await list(shop.owner.headers)).body.data
    assert.equal(items[0].last_used_at, after.at.toISOString())
  })

  it('requests with a key are counted apart from its maker’s, unknown keys by address', async (t) => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '5' }, service.databaseUrl)
    t.after(() => limited.close())
    const shop = await makeMerchant(service)
    const [one, two] = [await makeApiKey(service, shop), await makeApiKey(service, shop)]
    const status = async (headers: Headers) => (await limited.request('GET', '/admin/orders', { headers })).status
    const statuses = async (headers: Headers, times: number) => {
      const found = []
      for (let n = 0; n < times; n++) found.push(await status(headers))
      return found
    }
    assert.deepEqual(await statuses(one.headers, 6), [200, 200, 200, 200, 200, 429])
    assert.equal(await status(shop.owner.headers), 200)
    assert.equal(await status(two.headers), 200)
    // Each stranger costs a statement; two look-ups of the above were counted for the address as well.
    assert.deepEqual(
      await statuses({ ...one.headers, 'access-token': `ck_${'x'.repeat(43)}` }, 4),
      [401, 401, 401, 429],
    )
    assert.equal(await status(two.headers), 200)
  })
})
