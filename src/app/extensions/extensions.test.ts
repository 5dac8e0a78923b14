import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { TestApp } from '#test/support/app.ts'
import { connectTestDatabase } from '#test/support/database.ts'
import { install, startExtended, wishlist, writeExtension } from '#test/support/extensions.ts'
import { makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'
import { loadExtensions } from './load.ts'

/** Roles belong to the server, which tests share. */
const ownName = () => `t${randomBytes(6).toString('hex')}`

describe('an extension', () => {
  let service: TestApp & { close(): Promise<void> }
  before(async () => {
    service = await startExtended([wishlist])
  })
  after(() => service.close())

  it('has routes of its own, for a shopper of a shop and for its staff, and none sees another’s', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const product = await makeProduct(service, shop, { name: 'Oak table', onHand: 0 })
    const [ada, grace] = [await makeUser(service), await makeUser(service)]
    const as = (user: { headers: Record<string, string> }, merchantId = shop.id) => ({
      headers: { ...user.headers, 'merchant-id': merchantId },
    })
    const put = await service.request('PUT', `/ext/wishlist/items/${product.id}`, as(ada))
    assert.deepEqual([put.status, put.body], [200, { success: true, data: { product_id: product.id } }])
    const list = async (user: Parameters<typeof as>[0], merchantId?: string) =>
      (await service.request('GET', '/ext/wishlist/items', as(user, merchantId))).body.data.items
    assert.deepEqual(await list(ada), [{ product_id: product.id, name: 'Oak table', available: false, back_at: null }])
    assert.deepEqual(await list(grace), [])
    assert.deepEqual(await list(ada, other.id), [])
    const wished = await service.request('GET', '/ext/wishlist/wished', { headers: shop.owner.headers })
    assert.deepEqual(wished.body.data.items, [{ product_id: product.id, name: 'Oak table', people: 1 }])
    const elsewhere = await service.request('PUT', `/ext/wishlist/items/${product.id}`, as(ada, other.id))
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [404, 'NOT_FOUND'])
    assert.equal((await service.request('GET', '/ext/wishlist/items')).status, 401)
    const supporter = await makeStaff(service, shop.id, 'warehouse')
    assert.equal((await service.request('GET', '/ext/wishlist/wished', { headers: supporter.headers })).status, 200)
  })

  it('reacts to an event in its transaction', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { onHand: 0 })
    const ada = await makeUser(service)
    const headers = { ...ada.headers, 'merchant-id': shop.id }
    await service.request('PUT', `/ext/wishlist/items/${product.id}`, { headers })
    const adjusted = await service.request('PATCH', `/admin/inventory/${product.id}`, {
      headers: shop.owner.headers,
      body: { on_hand: 3, reason: 'delivery' },
    })
    assert.equal(adjusted.status, 200, JSON.stringify(adjusted.body))
    const [item] = (await service.request('GET', '/ext/wishlist/items', { headers })).body.data.items
    assert.equal(item.available, true)
    assert.notEqual(item.back_at, null)
  })

  it('is in the contract, with its tag, and validates what is sent', async () => {
    const ada = await makeUser(service)
    const shop = await makeMerchant(service)
    const { paths } = (await service.app.inject('/openapi.json')).json()
    assert.deepEqual(paths['/ext/wishlist/items'].get.tags, ['wishlist'])
    const bad = await service.request('PUT', '/ext/wishlist/items/one', {
      headers: { ...ada.headers, 'merchant-id': shop.id },
    })
    assert.equal(bad.status, 404)
    const unknown = await service.request('GET', '/ext/wishlist/items?page=2', {
      headers: { ...ada.headers, 'merchant-id': shop.id },
    })
    assert.deepEqual([unknown.status, unknown.body.error.details[0].field], [400, 'page'])
  })

  it('gives out what it keeps of a person, and deletes it with the account', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop)
    const ada = await makeUser(service)
    const headers = { ...ada.headers, 'merchant-id': shop.id }
    await service.request('PUT', `/ext/wishlist/items/${product.id}`, { headers })
    const exported = await service.request('GET', '/user/export', { headers: ada.headers })
    assert.equal(exported.body.data.ext_wishlist[0][0].product_id, product.id)
    const erased = await service.request('DELETE', '/user/profile', {
      headers: ada.headers,
      body: { current_password: ada.password },
    })
    assert.equal(erased.status, 200, JSON.stringify(erased.body))
    const { body } = await service.request('GET', '/ext/wishlist/wished', { headers: shop.owner.headers })
    assert.deepEqual(body.data.items, [])
  })
})

