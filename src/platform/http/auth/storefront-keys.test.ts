import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import {
  makeApiKey,
  makeMerchant,
  makeStorefrontKey,
  makeUser,
  type SignedInUser,
  type TestMerchant,
} from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { operationsOf } from '#test/support/operations.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'

type Headers = Record<string, string>

const shared = 'public, max-age=15, s-maxage=60, stale-while-revalidate=300'

describeShop('keys of storefronts', { RATE_LIMIT_PER_MINUTE: '100000' }, ({ service, shop }) => {
  let rival: TestMerchant
  let user: SignedInUser
  let own: TestProduct[]
  let theirs: TestProduct[]
  let publishable: string
  let secret: string
  let reads: string[]
  before(async () => {
    rival = await makeMerchant(service)
    user = await makeUser(service)
    own = await makeProducts(service, shop, [
      { name: 'Desk Lamp', category: 'Lamps' },
      { name: 'Floor Lamp', category: 'Lamps' },
    ])
    theirs = await makeProducts(service, rival, [{ name: 'Their Lamp', category: 'Their Lamps' }])
    const imprint = { title: 'Imprint', status: 'published' }
    await service.request('POST', '/admin/pages', { headers: shop.owner.headers, body: imprint })
    const redirect = { from: '/old-lamp', to: '/products/desk-lamp' }
    await service.request('POST', '/admin/redirects', { headers: shop.owner.headers, body: redirect })
    for (const { owner } of [shop, rival]) {
      const body = { name: owner === shop.owner ? 'Bright' : 'Their Bright', rules: null }
      await service.request('POST', '/admin/collections', { headers: owner.headers, body })
    }
    publishable = (await makeStorefrontKey(service, shop, 'publishable')).key
    secret = (await makeStorefrontKey(service, shop, 'storefront')).key
    reads = [
      '/catalog/products',
      '/catalog/products?option.Size=M',
      `/catalog/products/${own[0]?.id}`,
      '/catalog/products/desk-lamp',
      '/catalog/slugs/desk-lamp',
      '/catalog/redirects?path=/old-lamp',
      '/catalog/pages',
      '/catalog/pages/imprint',
      '/catalog/menus/main',
      '/catalog/home',
      '/catalog/categories',
      '/marketplace/search?q=lamp&facets=category,merchant',
      '/catalog/collections',
      '/catalog/collections/bright',
      '/payments/methods',
      '/shop',
    ]
  })

  const get = (url: string, headers: Headers = {}) => service.request('GET', url, { headers })
  const withKey = (url: string, key: string) => `${url}${url.includes('?') ? '&' : '?'}key=${key}`
  const refusal = ({ status, body }: TestAnswer) => [status, body.error?.code]
  /** The ways in which a storefront sends a key. */
  const senders = (): Record<string, (url: string) => Promise<TestAnswer>> => ({
    'pk_ alone': (url) => get(url, { 'access-token': publishable }),
    'pk_ with a device': (url) => get(url, { 'access-token': publishable, 'device-id': 'phone' }),
    'pk_ in the address': (url) => get(withKey(url, publishable)),
    'sk_ alone': (url) => get(url, { 'access-token': secret }),
  })
  const namesOf = ({ body }: TestAnswer): string[] => body.data.items.map(({ name }: { name: string }) => name).sort()

  it('GET of what a shop shows to everybody with a key answers 200, with that shop’s products alone', async () => {
    for (const [name, send] of Object.entries(senders())) {
      for (const path of reads) assert.equal((await send(path)).status, 200, `${name}: ${path}`)
      assert.deepEqual(namesOf(await send('/catalog/products')), ['Desk Lamp', 'Floor Lamp'], name)
      assert.deepEqual(namesOf(await send('/catalog/categories')), ['Lamps'], name)
      const found = await send('/marketplace/search?q=lamp&facets=merchant')
      assert.deepEqual(namesOf(found), ['Desk Lamp', 'Floor Lamp'], name)
      assert.deepEqual(
        found.body.data.facets.merchant.map(({ value }: { value: string }) => value),
        [shop.id],
        name,
      )
      const nothing = await send('/marketplace/search?q=their')
      assert.deepEqual(nothing.body.data.items, [], name)
      const ownShop = await send(`/catalog/products?merchant_id=${shop.id.toUpperCase()}`)
      assert.deepEqual(namesOf(ownShop), ['Desk Lamp', 'Floor Lamp'], name)
    }
  })

  it('GET of a product of another shop with a key answers 404, as for one that is not there', async () => {
    const group = `/catalog/product-groups/${(await makeGroup(service, rival)).id}`
    const named = ['/catalog/products/their-lamp', '/catalog/slugs/their-lamp', '/catalog/collections/their-bright']
    for (const path of [`/catalog/products/${theirs[0]?.id}`, ...named, group]) {
      assert.equal((await get(`${path}?merchant_id=${rival.id}`, user.headers)).status, 200, path)
      for (const [name, send] of Object.entries(senders())) {
        assert.deepEqual(refusal(await send(path)), [404, 'NOT_FOUND'], `${name}: ${path}`)
      }
    }
  })

  it('GET with a key and the merchant_id of another shop answers 403 INSUFFICIENT_PERMISSIONS', async () => {
    const lists = reads.filter((path) => !path.includes('?') && !path.startsWith('/payments'))
    for (const [name, send] of Object.entries(senders())) {
      for (const path of lists) {
        for (const other of [rival.id, 'x', '', `${shop.id}&merchant_id=${rival.id}`]) {
          const answer = await send(`${path}?merchant_id=${other}`)
          assert.deepEqual(refusal(answer), [403, 'INSUFFICIENT_PERMISSIONS'], `${name}: ${path} ${other}`)
        }
      }
    }
  })

  it('GET with a key and the merchant-id of another shop answers 403 MERCHANT_ACCESS_DENIED', async () => {
    for (const key of [publishable, secret]) {
      for (const path of reads) {
        for (const other of [rival.id, 'x', '']) {
          const answer = await get(path, { 'access-token': key, 'merchant-id': other })
          assert.deepEqual(refusal(answer), [403, 'MERCHANT_ACCESS_DENIED'], path)
        }
        assert.equal((await get(path, { 'access-token': key, 'merchant-id': shop.id })).status, 200, path)
      }
    }
  })

  it('a cursor goes on within the shop', async () => {
    const first = await get(withKey('/catalog/products?limit=1', publishable))
    const cursor = encodeURIComponent(first.body.data.pagination.next_cursor)
    const second = await get(`/catalog/products?limit=1&cursor=${cursor}`, { 'access-token': publishable })
    assert.deepEqual([...namesOf(first), ...namesOf(second)].sort(), ['Desk Lamp', 'Floor Lamp'])
    assert.equal(second.body.data.pagination.has_more, false)
  })

  it('answers to a publishable key may be kept by a CDN, and say nothing of who asked', async () => {
    for (const path of reads) {
      const first = await get(path, { 'access-token': publishable })
      assert.equal(first.headers['cache-control'], shared, path)
      assert.equal(first.headers['vary'], 'access-token, accept-encoding', path)
      const personal = Object.keys(first.headers).filter((name) => /ratelimit|cookie|device/.test(name))
      assert.deepEqual(personal, [], path)
      const others = [
        await get(path, { 'access-token': publishable, 'device-id': 'tablet', 'accept-language': 'de' }),
        await service.request('GET', withKey(path, publishable), { from: '192.0.2.77' }),
        await get(withKey(path, publishable), user.headers),
        await get(withKey(path, publishable), { ...shop.owner.headers, 'if-none-match': '"x"' }),
        await get(path, { 'access-token': publishable, 'storefront-key': secret, 'shopper-address': '192.0.2.8' }),
      ]
      for (const other of others) {
        assert.deepEqual(other.body, first.body, path)
        for (const name of ['etag', 'cache-control', 'vary']) assert.equal(other.headers[name], first.headers[name])
      }
    }
  })

  it('GET with the etag of a kept answer answers 304 with the same headers, also HEAD', async () => {
    for (const path of reads) {
      const { headers } = await get(path, { 'access-token': publishable })
      for (const method of ['GET', 'HEAD'] as const) {
        const sent = { 'access-token': publishable, 'if-none-match': String(headers['etag']) }
        const kept = await service.app.inject({ method, url: path, headers: sent })
        assert.deepEqual([kept.statusCode, kept.payload], [304, ''], path)
        if (method === 'GET') assert.equal((await get(path, sent)).status, 304)
        assert.deepEqual([kept.headers['cache-control'], kept.headers['etag']], [shared, headers['etag']], path)
      }
      const head = await service.app.inject({ method: 'HEAD', url: withKey(path, publishable) })
      assert.deepEqual([head.statusCode, head.headers['cache-control']], [200, shared], path)
    }
  })

  it('GET of a group with a key answers 200, its etag 304, and the merchant_id of another shop 403', async () => {
    const clothes = await makeMerchant(service)
    const { key } = await makeStorefrontKey(service, clothes, 'publishable')
    const path = `/catalog/product-groups/${(await makeGroup(service, clothes)).id}`
    const { status, headers } = await get(path, { 'access-token': key })
    assert.deepEqual([status, headers['cache-control']], [200, shared])
    assert.equal((await get(path, { 'access-token': key, 'if-none-match': String(headers['etag']) })).status, 304)
    const other = await get(`${path}?merchant_id=${shop.id}`, { 'access-token': key })
    assert.deepEqual(refusal(other), [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('answers to a secret key and to sessions are kept by no CDN', async () => {
    const sessions = { ...user.headers, 'merchant-id': shop.id }
    for (const path of reads) {
      const named = `${path}${path.includes('?') ? '&' : '?'}merchant_id=${shop.id}`
      const url = /shop|desk-lamp|bright|redirects|imprint|menus|home/.test(path) ? named : path
      for (const headers of [{ 'access-token': secret }, sessions, { ...sessions, 'storefront-key': secret }]) {
        const answer = await get(url, headers)
        assert.equal(answer.headers['cache-control'], 'private, no-cache', url)
        assert.match(String(answer.headers['vary']), /access-token/)
      }
    }
  })

  it('refusals of a publishable key are not kept', async () => {
    const gone = await get(`/catalog/products/${theirs[0]?.id}`, { 'access-token': publishable })
    const wrong = await get('/catalog/products?limit=0', { 'access-token': publishable })
    const refused = await get('/user/cart', { 'access-token': publishable })
    for (const { headers } of [gone, wrong, refused]) assert.equal(headers['cache-control'], 'no-store')
  })

  it('a key on carts, orders, accounts and admin endpoints answers 403 INSUFFICIENT_PERMISSIONS', async () => {
    const others = operationsOf(service.app).filter(({ raw, scope }) => {
      const allowsKeys = JSON.stringify(raw['security'] ?? []).includes('publishableKey')
      return scope !== 'open' && !allowsKeys
    })
    assert.ok(others.length > 90)
    for (const key of [publishable, secret]) {
      for (const { name, method, path } of others) {
        const url = path.replaceAll(/\{\w+\}/g, own[0]?.id ?? '')
        const headers = { 'access-token': key, 'device-id': 'phone', 'merchant-id': shop.id }
        const answer = await service.request(method, url, { headers })
        assert.deepEqual(refusal(answer), [403, 'INSUFFICIENT_PERMISSIONS'], name)
      }
    }
    const details = (await get('/admin/orders', { 'access-token': publishable })).body.error.details
    assert.deepEqual(details, { required_permission: 'orders.read' })
    for (const path of ['/user/orders', '/user/cart', '/admin/orders', '/user/profile']) {
      assert.deepEqual(refusal(await get(withKey(path, publishable))), [403, 'INSUFFICIENT_PERMISSIONS'], path)
    }
  })

  it('every GET of the catalog takes keys', () => {
    const paths = operationsOf(service.app)
      .filter(({ raw }) => JSON.stringify(raw['security'] ?? []).includes('publishableKey'))
      .map(({ name }) => name)
    const reads = operationsOf(service.app).filter(({ path }) => path.startsWith('/catalog/'))
    // A key sets it.
    for (const { name, parameters } of reads)
      assert.ok(
        parameters.some((one) => one.name === 'merchant_id'),
        name,
      )
    const catalog = reads.map(({ name }) => name)
    assert.deepEqual(
      catalog.filter((name) => !paths.includes(name)),
      [],
    )
    assert.deepEqual(
      paths.filter((name) => !catalog.includes(name)).sort(),
      ['GET /marketplace/search', 'GET /payments/methods', 'GET /shop', 'POST /user/guest'].sort(),
    )
  })

  it('an unknown key answers 401 UNAUTHORIZED, wherever it stands', async () => {
    const stranger = `pk_${'x'.repeat(43)}`
    const wrong = [stranger, `${publishable}x`, publishable.slice(0, -1), 'pk_', `pk_${'x'.repeat(8_000)}`]
    for (const key of [...wrong, publishable.replace('pk_', 'sk_'), secret.replace('sk_', 'pk_'), 'sk_']) {
      const answers = [
        await get('/catalog/products', { 'access-token': key }),
        await get('/user/orders', { 'access-token': key, 'device-id': 'phone' }),
        await get('/admin/orders', { 'access-token': key }),
        await get('/catalog/products', { ...user.headers, 'storefront-key': key }),
      ]
      for (const answer of answers) assert.deepEqual(refusal(answer), [401, 'UNAUTHORIZED'], key.slice(0, 60))
    }
    for (const key of wrong.slice(0, 3)) {
      assert.deepEqual(refusal(await get(withKey('/catalog/products', key))), [401, 'UNAUTHORIZED'])
    }
  })

  it('a secret in the address answers 400 VALIDATION_ERROR and names the parameter', async () => {
    const { key: admin } = await makeApiKey(service, shop)
    const token = user.headers['access-token'] as string
    const credentials = [{}, user.headers, { 'access-token': publishable }]
    const sent = [secret, admin, token, '', 'x', `${publishable}&key=${publishable}`].flatMap((key) =>
      credentials.map((headers) => ({ key, headers })),
    )
    for (const { key, headers } of sent) {
      const answer = await get(withKey('/catalog/products', key), headers)
      if (headers === credentials[0] && ![secret, admin].includes(key)) {
        assert.deepEqual(refusal(answer), [401, 'MISSING_TOKEN'])
        continue
      }
      assert.deepEqual(refusal(answer), [400, 'VALIDATION_ERROR'], key.slice(0, 60))
      const fields = new Set(answer.body.error.details.map(({ field }: { field: string }) => field))
      assert.deepEqual([...fields], ['key'])
    }
  })

  it('storefront-key takes no key but the secret one of the storefront', async () => {
    const { key: admin } = await makeApiKey(service, shop)
    for (const key of [publishable, admin, user.headers['access-token'] as string, '', `${secret}, ${secret}`]) {
      const answer = await get('/user/profile', { ...user.headers, 'storefront-key': key })
      assert.deepEqual(refusal(answer), [401, 'UNAUTHORIZED'], key.slice(0, 60))
    }
    assert.equal((await get('/user/profile', { ...user.headers, 'storefront-key': secret })).status, 200)
  })

  it('storefront-key beside a shopper’s token is good at its own shop alone', async () => {
    const at = (id: string) => get('/user/cart', { ...user.headers, 'merchant-id': id, 'storefront-key': secret })
    assert.equal((await at(shop.id)).status, 200)
    assert.deepEqual(refusal(await at(rival.id)), [403, 'MERCHANT_ACCESS_DENIED'])
    const registered = await service.request('POST', '/user/register', {
      headers: { 'device-id': 'phone', 'merchant-id': rival.id, 'storefront-key': secret },
      body: { email: `${unique('user')}@example.com`, password: 'a good password' },
    })
    assert.deepEqual(refusal(registered), [403, 'MERCHANT_ACCESS_DENIED'])
  })
})
