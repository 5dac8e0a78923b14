import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { endSecretsOfShop } from '#src/modules/merchants/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, makeStorefrontKey } from '#test/support/factories.ts'

type Headers = Record<string, string>

describeService('keys of storefronts, as staff makes them', ({ service }) => {
  const make = (headers: Headers, body: unknown) => service.request('POST', '/admin/api-keys', { headers, body })
  const revoke = (headers: Headers, id: string) => service.request('DELETE', `/admin/api-keys/${id}`, { headers })
  const itemsOf = async (headers: Headers) =>
    (await service.request('GET', '/admin/api-keys', { headers })).body.data.items
  const read = async (headers: Headers) => {
    const { status, body } = await service.request('GET', '/catalog/products', { headers })
    return [status, body.error?.code]
  }
  const storedText = async (id: string) => {
    const found = sql<{ text: string }>`select api_keys::text as text from api_keys where id = ${id}`
    return (await found.execute(service.deps.db)).rows[0]?.text ?? ''
  }

  it('POST /admin/api-keys of kind publishable answers 201 with a key that lists show whole', async () => {
    const { owner } = await makeMerchant(service)
    const { status, body } = await make(owner.headers, { kind: 'publishable', name: 'Website' })
    assert.equal(status, 201)
    const { id, created_at, key, ...rest } = body.data
    assert.match(key, /^pk_[\w-]{43}$/)
    assert.deepEqual(rest, {
      kind: 'publishable',
      name: 'Website',
      permissions: [],
      last_four: key.slice(-4),
      rate_limit_per_minute: null,
      user_id: null,
      expires_at: null,
      last_used_at: null,
    })
    assert.deepEqual(await itemsOf(owner.headers), [{ id, created_at, key, ...rest }])
  })

  it('POST /admin/api-keys of kind storefront answers 201 with a secret that nothing else ever shows', async () => {
    const { owner } = await makeMerchant(service)
    const { body } = await make(owner.headers, { kind: 'storefront', name: 'Server' })
    const { id, key, ...rest } = body.data
    assert.match(key, /^sk_[\w-]{43}$/)
    assert.deepEqual([rest.kind, rest.permissions, rest.user_id], ['storefront', [], null])
    assert.equal(rest.rate_limit_per_minute, 6_000)
    assert.deepEqual(await itemsOf(owner.headers), [{ id, key: null, ...rest }])
    assert.equal((await storedText(id)).includes(key.slice(3)), false)
    const own = await make(owner.headers, { kind: 'storefront', name: 'Server', rate_limit_per_minute: 100_000 })
    assert.equal(own.body.data.rate_limit_per_minute, 100_000)
  })

  it('POST /admin/api-keys with a field that its kind does not take answers 400 and names it', async () => {
    const { owner } = await makeMerchant(service)
    const permissions = ['orders.read']
    const wrong: [body: object, field: string][] = [
      [{ kind: 'publishable', permissions }, 'permissions'],
      [{ kind: 'storefront', permissions }, 'permissions'],
      [{ kind: 'publishable', permissions: [] }, 'permissions'],
      [{ kind: 'storefront', permissions: null }, 'permissions'],
      [{}, 'permissions'],
      [{ kind: 'admin' }, 'permissions'],
      [{ kind: 'publishable', rate_limit_per_minute: 100 }, 'rate_limit_per_minute'],
      [{ permissions, rate_limit_per_minute: 100 }, 'rate_limit_per_minute'],
      [{ kind: 'storefront', rate_limit_per_minute: 59 }, 'rate_limit_per_minute'],
      [{ kind: 'storefront', rate_limit_per_minute: 100_001 }, 'rate_limit_per_minute'],
      [{ kind: 'storefront', rate_limit_per_minute: 60.5 }, 'rate_limit_per_minute'],
      [{ kind: 'secret', permissions }, 'kind'],
      [{ kind: null, permissions }, 'kind'],
      [{ kind: 'publishable', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ]
    for (const [body, field] of wrong) {
      const answer = await make(owner.headers, { name: 'x', ...body })
      const fields = new Set(answer.body.error?.details.map((fault: { field: string }) => fault.field))
      assert.deepEqual([answer.status, ...fields], [400, field], JSON.stringify(body))
    }
    assert.deepEqual(await itemsOf(owner.headers), [])
  })

  it('POST and DELETE /admin/api-keys of each kind by a manager answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const shop = await makeMerchant(service)
    const { headers } = await makeStaff(service, shop.id, 'manager')
    for (const kind of ['publishable', 'storefront'] as const) {
      const { id } = await makeStorefrontKey(service, shop, kind)
      for (const answer of [await make(headers, { kind, name: 'x' }), await revoke(headers, id)]) {
        assert.deepEqual([answer.status, answer.body.error?.code], [403, 'INSUFFICIENT_PERMISSIONS'])
      }
    }
  })

  it('keys of storefronts outlive their maker, and the key that made them', async () => {
    const shop = await makeMerchant(service)
    const maker = await makeStaff(service, shop.id, 'owner')
    const program = await makeApiKey(service, { ...shop, owner: maker })
    const made: Headers[] = []
    for (const kind of ['publishable', 'storefront'] as const) {
      made.push((await makeStorefrontKey(service, { ...shop, owner: maker }, kind)).headers)
      const byKey = await make(program.headers, { kind, name: 'x' })
      made.push({ 'access-token': byKey.body.data.key })
    }
    assert.equal((await revoke(shop.owner.headers, program.id)).status, 200)
    const left = service.request('DELETE', `/admin/staff/${maker.id}`, { headers: shop.owner.headers })
    assert.equal((await left).status, 200)
    const device = { 'device-id': unique('device') }
    const { email, password } = maker
    const login = await service.request('POST', '/user/login', { headers: device, body: { email, password } })
    const headers = { ...device, 'access-token': login.body.access_token }
    const erased = { headers, body: { current_password: password } }
    assert.equal((await service.request('DELETE', '/user/profile', erased)).status, 200)
    service.deps.apiKeys.refresh()
    for (const headers of made) assert.deepEqual(await read(headers), [200, undefined])
  })

  it('DELETE /admin/api-keys/{id} ends a key of a storefront at once; of another shop it answers 404', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    for (const kind of ['publishable', 'storefront'] as const) {
      const { id, headers } = await makeStorefrontKey(service, shop, kind)
      assert.deepEqual(await read(headers), [200, undefined])
      const foreign = await revoke(other.owner.headers, id)
      assert.deepEqual([foreign.status, foreign.body.error?.code], [404, 'NOT_FOUND'])
      assert.deepEqual(await read(headers), [200, undefined])
      assert.equal((await revoke(shop.owner.headers, id)).status, 200)
      assert.deepEqual(await read(headers), [401, 'UNAUTHORIZED'])
    }
  })

  it('a key of a storefront that has expired answers 401 UNAUTHORIZED', async () => {
    const shop = await makeMerchant(service)
    for (const kind of ['publishable', 'storefront'] as const) {
      const { id, headers } = await makeStorefrontKey(service, shop, kind, { expires_at: '2999-01-01T00:00:00Z' })
      assert.deepEqual(await read(headers), [200, undefined])
      await sql`update api_keys set expires_at = now() where id = ${id}`.execute(service.deps.db)
      service.deps.apiKeys.refresh()
      assert.deepEqual(await read(headers), [401, 'UNAUTHORIZED'])
    }
  })

  it('the audit log tells kind and limit, and no key', async () => {
    const { owner } = await makeMerchant(service)
    const keys = [
      await make(owner.headers, { kind: 'publishable', name: 'Website' }),
      await make(owner.headers, { kind: 'storefront', name: 'Server', rate_limit_per_minute: 600 }),
    ]
    const log = await service.request('GET', '/admin/audit-log?action=api_key.created', { headers: owner.headers })
    assert.deepEqual(
      log.body.data.items.map(({ changes }: { changes: object }) => changes),
      [
        { name: [null, 'Server'], kind: [null, 'storefront'], rate_limit_per_minute: [null, 600] },
        { name: [null, 'Website'], kind: [null, 'publishable'] },
      ],
    )
    for (const { body } of keys) assert.equal(JSON.stringify(log.body).includes(body.data.key), false)
  })

  it('after a leak the secret keys of a shop end; the publishable ones, which are no secrets, stay', async () => {
    const shop = await makeMerchant(service)
    const publishable = await makeStorefrontKey(service, shop, 'publishable')
    const secrets = [await makeStorefrontKey(service, shop, 'storefront'), await makeApiKey(service, shop)]
    await inTransaction(service.deps.db, (transaction) => endSecretsOfShop(transaction, shop.id, 0))
    service.deps.apiKeys.refresh()
    assert.deepEqual(await read(publishable.headers), [200, undefined])
    for (const { headers } of secrets) assert.deepEqual(await read(headers), [401, 'UNAUTHORIZED'])
  })

  it('POST /admin/api-keys twice with one Idempotency-Key makes one publishable key', async () => {
    const { owner } = await makeMerchant(service)
    const headers = { ...owner.headers, 'idempotency-key': unique('key') }
    const body = { kind: 'publishable', name: 'Website' }
    const [first, second] = [await make(headers, body), await make(headers, body)]
    assert.deepEqual(second.body, first.body)
    assert.equal((await itemsOf(owner.headers)).length, 1)
  })
})
