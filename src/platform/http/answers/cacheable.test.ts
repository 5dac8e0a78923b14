import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { TestAnswer } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'
import { acceptedCoding } from './accepted-coding.ts'

describeShop('answers that clients may keep', { RATE_LIMIT_PER_MINUTE: '100000' }, ({ service, shop }) => {
  let user: SignedInUser
  let products: TestProduct[]
  let paths: string[]

  before(async () => {
    user = await makeUser(service)
    const description = 'Bends to where you read. '.repeat(40)
    products = await makeProducts(
      service,
      shop,
      Array.from({ length: 100 }, (_, n) => ({ name: `Desk Lamp ${n}`, category: `Lamps ${n}`, description })),
    )
    const ofShop = `merchant_id=${shop.id}`
    paths = [
      `/catalog/products?${ofShop}`,
      `/catalog/products/${products[0]?.id}`,
      `/catalog/categories?${ofShop}`,
      `/marketplace/search?q=lamp&${ofShop}`,
      '/openapi.json',
    ]
  })

  const get = (url: string, headers: Record<string, string> = {}) =>
    service.request('GET', url, { headers: { ...user.headers, ...headers } })
  const etagOf = ({ headers }: TestAnswer) => String(headers['etag'])
  const raw = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ method, url, headers: { ...user.headers, ...headers } })

  it('GET with the etag of the same answer answers 304 without a body', async () => {
    for (const path of paths) {
      const first = await get(path)
      assert.equal(first.status, 200, path)
      assert.match(etagOf(first), /^W\/"[\w-]{43}"$/)
      const second = await get(path, { 'if-none-match': etagOf(first) })
      assert.deepEqual([second.status, second.body], [304, ''], path)
      const names = ['etag', 'cache-control', 'vary', 'content-security-policy', 'access-control-allow-origin']
      for (const name of names) assert.equal(second.headers[name], first.headers[name], `${path} ${name}`)
      for (const name of ['content-type', 'content-length', 'content-encoding']) {
        assert.equal(second.headers[name], undefined, `${path} ${name}`)
      }
      assert.ok(second.headers['x-request-id'] && second.headers['ratelimit-remaining'], path)
      assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
    }
  })

  it('GET may be kept by the client only, which asks each time; all else is not kept', async () => {
    for (const path of paths.slice(0, 4)) {
      const { headers } = await get(path)
      assert.equal(headers['cache-control'], 'private, no-cache', path)
      assert.equal(headers['vary'], 'accept-encoding, access-token, device-id', path)
    }
    const contract = await service.request('GET', '/openapi.json')
    assert.equal(contract.headers['cache-control'], 'no-cache')
    assert.equal(contract.headers['vary'], 'accept-encoding')
    const others = [
      await service.request('GET', '/catalog/products'),
      await get('/catalog/products?limit=0', { 'if-none-match': '*' }),
      await get(`/catalog/products/${shop.id}`, { 'if-none-match': '*', 'accept-encoding': 'br' }),
      await get('/user/profile', { 'if-none-match': '*', 'accept-encoding': 'br' }),
    ]
    assert.deepEqual(
      others.map(({ status, headers }) => [status, headers['cache-control'], headers['etag'], headers['vary']]),
      [401, 400, 404, 200].map((status) => [status, 'no-store', undefined, undefined]),
    )
  })

  it('GET with etags in a list, strong, weak or any is compared weakly', async () => {
    const path = `/catalog/products/${products[0]?.id}`
    const tag = etagOf(await get(path))
    const strong = tag.slice(2)
    const same = [strong, `"a", ${tag}`, `W/"a,b" , ${strong},"c"`, '*', ' * ']
    const other = ['"a"', strong.slice(1, -1), `W/"a${strong.slice(1)}`, '"*"', '', strong.toLowerCase()]
    for (const etags of same) assert.equal((await get(path, { 'if-none-match': etags })).status, 304, etags)
    for (const etags of other) assert.equal((await get(path, { 'if-none-match': etags })).status, 200, etags)
  })

  it('GET after a change of price, stock or number of products answers 200 with another etag', async () => {
    const other = await makeMerchant(service)
    const [one, two] = await makeProducts(service, other, [{ name: 'Desk Lamp' }, { name: 'Floor Lamp' }])
    const { id } = one as TestProduct
    const pages = [
      `/catalog/products?merchant_id=${other.id}&sort=name&limit=1`,
      `/marketplace/search?q=lamp&merchant_id=${other.id}&sort=name&limit=1&facets=category`,
    ]
    const changes = [
      ['PATCH', `/admin/products/${id}`, { price: 12.5 }, [`/catalog/products/${id}`, ...pages]],
      ['PATCH', `/admin/inventory/${id}`, { adjust: 1 }, [`/catalog/products/${id}`, ...pages]],
      ['PATCH', `/admin/products/${two?.id}`, { category: 'Lamps' }, pages.slice(1)],
      ['DELETE', `/admin/products/${two?.id}`, undefined, pages],
    ] as const
    for (const [method, url, body, affected] of changes) {
      const before = await Promise.all(affected.map((path) => get(path)))
      const changed = await service.request(method, url, { headers: other.owner.headers, body })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      for (const [n, path] of affected.entries()) {
        const etag = etagOf(before[n] as TestAnswer)
        const again = await get(path, { 'if-none-match': etag })
        assert.equal(again.status, 200, path)
        assert.notEqual(etagOf(again), etag, path)
      }
    }
  })

  it('HEAD answers 200 and 304 with the headers of GET', async () => {
    const [path = ''] = paths
    for (const coding of ['identity', 'br']) {
      const [got, head] = [
        await raw('GET', path, { 'accept-encoding': coding }),
        await raw('HEAD', path, { 'accept-encoding': coding }),
      ]
      assert.deepEqual([head.statusCode, head.rawPayload.length], [200, 0])
      for (const name of ['etag', 'content-length', 'content-type', 'content-encoding', 'vary', 'cache-control']) {
        assert.equal(head.headers[name], got.headers[name], name)
      }
    }
    const etags = await raw('HEAD', path, { 'if-none-match': '*' })
    assert.deepEqual([etags.statusCode, etags.headers['content-length']], [304, undefined])
    const none = await raw('HEAD', `/catalog/products/${shop.id}`)
    assert.deepEqual([none.statusCode, none.rawPayload.length], [404, 0])
  })

  it('GET with accept-encoding is compressed if it is longer than 1 KiB, under the same etag', async () => {
    const [list = ''] = paths
    const codings = { br: brotliDecompressSync, gzip: gunzipSync }
    // The last is compressed in another thread.
    for (const path of [list, `${list}&limit=100`, '/openapi.json']) {
      const plain = await raw('GET', path)
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const [coding, decompress] of Object.entries(codings)) {
        const answer = await raw('GET', path, { 'accept-encoding': coding })
        assert.equal(answer.headers['content-encoding'], coding)
        assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length)
        assert.ok(answer.rawPayload.length < plain.rawPayload.length / 2)
        assert.equal(decompress(answer.rawPayload).toString(), plain.payload)
        assert.equal(answer.headers['etag'], plain.headers['etag'])
        const etags = await raw('GET', path, {
          'accept-encoding': coding,
          'if-none-match': `${answer.headers['etag']}`,
        })
        assert.deepEqual([etags.statusCode, etags.headers['content-encoding']], [304, undefined])
      }
    }
    const short = await raw('GET', `${list}&category=none`, { 'accept-encoding': 'br' })
    assert.deepEqual([short.statusCode, short.headers['content-encoding']], [200, undefined])
  })

  it('GET of what is about the caller is not compressed', async () => {
    const answer = await raw('GET', `/admin/products?limit=100`, { ...shop.owner.headers, 'accept-encoding': 'br' })
    assert.deepEqual([answer.statusCode, answer.headers['content-encoding']], [200, undefined])
    assert.ok(answer.rawPayload.length > 1_024)
  })
})

it('accept-encoding chooses brotli before gzip, and nothing that is refused', () => {
  const chosen = {
    'gzip, deflate, br, zstd': 'br',
    'gzip, deflate': 'gzip',
    'GZIP;q=0.5': 'gzip',
    'br;q=0, gzip': 'gzip',
    'br ; q=0.000 , gzip ; q=0.001': 'gzip',
    '*': 'br',
    '*;q=0.1, br;q=0': 'gzip',
    '*;q=0, gzip': 'gzip',
    'br;q=much': undefined,
    'brotli, x-br': undefined,
    'identity, deflate, zstd': undefined,
    ', ;q=1,': undefined,
    '': undefined,
  }
  for (const [header, coding] of Object.entries(chosen)) assert.equal(acceptedCoding(header), coding, header)
  assert.equal(acceptedCoding(undefined), undefined)
})
