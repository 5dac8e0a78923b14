import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'

describeService('sign-in', ({ service }) => {
  const profile = (headers: Record<string, string>) => service.request('GET', '/user/profile', { headers })
  const code = (answer: { status: number; body: { error?: { code: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ]

  it('POST /user/register with e-mail and password answers 201 with the token in data and at top level', async () => {
    const email = `${unique('ada')}@Example.com`
    const answer = await service.request('POST', '/user/register', {
      headers: { 'device-id': 'phone' },
      body: { email, password: 'a good password' },
    })
    assert.equal(answer.status, 201)
    assert.equal(answer.body.access_token, answer.body.data.access_token)
    assert.deepEqual(
      {
        email: answer.body.data.user.email,
        name: answer.body.data.user.name,
        verified: answer.body.data.user.is_verified,
      },
      { email, name: null, verified: false },
    )
  })

  it('POST /user/register with a taken e-mail in other case answers 409 EMAIL_TAKEN', async () => {
    const user = await makeUser(service)
    const answer = await service.request('POST', '/user/register', {
      headers: { 'device-id': 'phone' },
      body: { email: user.email.toUpperCase(), password: 'a good password' },
    })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error.code, 'EMAIL_TAKEN')
  })

  it('POST /user/register, password and reset with a password that is guessed first answer 400', async () => {
    const user = await makeUser(service)
    const token = unique('token')
    await sql`
      insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
      values (sha256(${token}::bytea), ${user.id}, 'reset_password', ${user.email}, now(), now() + interval '1 hour')
      `.execute(service.deps.db)
    const device = { 'device-id': 'phone' }
    const requests = (password: string) => [
      service.request('POST', '/user/register', { headers: device, body: { email: user.email, password } }),
      service.request('POST', '/user/password', {
        headers: user.headers,
        body: { current_password: user.password, password },
      }),
      service.request('POST', '/user/password/reset', { headers: device, body: { token, password } }),
    ]
    // The second, one of the last of the 10,000, in capitals, and the address.
    for (const password of ['password', 'Password1', '21081990', 'iLoveYou', user.email.toUpperCase()]) {
      for (const { status, body } of await Promise.all(requests(password))) {
        assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'], password)
        assert.equal(body.error.details[0].field, 'password')
      }
    }
    // Nothing else is asked of one: no kinds of characters, no words, and 8 or 128 of them are enough.
    for (const password of ['ghwzqkxv', '00000001', `${user.email}!`, 'é'.repeat(128)]) {
      const body = { email: `${unique('ada')}@example.com`, password }
      assert.equal((await service.request('POST', '/user/register', { headers: device, body })).status, 201, password)
    }
    for (const password of ['ghwzqkx', 'x'.repeat(129)]) {
      const body = { email: `${unique('ada')}@example.com`, password }
      assert.equal((await service.request('POST', '/user/register', { headers: device, body })).status, 400, password)
    }
  })

  it('POST /user/register with a merchant-id that names no merchant answers 403 MERCHANT_ACCESS_DENIED', async () => {
    for (const merchantId of ['nonsense', '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11']) {
      const answer = await service.request('POST', '/user/register', {
        headers: { 'device-id': 'phone', 'merchant-id': merchantId },
        body: { email: `${unique('ada')}@example.com`, password: 'a good password' },
      })
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'MERCHANT_ACCESS_DENIED'])
    }
  })

  it('POST /user/register twice with one Idempotency-Key answers the same and makes one user', async () => {
    const body = { email: `${unique('ada')}@example.com`, password: 'a good password' }
    const headers = { 'device-id': 'phone', 'idempotency-key': unique('key') }
    const first = await service.request('POST', '/user/register', { headers, body })
    const second = await service.request('POST', '/user/register', { headers, body })
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    const other = await service.request('POST', '/user/register', { headers, body: { ...body, name: 'Other' } })
    assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('GET /user/profile without a token, with a bad one, from another device answers the specified 401s', async () => {
    const user = await makeUser(service)
    const codes = []
    for (const headers of [
      { 'device-id': 'x' },
      { ...user.headers, 'access-token': 'nonsense' },
      { ...user.headers, 'device-id': 'another' },
    ]) {
      const answer = await service.request('GET', '/user/profile', { headers: headers as Record<string, string> })
      codes.push([answer.status, answer.body.error.code])
    }
    assert.deepEqual(codes, [
      [401, 'MISSING_TOKEN'],
      [401, 'UNAUTHORIZED'],
      [401, 'INVALID_DEVICE'],
    ])
  })

  it('POST /admin/login answers the merchant of the staff user, and 403 for a plain user', async () => {
    const { id, owner } = await makeMerchant(service)
    const headers = { 'device-id': 'desk' }
    const admin = await service.request('POST', '/admin/login', {
      headers,
      body: { email: owner.email, password: owner.password },
    })
    assert.equal(admin.body.user.merchant_id, id)
    const user = await makeUser(service)
    const plain = await service.request('POST', '/admin/login', {
      headers,
      body: { email: user.email, password: user.password },
    })
    assert.deepEqual([plain.status, plain.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('POST /user/logout-everywhere ends every session of the user, and nobody else’s', async () => {
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const body = { email: user.email, password: user.password }
    const tablet = await service.request('POST', '/user/login', { headers: { 'device-id': 'tablet' }, body })
    const everywhere = (headers: Record<string, string>) =>
      service.request('POST', '/user/logout-everywhere', { headers })
    // Both have begun before either ends the session it is made in.
    const sessions = await holdLocks(service, sql`select from sessions where user_id = ${user.id} for update`)
    const begun = [everywhere(user.headers), everywhere(user.headers)]
    await until(async () => (await lockWaits(service)) === 2, 'both to have begun')
    await sessions.commit()
    const answers = await Promise.all(begun)
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.data]),
      Array(2).fill([200, {}]),
    )
    for (const headers of [user.headers, { 'device-id': 'tablet', 'access-token': tablet.body.access_token }])
      assert.deepEqual(code(await profile(headers)), [401, 'UNAUTHORIZED'])
    const refresh = { refresh_token: tablet.body.data.refresh_token }
    const refreshed = await service.request('POST', '/user/token/refresh', {
      headers: { 'device-id': 'tablet' },
      body: refresh,
    })
    assert.deepEqual(code(refreshed), [401, 'UNAUTHORIZED'])
    assert.equal((await profile(other.headers)).status, 200)
    assert.equal((await service.request('POST', '/user/login', { headers: { 'device-id': 'x' }, body })).status, 200)
  })

  const age = (user: SignedInUser, column: 'created_at' | 'last_used_at', interval: string) =>
    sql`update sessions set ${sql.ref(column)} = now() - ${interval}::interval where user_id = ${user.id}`.execute(
      service.deps.db,
    )
  const refresh = ({ headers, refreshToken }: SignedInUser) =>
    service.request('POST', '/user/token/refresh', {
      headers: { 'device-id': headers['device-id'] as string },
      body: { refresh_token: refreshToken },
    })

  it('POST /user/token/refresh extends a session to 90 days after sign-in, and its token no further', async () => {
    const [last, late] = [await makeUser(service), await makeUser(service)]
    await age(last, 'created_at', '89 days 23 hours')
    await age(late, 'created_at', '90 days')
    const answer = await refresh(last)
    const { access_token, expires_in } = answer.body.data
    assert.ok(expires_in <= 3_600 && expires_in > 3_000, `${expires_in}`)
    const { iat, exp } = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString())
    assert.ok(exp - Date.now() / 1_000 <= 3_601)
    assert.ok(Math.abs(exp - iat - expires_in) <= 2, 'both by the clock of the service, in whole seconds')
    assert.equal((await profile({ ...last.headers, 'access-token': access_token })).status, 200)
    assert.deepEqual(code(await refresh(late)), [401, 'UNAUTHORIZED'])
  })

  it('requests of staff end with their session after 12 hours without one; each notes it once a minute', async () => {
    const { owner } = await makeMerchant(service)
    const user = await makeUser(service)
    const orders = () => service.request('GET', '/admin/orders', { headers: owner.headers })
    const lastUse = async () => {
      const { rows } = await sql<{ ago: number }>`
        select extract(epoch from now() - max(last_used_at))::float8 as ago from sessions
         where user_id = ${owner.id} and role is not null`.execute(service.deps.db)
      return rows[0]?.ago ?? Number.NaN
    }
    // The process has not seen the session before: it notes the request.
    await age(owner, 'last_used_at', '11 hours 59 minutes')
    assert.equal((await orders()).status, 200)
    assert.ok((await lastUse()) < 3_600)
    // Requests of the next minute write nothing.
    await age(owner, 'last_used_at', '2 minutes')
    for (const { status } of await Promise.all([orders(), orders()])) assert.equal(status, 200)
    assert.ok((await lastUse()) >= 120)

    const second = await startTestApp({}, service.databaseUrl)
    try {
      await age(owner, 'last_used_at', '12 hours 2 minutes')
      await age(user, 'last_used_at', '29 days')
      const elsewhere = (path: string, { headers }: SignedInUser) => second.request('GET', path, { headers })
      for (const path of ['/admin/orders', '/user/profile'])
        assert.deepEqual(code(await elsewhere(path, owner)), [401, 'UNAUTHORIZED'])
      assert.equal((await elsewhere('/user/profile', user)).status, 200)
    } finally {
      await second.close()
    }
  })

  it('POST /user/token/refresh and GET /user/sessions know no staff session that was idle for 12 hours', async () => {
    const { id, owner } = await makeMerchant(service)
    const headers = { 'device-id': 'desk', 'merchant-id': id }
    const body = { email: owner.email, password: owner.password }
    const { data } = (await service.request('POST', '/admin/login', { headers, body })).body
    await age(owner, 'last_used_at', '12 hours 2 minutes')
    assert.deepEqual(code(await refresh({ ...owner, headers, refreshToken: data.refresh_token })), [
      401,
      'UNAUTHORIZED',
    ])
    const user = await service.request('POST', '/user/login', { headers: { 'device-id': 'sofa' }, body })
    const { body: listed } = await service.request('GET', '/user/sessions', {
      headers: { 'device-id': 'sofa', 'access-token': user.body.access_token },
    })
    assert.deepEqual(
      listed.data.items.map((session: { merchant_id: string | null }) => session.merchant_id),
      [null, null],
    )
  })
})
