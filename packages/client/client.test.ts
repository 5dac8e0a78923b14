import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ApiError, type ClientOptions, createClient, every, read } from './client.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server that answers as told, and a client of it. */
async function startWith(t: TestContext, handle: Handler, options: Partial<ClientOptions> = {}) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    request.resume().on('end', () => handle(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, ...createClient({ baseUrl, deviceId: 'a device', merchantId: 'a shop', ...options }) }
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const succeed = (response: ServerResponse, data: object = {}) => json(response, 200, { success: true, data })
const fail = (response: ServerResponse, status: number, code: string, headers = {}, details?: object) =>
  json(response, status, { success: false, error: { code, message: 'no', request_id: 'r1', details } }, headers)
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const soon = () => Date.now() + 3_600_000

describe('the client', () => {
  it('sends its credentials with every request and answers the data', async (t) => {
    const { api, asked } = await startWith(t, (_, response) => succeed(response, { id: 'o1' }), { accessToken: 'key' })
    const order = await read(api.GET('/admin/orders/{id}', { params: { path: { id: 'o1' } } }))
    assert.equal(order.id, 'o1')
    const { url, headers } = asked[0] ?? assert.fail()
    assert.equal(url, '/admin/orders/o1')
    assert.deepEqual(
      [headers['device-id'], headers['merchant-id'], headers['access-token'], headers['idempotency-key']],
      ['a device', 'a shop', 'key', undefined],
    )
  })

  const credentialsOf = ({ headers }: IncomingMessage) =>
    ['access-token', 'storefront-key', 'shopper-address'].map((name) => headers[name])
  const readAll = async ({ api }: { api: ReturnType<typeof createClient>['api'] }) => {
    await api.GET('/catalog/products/{id}', { params: { path: { id: 'p1' } } })
    await api.POST('/user/guest')
    await api.GET('/user/profile')
    await api.POST('/user/login', { body: { email: 'ada@example.com', password: 'a good password' } })
  }

  it('reads what is everybody’s with a publishable key, also beside a session', async (t) => {
    for (const accessToken of [undefined, 'a session']) {
      const options = { storefrontKey: 'pk_1', ...(accessToken !== undefined && { accessToken }) }
      const client = await startWith(t, (_, response) => succeed(response), options)
      await readAll(client)
      assert.deepEqual(
        client.asked.map((request) => credentialsOf(request)[0]),
        ['pk_1', 'pk_1', accessToken, accessToken],
      )
      assert.deepEqual(
        client.asked.flatMap(({ headers }) => headers['storefront-key'] ?? []),
        [],
      )
    }
  })

  it('sends a secret key in place of a session, or beside it, with the address of the shopper', async (t) => {
    const options = { storefrontKey: 'sk_1', shopperAddress: '192.0.2.7' }
    const alone = await startWith(t, (_, response) => succeed(response), options)
    await readAll(alone)
    const inPlace = ['sk_1', undefined, '192.0.2.7']
    const beside = [undefined, 'sk_1', '192.0.2.7']
    assert.deepEqual(alone.asked.map(credentialsOf), [inPlace, inPlace, beside, beside])
    const shopper = await startWith(t, (_, response) => succeed(response), { ...options, accessToken: 'a session' })
    await readAll(shopper)
    assert.deepEqual(
      shopper.asked.map(credentialsOf),
      Array.from({ length: 4 }, () => ['a session', 'sk_1', '192.0.2.7']),
    )
  })

  it('throws what a key is refused with, and refreshes no session for it', async (t) => {
    let refreshed = 0
    const { api } = await startWith(t, (_, response) => fail(response, 401, 'UNAUTHORIZED'), {
      storefrontKey: 'pk_1',
      refresh: async () => {
        refreshed++
        return { token: 'new', expiresAt: soon() }
      },
    })
    await assert.rejects(api.GET('/catalog/categories'), { code: 'UNAUTHORIZED' })
    assert.equal(refreshed, 0)
  })

  it('throws an ApiError with code, fields and request id', async (t) => {
    const details = [{ field: 'name', message: 'is required' }]
    const { api } = await startWith(t, (_, response) => fail(response, 400, 'VALIDATION_ERROR', {}, details))
    await assert.rejects(api.GET('/user/profile'), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.code, error.requestId], [400, 'VALIDATION_ERROR', 'r1'])
      assert.deepEqual(error.faults, details)
      return true
    })
  })

  it('answers 304 to who has the answer already', async (t) => {
    const { api } = await startWith(t, (_, response) => response.writeHead(304, { etag: '"1"' }).end())
    const { response, data } = await api.GET('/catalog/categories', { headers: { 'if-none-match': '"1"' } })
    assert.deepEqual([response.status, data], [304, undefined])
  })

  it('refreshes once for all calls that meet an ended token, and sends them again', async (t) => {
    let refreshed = 0
    const { api, asked, setToken } = await startWith(
      t,
      ({ headers }, response) =>
        headers['access-token'] === 'new' ? succeed(response) : fail(response, 401, 'UNAUTHORIZED'),
      {
        refresh: async () => {
          refreshed++
          await new Promise((done) => setTimeout(done, 20))
          return { token: 'new', expiresAt: soon() }
        },
      },
    )
    setToken({ token: 'old', expiresAt: soon() })
    await Promise.all(Array.from({ length: 5 }, () => api.GET('/user/profile')))
    assert.equal(refreshed, 1)
    assert.equal(asked.filter(({ headers }) => headers['access-token'] === 'new').length, 5)
  })

  it('refreshes a token that is about to end before it is used', async (t) => {
    const { api, asked, setToken } = await startWith(t, (_, response) => succeed(response), {
      refresh: async () => ({ token: 'new', expiresAt: soon() }),
    })
    setToken({ token: 'old', expiresAt: Date.now() + 1000 })
    await api.GET('/user/profile')
    assert.deepEqual(
      asked.map(({ headers }) => headers['access-token']),
      ['new'],
    )
  })

  it('says so when the session has ended, once for all calls, and throws the 401', async (t) => {
    const refuse = async () => {
      throw new ApiError(401, { code: 'UNAUTHORIZED' })
    }
    for (const refresh of [{ refresh: refuse }, {}]) {
      let ended = 0
      const { api, asked, setToken } = await startWith(
        t,
        // The second answer comes when the session is known to have ended.
        (_, response) => setTimeout(() => fail(response, 401, 'UNAUTHORIZED'), asked.length === 1 ? 0 : 100),
        { ...refresh, onSignedOut: () => ended++ },
      )
      setToken({ token: 'old', expiresAt: soon() })
      const calls = [api.GET('/user/profile'), api.GET('/user/orders')]
      for (const call of calls) await assert.rejects(call, { code: 'UNAUTHORIZED' })
      assert.equal(ended, 1)
    }
  })

  it('can be asked for the next token by its own refresh', async (t) => {
    for (const accepted of ['refreshed', 'none']) {
      let ended = 0
      const { api, asked, setToken } = await startWith(
        t,
        ({ url, headers }, response) => {
          if (url === '/user/token/refresh' && accepted !== 'none') succeed(response, { access_token: accepted })
          else if (headers['access-token'] === accepted) succeed(response)
          else fail(response, 401, 'UNAUTHORIZED')
        },
        {
          refresh: async () => {
            const { access_token } = await read(api.POST('/user/token/refresh', { body: { refresh_token: 'r' } }))
            return { token: access_token, expiresAt: soon() }
          },
          onSignedOut: () => {
            ended++
          },
        },
      )
      setToken({ token: 'old', expiresAt: Date.now() + 1000 })
      const answers = await Promise.allSettled([api.GET('/user/profile'), api.GET('/user/orders')])
      const isRefreshed = accepted !== 'none'
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([isRefreshed ? 'fulfilled' : 'rejected']))
      assert.equal(ended, isRefreshed ? 0 : 1)
      const refreshes = asked.filter(({ url }) => url === '/user/token/refresh')
      assert.deepEqual(
        refreshes.map(({ headers }) => headers['access-token']),
        [undefined],
      )
    }
  })

  it('does not take a wrong password for an ended session', async (t) => {
    let refreshed = 0
    const { api, setToken } = await startWith(t, (_, response) => fail(response, 401, 'INVALID_CREDENTIALS'), {
      refresh: async () => {
        refreshed++
        return { token: 'new', expiresAt: soon() }
      },
    })
    setToken({ token: 'old', expiresAt: soon() })
    await assert.rejects(api.GET('/user/profile'), { code: 'INVALID_CREDENTIALS' })
    assert.equal(refreshed, 0)
  })

  it('tries again after 429 and 503 by retry-after, with the same idempotency key', async (t) => {
    const answers = [503, 429, 200]
    const { api, asked } = await startWith(t, (_, response) => {
      const status = answers.shift() ?? 500
      if (status === 200) succeed(response, { id: 'p1' })
      else fail(response, status, status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE', { 'retry-after': '0' })
    })
    const product = await read(api.POST('/admin/products', { body: { sku: '1', name: 'A', price: 1 } }))
    assert.equal(product.id, 'p1')
    const keys = asked.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [3, 1])
    assert.match(String(keys[0]), /^[\da-f]{32}$/)
  })

  it('sends what only reads again after a lost connection, and no change without a key', async (t) => {
    const { api, asked } = await startWith(t, ({ method }, response) => {
      if (asked.length === 1 || method === 'PATCH') response.destroy()
      else succeed(response)
    })
    await api.GET('/user/profile')
    assert.equal(asked.length, 2)
    await assert.rejects(api.PATCH('/user/profile', { body: { name: 'Ada' } }), TypeError)
    assert.equal(asked.length, 3)
  })

  it('sends a POST that takes no key without one, and not again after a lost connection', async (t) => {
    const { api, asked } = await startWith(t, ({ url }, response) => {
      if (url === '/user/orders/o1/payments' && asked.length > 2) succeed(response, { payment: {} })
      else response.destroy()
    })
    const body = { current_password: 'correct horse', password: 'another horse' }
    await assert.rejects(api.POST('/user/password', { body }), TypeError)
    const path = { id: 'o1' }
    await api.POST('/user/orders/{id}/payments', { params: { path }, body: { method: 'test_success' } })
    assert.deepEqual(
      asked.map(({ url, headers }) => [url, 'idempotency-key' in headers]),
      [
        ['/user/password', false],
        ['/user/orders/o1/payments', true],
        ['/user/orders/o1/payments', true],
      ],
    )
  })

  it('waits for the first answer when the service still works on a request whose connection was lost', async (t) => {
    const { api, asked } = await startWith(t, (_, response) => {
      if (asked.length === 1) response.destroy()
      else if (asked.length === 2) fail(response, 409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '0' })
      else if (asked.length === 3) succeed(response, { id: 'o1' })
      else fail(response, 409, 'CONFLICT')
    })
    const order = await read(api.POST('/user/orders', { body: { items: [{ product_id: 'p1', quantity: 1 }] } }))
    assert.equal(order.id, 'o1')
    assert.equal(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size, 1)
    await assert.rejects(api.POST('/user/cart/checkout', { body: {} }), { code: 'CONFLICT' })
    assert.equal(asked.length, 4)
  })

  it('gives up after its retries with the last answer', async (t) => {
    const { api, asked } = await startWith(
      t,
      (_, response) => fail(response, 503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }),
      { retries: 2 },
    )
    await assert.rejects(api.GET('/user/profile'), { code: 'SERVICE_UNAVAILABLE', retryAfter: 0 })
    assert.equal(asked.length, 3)
  })

  it('gives up an attempt after its time, but not one for a file', async (t) => {
    const begun = Promise.withResolvers<ServerResponse>()
    const { api, files } = await startWith(
      t,
      ({ url }, response) => {
        if (url === '/admin/products/export') begun.resolve(response.writeHead(200, { 'content-type': 'text/csv' }))
      },
      { timeoutMs: 100, retries: 0 },
    )
    const download = files.GET('/admin/products/export', { parseAs: 'text' })
    await assert.rejects(api.GET('/user/profile'), { name: 'TimeoutError' })
    // The file ends after an attempt that began later was given up.
    const file = await begun.promise
    file.end('sku')
    assert.equal((await download).data, 'sku')
  })

  it('gives up an attempt after its time, or when told to, also after a garbage collection', async (t) => {
    // The beginning of an answer, or none at all.
    const begin: Handler = ({ url }, response) => {
      if (url !== '/user/profile') response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    }
    const { api } = await startWith(t, begin, { timeoutMs: 1000, retries: 0 })
    const patient = await startWith(t, begin, { timeoutMs: 120_000, retries: 0 })
    const controller = new AbortController()
    const { signal } = controller
    const timedOut = [api.GET('/user/profile'), api.GET('/user/orders')]
    const aborted = [patient.api.GET('/user/profile', { signal }), patient.files.GET('/user/orders', { signal })]
    const names = Promise.all([...timedOut, ...aborted].map((call) => call.catch((error) => error.name)))
    for (let i = 0; i < 3; i++) {
      await new Promise((done) => setTimeout(done, 100))
      collectGarbage()
    }
    controller.abort()
    assert.deepEqual(await names, ['TimeoutError', 'TimeoutError', 'AbortError', 'AbortError'])
  })

  it('stops waiting when it is aborted', async (t) => {
    const { api } = await startWith(t, (_, response) =>
      fail(response, 503, 'SERVICE_UNAVAILABLE', { 'retry-after': '20' }),
    )
    const controller = new AbortController()
    const waiting = api.GET('/user/profile', { signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await assert.rejects(waiting, { name: 'AbortError' })
  })

  it('reads every item of a list along its cursors', async (t) => {
    const { api, asked } = await startWith(t, ({ url = '' }, response) => {
      const cursor = new URL(url, 'http://x').searchParams.get('cursor')
      const next = cursor === null ? 'second' : ''
      succeed(response, { items: [{ id: cursor ?? 'first' }], pagination: { next_cursor: next } })
    })
    const ids: string[] = []
    const readPage = (cursor: string | undefined) =>
      read(api.GET('/admin/orders', { params: { query: { limit: 1, ...(cursor && { cursor }) } } }))
    for await (const { id } of every(readPage)) ids.push(id)
    assert.deepEqual([ids, asked.length], [['first', 'second'], 2])
  })
})
