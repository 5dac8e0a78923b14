import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { forgetRequestCounts } from '#src/platform/http/overload/rate-limit-sweep.ts'
import { buildTestApp } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'
import { clientAddress, createRateLimiter, type Share, shareBy } from './rate-limit.ts'
import { addRequests } from './rate-limit-queries.ts'

describe('the limit of requests', () => {
  /** What processes share: a count and the end of its window, by the clock of the test. */
  function sharedCount() {
    const shared = { now: 0, count: 0, start: Number.NEGATIVE_INFINITY, reports: 0, away: false }
    const share: Share = async (report) => {
      await nextTurn()
      if (shared.away) return undefined
      shared.reports++
      if (shared.now - shared.start >= 60_000)
        Object.assign(shared, { count: 0, start: shared.now - report.age * 1000 })
      shared.count += report.count
      return { count: shared.count, seconds_left: (shared.start + 60_000 - shared.now) / 1000 }
    }
    const limiterOf = (limit: number) => createRateLimiter(limit, share, () => shared.now)
    return { shared, limiterOf }
  }

  it('a limiter allows the limit per minute', async () => {
    const { shared, limiterOf } = sharedCount()
    const limiter = limiterOf(2)
    assert.deepEqual(await limiter.count('key'), { limit: 2, remaining: 1, resetSeconds: 60, exceeded: false })
    shared.now = 30_500
    assert.deepEqual(await limiter.count('key'), { limit: 2, remaining: 0, resetSeconds: 30, exceeded: false })
    assert.equal((await limiter.count('key'))?.exceeded, true)
    shared.now = 60_000
    assert.equal((await limiter.count('key'))?.exceeded, false)
  })

  it('a limiter of 0 counts nothing', () => {
    assert.equal(sharedCount().limiterOf(0).count('key'), undefined)
  })

  it('four processes allow the limit, at most 2 % for each but one above it, with a statement per 2 %', async () => {
    const { shared, limiterOf } = sharedCount()
    const processes = Array.from({ length: 4 }, () => limiterOf(1_200))
    const allowed = async (requests: number) => {
      const usages = await Promise.all(Array.from({ length: requests }, (_, n) => processes[n % 4]?.count('key')))
      return usages.filter((usage) => usage?.exceeded === false).length
    }
    let sum = 0
    for (let n = 0; n < 60; n++) sum += await allowed(17 + (n % 8))
    sum += await allowed(400)
    assert.ok(sum >= 1_200 && sum <= 1_200 + 3 * 23, `${sum} allowed`)
    assert.ok(shared.reports <= 1_300 / 24 + 4, `${shared.reports} reports`)
    const { reports } = shared
    assert.equal(await allowed(1_000), 0)
    assert.equal(shared.reports, reports)
  })

  it('two processes allow exactly a small limit, also of requests at once', async () => {
    const { limiterOf } = sharedCount()
    const [one, other] = [limiterOf(50), limiterOf(50)]
    const counted = []
    // Some arrive at once, others while reports are under way.
    for (let n = 0; n < 80; n++) {
      counted.push((n % 2 ? one : other).count('key'))
      if (n % 7 === 0) await nextTurn()
    }
    const usages = await Promise.all(counted)
    assert.equal(usages.filter((usage) => usage?.exceeded === false).length, 50)
  })

  it('three processes on a database allow 20 of 80 at once, then none, and refuse for no statement', async (t) => {
    const { deps } = await buildTestApp(t)
    let statements = 0
    const db = deps.db.withPlugin({
      transformQuery({ node }) {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const processes = Array.from({ length: 3 }, () => createRateLimiter(20, shareBy(db, deps.logger)))
    const allowed = async (requests: number) => {
      const usages = await Promise.all(Array.from({ length: requests }, (_, n) => processes[n % 3]?.count('key')))
      return usages.filter((usage) => usage?.exceeded === false).length
    }
    assert.equal(await allowed(80), 20)
    assert.ok(statements <= 9, `${statements} statements`)
    // A process that had its share before the limit was reached may ask once more.
    for (let n = 0; n < 3; n++) assert.equal(await allowed(80), 0)
    assert.ok(statements <= 12, `${statements} statements`)
  })

  it('a process that cannot share counts for itself', async () => {
    const { shared, limiterOf } = sharedCount()
    shared.away = true
    const [one, other] = [limiterOf(3), limiterOf(3)]
    for (const limiter of [one, other]) {
      const exceeded = []
      for (let n = 0; n < 4; n++) exceeded.push((await limiter.count('key'))?.exceeded)
      assert.deepEqual(exceeded, [false, false, false, true])
    }
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
    const seconds = Number(refused?.headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
    assert.equal((await get(other.headers)).status, 200)
  })

  it('POST /user/login and invalid tokens past the limit answer 429 by address, not by session', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'true' })
    const user = await makeUser(service)
    // What the client wrote itself, another address each time, and the address that the proxy added.
    let written = 0
    const from = () => ({ 'x-forwarded-for': `198.51.100.${++written}, 192.0.2.7` })
    const get = async (headers: Record<string, string>) =>
      (await service.request('GET', '/user/profile', { headers: { ...from(), ...headers } })).status
    const body = { email: user.email, password: user.password }
    const login = async () =>
      (await service.request('POST', '/user/login', { headers: { ...from(), 'device-id': 'phone' }, body })).status
    const codes = []
    for (let n = 0; n < 4; n++) codes.push(await get({ 'access-token': 'x' }))
    codes.push(await login(), await login(), await get({ 'access-token': 'x' }))
    assert.deepEqual(codes, [401, 401, 401, 401, 200, 429, 429])
    assert.equal(await get(user.headers), 200)
  })

  it('an address that a trusted proxy gives with its port counts without it', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1,10.0.0.0/8' })
    const status = async (chain: string) =>
      (await service.request('GET', '/no-route', { headers: { 'x-forwarded-for': chain } })).status
    const statuses = []
    for (const chain of [
      '192.0.2.7:5000, 10.0.0.1:443',
      '192.0.2.7:5001,10.0.0.1',
      '192.0.2.8:5000',
      '[2001:db8::1]:5000, 10.0.0.1',
      '[2001:db8::1]:5001',
      '2001:db8::1',
      '[2001:db8:0:1::1]',
    ])
      statuses.push(await status(chain))
    assert.deepEqual(statuses, [404, 429, 404, 404, 429, 429, 404])
  })

  it('a path or method that no route takes counts for its address', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '2' })
    const statuses = []
    for (const [method, path] of [
      ['GET', '/no-route'],
      ['PUT', '/user/profile'],
      ['GET', '/no-route'],
    ] as const)
      statuses.push((await service.request(method, path)).status)
    assert.deepEqual(statuses, [404, 405, 429])
    assert.equal((await service.request('GET', '/health/live')).status, 200)
  })

  it('GET /health/live is never limited; reports add up for a minute, and are then forgotten', async (t) => {
    const service = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '1' })
    for (let n = 0; n < 3; n++) assert.equal((await service.request('GET', '/health/live')).status, 200)

    const { db } = service.deps
    const key = Buffer.from('key')
    const add = async (...reports: [count: number, age: number][]) =>
      (
        await addRequests(
          db,
          reports.map(([count, age]) => ({ key, count, age })),
        )
      )[0]
    const later = (seconds: number) =>
      sql`update request_counts set window_start = window_start - make_interval(secs => ${seconds})`.execute(db)
    const first = await add([3, 1], [2, 30])
    assert.equal(first?.count, 5)
    assert.ok(first.seconds_left <= 30)
    assert.equal((await add([1, 59]))?.count, 6)
    await later(60)
    const next = await add([1, 0])
    assert.equal(next?.count, 1)
    assert.ok(next.seconds_left > first.seconds_left)
    await later(130)
    await forgetRequestCounts.run(service.deps)
    assert.deepEqual(await db.selectFrom('request_counts').selectAll().execute(), [])
  })
})
