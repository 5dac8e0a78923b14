import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Role } from '#src/platform/lib/permissions.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'
import { insertStaff } from '../queries.ts'
import { setInvitationToken } from './invitation-queries.ts'

describeService('staff', startAppThatTellsStatements, ({ service }) => {
  const list = (by: SignedInUser, query = '') => service.request('GET', `/admin/staff${query}`, { headers: by.headers })
  const add = (by: SignedInUser, body: unknown, headers: Record<string, string> = {}) =>
    service.request('POST', '/admin/staff', { headers: { ...by.headers, ...headers }, body })
  const change = (by: SignedInUser, userId: string, body: unknown) =>
    service.request('PATCH', `/admin/staff/${userId}`, { headers: by.headers, body })
  const remove = (by: SignedInUser, userId: string) =>
    service.request('DELETE', `/admin/staff/${userId}`, { headers: by.headers })
  const code = (answer: { status: number; body: { error?: { code: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ]

  it('GET /admin/staff answers all of the merchant’s staff, page by page, and nobody else’s', async () => {
    const { id, owner } = await makeMerchant(service)
    await makeMerchant(service)
    const members = [
      owner,
      ...(await Promise.all((['manager', 'viewer'] as const).map((role) => makeStaff(service, id, role)))),
    ]
    const first = await list(owner, '?limit=2')
    const { next_cursor: cursor, ...pagination } = first.body.data.pagination
    assert.deepEqual(pagination, { limit: 2, offset: 0, total: 3, total_precision: 'exact', has_more: true })
    const second = await list(owner, `?limit=2&cursor=${cursor}`)
    const all = [...first.body.data.items, ...second.body.data.items]
    assert.deepEqual(all.map((one) => one.user_id).sort(), members.map((one) => one.id).sort())
    assert.equal(second.body.data.pagination.next_cursor, '')
    assert.deepEqual(code(await list(owner, '?limit=101')), [400, 'VALIDATION_ERROR'])
    assert.deepEqual(code(await list(owner, '?cursor=x')), [400, 'INVALID_CURSOR'])
  })

  it('POST /admin/staff runs the same statements whether or not the address has an account', async () => {
    const { owner } = await makeMerchant(service)
    const user = await makeUser(service)
    const work = (email: string) => statementsOf(() => add(owner, { email, role: 'viewer' }))
    assert.deepEqual(await work(user.email), await work(`${unique('new')}@example.com`))
  })

  it('POST /admin/staff more often than mails are allowed to one address answers 429 RATE_LIMITED', async (t) => {
    const limited = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '2' }, service.databaseUrl)
    t.after(() => limited.close())
    const { owner } = await makeMerchant(service)
    const body = { email: `${unique('new')}@example.com`, role: 'viewer' }
    const invite = () => limited.request('POST', '/admin/staff', { headers: owner.headers, body })
    const statuses = [await invite(), await invite(), await invite()].map(({ status }) => status)
    assert.deepEqual(statuses, [201, 201, 429])
  })

  it('POST /admin/staff again for an address voids the token mailed before, at once', async () => {
    const { id: merchantId, owner } = await makeMerchant(service)
    const email = `${unique('new')}@example.com`
    const { token, hash } = newToken()
    const { id } = (await add(owner, { email, role: 'owner' })).body.data
    await setInvitationToken(service.deps.db, merchantId, id, hash)
    assert.equal((await add(owner, { email, role: 'viewer' })).status, 201)
    // The next mail has not been sent.
    const accepted = await service.request('POST', '/user/invitations/accept', {
      headers: { 'device-id': 'desk' },
      body: { token, password: 'a chosen password' },
    })
    assert.deepEqual(code(accepted), [400, 'VALIDATION_ERROR'])
  })

  it('POST /admin/staff twice with one Idempotency-Key answers the same; with another body 422', async () => {
    const { owner } = await makeMerchant(service)
    const body = { email: `${unique('new')}@example.com`, role: 'viewer' }
    const headers = { 'idempotency-key': unique('key') }
    const [first, second] = [await add(owner, body, headers), await add(owner, body, headers)]
    assert.deepEqual(second.body, first.body)
    assert.deepEqual(code(await add(owner, { ...body, role: 'owner' }, headers)), [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('PATCH /admin/staff/{id} answers 200 and ends the admin sessions with the old role at once', async () => {
    const { id, owner } = await makeMerchant(service)
    const manager = await makeStaff(service, id, 'manager')
    const answer = await change(owner, manager.id, { role: 'viewer' })
    assert.deepEqual([answer.status, answer.body.data.role], [200, 'viewer'])
    assert.deepEqual(code(await list(manager)), [401, 'UNAUTHORIZED'])
    const asUser = await service.request('POST', '/user/login', {
      headers: { 'device-id': 'phone' },
      body: { email: manager.email, password: manager.password },
    })
    assert.equal(asUser.status, 200)
  })

  it('PATCH /admin/staff/{id} with the role they have answers 200 and ends nothing', async () => {
    const { id, owner } = await makeMerchant(service)
    const manager = await makeStaff(service, id, 'manager')
    assert.equal((await change(owner, manager.id, { role: 'manager' })).status, 200)
    assert.equal((await list(manager)).status, 200)
  })

  it('PATCH and DELETE /admin/staff/{id} of the last owner answer 409 CONFLICT', async () => {
    const { id, owner } = await makeMerchant(service)
    assert.deepEqual(code(await change(owner, owner.id, { role: 'manager' })), [409, 'CONFLICT'])
    assert.deepEqual(code(await remove(owner, owner.id)), [409, 'CONFLICT'])
    await makeStaff(service, id, 'owner')
    assert.equal((await change(owner, owner.id, { role: 'manager' })).status, 200)
  })

  it('PATCH /admin/staff/{id} to owner answers 409 CONFLICT: an owner accepts to be one', async () => {
    const { id, owner } = await makeMerchant(service)
    const manager = await makeStaff(service, id, 'manager')
    assert.deepEqual(code(await change(owner, manager.id, { role: 'owner' })), [409, 'CONFLICT'])
    assert.equal((await list(manager)).status, 200)
    assert.equal((await change(owner, owner.id, { role: 'owner' })).status, 200)
  })

  it('DELETE /admin/staff/{id} of oneself answers 200 for every role; the last owner gets 409 CONFLICT', async () => {
    const { id, owner } = await makeMerchant(service)
    for (const role of ['manager', 'viewer'] as const) {
      const member = await makeStaff(service, id, role)
      assert.equal((await remove(member, member.id.toUpperCase())).status, 200, role)
      assert.deepEqual(code(await list(member)), [401, 'UNAUTHORIZED'], role)
    }
    assert.deepEqual(code(await remove(owner, owner.id)), [409, 'CONFLICT'])
    await makeStaff(service, id, 'owner')
    assert.equal((await remove(owner, owner.id)).status, 200)
  })

  it('DELETE /admin/staff/{id} answers 200, ends their admin sessions here and leaves the account', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const viewer = await makeStaff(service, shop.id, 'viewer')
    await insertStaff(service.deps.db, other.id, viewer.id, 'viewer')
    const elsewhere = await service.request('POST', '/admin/login', {
      headers: { 'device-id': 'desk', 'merchant-id': other.id },
      body: { email: viewer.email, password: viewer.password },
    })
    assert.equal((await remove(shop.owner, viewer.id)).status, 200)
    assert.deepEqual(code(await list(viewer)), [401, 'UNAUTHORIZED'])
    const headers = { 'device-id': 'desk', 'merchant-id': other.id, 'access-token': elsewhere.body.access_token }
    assert.equal((await service.request('GET', '/admin/staff', { headers })).status, 200)
    assert.deepEqual(code(await remove(shop.owner, viewer.id)), [404, 'NOT_FOUND'])
  })

  it('PATCH and DELETE /admin/staff/{id} leave their role at another shop as it is', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const manager = await makeStaff(service, shop.id, 'manager')
    await insertStaff(service.deps.db, other.id, manager.id, 'manager')
    const elsewhere = async () =>
      (await list(other.owner)).body.data.items.map(({ role }: { role: string }) => role).sort()
    assert.equal((await change(shop.owner, manager.id, { role: 'viewer' })).status, 200)
    assert.deepEqual(await elsewhere(), ['manager', 'owner'])
    assert.equal((await remove(shop.owner, manager.id)).status, 200)
    assert.deepEqual(await elsewhere(), ['manager', 'owner'])
  })

  it('PATCH and DELETE /admin/staff/{id} with a foreign, unknown or malformed id answer 404', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    for (const id of [other.owner.id, '01890000-0000-7000-8000-000000000000', 'x', '%00']) {
      assert.deepEqual(code(await change(shop.owner, id, { role: 'viewer' })), [404, 'NOT_FOUND'])
      assert.deepEqual(code(await remove(shop.owner, id)), [404, 'NOT_FOUND'])
    }
    assert.equal((await list(other.owner)).body.data.items[0].role, 'owner')
  })

  it('POST, PATCH and DELETE /admin/staff by a manager or a viewer answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const { id, owner } = await makeMerchant(service)
    for (const role of ['manager', 'viewer'] as Role[]) {
      const member = await makeStaff(service, id, role)
      assert.equal((await list(member)).status, 200)
      for (const answer of [
        await add(member, { email: 'x@example.com', role: 'owner' }),
        await change(member, member.id, { role: 'owner' }),
        await remove(member, owner.id),
      ]) {
        assert.deepEqual(code(answer), [403, 'INSUFFICIENT_PERMISSIONS'])
        assert.deepEqual(answer.body.error.details, { required_permission: 'staff.write' })
      }
    }
  })

  it('DELETE /admin/staff/{id} by owners who leave, or remove each other, at once leaves exactly one', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, owner } = await makeMerchant(service)
      const second = await makeStaff(service, id, 'owner')
      const [each, other] = round < 5 ? [owner, second] : [second, owner]
      const answers = await Promise.all([
        remove(owner, each.id),
        round % 2 ? remove(second, other.id) : change(second, other.id, { role: 'viewer' }),
      ])
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      const left = await service.deps.db
        .selectFrom('staff')
        .select('user_id')
        .where('merchant_id', '=', id)
        .where('role', '=', 'owner')
        .execute()
      assert.equal(left.length, 1)
    }
  })

  it('POST /admin/login with a role that changed while the password was checked answers 401', async () => {
    const { id } = await makeMerchant(service)
    const member = await makeStaff(service, id, 'manager')
    const change = await holdLocks(service, sql`update staff set role = 'viewer' where user_id = ${member.id}`)
    let answered = false
    const answer = service
      .request('POST', '/admin/login', {
        headers: { 'device-id': 'desk', 'merchant-id': id },
        body: { email: member.email, password: member.password },
      })
      .finally(() => {
        answered = true
      })
    await until(async () => answered || (await lockWaits(service)) > 0, 'the password to be checked')
    await change.commit()
    assert.deepEqual(code(await answer), [401, 'INVALID_CREDENTIALS'])
  })

  it('POST /admin/login racing a removal never leaves an admin session', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, owner } = await makeMerchant(service)
      const member = await makeStaff(service, id, 'manager')
      const credentials = { email: member.email, password: member.password }
      const signIn = () =>
        service.request('POST', '/admin/login', {
          headers: { 'device-id': 'desk', 'merchant-id': id },
          body: credentials,
        })
      const [removed, ...signIns] = await Promise.all([remove(owner, member.id), signIn(), signIn(), signIn()])
      assert.equal(removed?.status, 200)
      for (const { status, body } of signIns) {
        if (status !== 200) continue
        const headers = { 'device-id': 'desk', 'merchant-id': id, 'access-token': body.access_token }
        assert.equal((await service.request('GET', '/admin/staff', { headers })).status, 401)
      }
    }
  })
})
