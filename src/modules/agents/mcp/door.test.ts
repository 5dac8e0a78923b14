import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeStorefrontKey } from '#test/support/factories.ts'
import { refusalOfPage } from './pages-of-others.ts'

/** A JSON-RPC answer, of which a test reads what it needs. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Answer = any

describeShop('POST /mcp', { RATE_LIMIT_PER_MINUTE: '60' }, ({ service, shop }) => {
  let url = ''
  let key = ''
  before(async () => {
    url = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/mcp`
    key = (await makeApiKey(service, shop)).key
  })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }

  it('without accept and initialize answers in JSON', async () => {
    const { status, headers, body } = await post(list)
    assert.deepEqual([status, body.result.tools.length > 30], [200, true])
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    const batch = await post([list, { ...list, id: 2 }])
    assert.deepEqual(batch.body.map(({ id }: { id: number }) => id).sort(), [1, 2])
  })

  it('without a key, with one of a storefront, or one that is unknown answers 401 with www-authenticate', async () => {
    const { key: publishable } = await makeStorefrontKey(service, shop, 'publishable')
    const { key: storefront } = await makeStorefrontKey(service, shop, 'storefront')
    const wrong = ['', 'Basic x', `Bearer ${publishable}`, `Bearer ${storefront}`, 'Bearer ck_none', key]
    for (const authorization of wrong) {
      const { status, headers, body } = await post(list, { authorization })
      assert.deepEqual([status, body.jsonrpc, body.id, body.error.code], [401, '2.0', null, -32000], authorization)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer /)
    }
  })

  it('with a key that was revoked answers 401', async () => {
    const { id, key: revoked } = await makeApiKey(service, shop)
    const authorization = `Bearer ${revoked}`
    assert.equal((await post(list, { authorization })).status, 200)
    await service.request('DELETE', `/admin/api-keys/${id}`, { headers: shop.owner.headers })
    assert.equal((await post(list, { authorization })).status, 401)
  })

  it('from a page of another site answers 403', async () => {
    const { status, body } = await post(list, { origin: 'https://evil.example' })
    assert.deepEqual([status, body.error.data.code], [403, 'MERCHANT_ACCESS_DENIED'])
    assert.equal((await post(list, { origin: 'http://localhost:6274' })).status, 200)
  })

  it('with no JSON, no message or too many answers 400, 415 or 413 as JSON-RPC', async () => {
    for (const wrong of ['{', '', '[]', '{}', 'null', '"tools/list"', Array.from({ length: 11 }, () => list)]) {
      const { status, body } = await post(wrong)
      assert.deepEqual([status, typeof body.error.code], [400, 'number'], JSON.stringify(body))
    }
    const { status, body } = await post(list, { 'content-type': 'text/plain' })
    assert.deepEqual([status, body.error.data.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    assert.equal((await post(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(300_000)}"}`)).status, 413)
    const nothing = await post({ ...list, method: 'tools/nothing' })
    assert.deepEqual([nothing.status, nothing.body.error.code], [200, -32601])
  })

  it('GET and DELETE /mcp answer 405, because there are no sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await fetch(url, { method, headers: { authorization: `Bearer ${key}` } })
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'])
    }
  })

  it('beyond the limit of the key answers 429, and tools say so in their answers', async () => {
    const { key: busy, headers } = await makeApiKey(service, shop)
    const authorization = `Bearer ${busy}`
    for (let n = 0; n < 60; n++) await service.request('GET', '/admin/counts', { headers })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_shop', arguments: {} } }
    const { status, body } = await post(call, { authorization })
    assert.deepEqual([status, body.result.structuredContent.error.code], [200, 'RATE_LIMITED'])
    let last = 0
    for (let n = 0; n < 70; n++) last = (await post({ ...list, method: 'ping' }, { authorization })).status
    assert.equal(last, 429)
  })
})

it('a host that is not the service’s, and an origin of another site, are refused', () => {
  const of = (host: string, origin?: string, publicUrl?: string) =>
    refusalOfPage({ host, ...(origin !== undefined && { origin }) }, publicUrl)
  const url = 'https://api.shop.example/v1'
  for (const host of ['api.shop.example', 'api.shop.example:443', 'localhost:3000', '127.0.0.1', '[::1]:80'])
    assert.equal(of(host, undefined, url), undefined, host)
  for (const host of ['evil.example', 'shop.example', '', '10.0.0.1'])
    assert.match(of(host, undefined, url) ?? '', /^the host header/, host)
  for (const host of ['10.0.0.1', '192.168.1.5:3000']) assert.equal(of(host), undefined, host)
  assert.match(of('shop.local') ?? '', /^the host header/)
  assert.equal(of('api.shop.example', 'https://api.shop.example', url), undefined)
  for (const origin of ['https://shop.example', 'http://api.shop.example', 'null', 'http://localhost:1'])
    assert.match(of('api.shop.example', origin, url) ?? '', /^the origin header/, origin)
  assert.equal(of('localhost:3000', 'http://127.0.0.1:6274'), undefined)
})