describe('an extension that fails', () => {
  it('answers 500 with nothing of it shown, and leaves nothing behind; `fail` has its own code', async (t) => {
    const name = ownName()
    const folder = await writeExtension(
      t,
      `{
        name: '${name}', sql: new URL('./sql/', import.meta.url),
        routes: { shopper(app) {
          const Count = { type: 'object', properties: { count: { type: 'integer' } } }
          const post = (path, work) => app.post(path, { schema: { response: { 201: Count } } },
            async (_, context) => ({ count: await work(context) }))
          const count = (db) => db.value\`select count(*)::integer from notes\`
          const write = (db) => db.rows\`insert into notes values ('a')\`
          app.get('/count', { schema: { response: { 200: Count } } }, async (_, { db }) => ({ count: await count(db) }))
          post('/throw', async ({ db }) => { await write(db); throw new Error('secret') })
          post('/fail', async ({ db, fail }) => { await write(db); fail('FULL', 409, 'the list is full', { most: 1 }) })
          post('/keep', async ({ db }) => { await write(db); return count(db) })
          post('/write', ({ db }) => db.value\`update products set name = 'x' returning 1\`)
          post('/read', ({ db }) => db.value\`select count(*) from users\`)
          app.get('/late', { schema: { response: { 200: Count } } }, async (_, { db }) => {
            setTimeout(() => write(db).catch((error) => { globalThis.${name} = error.message }), 50)
            return { count: 0 }
          })
          post('/leave', ({ db }) => db.rows\`/* now */ commit\`)
        } },
        on: { 'user.created': async ({ db }) => { await db.rows\`select pg_sleep(1)\` } },
      }`,
      { '0001_notes.sql': 'create table notes (text text)' },
    )
    const service = await startExtended([folder])
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    const ada = await makeUser(service)
    const headers = { ...ada.headers, 'merchant-id': shop.id }
    const post = (path: string, more: Record<string, string> = {}) =>
      service.request('POST', `/ext/${name}${path}`, { headers: { ...headers, ...more } })
    const count = async () => (await service.request('GET', `/ext/${name}/count`, { headers })).body.data.count
    for (const path of ['/throw', '/write', '/read', '/leave']) {
      const { status, body } = await post(path)
      assert.deepEqual([status, body.error.code, body.error.message.includes('secret')], [500, 'INTERNAL_ERROR', false])
    }
    // Its code is the extension's own, which the contract does not list.
    const refused = await service.app.inject({ method: 'POST', url: `/ext/${name}/fail`, headers })
    assert.equal(refused.statusCode, 409)
    const { request_id: _, ...error } = refused.json().error
    assert.deepEqual(error, { code: 'FULL', message: 'the list is full', details: { most: 1 } })
    assert.equal((await service.request('GET', `/ext/${name}/late`, { headers })).status, 200)
    const late = () => (globalThis as unknown as Record<string, string | undefined>)[name]
    await until(async () => late() !== undefined, 'the late statement')
    assert.match(late() ?? '', /sends a statement after its work has ended/)
    assert.equal(await count(), 0)
    const key = { 'idempotency-key': 'once' }
    assert.deepEqual([(await post('/keep', key)).status, (await post('/keep', key)).body.data.count], [201, 1])
    assert.equal(await count(), 1)
  })

  it('holds up no event: what is slow is rolled back and queued', async (t) => {
    const name = ownName()
    const folder = await writeExtension(
      t,
      `{
        name: '${name}', sql: new URL('./sql/', import.meta.url),
        on: { 'product.created': async ({ db, data }) => {
          await db.rows\`insert into seen values (\${data.product.sku})\`
          if (data.product.sku.startsWith('SLOW')) await db.rows\`select pg_sleep(30)\`
          if (data.product.sku.startsWith('HANG')) await new Promise(() => {})
        } },
      }`,
      { '0001_seen.sql': 'create table seen (sku text)' },
    )
    const service = await startExtended([folder])
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    for (const sku of ['QUICK-1', 'SLOW-1', 'HANG-1']) {
      const body = { sku, name: sku, price: 1 }
      const made = await service.request('POST', '/admin/products', { headers: shop.owner.headers, body })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }
    const query = async (text: string) => (await service.deps.pool.query(text)).rows
    assert.deepEqual(await query(`select sku from ext_${name}.seen`), [{ sku: 'QUICK-1' }])
    const jobs = await query(`select payload from jobs where name = 'extensions.react' order by id`)
    assert.deepEqual(
      jobs.map(({ payload }) => payload.data.product.sku),
      ['SLOW-1', 'HANG-1'],
    )
  })
})

