import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { buildTestApp, startTestApp, unique } from '#test/support/app.ts'
import { countHashes, failTimes, insertToken, limitedSettings, login, prolongMinutes } from '#test/support/attempts.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'

describe('the limit of failed sign-ins', () => {
  it('POST /user/login with too many wrong passwords for an account answers 429 RATE_LIMITED', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    const anywhere = (n: number) => ({ address: `192.0.2.${n}` })
    assert.deepEqual(await failTimes(service, 6, user.email, anywhere), [401, 401, 401, 401, 401, 429])
    const right = await login(service, user.email.toUpperCase(), user.password, { address: '192.0.2.99' })
    assert.deepEqual([right.status, right.body.error.code], [429, 'RATE_LIMITED'])
    const seconds = Number(right.headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60)
    const admin = await service.request('POST', '/admin/login', {
      headers: { 'device-id': 'new', 'x-forwarded-for': '192.0.2.98' },
      body: { email: user.email, password: user.password },
    })
    assert.equal(admin.status, 429)
  })

  it('POST /user/login with an unknown e-mail is limited like a known one', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const anywhere = (n: number) => ({ address: `192.0.2.${n}` })
    const statuses = await failTimes(service, 6, `${unique('nobody')}@example.com`, anywhere)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
  })

  it('POST /user/login with too many wrong passwords from one address answers 429', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await login(service, `${unique('x')}@example.com`, 'wrong')).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
    const elsewhere = await login(service, 'x@example.com', 'wrong', { address: '192.0.2.2' })
    assert.equal(elsewhere.status, 401)
  })

  it('POST /user/login with correct passwords, many in parallel, answers 200', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(service, user.email, user.password)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(20).fill(200),
    )
  })

  it('POST /user/login with forty parallel guesses at two processes answers as many as are left of five', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const second = await startTestApp(limitedSettings, service.databaseUrl)
    t.after(() => second.close())
    const user = await makeUser(service)
    assert.deepEqual(await failTimes(service, 3, user.email), [401, 401, 401])
    await prolongMinutes(service)
    // Not of their pools, in which the guesses that wait leave no room.
    const db = createDatabase(createPool({ url: service.databaseUrl, size: 2 }))
    t.after(() => db.destroy())
    const attempts = await holdLocks({ deps: { db } }, sql`lock table attempt_counts in share mode`)
    const guesses = Array.from({ length: 40 }, (_, n) =>
      login(n % 2 ? service : second, user.email, 'wrong password', { address: `192.0.2.${n + 2}` }),
    )
    // Each makes four at a time: more than two have seen that there is room, and none is counted yet.
    await until(async () => (await lockWaits({ deps: { db } })) === 8, 'guesses to be counted')
    await attempts.commit()
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 2)
    assert.equal(statuses.filter((status) => status === 429).length, 38)
  })

  it('POST /user/login with a correct guess among parallel wrong ones past the limit answers 429', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const [user, other] = [await makeUser(service), await makeUser(service)]
    await failTimes(service, 4, other.email)
    // The fifth from this address waits with its password unchecked; it is counted all the same.
    const users = await holdLocks(service, sql`lock table users`)
    const fifth = login(service, other.email, 'wrong password')
    await until(async () => (await lockWaits(service)) > 0, 'the check to begin')
    let answered = false
    const guess = login(service, user.email, user.password).finally(() => {
      answered = true
    })
    await until(async () => answered || (await lockWaits(service)) > 1, 'the guess to be answered')
    await users.commit()
    assert.deepEqual([(await fifth).status, (await guess).status], [401, 429])
    assert.equal((await login(service, user.email, user.password, { address: '192.0.2.2' })).status, 200)
  })

  it('no endpoint hashes a password before the attempt is counted', async (t) => {
    const service = await buildTestApp(t, { LOGIN_LIMIT_PER_MINUTE: '100' })
    const [first, second, third] = [await makeUser(service), await makeUser(service), await makeUser(service)]
    const password = 'a new password'
    const proof = { current_password: first.password }
    const unknown = { email: `${unique('other')}@example.com`, password }
    const byMail = async (user: SignedInUser, purpose: string) => {
      await sql`
        insert into former_emails (id, user_id, email, email_key, created_at, expires_at)
        values (uuidv7(), ${user.id}, ${user.email}, ${user.email}, now(), now() + interval '1 hour')`.execute(
        service.deps.db,
      )
      await insertToken(service, user, purpose, `${purpose} of this test`)
      return { token: `${purpose} of this test`, password }
    }
    const requests: [number, 'POST' | 'PATCH' | 'DELETE', string, unknown, SignedInUser?][] = [
      [401, 'POST', '/user/login', unknown],
      [401, 'POST', '/admin/login', unknown],
      [201, 'POST', '/user/register', unknown],
      [200, 'PATCH', '/user/profile', { email: `${unique('moved')}@example.com`, ...proof }, first],
      [200, 'POST', '/user/password', { password, ...proof }, first],
      [200, 'POST', '/user/password/reset', await byMail(second, 'reset_password')],
      [200, 'POST', '/user/email-change/undo', await byMail(third, 'undo_email_change')],
      [200, 'DELETE', '/user/profile', { current_password: password }, first],
    ]
    const hashes = await countHashes(t)
    for (const [status, method, path, body, user] of requests) {
      const counts = await holdLocks(service, sql`lock table attempt_counts in share mode`)
      const before = hashes()
      const answer = service.request(method, path, { headers: user?.headers ?? { 'device-id': 'new' }, body })
      await until(async () => (await lockWaits(service)) > 0, `${path} to be counted`)
      const early = hashes() - before
      await counts.commit()
      assert.equal(early, 0, path)
      assert.equal((await answer).status, status, path)
      assert.ok(hashes() > before, path)
    }
  })

  it('POST /user/register past the limits of sign-in answers 429 RATE_LIMITED and makes no hash', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const from = (address: string) => ({ 'device-id': unique('device'), 'x-forwarded-for': address })
    const register = (address: string, email = `${unique('new')}@example.com`, password = 'a good password') =>
      service.request('POST', '/user/register', { headers: from(address), body: { email, password } })
    const hashes = await countHashes(t)
    const answers = await Promise.all(Array.from({ length: 12 }, () => register('192.0.2.1')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(201), ...Array(7).fill(429)])
    assert.equal(hashes(), 5)
    assert.deepEqual(answers.find(({ status }) => status === 429)?.body.error.code, 'RATE_LIMITED')
    assert.deepEqual(await failTimes(service, 1, `${unique('x')}@example.com`), [429])
    // What is refused for its fields makes no hash and is not counted.
    for (let n = 0; n < 6; n++) assert.equal((await register('192.0.2.2', undefined, 'password1')).status, 400)
    const email = `${unique('wanted')}@example.com`
    const anywhere = []
    for (let n = 3; n < 10; n++) anywhere.push((await register(`192.0.2.${n}`, email)).status)
    assert.deepEqual(anywhere, [201, 409, 409, 409, 409, 409, 429])
  })

  it('POST /user/guest past the limit of registrations from its address answers 429 RATE_LIMITED', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const guest = (address: string) =>
      service.request('POST', '/user/guest', { headers: { 'device-id': unique('device'), 'x-forwarded-for': address } })
    assert.deepEqual(await failTimes(service, 2, unique('nobody')), [401, 401])
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await guest('192.0.2.1'))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 429],
    )
    assert.equal(answers[3]?.body.error.code, 'RATE_LIMITED')
    const { rows } = await sql`select from users where is_guest`.execute(service.deps.db)
    assert.equal(rows.length, 3)
    assert.equal((await guest('192.0.2.2')).status, 201)
  })

  it('POST /user/login that fails again does not extend the minute', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    const later = (seconds: number) =>
      sql`update attempt_counts set window_start = window_start - make_interval(secs => ${seconds})`.execute(
        service.deps.db,
      )
    await failTimes(service, 3, user.email)
    await later(40)
    await failTimes(service, 2, user.email)
    await later(25)
    assert.equal((await login(service, user.email, user.password)).status, 200)
  })

  it('POST /user/login on a known device answers 200 while others exhaust the account’s limit', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    const anywhere = (n: number) => ({ address: `192.0.2.${n}` })
    await failTimes(service, 6, user.email, anywhere)
    await prolongMinutes(service)
    const known = { device: user.headers['device-id'] as string, address: '192.0.2.50' }
    assert.equal((await login(service, user.email, user.password, known)).status, 200)
    const onKnown = (n: number) => ({ ...known, address: `192.0.3.${n}` })
    assert.deepEqual(await failTimes(service, 6, user.email, onKnown), [401, 401, 401, 401, 401, 429])
  })

  it('POST /user/login on the device of a password reset answers 200 while others exhaust the limit', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    await failTimes(service, 6, user.email, (n) => ({ address: `192.0.2.${n}` }))
    await prolongMinutes(service)
    const token = 'a token of this test, as a mail would carry it'
    await insertToken(service, user, 'reset_password', token)
    const body = { token, password: 'a new password' }
    const headers = { 'device-id': 'library', 'x-forwarded-for': '192.0.2.60' }
    assert.equal((await service.request('POST', '/user/password/reset', { headers, body })).status, 200)
    const from = { device: 'library', address: '192.0.2.60' }
    assert.equal((await login(service, user.email, 'a new password', from)).status, 200)
    assert.equal((await login(service, user.email, 'a new password', { address: '192.0.2.61' })).status, 429)
  })

  it('POST /user/login a minute after too many failures answers by the password again', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    await failTimes(service, 6, user.email)
    await sql`update attempt_counts set window_start = window_start - interval '1 minute'`.execute(service.deps.db)
    assert.deepEqual(await failTimes(service, 1, user.email), [401])
    assert.equal((await login(service, user.email, user.password)).status, 200)
  })

  it('POST /user/password with too many wrong passwords answers 429 RATE_LIMITED', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const body = { current_password: 'wrong', password: 'a new password' }
      const headers = { ...user.headers, 'x-forwarded-for': `192.0.2.${n}` }
      statuses.push((await service.request('POST', '/user/password', { headers, body })).status)
    }
    // Five are counted for the account, then, since the device is known, five more for it on this device.
    assert.deepEqual(statuses, [...Array(10).fill(401), 429])
  })

  it('POST /user/password/forgot, resend and another e-mail past the limit answer 429 RATE_LIMITED', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    const forgot = (email: string, address: string) =>
      service.request('POST', '/user/password/forgot', {
        headers: { 'device-id': 'new', 'x-forwarded-for': address },
        body: { email },
      })
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await forgot(user.email, `192.0.2.${n}`)).status)
    assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
    statuses.length = 0
    for (let n = 0; n < 6; n++) statuses.push((await forgot(`${unique('x')}@example.com`, '192.0.2.77')).status)
    assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
    statuses.length = 0
    for (let n = 0; n < 3; n++) {
      const headers = { ...user.headers, 'x-forwarded-for': `192.0.3.${n}` }
      statuses.push((await service.request('POST', '/user/verify-email/resend', { headers })).status)
      const body = { email: `${unique('moved')}@example.com`, current_password: user.password }
      statuses.push((await service.request('PATCH', '/user/profile', { headers, body })).status)
    }
    assert.deepEqual(statuses, [202, 200, 202, 200, 202, 429])
  })

  it('the table of attempts contains no account and no address', async (t) => {
    const service = await buildTestApp(t, limitedSettings)
    const user = await makeUser(service)
    await failTimes(service, 1, user.email)
    const { rows } = await sql<{ row: string }>`select t::text as row from attempt_counts t`.execute(service.deps.db)
    // Of the account, and of the address.
    assert.equal(rows.length, 2)
    for (const { row } of rows) assert.doesNotMatch(row, /192\.0\.2\.1|@/)
  })
})
