import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused } from '#test/support/orders.ts'
import { maxRedirects } from './rules.ts'

describeService('redirects', ({ service }) => {
  const on = ({ id, owner: { headers } }: TestMerchant, more: Record<string, string> = {}) => {
    const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      service.request(method, `/admin/redirects${path}`, { headers: { ...headers, ...more }, ...(body && { body }) })
    return {
      send,
      create: (from: string, to: string, rest: object = {}) => send('POST', '', { from, to, ...rest }),
      list: async (query = '') =>
        (await send('GET', query)).body.data.items.map(({ from, to }: { from: string; to: string }) => [from, to]),
      find: async (path: string) => {
        const user = await makeUser(service)
        const query = `path=${encodeURIComponent(path)}&merchant_id=${id}`
        const found = await service.request('GET', `/catalog/redirects?${query}`, { headers: user.headers })
        return found.status === 404 ? undefined : found.body.data
      },
      import: (csv: string | Buffer, query = '', rest: Record<string, string> = {}) =>
        service.request('POST', `/admin/redirects/import${query}`, {
          headers: { ...headers, 'content-type': 'text/csv', ...rest },
          payload: csv,
        }),
    }
  }

  it('POST makes one; a storefront finds it by any form of its path; DELETE takes it away, twice is 404', async () => {
    const { create, find, list, send } = on(await makeMerchant(service))
    const made = await create('/Old Page/', '/products/oak-table?size=L#top')
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, created_at: _, ...fields } = made.body.data
    assert.deepEqual(fields, { from: '/old%20page', to: '/products/oak-table?size=L#top', permanent: true })
    for (const path of ['/old%20page', '/OLD%20PAGE/', '//old page?utm=1', '/old page/#x'])
      assert.deepEqual(await find(path), { to: '/products/oak-table?size=L#top', permanent: true }, path)
    assert.equal(await find('/old'), undefined)
    assert.equal(await find('not a path'), undefined)
    await create('/sale', 'https://outlet.example/', { permanent: false })
    assert.deepEqual(await find('/sale'), { to: 'https://outlet.example/', permanent: false })
    assert.deepEqual(await list(), [
      [fields.from, fields.to],
      ['/sale', 'https://outlet.example/'],
    ])
    assert.deepEqual(await list('?from=/SA'), [['/sale', 'https://outlet.example/']])
    assert.equal((await send('DELETE', `/${id}`)).status, 200)
    assertRefused(await send('DELETE', `/${id}`), 404, 'NOT_FOUND')
    assert.equal(await find('/old%20page'), undefined)
  })

  it('the list has pages by path', async () => {
    const { create, send } = on(await makeMerchant(service))
    for (const path of ['/c', '/a', '/b']) await create(path, '/z')
    const first = (await send('GET', '?limit=2')).body.data
    assert.equal(first.pagination.total, 3)
    const second = (await send('GET', `?limit=2&cursor=${first.pagination.next_cursor}`)).body.data
    assert.deepEqual(
      [...first.items, ...second.items].map(({ from }) => from),
      ['/a', '/b', '/c'],
    )
  })

  it('POST refuses what is no path, what leads elsewhere than to the web, and loops, with the field', async () => {
    const shop = await makeMerchant(service)
    const { create } = on(shop)
    const refusals: [from: string, to: string, field: string][] = [
      ['old', '/new', 'from'],
      ['/', '/new', 'from'],
      ['/old?id=3', '/new', 'from'],
      ['/%', '/new', 'from'],
      ['/old', 'javascript:alert(1)', 'to'],
      ['/old', '//evil.example', 'to'],
      ['/old', '/\\evil.example', 'to'],
      ['/old', 'https://user@evil.example/', 'to'],
      ['/old', 'new', 'to'],
      ['/old', '/OLD/', 'to'],
      [`/${'ä'.repeat(400)}`, '/new', 'from'],
    ]
    for (const [from, to, field] of refusals) {
      const refused = await create(from, to)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field, `${from} ${to}`)
    }
    assert.equal((await create('/a', '/b')).status, 201)
    assert.equal((await create('/b', '/c?x=1')).status, 201)
    const looped = await create('/c', '/A')
    assertRefused(looped, 400, 'VALIDATION_ERROR')
    assert.equal(looped.body.error.details[0].field, 'to')
    assertRefused(await create('/A/', '/d'), 409, 'CONFLICT')
    assert.equal((await on(await makeMerchant(service)).create('/c', '/a')).status, 201, 'another shop')
  })

  it('two that would make a loop together do not, also at once', async () => {
    const { create, list } = on(await makeMerchant(service))
    const answers = await Promise.all([create('/a', '/b'), create('/b', '/a')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
    assert.equal((await list()).length, 1)
  })

  it('POST with the same Idempotency-Key answers the same; another body 422, meanwhile 409', async () => {
    const shop = await makeMerchant(service)
    const [key, other] = [newId(), newId()]
    const { create } = on(shop, { 'idempotency-key': key })
    const first = await create('/a', '/b')
    assert.deepEqual((await create('/a', '/b')).body, first.body)
    assertRefused(await create('/a', '/c'), 422, 'IDEMPOTENCY_KEY_REUSED')
    const { create: again } = on(shop, { 'idempotency-key': other })
    const busy = await duringAnother(service, shop.owner.id, other, () => again('/x', '/y'))
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('viewers read, and neither write nor import; support reads nothing', async () => {
    const shop = await makeMerchant(service)
    const { id } = (await on(shop).create('/a', '/b')).body.data
    const as = async (role: string) => on({ ...shop, owner: await makeStaff(service, shop.id, role) } as TestMerchant)
    const viewer = await as('viewer')
    assert.deepEqual(await viewer.list(), [['/a', '/b']])
    for (const refused of [
      await viewer.create('/c', '/d'),
      await viewer.send('DELETE', `/${id}`),
      await viewer.import('Redirect from,Redirect to\n'),
      await (await as('support')).send('GET', ''),
      await (await as('support')).send('GET', '/export'),
    ])
      assertRefused(refused, 403, 'INSUFFICIENT_PERMISSIONS')
    const stranger = on(await makeMerchant(service))
    assertRefused(await stranger.send('DELETE', `/${id}`), 404, 'NOT_FOUND')
  })

  it('import takes a file of Shopify, reports faults and loops by row, and is the same twice', async () => {
    const shop = await makeMerchant(service)
    const { create, import: send, list, find } = on(shop)
    await create('/there', '/old')
    await create('/kept', '/new')
    const file = [
      'Redirect from,Redirect to',
      '/pages/About-Us,/about',
      '/there,/new',
      '/kept,/new',
      'no path,/x',
      '/loop-1,/loop-2',
      '/loop-2,/loop-1',
      '/pages/about-us/,/again',
      '"/broken,/x',
    ].join('\n')
    const faults = [
      [5, 'Redirect from'],
      [6, 'Redirect to'],
      [7, 'Redirect to'],
      [8, 'Redirect from'],
      [9, 'row'],
    ]
    for (const query of ['?dry_run=true', '']) {
      const { status, body } = await send(file, query)
      assert.equal(status, 200, JSON.stringify(body))
      const { errors, dry_run, ...counts } = body.data
      assert.deepEqual(counts, { created: 1, updated: 1, unchanged: 1, failed: 5 })
      assert.equal(dry_run, query !== '')
      assert.deepEqual(
        errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
        faults,
      )
      if (dry_run) assert.deepEqual(await find('/there'), { to: '/old', permanent: true })
    }
    assert.deepEqual(await list(), [
      ['/kept', '/new'],
      ['/pages/about-us', '/about'],
      ['/there', '/new'],
    ])
    const again = (await send(file)).body.data
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 3])
    const log = (await service.request('GET', '/admin/audit-log?limit=1', { headers: shop.owner.headers })).body.data
    assert.deepEqual(log.items[0].changes, { created: [null, 1], updated: [null, 1] })
  })

  it('export is a file that an empty shop imports, with what is not permanent', async () => {
    const from = on(await makeMerchant(service))
    await from.create('/a b', '/c?x="1,2"')
    await from.create('/sale', 'https://outlet.example/', { permanent: false })
    const file = await from.send('GET', '/export')
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(String(file.body).split('\n')[0], 'Redirect from,Redirect to,Permanent')
    const to = on(await makeMerchant(service))
    assert.equal((await to.import(String(file.body))).body.data.created, 2)
    assert.deepEqual(await to.list(), await from.list())
    assert.deepEqual(await to.find('/sale'), { to: 'https://outlet.example/', permanent: false })
  })

  it('import refuses what is no CSV, a file without the columns, one too large, and too many', async () => {
    const shop = await makeMerchant(service)
    const { import: send } = on(shop)
    const nothing = await service.request('POST', '/admin/redirects/import', { headers: shop.owner.headers })
    assertRefused(nothing, 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await send('{}', '', { 'content-type': 'application/json' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await send(gzipSync('x'), '', { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await send('a,b\n1,2\n'), 400, 'VALIDATION_ERROR')
    assertRefused(await send(''), 400, 'VALIDATION_ERROR')
    assertRefused(await send(Buffer.alloc(16_777_217, 'x')), 413, 'PAYLOAD_TOO_LARGE')
    await service.deps.pool.query(
      `insert into redirects (merchant_id, id, path, target, permanent, created_at)
       select $1, uuidv7(), '/gone-' || n, '/', true, now() from generate_series(1, $2) n`,
      [shop.id, maxRedirects],
    )
    assertRefused(await send('Redirect from,Redirect to\n/one-more,/x\n'), 409, 'CONFLICT')
    assertRefused(await on(shop).create('/one-more', '/x'), 409, 'CONFLICT')
    assert.equal((await send('Redirect from,Redirect to\n/gone-7,/x\n')).body.data.updated, 1)
  })

  it('a collection whose slug changes is found by its old address', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const made = await service.request('POST', '/admin/collections', {
      headers,
      body: { name: 'Winter', slug: 'winter' },
    })
    const path = `/admin/collections/${made.body.data.id}`
    const rename = (slug: string) => service.request('PATCH', path, { headers, body: { slug } })
    const { find } = on(shop)
    await rename('winter-2026')
    assert.deepEqual(await find('/collections/winter'), { to: '/collections/winter-2026', permanent: true })
    await rename('winter')
    assert.equal(await find('/collections/winter'), undefined)
    assert.deepEqual(await find('/collections/winter-2026'), { to: '/collections/winter', permanent: true })
  })
})
