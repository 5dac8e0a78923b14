import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'
import { insertMailToken } from '../mails/token-queries.ts'

describeService('the user’s profile', startMailedApp, ({ service }) => {
  const change = (user: SignedInUser, body: unknown) =>
    service.request('PATCH', '/user/profile', { headers: user.headers, body })
  const erase = ({ headers, password }: SignedInUser, body: unknown = { current_password: password }) =>
    service.request('DELETE', '/user/profile', { headers, body })

  it('PATCH /user/profile with one field answers 200, keeps the rest and emits user.updated', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId, name: 'Ada' })
    const answer = await change(user, { phone: '+44 (20) 7123-4567' })
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.data.name, answer.body.data.phone], ['Ada', '+442071234567'])
    for (const [written, kept] of [
      ['+44 (0)20 7946 0958', '+442079460958'],
      ['0039 06 698 12345', '+390669812345'],
    ])
      assert.equal((await change(await makeUser(service), { phone: written })).body.data.phone, kept)
    const cleared = await change(user, { name: null, phone: null })
    assert.deepEqual([cleared.body.data.name, cleared.body.data.phone], [null, null])
    const events = (await eventsOf(service, merchantId, 'user.updated')).filter(
      (event) => event.data.user.id === user.id,
    )
    assert.deepEqual(
      events.map(({ data }) => ({ ...data.user, pending_email: null, has_two_factor: false })),
      [answer.body.data, cleared.body.data],
    )
  })

  it('PATCH /user/profile with no change answers 200 and emits no event', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId, name: 'Ada' })
    for (const body of [{}, { name: 'Ada' }]) assert.equal((await change(user, body)).status, 200)
    assert.deepEqual(await eventsOf(service, merchantId, 'user.updated'), [])
  })

  it('PATCH /user/profile with a phone number of another form answers 400 VALIDATION_ERROR', async () => {
    const user = await makeUser(service)
    for (const phone of ['12', '+1 12', '020 7946 0958']) {
      const answer = await change(user, { phone })
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'phone'], phone)
    }
  })

  it('DELETE /user/profile answers 200, erases personal data, ends all sessions', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId, name: 'Erasable' })
    const other = await service.request('POST', '/user/login', {
      headers: { 'device-id': 'tablet' },
      body: { email: user.email, password: user.password },
    })
    const newEmail = { email: `${unique('moved')}@example.com`, current_password: user.password }
    assert.equal((await change(user, newEmail)).status, 200)
    assert.equal((await erase(user)).status, 200)

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

  it('DELETE /user/profile without the password answers 400, with a wrong one 401, and erases nothing', async () => {
    const user = await makeUser(service)
    for (const body of [undefined, {}, { password: user.password }, { current_password: user.password, force: true }]) {
      const answer = await service.request('DELETE', '/user/profile', { headers: user.headers, ...(body && { body }) })
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    }
    const wrong = await erase(user, { current_password: 'not this one' })
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'INVALID_CREDENTIALS'])
    const profile = await service.request('GET', '/user/profile', { headers: user.headers })
    assert.equal(profile.body.data.email, user.email)
  })

  it('DELETE /user/profile with a password that changes meanwhile answers 401 and erases nothing', async () => {
    const user = await makeUser(service)
    const changed = await holdLocks(service, sql`update users set password_hash = 'another' where id = ${user.id}`)
    const answer = erase(user)
    await until(async () => (await lockWaits(service)) > 0, 'the password to be checked')
    await changed.commit()
    assert.deepEqual([(await answer).status, (await answer).body.error.code], [401, 'INVALID_CREDENTIALS'])
    const profile = await service.request('GET', '/user/profile', { headers: user.headers })
    assert.equal(profile.body.data.email, user.email)
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
            or t::text ilike '%moved-%' or t::text like '%Erasable%'`.execute(service.deps.db)
      traces += rows[0]?.found ?? 0
    }
    return traces
  }

  it('a mail that is written while the account is erased leaves no token', async () => {
    const { id, email } = await makeUser(service)
    const erasure = await holdLocks(
      service,
      sql`update users set email = null, email_key = null, deleted_at = now() where id = ${id}`,
    )
    const token = { token_hash: Buffer.from(id), user_id: id, purpose: 'verify_email', email_key: email } as const
    const inserted = insertMailToken(service.deps.db, { ...token, lifetimeHours: 1 })
    await until(async () => (await lockWaits(service)) > 0, 'the mail to wait for the erasure')
    await erasure.commit()
    assert.equal(await inserted, false)
  })

  it('DELETE /user/profile frees the e-mail for another account', async () => {
    const user = await makeUser(service)
    await erase(user)
    const again = await makeUser(service, { email: user.email })
    assert.notEqual(again.id, user.id)
  })

  it('DELETE /user/profile deletes the answers that could be replayed, also those from before sign-in', async () => {
    const device = { 'device-id': unique('device') }
    const password = 'a good password'
    const registration = { email: `${unique('user')}@example.com`, password }
    const send = (path: string, headers: Record<string, string>, body: object) =>
      service.request('POST', path, { headers: { ...headers, 'idempotency-key': unique('a-key-of-a-test') }, body })
    const key = unique('a-key-of-a-test')
    const register = () =>
      service.request('POST', '/user/register', { headers: { ...device, 'idempotency-key': key }, body: registration })
    const { user, access_token } = (await register()).body.data
    assert.equal((await register()).headers['idempotent-replayed'], 'true')
    const headers = { ...device, 'access-token': access_token }
    const address = { name: 'Ada', line1: 'A road', city: 'London', country: 'GB', postal_code: 'N1 1AA' }
    assert.equal((await send('/user/addresses', headers, address)).status, 201)
    const stored = async () =>
      (await service.deps.db.selectFrom('idempotency_keys').select(['owner', 'key']).execute()).filter(
        (row) => row.owner === user.id || row.key === key,
      ).length
    assert.equal(await stored(), 2)
    const erased = await service.request('DELETE', '/user/profile', { headers, body: { current_password: password } })
    assert.equal(erased.status, 200)
    assert.equal(await stored(), 0)
    const again = await register()
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, undefined])
    assert.notEqual(again.body.data.user.id, user.id)
  })

  it('DELETE /user/profile by the last owner of a merchant answers 409 CONFLICT and erases nothing', async () => {
    const { id, owner } = await makeMerchant(service)
    const answer = await erase(owner)
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
    const profile = await service.request('GET', '/user/profile', { headers: owner.headers })
    assert.equal(profile.body.data.email, owner.email)
    await makeStaff(service, id, 'owner')
    assert.equal((await erase(owner)).status, 200)
  })

  it('DELETE /user/profile by all owners of a merchant at once leaves one', async () => {
    const { id, owner } = await makeMerchant(service)
    const owners = [owner, await makeStaff(service, id, 'owner'), await makeStaff(service, id, 'owner')]
    const answers = await Promise.all(owners.map((one) => erase(one)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409])
  })
})
