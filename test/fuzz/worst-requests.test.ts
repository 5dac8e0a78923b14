import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeStorefrontKey, makeUser } from '#test/support/factories.ts'
import type { Operation } from '#test/support/operations.ts'
import { type Sent, walkOver } from './walk.ts'
import { hostileBodies, hostileHeads, largestBodyOf } from './worst-requests.ts'

/**
 * The worst requests we know, to every operation: each is answered, none with a 5xx or more than 50 faults. What they
 * cost is not measured here, where it would depend on the machine (`npm run hostile` does): counted instead, in the
 * tests of validation and of the records of files.
 */
describeService('every operation, with the worst requests', ({ service }) => {
  const walk = walkOver(service)
  const takesMore = ({ contentTypes }: Operation) => contentTypes.some((type) => type !== 'application/json')

  it('answers, and names 50 faults at most', (t) =>
    walk.over(t, async (operation, { shop, headersOf }) => {
      // One of its own: what is sent may end the session.
      const { headers } = await makeUser(service, { merchantId: shop.id })
      const caller = { ...headersOf(operation), ...(['user', 'shopper'].includes(operation.scope) && headers) }
      // Files may be larger than any body, and each of their rows is applied.
      const bytes = operation.contentTypes.includes('text/csv') ? 65_536 : largestBodyOf(operation)
      const requests = operation.method === 'GET' ? hostileHeads(operation) : hostileBodies(operation, bytes)
      return requests.map((sent) => ({ ...sent, headers: { ...caller, ...sent.headers } }))
    }))

  for (const kind of ['publishable', 'storefront'] as const) {
    it(`answers the ${kind} key of a storefront, and names 50 faults at most`, async (t) => {
      const { headers } = await makeStorefrontKey(service, walk.callers.shop, kind)
      let taking = 0
      await walk.over(t, (operation) => {
        const takesKey = JSON.stringify(operation.raw['security'] ?? []).includes('publishableKey')
        if (!takesKey || operation.method !== 'GET') return []
        taking++
        const plain = hostileHeads(operation).filter(({ what }) => !/(br|gzip)$/.test(what))
        return plain.map((sent) => ({ ...sent, headers: { ...headers, ...sent.headers } }))
      })
      assert.ok(taking > 5, String(taking))
    })
  }

  it('whose body has more bytes than its scope reads answers 413, as many are read', (t) =>
    walk.over(t, (operation) => {
      // Of a provider that is not set up here.
      const isElsewhere = operation.path === '/payments/stripe/webhook'
      if (operation.method === 'GET' || takesMore(operation) || isElsewhere) return []
      return [0, 1].map((more): Sent => {
        const payload = '{'.padEnd(largestBodyOf(operation) + more)
        return { what: `${payload.length} bytes`, payload, expected: more === 0 ? 400 : 413 }
      })
    }))

  async function faultsOf(path: string, payload: string | Buffer): Promise<{ field: string; message: string }[]> {
    const { shop } = walk.callers
    const { headers } = await makeUser(service, { merchantId: shop.id })
    const sent = { ...headers, 'merchant-id': shop.id, 'content-type': 'application/json' }
    return (await service.request('POST', path, { headers: sent, payload })).body.error.details
  }

  it('POST /user/orders with too many or too deep values, or without JSON, answers 400 and says so', async () => {
    const of = (payload: string) => faultsOf('/user/orders', payload)
    const many = await of(`{"items":[${Array(80_000).fill('{}').join(',')}]}`)
    assert.deepEqual(many, [{ field: 'body', message: 'must NOT have more than 5000 values' }])
    assert.deepEqual(await of('{x'), [{ field: 'body', message: 'must be JSON, such as {"name": "Mug"}' }])
    const deep = await of(`${'['.repeat(33)}${']'.repeat(33)}`)
    assert.deepEqual(deep, [{ field: 'body', message: 'must NOT be nested more than 32 deep' }])
    const text = await of(JSON.stringify({ items: [], note: '[,{"\\'.repeat(6_000) }))
    assert.deepEqual(
      text.map(({ field }) => field),
      ['note', 'items'],
    )
  })

  it('POST /user/orders with a byte order mark before its JSON is read; two, or one in it, are 400', async () => {
    const read = [{ field: 'items', message: 'must NOT have fewer than 1 items' }]
    for (const body of ['\ufeff{"items":[]}', '\ufeff \r\n{"items":[]}'])
      assert.deepEqual(await faultsOf('/user/orders', body), read)
    const [none] = await faultsOf('/user/orders', '\ufeff')
    assert.deepEqual(none, { field: 'body', message: 'must be object' })
    for (const body of ['\ufeff\ufeff{"items":[]}', '{"items":\ufeff[]}', Buffer.from('\ufeff{}', 'utf16le')])
      assert.equal((await faultsOf('/user/orders', body))[0]?.field, 'body')
  })

  it('POST /user/logout, which takes no body, with fields answers 400 and names them; with none 200', async () => {
    const fault = [{ field: 'everywhere', message: 'is not a known field' }]
    assert.deepEqual(await faultsOf('/user/logout', '{"everywhere":true}'), fault)
    const { headers } = await makeUser(service)
    assert.equal((await service.request('POST', '/user/logout', { headers, body: {} })).status, 200)
  })
})