describe('loading extensions', () => {
  const faultOf = async (folder: string) =>
    loadExtensions([folder]).then(
      () => 'loaded',
      (error: Error) => error.message,
    )

  it('names the field and what is expected', async (t) => {
    const cases: [string, RegExp][] = [
      ['7', /its default export is no object/],
      ["{ name: 'Wish' }", /name is "Wish"; expected \[a-z\]/],
      ["{ name: 'wish', rout: {} }", /rout is unknown; expected sql, permissions, routes/],
      [
        "{ name: 'wish', routes: { shoper() {} } }",
        /routes\.shoper is unknown; expected public, device, shopper, staff/,
      ],
      ["{ name: 'wish', routes: { staff: 1 } }", /routes\.staff is 1; expected a function/],
      ["{ name: 'wish', on: { 'order.made': () => {} } }", /on\.order\.made is unknown; expected .*order\.created/],
      [
        "{ name: 'wish', permissions: ['orders.read'] }",
        /permissions is \["orders.read"\]; expected wish\.read and wish/,
      ],
      ['nothing', /cannot be loaded: nothing is not defined/],
    ]
    for (const [value, expected] of cases) assert.match(await faultOf(await writeExtension(t, value)), expected)
    assert.match(await faultOf('/nowhere/at/all'), /EXTENSIONS: \/nowhere\/at\/all cannot be loaded/)
    const [one, two] = [await writeExtension(t, "{ name: 'wish' }"), await writeExtension(t, "{ name: 'wish' }")]
    await assert.rejects(loadExtensions([one, two]), /EXTENSIONS has two that are named wish/)
  })

  it('ends with the file that cannot be run, and rolls it back', async (t) => {
    const { url, client } = await connectTestDatabase(t)
    const cases: [Record<string, string>, RegExp][] = [
      [{ '0001_a.sql': 'create table a (b int); select nothing' }, /0001_a\.sql: column "nothing" does not exist/],
      [{ '0001_a.sql': "update products set name = 'x'" }, /0001_a\.sql: permission denied for table products/],
      [{ '0001_a.sql': 'drop table products' }, /0001_a\.sql: must be owner of table products/],
      [{ '0002_a.sql': 'select 1' }, /0002_a\.sql; expected a file with the number 0001/],
      [
        { '0001_a.sql': 'create table a (user_id uuid references users (id))' },
        /0001_a\.sql: a_user_id_fkey; expected "on delete cascade" or "on delete set null"/,
      ],
    ]
    for (const [files, expected] of cases) {
      const name = ownName()
      const folder = await writeExtension(t, `{ name: '${name}', sql: new URL('./sql/', import.meta.url) }`, files)
      await assert.rejects(install(url, [folder]), expected)
      const { rows } = await client.query('select tablename from pg_tables where schemaname = $1', [`ext_${name}`])
      assert.deepEqual(rows, [{ tablename: 'extension_files' }])
    }
  })

  it('runs each file once, and refuses one that was changed', async (t) => {
    const { url } = await connectTestDatabase(t)
    const name = ownName()
    const value = `{ name: '${name}', sql: new URL('./sql/', import.meta.url) }`
    const folder = await writeExtension(t, value, { '0001_a.sql': 'create table a (b int)' })
    await install(url, [folder])
    await install(url, [folder])
    const more = { '0001_a.sql': 'create table a (b int)', '0002_b.sql': 'alter table a add c int' }
    await install(url, [await writeExtension(t, value, more)])
    const changed = await writeExtension(t, value, { '0001_a.sql': 'create table a (b bigint)' })
    await assert.rejects(install(url, [changed]), /0001_a\.sql was changed after it was run; expected a new file/)
  })
})
