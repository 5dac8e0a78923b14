import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'
import { until } from '#test/support/until.ts'

it('GET /user/profile under overload answers 503 with retry-after, then 200', async (t) => {
  const service = await buildTestApp(t, { DATABASE_POOL_SIZE: '2' })
  const user = await makeUser(service)
  // The pool is busy: both of its connections are taken, and given back only when the rush is over.
  const held = await Promise.all([service.deps.pool.connect(), service.deps.pool.connect()])
  const ask = () => service.request('GET', '/user/profile', { headers: user.headers })
  const waiting = Array.from({ length: 32 }, ask)
  await until(() => service.deps.pool.waitingCount >= 32, 'the queue to fill')
  const refused = await Promise.all(Array.from({ length: 20 }, ask))
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(answer.headers['retry-after'], '1')
  }
  assert.equal((await service.request('GET', '/health/live')).status, 200)

  for (const client of held) client.release()
  // The process itself may stand in the queue, too, asking which sessions were revoked; then one less found room.
  const served = (await Promise.all(waiting)).filter((answer) => answer.status === 200)
  assert.ok(served.length >= 31, `${served.length} of 32 served`)
  assert.equal((await ask()).status, 200)
  assert.match(await service.deps.metrics.metrics(), /http_requests_refused_total\{because="database"\} 2[01]\n/)
})

it('GET /user/profile while the event loop is later than MAX_LOOP_DELAY_MS answers 503, then 401', async (t) => {
  const service = await buildTestApp(t, { MAX_LOOP_DELAY_MS: '100' })
  // Without a token: the answer needs no statement, and so few turns of the loop.
  const ask = () => service.request('GET', '/user/profile')
  const busy = setInterval(() => {
    const end = performance.now() + 250
    while (performance.now() < end);
  }, 1)
  try {
    const refused = await until(async () => {
      const answer = await ask()
      return answer.status === 503 && answer
    }, 'a refusal')
    assert.deepEqual([refused.body.error.code, refused.headers['retry-after']], ['SERVICE_UNAVAILABLE', '1'])
  } finally {
    clearInterval(busy)
  }
  await until(async () => (await ask()).status === 401, 'the process to accept requests again')
  assert.match(await service.deps.metrics.metrics(), /http_requests_refused_total\{because="cpu"\} [1-9]/)
})
