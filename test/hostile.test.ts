import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStorefrontKey, makeUser } from '#test/support/factories.ts'
import { type Hostile, hostileBodies, hostileHeads, largestBodyOf } from '#test/support/hostile.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'

/**
 * The worst requests we know, to every operation: each is answered, none with a 5xx or more than 50 faults. What they
 * cost is not measured here, where it would depend on the machine (`npm run hostile` does): counted instead, in the
 * tests of validation and of the records of files.
 */
describeShop('hostile requests', ({ service, shop }) => {
  let operations: Operation[]
  before(async () => {
    operations = operationsOf(service.app)
  })

  async function credentials({ scope }: Operation): Promise<Record<string, string>> {
    if (scope === 'staff') return shop.owner.headers
    if (scope === 'device' || scope === 'open') return { 'device-id': 'hostile' }
    return { ...(await makeUser(service, { merchantId: shop.id })).headers, 'merchant-id': shop.id }
  }

  async function send({ method, path }: Operation, hostile: Hostile, headers: Record<string, string>) {
    const { query, id = '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11', payload, contentType } = hostile
    const url = path.replaceAll(/\{\w+\}/g, id) + (query === undefined ? '' : `?${query}`)
    return service.request(method, url, {
      headers: { ...headers, ...(contentType && { 'content-type': contentType }), ...hostile.headers },
      ...(payload !== undefined && { payload }),
    })
  }

  it('are answered, and with 50 faults at most', async (t) => {
    for (const operation of operations) {
      await t.test(operation.name, async () => {
        const headers = await credentials(operation)
        // Files may be larger than any body, and each of their rows is applied.
        const bytes = operation.contentTypes.includes('text/csv') ? 65_536 : largestBodyOf(operation)
        const requests = operation.method === 'GET' ? hostileHeads(operation) : hostileBodies(operation, bytes)
        assert.deepEqual(await faultsOf(operation, requests, headers), [])
      })
    }
  })

  it('with the key of a storefront are answered, and with 50 faults at most', async () => {
    const taking = operations.filter(({ raw }) => JSON.stringify(raw['security'] ?? []).includes('publishableKey'))
    assert.ok(taking.length > 8)
    for (const kind of ['publishable', 'storefront'] as const) {
      const { headers } = await makeStorefrontKey(service, shop, kind)
      for (const operation of taking.filter(({ method }) => method === 'GET')) {
        const plain = hostileHeads(operation).filter(({ what }) => !/(br|gzip)$/.test(what))
        assert.deepEqual(await faultsOf(operation, plain, headers), [], `${kind}: ${operation.name}`)
      }
    }
  })

  async function faultsOf(
    operation: Operation,
    requests: readonly Hostile[],
    headers: Record<string, string>,
  ): Promise<string[]> {
    const faults: string[] = []
    for (const hostile of requests) {
      const answer = await send(operation, hostile, headers).catch((error: Error) => error)
      if (answer instanceof Error) faults.push(`${hostile.what}: ${answer.message.slice(0, 200)}`)
      else if (answer.status >= 500 || answer.body.error?.details?.length > 50)
        faults.push(`${hostile.what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
    }
    return faults
  }

  it('whose body has more bytes than its scope reads answer 413, as many are read', async () => {
    const faults: string[] = []
    for (const operation of operations) {
      if (operation.method === 'GET' || operation.contentTypes.some((type) => type !== 'application/json')) continue
      // Of a provider that is not set up here.
      if (operation.path === '/payments/stripe/webhook') continue
      const headers = await credentials(operation)
      for (const [more, expected] of [
        [0, 400],
        [1, 413],
      ] as const) {
        const payload = '{'.padEnd(largestBodyOf(operation) + more)
        const { status } = await send(operation, { what: '', payload, contentType: 'application/json' }, headers)
        if (status !== expected) faults.push(`${operation.name} with ${payload.length} bytes: ${status}`)
      }
    }
    assert.deepEqual(faults, [])
  })

  it('POST /user/orders with too many or too deep values, or without JSON, answers 400 and says so', async () => {
    const headers = await credentials({ scope: 'shopper' } as Operation)
    const answer = async (payload: string) => {
      const sent = { headers: { ...headers, 'content-type': 'application/json' }, payload }
      return (await service.request('POST', '/user/orders', sent)).body.error
    }
    const many = await answer(`{"items":[${Array(80_000).fill('{}').join(',')}]}`)
    assert.deepEqual(many.details, [{ field: 'body', message: 'must NOT have more than 5000 values' }])
    assert.deepEqual((await answer('{x')).details, [{ field: 'body', message: 'is not JSON' }])
    const deep = await answer(`${'['.repeat(33)}${']'.repeat(33)}`)
    assert.deepEqual(deep.details, [{ field: 'body', message: 'must NOT be nested more than 32 deep' }])
    const text = await answer(JSON.stringify({ items: [], note: '[,{"\\'.repeat(6_000) }))
    assert.deepEqual(
      text.details.map(({ field }: { field: string }) => field),
      ['note', 'items'],
    )
  })

  it('POST /user/orders with a byte order mark before its JSON is read; two, or one in it, are 400', async () => {
    const headers = await credentials({ scope: 'shopper' } as Operation)
    const answer = async (payload: string | Buffer) => {
      const sent = { headers: { ...headers, 'content-type': 'application/json' }, payload }
      return (await service.request('POST', '/user/orders', sent)).body.error.details
    }
    const read = [{ field: 'items', message: 'must NOT have fewer than 1 items' }]
    for (const body of ['\ufeff{"items":[]}', '\ufeff \r\n{"items":[]}']) assert.deepEqual(await answer(body), read)
    const [none] = await answer('\ufeff')
    assert.deepEqual([none.field, none.message], ['body', 'must be object'])
    for (const body of ['\ufeff\ufeff{"items":[]}', '{"items":\ufeff[]}', Buffer.from('\ufeff{}', 'utf16le')])
      assert.equal((await answer(body))[0].field, 'body')
  })

  it('POST /user/logout, which takes no body, with fields answers 400 and names them', async () => {
    const headers = await credentials({ scope: 'user' } as Operation)
    const { body } = await service.request('POST', '/user/logout', { headers, body: { everywhere: true } })
    assert.deepEqual(body.error.details, [{ field: 'everywhere', message: 'is not a known field' }])
    assert.equal((await service.request('POST', '/user/logout', { headers, body: {} })).status, 200)
  })
})
