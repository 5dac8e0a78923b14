import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStorefrontKey } from '#test/support/factories.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'
import { createKeyDirectory } from './key-directory.ts'

type Headers = Record<string, string>

describeService('the API keys a process has found', startAppThatTellsStatements, ({ service }) => {
  const get = (headers: Headers) => service.request('GET', '/admin/orders', { headers })
  const revoke = (headers: Headers, id: string) => service.request('DELETE', `/admin/api-keys/${id}`, { headers })

  it('a request with a key costs one statement more than with a token, and none while it is cached', async () => {
    const shop = await makeMerchant(service)
    const { headers } = await makeApiKey(service, shop, ['orders.read'])
    // The time for which it is cached stands still.
    const directory = createKeyDirectory(service.deps.db, () => 0)
    const by = (given: Headers) => statementsOf(() => get(given))
    const withToken = await by(shop.owner.headers)
    const { find, isFamiliar } = service.deps.apiKeys
    Object.assign(service.deps.apiKeys, directory)
    try {
      const first = await by(headers)
      assert.deepEqual(first.slice(1), withToken)
      assert.deepEqual(await by(headers), withToken)
    } finally {
      Object.assign(service.deps.apiKeys, { find, isFamiliar })
    }
  })

  it('a request with a storefront’s key costs one statement more than with a token, cached none', async () => {
    const shop = await makeMerchant(service)
    const path = `/catalog/products?merchant_id=${shop.id}`
    const by = (headers: Headers) => statementsOf(() => service.request('GET', path, { headers }))
    const withToken = await by(shop.owner.headers)
    const directory = createKeyDirectory(service.deps.db, () => 0)
    const { find, isFamiliar } = service.deps.apiKeys
    const keys = [
      await makeStorefrontKey(service, shop, 'publishable'),
      await makeStorefrontKey(service, shop, 'storefront'),
    ]
    Object.assign(service.deps.apiKeys, directory)
    try {
      for (const { key, headers } of keys) {
        assert.deepEqual((await by(headers)).slice(1), withToken)
        assert.deepEqual(await by(headers), withToken)
        if (key.startsWith('sk_'))
          assert.deepEqual(await by({ ...shop.owner.headers, 'storefront-key': key }), withToken)
      }
    } finally {
      Object.assign(service.deps.apiKeys, { find, isFamiliar })
    }
  })

  it('in another process a key works at once, and ends within a second of being revoked here', async (t) => {
    const shop = await makeMerchant(service)
    let nowMs = 0
    const elsewhere = createKeyDirectory(service.deps.db, () => nowMs)
    const { id, key, headers } = await makeApiKey(service, shop, ['orders.read'])
    assert.equal(elsewhere.isFamiliar(key), false)
    assert.equal((await elsewhere.find(key))?.id, id)
    assert.equal(elsewhere.isFamiliar(key), true)
    // The same between two services, which share the database alone.
    const second = await startTestApp({}, service.databaseUrl)
    t.after(() => second.close())
    const there = () => second.request('GET', '/admin/orders', { headers })
    assert.equal((await there()).status, 200)
    assert.equal((await revoke(shop.owner.headers, id)).status, 200)
    nowMs = 799
    assert.equal((await elsewhere.find(key))?.id, id)
    nowMs = 800
    assert.equal(await elsewhere.find(key), undefined)
    await until(async () => (await there()).status === 401, 'the other process to know')
  })

  it('a key that was unknown when it was asked for is good within a second', async () => {
    const shop = await makeMerchant(service)
    const { id, key } = await makeApiKey(service, shop, ['orders.read'])
    const { db } = service.deps
    let nowMs = 0
    const directory = createKeyDirectory(db, () => nowMs)
    const { rows } = await sql<{ key_hash: Buffer }>`select key_hash from api_keys where id = ${id}`.execute(db)
    await sql`update api_keys set key_hash = '\\x00' where id = ${id}`.execute(db)
    assert.equal(await directory.find(key), undefined)
    await sql`update api_keys set key_hash = ${rows[0]?.key_hash} where id = ${id}`.execute(db)
    assert.equal(await directory.find(key), undefined)
    nowMs = 800
    assert.equal((await directory.find(key))?.id, id)
  })
})
