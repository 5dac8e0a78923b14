import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { fail, startWith, succeed } from '../../test/support/served-client.ts'
import { ApiError, type createClient, every, read } from './client.ts'

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

  it('takes its credentials to no other address that an answer leads to', async (t) => {
    const other = await startWith(t, (_, response) => succeed(response))
    const location = `${other.baseUrl}/admin/orders`
    for (const status of [301, 302, 303, 307, 308]) {
      const moved = (_: IncomingMessage, response: ServerResponse) => response.writeHead(status, { location }).end()
      const { api } = await startWith(t, moved, { accessToken: 'key', storefrontKey: 'sk_1' })
      for (const failing of [api.GET('/admin/orders'), api.POST('/user/guest')]) {
        await assert.rejects(failing, (error) => {
          assert.ok(error instanceof ApiError && error.status === status)
          assert.match(error.message, /leads to http.*\/admin\/orders: if that is right, it is the baseUrl/)
          return true
        })
      }
    }
    assert.deepEqual(other.asked, [])
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
