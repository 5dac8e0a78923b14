import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fail, type Handler, startWith, succeed } from '../../test/support/served-client.ts'
import { read } from './client.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('attempts of the client', () => {
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
})
