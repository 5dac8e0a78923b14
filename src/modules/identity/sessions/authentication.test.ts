import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import { sql } from 'kysely'
import { insertStaff } from '#src/modules/merchants/queries.ts'
import { buildTestApp, startTestApp, testSecrets, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'

const testKey = testSecrets[0]?.secret ?? ''
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (head: string, payload: string, key: string) =>
  `${head}.${payload}.${createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url')}`
const code = (answer: { status: number; body: { error?: { code: string } } }) => [
  answer.status,
  answer.body.error?.code,
]

describeService('authentication', ({ service }) => {
  const profile = (headers: Record<string, string>) => service.request('GET', '/user/profile', { headers })
  const parts = (user: SignedInUser) => (user.headers['access-token'] ?? '').split('.') as [string, string, string]

  it('GET /user/profile with a forged token, in every way, answers 401 UNAUTHORIZED', async () => {
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const [head, payload, signature] = parts(user)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const none = base64({ alg: 'none', typ: 'JWT', kid: 'test' })
    const rs256 = base64({ alg: 'RS256', typ: 'JWT', kid: 'test' })
    const anotherKey = base64({ alg: 'HS256', typ: 'JWT', kid: 'another' })
    const forged = {
      'alg none': `${none}.${payload}.`,
      'alg none, signed': `${none}.${payload}.${signature}`,
      'another algorithm': `${rs256}.${payload}.${signature}`,
      'another key id': `${anotherKey}.${payload}.${signature}`,
      'another key': sign(head, payload, 'another secret of more than thirty-two characters'),
      'no key': sign(head, payload, ''),
      'an altered payload': `${head}.${base64({ ...claims, sub: other.id })}.${signature}`,
      'a role given to oneself': `${head}.${base64({ ...claims, rol: 'owner', mid: other.id })}.${signature}`,
      'another’s signature': `${head}.${payload}.${parts(other)[2]}`,
      'no signature': `${head}.${payload}.`,
      'two parts': `${head}.${payload}`,
      'four parts': `${head}.${payload}.${signature}.${signature}`,
      'a signature cut short': `${head}.${payload}.${signature.slice(0, -2)}`,
      'no JSON': sign(head, Buffer.from('nonsense').toString('base64url'), testKey),
      'claims missing': sign(head, base64({ exp: 9_999_999_999 }), testKey),
      'another issuer': sign(head, base64({ ...claims, iss: 'https://another.example' }), testKey),
      'another audience': sign(head, base64({ ...claims, aud: 'another' }), testKey),
      'no audience': sign(head, base64({ ...claims, aud: undefined }), testKey),
      'only dots': '...',
      'a space before': `x ${head}.${payload}.${signature}`,
      'another case': `${head}.${payload}.${signature.toUpperCase()}x`,
      'a refresh token': user.refreshToken,
      long: 'x'.repeat(8_000),
    }
    for (const [how, token] of Object.entries(forged)) {
      const answer = await profile({ ...user.headers, 'access-token': token })
      assert.deepEqual(code(answer), [401, 'UNAUTHORIZED'], how)
    }
    assert.equal((await profile(user.headers)).status, 200)
  })

  it('a token names issuer and audience; one that names neither is refused', async () => {
    const user = await makeUser(service)
    const [head, payload] = parts(user)
    const { iss, aud, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    assert.deepEqual([iss, aud], ['commerce-platform', 'commerce-platform-api'])
    const token = sign(head, base64(claims), testKey)
    assert.deepEqual(code(await profile({ ...user.headers, 'access-token': token })), [401, 'UNAUTHORIZED'])
  })

  it('requests with several faults answer by the first check that fails', async () => {
    const { owner } = await makeMerchant(service)
    const user = await makeUser(service)
    const staff = (headers: Record<string, string>) =>
      service.request('POST', '/admin/staff', { headers, body: { wrong: 1 } })
    const { 'access-token': token = '', 'device-id': device = '' } = owner.headers
    const answers = [
      await staff({}),
      await staff({ 'access-token': 'x' }),
      await staff({ 'access-token': token }),
      await staff({ 'access-token': token, 'device-id': 'another' }),
      await staff(user.headers),
      await staff({ 'access-token': token, 'device-id': device }),
      await staff({ 'access-token': token, 'device-id': device, 'merchant-id': user.id }),
      await staff(owner.headers),
    ]
    assert.deepEqual(answers.map(code), [
      [401, 'MISSING_TOKEN'],
      [401, 'UNAUTHORIZED'],
      [401, 'INVALID_DEVICE'],
      [401, 'INVALID_DEVICE'],
      [403, 'INSUFFICIENT_PERMISSIONS'],
      [403, 'MERCHANT_ACCESS_DENIED'],
      [403, 'MERCHANT_ACCESS_DENIED'],
      [400, 'VALIDATION_ERROR'],
    ])
  })

  it('POST /user/register and /user/login with an invalid device id answer 401 INVALID_DEVICE', async () => {
    const body = { email: `${unique('x')}@example.com`, password: 'a good password' }
    for (const path of ['/user/register', '/user/login', '/admin/login', '/user/token/refresh']) {
      for (const headers of [{}, { 'device-id': '' }, { 'device-id': 'x'.repeat(201) }, { 'device-id': 'a\tb' }]) {
        const answer = await service.request('POST', path, { headers: headers as Record<string, string>, body })
        assert.deepEqual(code(answer), [401, 'INVALID_DEVICE'], path)
      }
    }
  })

  it('POST /user/login and /admin/login with a wrong password and with an unknown e-mail answer the same', async () => {
    const { owner } = await makeMerchant(service)
    for (const path of ['/user/login', '/admin/login']) {
      const attempt = (email: string) =>
        service.request('POST', path, {
          headers: { 'device-id': 'phone' },
          body: { email, password: 'wrong password' },
        })
      const [wrong, unknown] = [await attempt(owner.email), await attempt(`${unique('nobody')}@example.com`)]
      assert.deepEqual(code(wrong), [401, 'INVALID_CREDENTIALS'])
      const plain = ({ code, message }: { code: string; message: string }) => ({ code, message })
      assert.deepEqual(plain(unknown.body.error), plain(wrong.body.error))
    }
  })

  it('POST /admin/login by staff of two merchants needs merchant-id; with another’s it answers 403', async () => {
    const [first, second, third] = [
      await makeMerchant(service),
      await makeMerchant(service),
      await makeMerchant(service),
    ]
    const both = await makeStaff(service, first.id, 'viewer')
    await insertStaff(service.deps.db, second.id, both.id, 'manager')
    const signIn = (merchantId?: string) =>
      service.request('POST', '/admin/login', {
        headers: { 'device-id': 'desk', ...(merchantId && { 'merchant-id': merchantId }) },
        body: { email: both.email, password: both.password },
      })
    assert.equal((await signIn(second.id)).body.user.role, 'manager')
    for (const id of [undefined, third.id, 'x'])
      assert.deepEqual(code(await signIn(id)), [403, 'MERCHANT_ACCESS_DENIED'])
    assert.deepEqual((await signIn()).body.error.details, {
      merchants: [
        { id: first.id, name: first.name, role: 'viewer' },
        { id: second.id, name: second.name, role: 'manager' },
      ],
    })
    const guess = { email: both.email, password: 'another password' }
    const refused = await service.request('POST', '/admin/login', { headers: { 'device-id': 'desk' }, body: guess })
    assert.deepEqual([...code(refused), refused.body.error.details], [401, 'INVALID_CREDENTIALS', undefined])
  })

  it('POST /user/token/refresh from another device answers 401 INVALID_DEVICE and keeps the token valid', async () => {
    const user = await makeUser(service)
    const refresh = (device: string) =>
      service.request('POST', '/user/token/refresh', {
        headers: { 'device-id': device },
        body: { refresh_token: user.refreshToken },
      })
    assert.deepEqual(code(await refresh('another')), [401, 'INVALID_DEVICE'])
    assert.equal((await refresh(user.headers['device-id'] as string)).status, 200)
  })

  it('a process that starts later refuses the tokens of sessions that ended long before', async (t) => {
    const user = await makeUser(service)
    assert.equal((await service.request('POST', '/user/logout', { headers: user.headers })).status, 200)
    await sql`update sessions set revoked_at = now() - interval '23 hours' where user_id = ${user.id}`.execute(
      service.deps.db,
    )
    const later = await startTestApp({}, service.databaseUrl)
    t.after(() => later.close())
    const answer = await later.request('GET', '/user/profile', { headers: user.headers })
    assert.deepEqual(code(answer), [401, 'UNAUTHORIZED'])
  })

  it('POST /user/token/refresh of a session that has ended or expired answers 401 UNAUTHORIZED', async () => {
    const [gone, old] = [await makeUser(service), await makeUser(service)]
    assert.equal((await service.request('POST', '/user/logout', { headers: gone.headers })).status, 200)
    await sql`update sessions set expires_at = now() where user_id = ${old.id}`.execute(service.deps.db)
    for (const user of [gone, old]) {
      const answer = await service.request('POST', '/user/token/refresh', {
        headers: { 'device-id': user.headers['device-id'] as string },
        body: { refresh_token: user.refreshToken },
      })
      assert.deepEqual(code(answer), [401, 'UNAUTHORIZED'])
    }
  })

  it('DELETE /user/sessions/{id} ends that session, and another user’s is 404 NOT_FOUND', async () => {
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const tablet = await service.request('POST', '/user/login', {
      headers: { 'device-id': 'tablet' },
      body: { email: user.email, password: user.password },
    })
    const sessions = await service.request('GET', '/user/sessions', { headers: user.headers })
    assert.deepEqual(
      sessions.body.data.items.map((one: { device_id: string; current: boolean }) => [one.device_id, one.current]),
      [
        ['tablet', false],
        [user.headers['device-id'], true],
      ],
    )
    const id = sessions.body.data.items[0].id
    const end = (by: SignedInUser, which: string) =>
      service.request('DELETE', `/user/sessions/${which}`, { headers: by.headers })
    assert.deepEqual(code(await end(other, id)), [404, 'NOT_FOUND'])
    assert.deepEqual(code(await end(user, 'x')), [404, 'NOT_FOUND'])
    const ended = { 'device-id': 'tablet', 'access-token': tablet.body.access_token }
    assert.equal((await end(user, id)).status, 200)
    assert.deepEqual(code(await profile(ended)), [401, 'UNAUTHORIZED'])
    assert.deepEqual(code(await end(user, id)), [404, 'NOT_FOUND'])
  })

  it('POST /user/logout ends the session here at once, in other processes with their next poll', async (t) => {
    const second = await startTestApp({}, service.databaseUrl)
    t.after(() => second.close())
    const user = await makeUser(service)
    const elsewhere = () => second.request('GET', '/user/profile', { headers: user.headers })
    assert.equal((await elsewhere()).status, 200)
    assert.equal((await service.request('POST', '/user/logout', { headers: user.headers })).status, 200)
    assert.deepEqual(code(await profile(user.headers)), [401, 'UNAUTHORIZED'])
    await until(async () => (await elsewhere()).status === 401, 'the other process to know')
  })

  it('POST /user/logout of a session that another process has just ended answers 401 UNAUTHORIZED', async () => {
    const user = await makeUser(service)
    // This process does not know of it yet.
    await sql`delete from sessions where user_id = ${user.id}`.execute(service.deps.db)
    const answer = await service.request('POST', '/user/logout', { headers: user.headers })
    assert.deepEqual(code(answer), [401, 'UNAUTHORIZED'])
  })

  it('GET /user/profile with an expired token answers 401 UNAUTHORIZED; after a refresh 200', async (t) => {
    const brief = await buildTestApp(t, { ACCESS_TOKEN_TTL_SECONDS: '60' })
    const user = await makeUser(brief)
    const get = (token: string) =>
      brief.request('GET', '/user/profile', { headers: { ...user.headers, 'access-token': token } })
    const token = user.headers['access-token'] as string
    assert.equal((await get(token)).status, 200)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
    assert.deepEqual(code(await get(token)), [401, 'UNAUTHORIZED'])
    const refreshed = await brief.request('POST', '/user/token/refresh', {
      headers: { 'device-id': user.headers['device-id'] as string },
      body: { refresh_token: user.refreshToken },
    })
    assert.equal((await get(refreshed.body.data.access_token)).status, 200)
  })

  it('requests while the database is away answer 503 SERVICE_UNAVAILABLE, and 200 when it is back', async (t) => {
    const { proxy, url } = await startDatabaseProxy(service.databaseUrl)
    t.after(() => proxy.close())
    const away = await startTestApp({}, url)
    t.after(() => away.close())
    const user = await makeUser(away)
    const requests = {
      profile: () => away.request('GET', '/user/profile', { headers: user.headers }),
      login: () =>
        away.request('POST', '/user/login', {
          headers: { 'device-id': 'phone' },
          body: { email: user.email, password: user.password },
        }),
      forgot: () =>
        away.request('POST', '/user/password/forgot', {
          headers: { 'device-id': 'phone' },
          body: { email: user.email },
        }),
    }
    await proxy.cut()
    for (const [name, send] of Object.entries(requests)) {
      const answer = await send()
      assert.deepEqual(code(answer), [503, 'SERVICE_UNAVAILABLE'], name)
      assert.ok(Number(answer.headers['retry-after']) >= 1)
    }
    await proxy.restore()
    await until(async () => (await requests.profile()).status === 200, 'the database to be back')
    assert.equal((await requests.login()).status, 200)
  })
})
