import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { background } from '#src/app/background.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import type { TestMailServer } from '#test/support/smtp-server.ts'
import { insertStaff } from '../queries.ts'

describeService('invitations', startMailedApp, ({ service }) => {
  let mail: TestMailServer
  before(async () => {
    mail = service.mail
  })

  const device = { 'device-id': 'desk' }
  const newAddress = () => `${unique('new')}@example.com`
  const otherCase = (email: string) => email.replace(/^\w/, (letter) => letter.toUpperCase())
  const invite = (by: SignedInUser, email: string, role = 'viewer') =>
    service.request('POST', '/admin/staff', { headers: by.headers, body: { email, role } })
  const accept = (token: string, password?: string) =>
    service.request('POST', '/user/invitations/accept', {
      headers: device,
      body: { token, ...(password && { password }) },
    })
  const read = (token: string) =>
    service.request('POST', '/user/invitations/read', { headers: device, body: { token } })
  const list = async (by: SignedInUser) =>
    (await service.request('GET', '/admin/staff', { headers: by.headers })).body.data
  const remove = (by: SignedInUser, id: string) =>
    service.request('DELETE', `/admin/staff/${id}`, { headers: by.headers })
  const signIn = (email: string, password: string, merchantId?: string) =>
    service.request('POST', '/admin/login', {
      headers: { ...device, ...(merchantId && { 'merchant-id': merchantId }) },
      body: { email, password },
    })
  const code = (answer: { status: number; body: { error?: { code: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ]
  const fields = (answer: { body: { error?: { details?: { field: string }[] } } }) =>
    answer.body.error?.details?.map(({ field }) => field)
  /** The token of the newest invitation of this shop to the address. */
  async function tokenFor(shop: { name: string }, email: string, notThis = ''): Promise<string> {
    const isIt = ({ subject, token }: { subject: string; token: string }) =>
      subject.includes(shop.name) && token !== notThis
    return (await mail.mailTo(email, isIt)).token
  }

  it('somebody who registers an address before it is invited gets nothing by it', async () => {
    const shop = await makeMerchant(service)
    const squatter = await makeUser(service, { email: newAddress() })
    // With a second factor, which would keep out the one who is invited.
    await sql`
      insert into two_factors (user_id, secret, created_at, confirmed_at, tries_since)
      values (${squatter.id}, '\\x00', now(), now(), now())`.execute(service.deps.db)
    assert.equal((await invite(shop.owner, squatter.email, 'manager')).status, 201)
    assert.deepEqual(code(await signIn(squatter.email, squatter.password)), [403, 'INSUFFICIENT_PERMISSIONS'])

    // Who reads the mail must choose a password; the squatter's is void, and its sessions are over.
    const token = await tokenFor(shop, squatter.email)
    assert.deepEqual(fields(await accept(token)), ['password'])
    assert.equal((await accept(token, 'a chosen password')).status, 200)
    assert.deepEqual(code(await signIn(squatter.email, squatter.password)), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await service.request('GET', '/user/profile', { headers: squatter.headers })).status, 401)
    const refreshed = await service.request('POST', '/user/token/refresh', {
      headers: { 'device-id': squatter.headers['device-id'] ?? '' },
      body: { refresh_token: squatter.refreshToken },
    })
    assert.equal(refreshed.status, 401)
    const hired = await signIn(squatter.email, 'a chosen password')
    assert.deepEqual([hired.status, hired.body.user.role, hired.body.user.is_verified], [200, 'manager', true])
  })

  it('POST /admin/staff answers 201 alike for all addresses; the role begins with the token', async () => {
    const shop = await makeMerchant(service)
    const [known, unknown] = [await makeUser(service), { email: newAddress() }]
    await confirmAddress(service, known)
    for (const { email } of [known, unknown]) {
      const { status, body } = await invite(shop.owner, otherCase(email))
      const { id, created_at, updated_at, expires_at, ...rest } = body.data
      assert.equal(status, 201)
      assert.deepEqual(rest, {
        user_id: null,
        email: otherCase(email),
        name: null,
        role: 'viewer',
        role_id: 'viewer',
        status: 'invited',
        is_verified: false,
      })
      assert.equal(Date.parse(expires_at) - Date.parse(created_at), 7 * 86_400_000)
      assert.equal(updated_at, created_at)
      const { items, pagination } = await list(shop.owner)
      assert.deepEqual([items.at(-1), pagination.total], [body.data, items.length])
    }
    assert.deepEqual(code(await signIn(known.email, known.password)), [403, 'INSUFFICIENT_PERMISSIONS'])

    const answer = await accept(await tokenFor(shop, otherCase(known.email)))
    assert.deepEqual(answer.body.data, { merchant: { id: shop.id, name: shop.name }, role: 'viewer' })
    // A confirmed account keeps its password and its sessions.
    assert.equal((await signIn(known.email, known.password)).body.user.role, 'viewer')
    assert.equal((await service.request('GET', '/user/profile', { headers: known.headers })).status, 200)
    const { items } = await list(shop.owner)
    const active = items.filter(({ status }: { status: string }) => status === 'active')
    assert.deepEqual(
      active.map(({ id, user_id }: { id: string; user_id: string }) => [id, user_id]),
      [shop.owner.id, known.id].map((id) => [id, id]),
    )
    assert.equal(items.length, 3)
  })

  it('POST /user/invitations/read tells who invites, and whether a password is needed', async () => {
    const shop = await makeMerchant(service)
    const [confirmed, unconfirmed] = [await makeUser(service), await makeUser(service)]
    await confirmAddress(service, confirmed)
    const merchant = { id: shop.id, name: shop.name }
    for (const [email, needs_password] of [
      [confirmed.email, false],
      [unconfirmed.email, true],
      [newAddress(), true],
    ] as const) {
      await invite(shop.owner, email)
      const token = await tokenFor(shop, email)
      for (let times = 0; times < 2; times++) {
        const { status, body } = await read(token)
        assert.deepEqual([status, body.data], [200, { merchant, role: 'viewer', email, needs_password }])
      }
    }
    assert.equal((await list(shop.owner)).items.filter((one: { status: string }) => one.status === 'active').length, 1)
  })

  it('POST /user/invitations/accept makes the account that does not exist yet', async () => {
    const shop = await makeMerchant(service)
    const email = newAddress()
    await invite(shop.owner, email, 'owner')
    const token = await tokenFor(shop, email)
    const refused = await accept(token)
    assert.deepEqual([...code(refused), fields(refused)], [400, 'VALIDATION_ERROR', ['password']])
    for (const weak of ['short', 'password1', email.toUpperCase()])
      assert.deepEqual(fields(await accept(token, weak)), ['password'])
    assert.equal((await accept(token, 'a chosen password')).status, 200)
    const admin = await signIn(email, 'a chosen password')
    assert.deepEqual([admin.body.user.role, admin.body.user.is_verified], ['owner', true])
  })

  it('POST /user/invitations/accept leaves a confirmed account its password, whatever is sent', async () => {
    const shop = await makeMerchant(service)
    const user = await makeUser(service)
    await confirmAddress(service, user)
    await invite(shop.owner, user.email)
    assert.equal((await accept(await tokenFor(shop, user.email), 'another password')).status, 200)
    assert.equal((await signIn(user.email, user.password)).status, 200)
    assert.deepEqual(code(await signIn(user.email, 'another password')), [401, 'INVALID_CREDENTIALS'])
  })

  it('POST /user/invitations/accept and read with a used, unknown, expired or revoked token answer 400', async () => {
    const shop = await makeMerchant(service)
    const [used, expired, takenBack] = [newAddress(), newAddress(), newAddress()]
    const ids: string[] = []
    for (const email of [used, expired, takenBack]) ids.push((await invite(shop.owner, email)).body.data.id)
    const tokens = await Promise.all([used, expired, takenBack].map((email) => tokenFor(shop, email)))
    assert.equal((await accept(tokens[0] ?? '', 'a chosen password')).status, 200)
    await sql`update invitations set expires_at = now() where email = ${expired}`.execute(service.deps.db)
    assert.equal((await remove(shop.owner, ids[2] ?? '')).status, 200)
    for (const token of [...tokens, 'unknown']) {
      for (const answer of [await accept(token, 'a chosen password'), await read(token)]) {
        assert.deepEqual([...code(answer), fields(answer)], [400, 'VALIDATION_ERROR', ['token']])
      }
    }
    const { items, pagination } = await list(shop.owner)
    assert.deepEqual(
      [items.map(({ email }: { email: string }) => email), pagination.total],
      [[shop.owner.email, used], 2],
    )
    for (const id of ids.slice(1)) assert.deepEqual(code(await remove(shop.owner, id)), [404, 'NOT_FOUND'])
  })

  it('POST /user/invitations/accept by five at once with one token gives one role and one password', async () => {
    const shop = await makeMerchant(service)
    const email = newAddress()
    await invite(shop.owner, email)
    const token = await tokenFor(shop, email)
    const passwords = Array.from({ length: 5 }, (_, n) => `a chosen password ${n}`)
    const answers = await Promise.all(passwords.map((password) => accept(token, password)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal((await signIn(email, passwords[winner] ?? '')).status, 200)
  })

  it('POST /user/invitations/accept while the address is registered voids the password of that', async () => {
    const shop = await makeMerchant(service)
    for (let round = 0; round < 3; round++) {
      const email = newAddress()
      await invite(shop.owner, email)
      const token = await tokenFor(shop, email)
      const [accepted] = await Promise.all([
        accept(token, 'a chosen password'),
        service.request('POST', '/user/register', { headers: device, body: { email, password: 'a squatted one' } }),
      ])
      assert.equal(accepted.status, 200)
      assert.equal((await signIn(email, 'a chosen password')).status, 200)
      assert.deepEqual(code(await signIn(email, 'a squatted one')), [401, 'INVALID_CREDENTIALS'])
    }
  })

  it('POST /admin/staff again for an address replaces the invitation, of this shop alone', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const email = newAddress()
    await invite(shop.owner, email, 'owner')
    await invite(other.owner, email, 'manager')
    const first = await tokenFor(shop, email)
    assert.equal((await invite(shop.owner, email, 'viewer')).status, 201)
    const second = await tokenFor(shop, email, first)
    assert.deepEqual(fields(await accept(first, 'a chosen password')), ['token'])
    assert.equal((await accept(second, 'a chosen password')).body.data.role, 'viewer')
    assert.equal((await accept(await tokenFor(other, email))).body.data.role, 'manager')
    const { items } = await list(shop.owner)
    assert.deepEqual(
      items.map((one: { email: string; role: string }) => [one.email, one.role]),
      [
        [shop.owner.email, 'owner'],
        [email, 'viewer'],
      ],
    )
  })

  it('POST /admin/staff for a member answers 409 CONFLICT; to become owner 201, and the old sessions end', async () => {
    const shop = await makeMerchant(service)
    const manager = await makeStaff(service, shop.id, 'manager')
    assert.deepEqual(code(await invite(shop.owner, shop.owner.email, 'owner')), [409, 'CONFLICT'])
    assert.deepEqual(code(await invite(shop.owner, manager.email, 'viewer')), [409, 'CONFLICT'])
    assert.equal((await invite(shop.owner, manager.email, 'owner')).status, 201)
    assert.equal((await list(manager)).items.length, 3)
    assert.equal((await accept(await tokenFor(shop, manager.email))).body.data.role, 'owner')
    assert.equal((await service.request('GET', '/admin/staff', { headers: manager.headers })).status, 401)
    assert.equal((await signIn(manager.email, manager.password)).body.user.role, 'owner')
    assert.equal((await list(shop.owner)).items.length, 2)
  })

  it('POST /user/invitations/accept by who has become a member otherwise leaves them their role', async () => {
    const shop = await makeMerchant(service)
    const user = await makeUser(service)
    await confirmAddress(service, user)
    await invite(shop.owner, user.email, 'manager')
    const token = await tokenFor(shop, user.email)
    await insertStaff(service.deps.db, shop.id, user.id, 'viewer')
    assert.equal((await accept(token)).body.data.role, 'viewer')
    assert.deepEqual(fields(await accept(token)), ['token'])
  })

  it('PATCH /admin/staff/{id} of an invitation answers 404; DELETE of another shop’s too', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const { id } = (await invite(shop.owner, newAddress())).body.data
    const changed = await service.request('PATCH', `/admin/staff/${id}`, {
      headers: shop.owner.headers,
      body: { role: 'manager' },
    })
    assert.deepEqual(code(changed), [404, 'NOT_FOUND'])
    assert.deepEqual(code(await remove(other.owner, id)), [404, 'NOT_FOUND'])
    assert.equal((await remove(shop.owner, id)).status, 200)
  })

  it('POST /admin/login with an address that is not confirmed answers 403, after a confirmation 200', async () => {
    const shop = await makeMerchant(service)
    const member = await makeStaff(service, shop.id, 'manager')
    await sql`update users set is_verified = false where id = ${member.id}`.execute(service.deps.db)
    const refused = await signIn(member.email, member.password)
    assert.deepEqual(code(refused), [403, 'INSUFFICIENT_PERMISSIONS'])
    assert.deepEqual(refused.body.error.details, { is_verified: false })
    const isIt = ({ subject }: { subject: string }) => subject === 'Confirm your e-mail address'
    const { token } = await mail.mailTo(member.email, isIt)
    await service.request('POST', '/user/verify-email', { headers: device, body: { token } })
    assert.equal((await signIn(member.email, member.password)).status, 200)
  })

  it('a sweep forgets invitations that have expired', async () => {
    const shop = await makeMerchant(service)
    const { id } = (await invite(shop.owner, newAddress())).body.data
    const { db } = service.deps
    await sql`update invitations set expires_at = now() where id = ${id}`.execute(db)
    const sweep = background.flatMap(({ sweeps = [] }) => sweeps).find(({ name }) => name.includes('invitations'))
    await sweep?.run(service.deps)
    assert.deepEqual(await db.selectFrom('invitations').select('id').where('id', '=', id).execute(), [])
  })
})
