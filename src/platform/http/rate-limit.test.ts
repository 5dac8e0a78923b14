import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'
import { clientAddress, createRateLimiter } from './rate-limit.ts'

describe('the limit of requests', () => {
  it('a limiter allows the limit per minute', () => {
    let now = 0
    const limiter = createRateLimiter(2, () => now)
    const count = () => limiter.count('key')
    assert.deepEqual(count(), { limit: 2, remaining: 1, resetSeconds: 60, exceeded: false })
    now = 30_500
    assert.deepEqual(count(), { limit: 2, remaining: 0, resetSeconds: 30, exceeded: false })
    assert.equal(count()?.exceeded, true)
    assert.equal(limiter.count('another')?.exceeded, false)
    now = 60_000
    assert.equal(count()?.exceeded, false)
  })

  it('a limiter of 0 counts nothing', () => {
    assert.equal(createRateLimiter(0).count('key'), undefined)
  })

  it('clients are keyed by IPv4 address or IPv6 /64 network; anything else shares one key', () => {
    assert.equal(clientAddress('192.0.2.1'), '192.0.2.1')
    assert.equal(clientAddress('::ffff:192.0.2.1'), '192.0.2.1')
    assert.equal(clientAddress('2001:db8:1:2::1'), clientAddress('2001:db8:1:2:ffff::9'))
    assert.notEqual(clientAddress('2001:db8:1:2::1'), clientAddress('2001:db8:1:3::1'))
    assert.equal(clientAddress('x'.repeat(10_000)), 'unknown')
  })

  it('GET /user/profile past the limit answers 429 RATE_LIMITED to that session, and 200 to another', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'true' })
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const get = (headers: Record<string, string>) => service.request('GET', '/user/profile', { headers })
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await get(user.headers))
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['ratelimit-remaining']]),
      [
        [200, '4'],
        [200, '3'],
        [200, '2'],
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ],
    )
    const [, , , , , refused] = answers
    assert.equal(refused?.body.error.code, 'RATE_LIMITED')
    assert.equal(refused?.headers['retry-after'], refused?.headers['ratelimit-reset'])
    assert.ok(Number(refused?.headers['retry-after']) > 50)
    assert.equal((await get(other.headers)).status, 200)
  })

  it('POST /user/login and invalid tokens past the limit answer 429 by address, not by session', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'true' })
    const user = await makeUser(service)
    const from = { 'x-forwarded-for': '192.0.2.7' }
    const codes = []
    for (let n = 0; n < 4; n++) {
      codes.push((await service.request('GET', '/user/profile', { headers: { ...from, 'access-token': 'x' } })).status)
    }
    const body = { email: user.email, password: user.password }
    const login = { headers: { ...from, 'device-id': 'phone' }, body }
    codes.push((await service.request('POST', '/user/login', login)).status)
    codes.push((await service.request('POST', '/user/login', login)).status)
    codes.push((await service.request('GET', '/user/profile', { headers: { ...from, 'access-token': 'x' } })).status)
    assert.deepEqual(codes, [401, 401, 401, 401, 200, 429, 429])
    assert.equal((await service.request('GET', '/user/profile', { headers: { ...from, ...user.headers } })).status, 200)
  })

  it('GET /health/live is never limited', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '1' })
    for (let n = 0; n < 3; n++) assert.equal((await service.request('GET', '/health/live')).status, 200)
  })
})
