import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createSeal } from '#src/platform/lib/sealed.ts'
import { type TestAnswer, testSecrets, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { authenticator, enrol, farSteps, forgetUsedCodes } from '#test/support/two-factor.ts'
import { until } from '#test/support/until.ts'
import { openSecret } from './codes.ts'
import { twoFactorSecrets } from './jobs.ts'

const outcome = ({ status, body }: TestAnswer) => [status, body.error?.code]

describeService('setting up a second factor', ({ service }) => {
  const begin = (user: SignedInUser, body?: object) =>
    service.request('POST', '/user/two-factor', { headers: user.headers, body })
  const confirm = (user: SignedInUser, code: string) =>
    service.request('POST', '/user/two-factor/confirm', { headers: user.headers, body: { code } })
  const remove = (user: SignedInUser, code: string, current_password = user.password) =>
    service.request('DELETE', '/user/two-factor', { headers: user.headers, body: { current_password, code } })
  const login = ({ email, password }: SignedInUser, device = unique('device')) =>
    service.request('POST', '/user/login', { headers: { 'device-id': device }, body: { email, password } })
  const hasFactor = async ({ headers }: SignedInUser) =>
    (await service.request('GET', '/user/profile', { headers })).body.data.has_two_factor
  async function rowsOf(user: SignedInUser): Promise<string[]> {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from two_factors t where user_id = ${user.id}
      union all select t::text from recovery_codes t where user_id = ${user.id}
      union all select t::text from sign_in_challenges t where user_id = ${user.id}`.execute(service.deps.db)
    return rows.map(({ row }) => row)
  }
  async function mailsTo(user: SignedInUser): Promise<string[]> {
    const { rows } = await sql<{ template: string }>`
      select payload->>'template' as template from jobs
       where payload->>'user_id' = ${user.id} and payload->>'template' like 'two_factor%'
       order by id`.execute(service.deps.db)
    return rows.map(({ template }) => template)
  }

  it('POST /user/two-factor answers 200 with a secret that has no effect until it is confirmed', async () => {
    const user = await makeUser(service)
    const { status, body } = await begin(user)
    assert.equal(status, 200)
    assert.equal(await hasFactor(user), false)
    const uri = new URL(body.data.otpauth_uri)
    assert.equal(uri.protocol, 'otpauth:')
    assert.equal(uri.searchParams.get('secret'), body.data.secret)
    assert.equal((await login(user)).status, 200)
  })

  it('POST /user/two-factor again replaces the secret that was not confirmed', async () => {
    const user = await makeUser(service)
    const first = authenticator((await begin(user)).body.data.secret)
    const second = authenticator((await begin(user)).body.data.secret)
    assert.deepEqual(outcome(await confirm(user, first.code())), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await confirm(user, second.code())).status, 200)
  })

  it('POST /user/two-factor in a session of some time ago needs the password: 400, 401, then 200', async () => {
    const user = await makeUser(service)
    await sql`
      update sessions set created_at = now() - interval '16 minutes' where user_id = ${user.id}`.execute(
      service.deps.db,
    )
    // Another session that was signed in just now proves nothing for this one.
    assert.equal((await login(user)).status, 200)
    const without = await begin(user)
    assert.deepEqual(outcome(without), [400, 'VALIDATION_ERROR'])
    assert.equal(without.body.error.details[0].field, 'current_password')
    assert.deepEqual(outcome(await begin(user, { current_password: 'wrong' })), [401, 'INVALID_CREDENTIALS'])
    assert.deepEqual(await rowsOf(user), [])
    assert.equal((await begin(user, { current_password: user.password })).status, 200)
  })

  it('POST /user/two-factor and confirm of an account with a second factor answer 409 TWO_FACTOR_ACTIVE', async () => {
    const user = await makeUser(service)
    const { code } = await enrol(service, user)
    assert.deepEqual(outcome(await begin(user)), [409, 'TWO_FACTOR_ACTIVE'])
    assert.deepEqual(outcome(await confirm(user, code())), [409, 'TWO_FACTOR_ACTIVE'])
  })

  it('POST /user/two-factor/confirm with a first code answers ten recovery codes and ends other sessions', async () => {
    const user = await makeUser(service)
    const other = (await login(user, 'other')).body.access_token
    const { code } = authenticator((await begin(user)).body.data.secret)
    const { status, body } = await confirm(user, code())
    assert.equal(status, 200)
    assert.equal(new Set(body.data.recovery_codes).size, 10)
    const profile = (headers: Record<string, string>) => service.request('GET', '/user/profile', { headers })
    assert.equal((await profile(user.headers)).status, 200)
    assert.equal((await profile({ 'access-token': other, 'device-id': 'other' })).status, 401)
    assert.equal(await hasFactor(user), true)
    assert.deepEqual(await mailsTo(user), ['two_factor_on'])
  })

  it('POST /user/two-factor/confirm with a wrong code answers 401, without a secret 404 NOT_FOUND', async () => {
    const user = await makeUser(service)
    assert.deepEqual(outcome(await confirm(user, '123456')), [404, 'NOT_FOUND'])
    const { code } = authenticator((await begin(user)).body.data.secret)
    for (const wrong of [code(farSteps), 'nonsense', 'MFRG-GZDF-MZTW-Q2LK'])
      assert.deepEqual(outcome(await confirm(user, wrong)), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await login(user)).status, 200)
  })

  it('POST /user/two-factor/confirm many times at once answers one set of recovery codes', async () => {
    const user = await makeUser(service)
    const { code } = authenticator((await begin(user)).body.data.secret)
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(user, code())))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409])
    assert.equal((await rowsOf(user)).length, 11)
  })

  it('POST /user/two-factor/confirm of a secret that is replaced meanwhile answers 409 CONFLICT', async () => {
    const user = await makeUser(service)
    const { code } = authenticator((await begin(user)).body.data.secret)
    const replacing = await holdLocks(
      service,
      sql`update two_factors set secret = 'another' where user_id = ${user.id}`,
    )
    const confirming = confirm(user, code())
    await until(async () => (await lockWaits(service)) > 0, 'the confirmation to write')
    await replacing.commit()
    assert.deepEqual(outcome(await confirming), [409, 'CONFLICT'])
    assert.equal((await login(user)).status, 200)
    await sql`delete from two_factors where user_id = ${user.id}`.execute(service.deps.db)
  })

  it('DELETE /user/two-factor with password and code answers 200, once, and deletes everything of it', async () => {
    const user = await makeUser(service)
    const { code } = await enrol(service, user)
    assert.equal((await login(user)).body.error.code, 'TWO_FACTOR_REQUIRED')
    assert.deepEqual(outcome(await remove(user, code(), 'wrong')), [401, 'INVALID_CREDENTIALS'])
    assert.deepEqual(outcome(await remove(user, code(farSteps))), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await rowsOf(user)).length, 12)
    assert.equal((await remove(user, code())).status, 200)
    assert.deepEqual(await rowsOf(user), [])
    assert.equal((await login(user)).status, 200)
    assert.deepEqual(outcome(await remove(user, code())), [404, 'NOT_FOUND'])
    assert.deepEqual(await mailsTo(user), ['two_factor_on', 'two_factor_off'])
  })

  it('DELETE /user/two-factor with a recovery code answers 200; with a secret that waits 404', async () => {
    const user = await makeUser(service)
    const { recoveryCodes } = await enrol(service, user)
    assert.equal((await remove(user, recoveryCodes[0] ?? '')).status, 200)
    await begin(user)
    assert.deepEqual(outcome(await remove(user, '123456')), [404, 'NOT_FOUND'])
  })

  it('DELETE /user/profile deletes the second factor, its recovery codes and challenges', async () => {
    const user = await makeUser(service)
    await enrol(service, user)
    await login(user)
    assert.equal((await rowsOf(user)).length, 12)
    const { headers, password: current_password } = user
    assert.equal(
      (await service.request('DELETE', '/user/profile', { headers, body: { current_password } })).status,
      200,
    )
    assert.deepEqual(await rowsOf(user), [])
  })

  it('the database holds no secret, no recovery code and no challenge in the clear', async () => {
    const user = await makeUser(service)
    const { secret, recoveryCodes, code } = await enrol(service, user)
    const { challenge } = (await login(user)).body.error.details
    await forgetUsedCodes(service, user.id)
    const rows = (await rowsOf(user)).join()
    for (const plain of [secret, challenge, code(), ...recoveryCodes]) {
      assert.ok(!rows.includes(plain))
      assert.ok(!rows.includes(Buffer.from(plain).toString('hex')))
      assert.ok(!rows.includes(Buffer.from(plain.replaceAll('-', '')).toString('hex')))
    }
  })

  it('secrets are sealed with the current key after a change of keys', async () => {
    const user = await makeUser(service)
    const { secret } = await enrol(service, user)
    const fresh = { kid: 'fresh', secret: 'another secret of more than thirty-two characters' }
    await twoFactorSecrets.reseal({ ...service.deps, seal: createSeal([fresh, ...testSecrets]) })
    const row = () =>
      service.deps.db
        .selectFrom('two_factors')
        .select('secret')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
    const renewed = await row()
    assert.equal(openSecret(createSeal([fresh]), user.id, renewed.secret), secret)
    await twoFactorSecrets.reseal({ ...service.deps, seal: createSeal([fresh, ...testSecrets]) })
    assert.deepEqual(await row(), renewed)
    // Other tests of this service go on with the key of tests.
    await twoFactorSecrets.reseal({ ...service.deps, seal: createSeal([...testSecrets, fresh]) })
  })
})
