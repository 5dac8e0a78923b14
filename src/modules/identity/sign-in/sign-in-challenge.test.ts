import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { type TestAnswer, type TestApp, unique } from '#test/support/app.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { authenticator, enrol, farSteps, forgetUsedCodes } from '#test/support/two-factor.ts'
import { identityBackground } from '../index.ts'

const outcome = ({ status, body }: TestAnswer) => [status, body.error?.code]
const settings = { LOGIN_LIMIT_PER_MINUTE: '20', TRUST_PROXY: 'true' }

describeService('signing in with a second factor', settings, ({ service }) => {
  /** Another process of the same service. */
  const second = besideService(service, settings)

  let addresses = 0
  /** From an address of its own each, so that no test uses up the attempts of another. */
  const post = (path: string, device: string, body: object, headers: object = {}, to: TestApp = service) => {
    addresses++
    const address = `10.0.${addresses >> 8}.${addresses & 255}`
    return to.request('POST', path, { headers: { 'device-id': device, 'x-forwarded-for': address, ...headers }, body })
  }
  const login = ({ email, password }: { email: string; password: string }, device = 'desk') =>
    post('/user/login', device, { email, password })
  async function challengeOf(user: { email: string; password: string }, device = 'desk'): Promise<string> {
    const answer = await login(user, device)
    assert.deepEqual(outcome(answer), [401, 'TWO_FACTOR_REQUIRED'])
    return answer.body.error.details.challenge
  }
  const finish = (challenge: string, code: string, device = 'desk', to: TestApp = service) =>
    post('/user/login/two-factor', device, { challenge, code }, {}, to)
  async function makeEnrolled() {
    // Registrations count as attempts of the one address that all of these tests register from.
    await run(sql`delete from attempt_counts`)
    const user = await makeUser(service)
    return { user, ...(await enrol(service, user)) }
  }
  const run = (statement: ReturnType<typeof sql>) => statement.execute(service.deps.db)

  it('POST /user/login answers 401 TWO_FACTOR_REQUIRED, then with challenge and code 200', async () => {
    const { user, code } = await makeEnrolled()
    const challenge = await challengeOf(user)
    const { status, body } = await finish(challenge, code())
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'data', 'success'])
    assert.deepEqual(Object.keys(body.data).sort(), ['access_token', 'expires_in', 'refresh_token', 'user'])
    assert.equal(body.data.user.id, user.id)
    const headers = { 'access-token': body.access_token, 'device-id': 'desk' }
    assert.equal((await service.request('GET', '/user/profile', { headers })).status, 200)
  })

  it('POST /user/login with a wrong password answers 401 INVALID_CREDENTIALS, without a challenge', async () => {
    const { user } = await makeEnrolled()
    const answer = await login({ ...user, password: 'wrong password' })
    assert.deepEqual(outcome(answer), [401, 'INVALID_CREDENTIALS'])
    assert.equal(answer.body.error.details, undefined)
  })

  it('POST /admin/login answers 401 TWO_FACTOR_REQUIRED, then with the code an admin session', async () => {
    const { id, owner } = await makeMerchant(service)
    const { code } = await enrol(service, owner)
    const { email, password } = owner
    const first = await post('/admin/login', 'desk', { email, password }, { 'merchant-id': id })
    assert.deepEqual(outcome(first), [401, 'TWO_FACTOR_REQUIRED'])
    const { status, body } = await finish(first.body.error.details.challenge, code())
    assert.equal(status, 200)
    assert.deepEqual([body.user.merchant_id, body.user.role], [id, 'owner'])
    assert.deepEqual(body.data.user, body.user)
    const headers = { 'access-token': body.access_token, 'device-id': 'desk', 'merchant-id': id }
    assert.equal((await service.request('GET', '/admin/staff', { headers })).status, 200)
  })

  it('POST /user/login/two-factor after the role was changed answers 401 and opens no admin session', async () => {
    const { id } = await makeMerchant(service)
    const staff = await makeStaff(service, id, 'manager')
    const { code } = await enrol(service, staff)
    const { email, password } = staff
    const first = await post('/admin/login', 'desk', { email, password }, { 'merchant-id': id })
    await run(sql`update staff set role = 'viewer' where user_id = ${staff.id}`)
    assert.deepEqual(outcome(await finish(first.body.error.details.challenge, code())), [401, 'UNAUTHORIZED'])
  })

  it('POST /user/login/two-factor with a code that was used answers 401, also with those before it', async () => {
    const { user, code } = await makeEnrolled()
    const right = code()
    assert.equal((await finish(await challengeOf(user), right)).status, 200)
    const challenge = await challengeOf(user)
    for (const used of [right, code(-1)])
      assert.deepEqual(outcome(await finish(challenge, used)), [401, 'INVALID_CREDENTIALS'])
  })

  it('POST /user/login/two-factor with the code that confirmed the factor answers 401', async () => {
    const user = await makeUser(service)
    const { headers } = user
    const { secret } = (await service.request('POST', '/user/two-factor', { headers })).body.data
    const code = authenticator(secret).code()
    await service.request('POST', '/user/two-factor/confirm', { headers, body: { code } })
    assert.deepEqual(outcome(await finish(await challengeOf(user), code)), [401, 'INVALID_CREDENTIALS'])
  })

  it('POST /user/login/two-factor with one code at once in two processes answers one 200', async () => {
    const { user, code, recoveryCodes } = await makeEnrolled()
    const challenges: string[] = []
    for (let n = 0; n < 6; n++) challenges.push(await challengeOf(user))
    const atOnce = async (right: string) => {
      const sent = challenges.splice(0, 3).map((one, n) => finish(one, right, 'desk', n % 2 ? service : second))
      return (await Promise.all(sent)).map(({ status }) => status).sort()
    }
    assert.deepEqual(await atOnce(code()), [200, 401, 401])
    assert.deepEqual(await atOnce(recoveryCodes[0] ?? ''), [200, 401, 401])
  })

  it('POST /user/login/two-factor with one challenge at once in two processes answers one 200', async () => {
    const { user, recoveryCodes } = await makeEnrolled()
    const challenge = await challengeOf(user)
    const answers = await Promise.all(
      recoveryCodes.slice(0, 4).map((code, n) => finish(challenge, code, 'desk', n % 2 ? service : second)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
    assert.deepEqual(outcome(await finish(challenge, recoveryCodes[5] ?? '')), [401, 'UNAUTHORIZED'])
    const { rows } = await run(sql`select from recovery_codes where user_id = ${user.id}`)
    assert.equal(rows.length, 9)
  })

  it('POST /user/login/two-factor with a recovery code answers 200 once, however it is typed', async () => {
    const { user, recoveryCodes } = await makeEnrolled()
    const [first = '', other = ''] = recoveryCodes
    assert.equal((await finish(await challengeOf(user), first.toLowerCase().replaceAll('-', ' '))).status, 200)
    const challenge = await challengeOf(user)
    assert.deepEqual(outcome(await finish(challenge, first)), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await finish(challenge, other)).status, 200)
  })

  it('POST /user/login/two-factor with a recovery code of somebody else answers 401', async () => {
    const [one, other] = [await makeEnrolled(), await makeEnrolled()]
    const answer = await finish(await challengeOf(one.user), other.recoveryCodes[0] ?? '')
    assert.deepEqual(outcome(answer), [401, 'INVALID_CREDENTIALS'])
  })

  it('POST /user/login/two-factor after five wrong codes answers 401 UNAUTHORIZED to the right one', async () => {
    const { user, code } = await makeEnrolled()
    const challenge = await challengeOf(user)
    for (let n = 0; n < 4; n++) await finish(challenge, code(farSteps))
    const another = await challengeOf(user)
    assert.deepEqual(outcome(await finish(challenge, 'nonsense')), [401, 'INVALID_CREDENTIALS'])
    assert.deepEqual(outcome(await finish(challenge, code())), [401, 'UNAUTHORIZED'])
    assert.equal((await finish(another, code())).status, 200)
  })

  it('POST /user/login/two-factor with twenty guesses at once in two processes answers five of them', async () => {
    const { user, code } = await makeEnrolled()
    const challenge = await challengeOf(user)
    const wrong = code(farSteps)
    const guesses = Array.from({ length: 20 }, (_, n) => finish(challenge, wrong, 'desk', n % 2 ? service : second))
    const codes = (await Promise.all(guesses)).map(({ body }) => body.error.code).sort()
    assert.deepEqual(codes, [...Array(5).fill('INVALID_CREDENTIALS'), ...Array(15).fill('UNAUTHORIZED')])
  })

  it('POST /user/login/two-factor with an expired, a forged or another device’s challenge answers 401', async () => {
    const { user, code } = await makeEnrolled()
    const expired = await challengeOf(user)
    await run(sql`update sign_in_challenges set expires_at = expires_at - interval '5 minutes'
                   where user_id = ${user.id}`)
    const live = await challengeOf(user)
    for (const [challenge, device] of [
      [expired, 'desk'],
      ['a challenge nobody made', 'desk'],
      [live, 'other'],
    ] as const)
      assert.deepEqual(outcome(await finish(challenge, code(), device)), [401, 'UNAUTHORIZED'])
    assert.equal((await finish(live, code())).status, 200)
  })

  it('POST /user/login/two-factor after the password was changed answers 401 UNAUTHORIZED', async () => {
    const { user, code } = await makeEnrolled()
    const challenge = await challengeOf(user)
    const body = { current_password: user.password, password: 'another good password' }
    assert.equal((await post('/user/password', user.headers['device-id'] ?? '', body, user.headers)).status, 200)
    assert.deepEqual(outcome(await finish(challenge, code())), [401, 'UNAUTHORIZED'])
    assert.equal((await finish(await challengeOf({ ...user, password: body.password }), code())).status, 200)
  })

  async function resetPassword(user: { id: string; email: string }, password: string): Promise<void> {
    const token = unique('token')
    await run(sql`
      insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
      values (sha256(${token}::bytea), ${user.id}, 'reset_password', ${user.email}, now(), now() + interval '1 hour')`)
    assert.equal((await post('/user/password/reset', 'desk', { token, password })).status, 200)
  }

  it('POST /user/password/reset leaves the second factor of a confirmed account on', async () => {
    const { user } = await makeEnrolled()
    await run(sql`update users set is_verified = true where id = ${user.id}`)
    const password = 'another good password'
    await resetPassword(user, password)
    await challengeOf({ ...user, password })
  })

  it('POST /user/password/reset that confirms the address removes the second factor set before', async () => {
    const { user } = await makeEnrolled()
    const password = 'another good password'
    await resetPassword(user, password)
    assert.equal((await login({ ...user, password })).status, 200)
  })

  it('POST /user/login/two-factor with too many wrong codes in a minute answers 429', async () => {
    const { user, code } = await makeEnrolled()
    const wrong = code(farSteps)
    const statuses = []
    for (let round = 0; round < 4; round++) {
      const challenge = await challengeOf(user, 'new')
      for (let n = 0; n < 5; n++) statuses.push((await finish(challenge, wrong, 'new')).status)
    }
    assert.deepEqual(statuses, Array(20).fill(401))
    assert.equal((await login(user, 'new')).status, 429)
  })

  it('POST /user/login/two-factor after fifty wrong codes in a day answers 429, a recovery code 200', async () => {
    const { user, code, recoveryCodes } = await makeEnrolled()
    const tried = (times: number, since: string) =>
      run(sql`update two_factors set tries = ${times}, tries_since = now() - ${since}::interval
               where user_id = ${user.id}`)
    await tried(50, '23 hours')
    const limited = await finish(await challengeOf(user), code())
    assert.deepEqual(outcome(limited), [429, 'RATE_LIMITED'])
    const seconds = Number(limited.headers['retry-after'])
    assert.ok(seconds > 3_000 && seconds <= 3_600)
    assert.equal((await finish(await challengeOf(user), recoveryCodes[0] ?? '')).status, 200)
    assert.equal((await finish(await challengeOf(user), code())).status, 200)
    await forgetUsedCodes(service, user.id)
    await tried(50, '25 hours')
    assert.equal((await finish(await challengeOf(user), code())).status, 200)
  })

  it('expired challenges are deleted; others stay', async () => {
    const { user } = await makeEnrolled()
    await challengeOf(user)
    await run(sql`update sign_in_challenges set expires_at = now() - interval '1 second' where user_id = ${user.id}`)
    await challengeOf(user)
    for (const sweep of identityBackground.sweeps ?? []) await sweep.run(service.deps)
    const { rows } = await run(sql`select from sign_in_challenges where user_id = ${user.id}`)
    assert.equal(rows.length, 1)
  })

  it('DELETE /user/two-factor makes a sign-in that waits for a code answer 401 UNAUTHORIZED', async () => {
    const { user, recoveryCodes } = await makeEnrolled()
    const challenge = await challengeOf(user)
    await removeFactor(user, recoveryCodes[0] ?? '')
    assert.deepEqual(outcome(await finish(challenge, recoveryCodes[1] ?? '')), [401, 'UNAUTHORIZED'])
  })

  async function removeFactor({ headers, password }: SignedInUser, code: string): Promise<void> {
    const body = { current_password: password, code }
    assert.equal((await service.request('DELETE', '/user/two-factor', { headers, body })).status, 200)
  }
})
