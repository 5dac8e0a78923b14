import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

it('POST /user/orders by 200 buyers of ten units at once answers 201 ten times and 409 to the others', async (t) => {
  const service = await buildTestApp(t, { DATABASE_POOL_SIZE: '2' })
  const { app, deps } = service
  // Over the network: injected requests all arrive before the first of them asks the database.
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  let arrived = 0
  app.server.on('request', () => arrived++)
  const shop = await makeMerchant(service)
  const product = await makeProduct(service, shop, { onHand: 10 })
  const body = JSON.stringify({ items: [{ product_id: product.id, quantity: 1 }] })
  const buyers = await makeBuyers(service, shop, 200)
  // No order begins before all requests are here.
  const held = await Promise.all([deps.pool.connect(), deps.pool.connect()])
  const answered = Promise.all(
    buyers.map(async (buyer) => {
      const headers = { ...buyer, 'content-type': 'application/json' }
      const answer = await fetch(`${address}/user/orders`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  await until(() => arrived === 200, 'all requests to arrive')
  for (const client of held) client.release()
  const statuses = await answered
  const count = (status: number) => statuses.filter((one) => one === status).length
  assert.deepEqual([count(201), count(409), count(503)], [10, 190, 0])
  assert.deepEqual(await stockOf(service, product.id), [10, 10])
})

it('GET /user/profile under overload waits, then answers 503 with retry-after; health and metrics not', async (t) => {
  const service = await buildTestApp(t, { DATABASE_POOL_SIZE: '2', MAX_QUEUE_WAIT_MS: '250' })
  const { pool, metrics } = service.deps
  const user = await makeUser(service)
  // The pool is busy: both of its connections are taken, and given back only when the rush is over.
  const held = await Promise.all([pool.connect(), pool.connect()])
  const ask = () => service.request('GET', '/user/profile', { headers: user.headers })
  const begun = Array.from({ length: 8 }, ask)
  await until(() => pool.waitingCount >= 8, 'the queue to fill')
  const refused = await Promise.all(Array.from({ length: 20 }, ask))
  refused.push(await service.request('GET', '/catalog/categories'))
  const alive = await service.request('GET', '/health/live')
  const scraped = await service.request('GET', '/metrics')
  for (const client of held) client.release()
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(answer.headers['retry-after'], '1')
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  }
  assert.deepEqual([alive.status, scraped.status], [200, 200])
  // The process itself may stand in the queue, too, asking which sessions were revoked; then one less found room.
  const served = (await Promise.all(begun)).filter((answer) => answer.status === 200)
  assert.ok(served.length >= 7, `${served.length} of 8 served`)
  assert.equal((await ask()).status, 200)
  assert.match(await metrics.metrics(), /http_requests_refused_total\{because="database"\} 2[12]\n/)
})

it('GET /user/profile by a client that leaves while it waits is not begun', async (t) => {
  const service = await buildTestApp(t, { DATABASE_POOL_SIZE: '2' })
  const { app, deps } = service
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { headers } = await makeUser(service)
  const held = await Promise.all([deps.pool.connect(), deps.pool.connect()])
  // Not by requests: the process itself may stand in the queue, too, and one of them would wait to be begun.
  const begun = Array.from({ length: 8 }, () => deps.pool.query('select'))
  const waiting = async () => /^http_requests_waiting 1$/m.test(await deps.metrics.metrics())
  const leaving = new AbortController()
  let left = false
  app.server.once('request', ({ socket }) => socket.once('close', () => (left = true)))
  const asked = fetch(`${address}/user/profile`, { headers, signal: leaving.signal }).catch(
    (error: Error) => error.name,
  )
  await until(waiting, 'the request to wait')
  leaving.abort()
  assert.equal(await asked, 'AbortError')
  await until(() => left, 'the service to notice')
  for (const client of held) client.release()
  await Promise.all(begun)
  const counted = async () => /refused_total\{because="left"\} 1$/m.test(await deps.metrics.metrics())
  await until(counted, 'the request to be dropped')
})

it('GET /user/profile while the event loop is later than MAX_LOOP_DELAY_MS answers 503, then 401', async (t) => {
  const service = await buildTestApp(t, { MAX_LOOP_DELAY_MS: '100', MAX_QUEUE_WAIT_MS: '1' })
  // Without a token: the answer needs no statement, and so few turns of the loop.
  const ask = () => service.request('GET', '/user/profile')
  const busy = setInterval(() => {
    const end = performance.now() + 250
    while (performance.now() < end);
  }, 1)
  try {
    // More than are begun in a turn that is late.
    const refused = await until(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      return answers.find(({ status }) => status === 503)
    }, 'a refusal')
    assert.deepEqual([refused.body.error.code, refused.headers['retry-after']], ['SERVICE_UNAVAILABLE', '1'])
  } finally {
    clearInterval(busy)
  }
  await until(async () => (await ask()).status === 401, 'the process to accept requests again')
  assert.match(await service.deps.metrics.metrics(), /http_requests_refused_total\{because="cpu"\} [1-9]/)
})
