import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { background } from '#src/app/background.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { startMailServer } from '#test/support/smtp-server.ts'
import { until } from '#test/support/until.ts'

describe('the user’s profile', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let jobs: Awaited<ReturnType<typeof runInBackground>>
  before(async () => {
    mail = await startMailServer()
    service = await startTestApp({ SMTP_URL: mail.url })
    jobs = await runInBackground(service.deps, background)
  })
  after(async () => {
    await jobs.stop()
    await service.close()
    await mail.close()
  })

  const change = (user: SignedInUser, body: unknown) =>
    service.request('PATCH', '/user/profile', { headers: user.headers, body })
  const verify = (token: string) =>
    service.request('POST', '/user/verify-email', { headers: { 'device-id': 'phone' }, body: { token } })

  it('PATCH /user/profile with one field answers 200, keeps the rest and emits user.updated', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId, name: 'Ada' })
    const answer = await change(user, { phone: '+44 (20) 7123-4567' })
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.data.name, answer.body.data.phone], ['Ada', '+442071234567'])
    const cleared = await change(user, { name: null, phone: null })
    assert.deepEqual([cleared.body.data.name, cleared.body.data.phone], [null, null])
    const events = (await eventsOf(service, merchantId, 'user.updated')).filter(
      (event) => event.data.user.id === user.id,
    )
    assert.deepEqual(
      events.map(({ data }) => data.user),
      [answer.body.data, cleared.body.data],
    )
  })

  it('PATCH /user/profile with no change answers 200 and emits no event', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId, name: 'Ada' })
    for (const body of [{}, { name: 'Ada' }]) assert.equal((await change(user, body)).status, 200)
    assert.deepEqual(await eventsOf(service, merchantId, 'user.updated'), [])
  })

  it('PATCH /user/profile with another e-mail answers 200, unverified, until the mailed link is followed', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId })
    assert.equal((await verify((await mail.mailTo(user.email)).token)).status, 200)
    const email = `${unique('moved')}@example.com`
    const answer = await change(user, { email })
    assert.deepEqual([answer.body.data.email, answer.body.data.is_verified], [email, false])
    assert.match((await mail.mailTo(user.email, ({ subject }) => /was changed/.test(subject))).source, /another e-mail/)
    assert.equal((await verify((await mail.mailTo(email)).token)).status, 200)
    const profile = await service.request('GET', '/user/profile', { headers: user.headers })
    assert.equal(profile.body.data.is_verified, true)
    const names = await eventsOf(service, merchantId, 'user.updated', 'user.verified')
    assert.deepEqual(
      names.filter(({ data }) => data.user.id === user.id).map(({ event }) => event),
      ['user.verified', 'user.updated', 'user.verified'],
    )
  })

  it('POST /user/verify-email with a token sent to a former address answers 400 and verifies nothing', async () => {
    const user = await makeUser(service)
    const { token } = await mail.mailTo(user.email)
    await change(user, { email: `${unique('moved')}@example.com` })
    const answer = await verify(token)
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'])
    const profile = await service.request('GET', '/user/profile', { headers: user.headers })
    assert.equal(profile.body.data.is_verified, false)
  })

  it('PATCH /user/profile with the same e-mail in other case answers 200 and stays verified', async () => {
    const user = await makeUser(service)
    await verify((await mail.mailTo(user.email)).token)
    const answer = await change(user, { email: user.email.toUpperCase() })
    assert.deepEqual([answer.body.data.email, answer.body.data.is_verified], [user.email.toUpperCase(), true])
  })

  it('PATCH /user/profile with a taken e-mail answers 409 EMAIL_TAKEN and changes nothing', async () => {
    const [user, other] = [await makeUser(service, { name: 'Ada' }), await makeUser(service)]
    const answer = await change(user, { name: 'Grace', email: other.email.toUpperCase() })
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'EMAIL_TAKEN'])
    const profile = await service.request('GET', '/user/profile', { headers: user.headers })
    assert.deepEqual([profile.body.data.name, profile.body.data.email], ['Ada', user.email])
  })

  it('PATCH /user/profile by twenty at once to one e-mail gives it to one of them', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(service)))
    const email = `${unique('wanted')}@example.com`
    const answers = await Promise.all(users.map((user) => change(user, { email })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  })

  it('PATCH /user/profile with fields wrong in every way answers 400 VALIDATION_ERROR', async () => {
    const user = await makeUser(service)
    const bodies = [
      { email: null },
      { email: 'nobody' },
      { email: 'a@b\0' },
      { email: 1 },
      { email: `${'a'.repeat(250)}@example.com` },
      { name: '' },
      { name: 'A\0' },
      { name: 'x'.repeat(201) },
      { name: ['Ada'] },
      { phone: '12' },
      { phone: '+1 12' },
      { phone: 442071234567 },
      { is_verified: true },
      { id: 'x' },
      [],
      null,
      'text',
    ]
    for (const body of bodies) {
      const answer = await change(user, body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    }
  })

  it('DELETE /user/profile answers 200, erases personal data, ends all sessions', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId, name: 'Erasable' })
    const other = await service.request('POST', '/user/login', {
      headers: { 'device-id': 'tablet' },
      body: { email: user.email, password: user.password },
    })
    const answer = await service.request('DELETE', '/user/profile', { headers: user.headers })
    assert.equal(answer.status, 200)

    const refusals = [
      await service.request('GET', '/user/sessions', { headers: user.headers }),
      await service.request('GET', '/user/profile', {
        headers: { 'device-id': 'tablet', 'access-token': other.body.access_token },
      }),
      await service.request('POST', '/user/token/refresh', {
        headers: { 'device-id': 'tablet' },
        body: { refresh_token: other.body.data.refresh_token },
      }),
      await service.request('POST', '/user/login', {
        headers: { 'device-id': 'phone' },
        body: { email: user.email, password: user.password },
      }),
    ]
    assert.deepEqual(
      refusals.map(({ status, body }) => [status, body.error?.code]),
      [...Array(3).fill([401, 'UNAUTHORIZED']), [401, 'INVALID_CREDENTIALS']],
    )
    const [event] = await eventsOf(service, merchantId, 'user.deleted')
    const { id, email, name, phone, is_verified } = event?.data.user ?? {}
    assert.deepEqual(
      { id, email, name, phone, is_verified },
      { id: user.id, email: '', name: null, phone: null, is_verified: false },
    )
    // A mail being sent at this very moment is the last to go.
    await until(async () => (await countTraces(user)) === 0, 'every trace to be gone')
  })

  /** Rows that still hold something of the user, in every table but the events, which are kept 30 days. */
  async function countTraces(user: SignedInUser): Promise<number> {
    const tables = await sql<{ name: string }>`
      select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       where c.relkind = 'r' and c.relname not like 'events%'`.execute(service.deps.db)
    let traces = 0
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from ${sql.raw(name)} as t
         where t::text ilike ${`%${user.email}%`} or t::text like ${`%${user.headers['device-id']}%`}
            or t::text like '%Erasable%'`.execute(service.deps.db)
      traces += rows[0]?.found ?? 0
    }
    return traces
  }

  it('DELETE /user/profile frees the e-mail for another account', async () => {
    const user = await makeUser(service)
    await service.request('DELETE', '/user/profile', { headers: user.headers })
    const again = await makeUser(service, { email: user.email })
    assert.notEqual(again.id, user.id)
  })

  it('DELETE /user/profile by the last owner of a merchant answers 409 CONFLICT and erases nothing', async () => {
    const { id, owner } = await makeMerchant(service)
    const answer = await service.request('DELETE', '/user/profile', { headers: owner.headers })
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
    const profile = await service.request('GET', '/user/profile', { headers: owner.headers })
    assert.equal(profile.body.data.email, owner.email)
    await makeStaff(service, id, 'owner')
    assert.equal((await service.request('DELETE', '/user/profile', { headers: owner.headers })).status, 200)
  })

  it('DELETE /user/profile by all owners of a merchant at once leaves one', async () => {
    const { id, owner } = await makeMerchant(service)
    const owners = [owner, await makeStaff(service, id, 'owner'), await makeStaff(service, id, 'owner')]
    const answers = await Promise.all(
      owners.map(({ headers }) => service.request('DELETE', '/user/profile', { headers })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409])
  })
})
