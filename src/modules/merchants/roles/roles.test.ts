import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { builtInRoles, permissionsOf } from '#src/platform/lib/permissions.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeRole, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { until } from '#test/support/until.ts'

type Headers = Record<string, string>

describeService('roles', startMailedApp, ({ service }) => {
  /** Another process of the same service. */
  const second = besideService(service)

  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, headers: Headers, body?: unknown) =>
    service.request(method, path, { headers, ...(body !== undefined && { body }) })
  const list = (headers: Headers, query = '') => send('GET', `/admin/roles${query}`, headers)
  const make = (headers: Headers, body: unknown) => send('POST', '/admin/roles', headers, body)
  const change = (headers: Headers, id: string, body: unknown) => send('PATCH', `/admin/roles/${id}`, headers, body)
  const remove = (headers: Headers, id: string) => send('DELETE', `/admin/roles/${id}`, headers)
  const give = (headers: Headers, id: string, role: string) => send('PATCH', `/admin/staff/${id}`, headers, { role })
  const invite = (headers: Headers, role: string, email = `${unique('new')}@example.com`) =>
    send('POST', '/admin/staff', headers, { email, role })
  const code = ({ status, body }: TestAnswer) => [status, body.error?.code]
  const lacks = (answer: TestAnswer) => [...code(answer), answer.body.error?.details?.required_permission]
  const without = (permission: string) => [403, 'INSUFFICIENT_PERMISSIONS', permission]
  /** A member with a role of the shop's own. */
  async function makeMember(shop: TestMerchant, ...allowed: string[]) {
    const role = await makeRole(service, shop, allowed)
    return { role, ...(await makeStaff(service, shop.id, role.id)) }
  }

  it('GET /admin/roles answers the built-in ones, then the shop’s own by name, page by page', async () => {
    const [shop, rival] = [await makeMerchant(service), await makeMerchant(service)]
    await makeRole(service, rival, ['orders.read'], 'Of the rival')
    for (const name of ['pickers', 'Éclair', 'Packers']) await makeRole(service, shop, ['orders.read'], name)
    await makeStaff(service, shop.id, 'viewer')
    await invite(shop.owner.headers, 'viewer')
    const { items, pagination } = (await list(shop.owner.headers)).body.data
    assert.deepEqual(
      items.map(({ id, name, built_in }: { id: string; name: string; built_in: boolean }) => (built_in ? id : name)),
      [...builtInRoles, 'Packers', 'pickers', 'Éclair'],
    )
    assert.equal(pagination.total, 8)
    const viewer = { id: 'viewer', name: 'viewer', built_in: true, permissions: [...permissionsOf('viewer')] }
    const times = { created_at: null, updated_at: null }
    assert.deepEqual(items[2], { ...viewer, members: 1, invitations: 1, ...times })
    const names: string[] = []
    for (let cursor = ''; names.length < 20; ) {
      const page = (await list(shop.owner.headers, `?limit=3${cursor && `&cursor=${cursor}`}`)).body.data
      names.push(...page.items.map(({ name }: { name: string }) => name))
      cursor = page.pagination.next_cursor
      if (cursor === '') break
    }
    assert.deepEqual(
      names,
      items.map(({ name }: { name: string }) => name),
    )
  })

  it('POST /admin/roles answers 201 with the name trimmed; one that looks like another’s is 409 CONFLICT', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const wanted = ['orders.read', 'orders.fulfil', 'orders.read']
    const answer = await make(headers, { name: ' \u00a0\u200bZoe\u0301’s team\ufeff ', permissions: wanted })
    const { id, created_at, updated_at, ...role } = answer.body.data
    assert.equal(answer.status, 201)
    const rest = { built_in: false, permissions: ['orders.read', 'orders.fulfil'], members: 0, invitations: 0 }
    assert.deepEqual(role, { name: 'Zo\u00e9’s team', ...rest })
    assert.equal(created_at, updated_at)
    for (const name of ['zoé’s TEAM', 'Zoé’s\u00a0 team', 'Zo\u200bé’s team', 'OWNER', 'Mana\u00adger', ' Ｖiewer']) {
      assert.deepEqual(code(await make(headers, { name, permissions: wanted })), [409, 'CONFLICT'], name)
    }
    const other = await makeMerchant(service)
    assert.equal((await make(other.owner.headers, { name: 'Zoé’s team', permissions: wanted })).status, 201)
    const second = await makeRole(service, shop, ['orders.read'])
    assert.deepEqual(code(await change(headers, second.id, { name: 'ZOÉ’S TEAM' })), [409, 'CONFLICT'])
    assert.deepEqual(code(await change(headers, second.id, { name: 'support' })), [409, 'CONFLICT'])
    assert.equal((await change(headers, id, { name: 'ZOÉ’S TEAM' })).body.data.name, 'ZOÉ’S TEAM')
  })

  it('POST /admin/roles again with its key answers the same role; with another body 422', async () => {
    const { owner } = await makeMerchant(service)
    const headers = { ...owner.headers, 'idempotency-key': unique('key') }
    const body = { name: 'Packers', permissions: ['orders.read'] }
    const first = await make(headers, body)
    const again = await make(headers, body)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.deepEqual(code(await make(headers, { ...body, name: 'Pickers' })), [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.equal((await list(owner.headers)).body.data.pagination.total, builtInRoles.length + 1)
  })

  it('POST and PATCH /admin/roles with a blank name or a permission that is none answer 400', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const { id } = await makeRole(service, shop, ['orders.read'])
    for (const name of [' \u200b', '\u2800']) {
      assert.deepEqual(code(await make(headers, { name, permissions: ['orders.read'] })), [400, 'VALIDATION_ERROR'])
      assert.deepEqual(code(await change(headers, id, { name })), [400, 'VALIDATION_ERROR'], String(name))
    }
    for (const wrong of ['orders.fly', 'toString']) {
      const fault = [{ field: 'permissions[1]', message: `${wrong} is not a permission` }]
      const permissions = ['orders.read', wrong]
      assert.deepEqual((await make(headers, { name: 'x', permissions })).body.error.details, fault)
      assert.deepEqual((await change(headers, id, { permissions })).body.error.details, fault)
    }
  })

  it('PATCH and DELETE /admin/roles/{id} of a built-in role answer 409, unknown or foreign ones 404', async () => {
    const [shop, rival] = [await makeMerchant(service), await makeMerchant(service)]
    const { headers } = shop.owner
    for (const role of builtInRoles) {
      assert.deepEqual(code(await change(headers, role, { permissions: ['orders.read'] })), [409, 'CONFLICT'])
      assert.deepEqual(code(await remove(headers, role)), [409, 'CONFLICT'])
    }
    const foreign = await makeRole(service, rival, ['orders.read'])
    for (const id of [foreign.id, shop.owner.id, 'x', 'x'.repeat(200)]) {
      assert.deepEqual(code(await change(headers, id, { name: 'x' })), [404, 'NOT_FOUND'], id)
      assert.deepEqual(code(await remove(headers, id)), [404, 'NOT_FOUND'], id)
      assert.deepEqual(code(await invite(headers, id)), [400, 'VALIDATION_ERROR'], id)
    }
  })

  it('DELETE /admin/roles/{id} in use answers 409 with how many; unused it goes', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const { role, id } = await makeMember(shop, 'orders.read')
    const invitation = (await invite(headers, role.name.toUpperCase())).body.data
    assert.deepEqual([invitation.role, invitation.role_id], [role.name, role.id])
    const refused = await remove(headers, role.id)
    assert.deepEqual([...code(refused), refused.body.error.details], [409, 'CONFLICT', { members: 1, invitations: 1 }])
    assert.equal((await give(headers, id, 'viewer')).status, 200)
    assert.deepEqual(code(await remove(headers, role.id)), [409, 'CONFLICT'])
    // Nobody can accept it any more.
    await sql`update invitations set expires_at = now() where id = ${invitation.id}`.execute(service.deps.db)
    assert.equal((await remove(headers, role.id.toUpperCase())).status, 200)
    assert.deepEqual(code(await remove(headers, role.id)), [404, 'NOT_FOUND'])
    assert.deepEqual(code(await give(headers, id, role.id)), [400, 'VALIDATION_ERROR'])
  })

  it('DELETE /admin/roles/{id} while somebody accepts an invitation to it answers 409 CONFLICT', async () => {
    const shop = await makeMerchant(service)
    const role = await makeRole(service, shop, ['orders.read'])
    const user = await makeStaff(service, (await makeMerchant(service)).id, 'viewer')
    const accepted = await holdLocks(
      service,
      sql`insert into staff (merchant_id, user_id, role) values (${shop.id}, ${user.id}, ${role.id})`,
    )
    const removal = remove(shop.owner.headers, role.id)
    await until(async () => (await lockWaits(service)) >= 1, 'the removal to wait')
    await accepted.commit()
    assert.deepEqual(code(await removal), [409, 'CONFLICT'])
  })

  it('a change of a role works for sessions and keys that stand, in every process, within a second', async () => {
    const shop = await makeMerchant(service)
    const member = await makeMember(shop, 'orders.read', 'products.read', 'keys.write', 'settings.read')
    const key = await makeApiKey(service, { ...shop, owner: member }, ['orders.read', 'settings.read'])
    const processes = [service, second]
    const statuses = (path: string) =>
      Promise.all(
        processes.flatMap((process) =>
          [member.headers, key.headers].map(
            async (headers) => (await process.request('GET', path, { headers })).status,
          ),
        ),
      )
    const untilStatuses = (path: string, ...wanted: number[]) =>
      until(async () => String(await statuses(path)) === String(wanted), `${wanted} for ${path}`)
    assert.deepEqual(await statuses('/admin/orders'), [200, 200, 200, 200])
    assert.deepEqual(await statuses('/admin/products'), [200, 403, 200, 403])
    await change(shop.owner.headers, member.role.id, { permissions: ['products.read', 'inventory.read'] })
    // Where it was made, at once.
    assert.equal((await send('GET', '/admin/orders', member.headers)).status, 403)
    assert.equal((await send('GET', '/admin/orders', key.headers)).status, 403)
    await untilStatuses('/admin/orders', 403, 403, 403, 403)
    await untilStatuses('/admin/inventory', 200, 403, 200, 403)
    await change(shop.owner.headers, member.role.id, { permissions: ['orders.read'] })
    await untilStatuses('/admin/orders', 200, 200, 200, 200)
    const listed = (await send('GET', '/admin/api-keys', shop.owner.headers)).body.data.items
    assert.deepEqual(listed[0].permissions, ['orders.read', 'settings.read'])
  })

  it('names the role wherever people meet it: invitation, mail, sign-in, own data, staff', async () => {
    const shop = await makeMerchant(service)
    const role = await makeRole(service, shop, ['orders.read', 'orders.fulfil'], 'Night shift')
    const email = `${unique('night')}@example.com`
    await invite(shop.owner.headers, role.id, email)
    const mail = await service.mail.mailTo(email)
    assert.match(mail.source, /with the role 'Night\s+shift'/)
    const device = { 'device-id': 'desk' }
    const read = await send('POST', '/user/invitations/read', device, { token: mail.token })
    assert.equal(read.body.data.role, 'Night shift')
    const password = 'a chosen password'
    const joined = await send('POST', '/user/invitations/accept', device, { token: mail.token, password })
    assert.equal(joined.body.data.role, 'Night shift')
    const signedIn = await send('POST', '/admin/login', device, { email, password })
    const { user } = signedIn.body.data
    assert.deepEqual([user.role, user.permissions], ['Night shift', ['orders.read', 'orders.fulfil']])
    const headers = { ...device, 'access-token': signedIn.body.access_token, 'merchant-id': shop.id }
    assert.equal((await send('GET', '/admin/orders', headers)).status, 200)
    const own = (await send('GET', '/user/export', headers)).body.data
    assert.equal(own.shops.find((one: { merchant_id: string }) => one.merchant_id === shop.id).role, 'Night shift')
    assert.ok(own.sessions.some((one: { role: string | null }) => one.role === 'Night shift'))
    const member = (await send('GET', '/admin/staff', shop.owner.headers)).body.data.items.at(-1)
    assert.deepEqual([member.email, member.role, member.role_id], [email, 'Night shift', role.id])
  })

  it('what is done with roles is in the audit log, by name', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const role = (await make(headers, { name: 'Packing', permissions: ['orders.read'] })).body.data
    await change(headers, role.id, { name: 'Packing', permissions: ['orders.read'] })
    await change(headers, role.id, { name: 'Parcels', permissions: ['orders.read', 'orders.fulfil'] })
    const member = await makeStaff(service, shop.id, 'viewer')
    await give(headers, member.id, role.id)
    await give(headers, member.id, 'viewer')
    await remove(headers, role.id)
    const { items } = (await send('GET', '/admin/audit-log', headers)).body.data
    const told = (targetId: string) =>
      items
        .filter(({ target }: { target: { id: string } }) => target.id === targetId)
        .map(({ action, changes }: { action: string; changes: unknown }) => [action, changes])
        .reverse()
    assert.deepEqual(told(role.id), [
      ['role.created', { name: [null, 'Packing'], permissions: [null, ['orders.read']] }],
      [
        'role.updated',
        { name: ['Packing', 'Parcels'], permissions: [['orders.read'], ['orders.read', 'orders.fulfil']] },
      ],
      ['role.deleted', { name: ['Parcels', null], permissions: [['orders.read', 'orders.fulfil'], null] }],
    ])
    assert.deepEqual(told(member.id), [
      ['staff.role_changed', { role: ['viewer', 'Parcels'] }],
      ['staff.role_changed', { role: ['Parcels', 'viewer'] }],
    ])
  })

  it('POST /admin/roles makes at most 100 of a shop', async () => {
    const shop = await makeMerchant(service)
    await sql`insert into roles (merchant_id, id, name, name_key, permissions, created_at, updated_at)
      select ${shop.id}, gen_random_uuid(), n::text, n::text, '{orders.read}', now(), now()
        from generate_series(1, 99) n`.execute(service.deps.db)
    const body = (name: string) => ({ name, permissions: ['orders.read'] })
    const answers = await Promise.all(['a', 'b'].map((name) => make(shop.owner.headers, body(name))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  })

  it('a key that a release before the split made fulfils and refunds; others gain nothing', async () => {
    const shop = await makeMerchant(service)
    const made = await Promise.all(
      [['orders.write', 'orders.read'], ['orders.read']].map((names) => makeApiKey(service, shop, names)),
    )
    const ask = (headers: Headers) =>
      Promise.all(
        ['fulfillments', 'refunds'].map((what) =>
          send('POST', `/admin/orders/${shop.id}/${what}`, headers, what === 'refunds' ? { amount: 1 } : {}),
        ),
      )
    const refusals = async ({ headers }: { headers: Headers }) => (await ask(headers)).map((answer) => lacks(answer))
    const refused = [without('orders.fulfil'), without('orders.refund')]
    assert.deepEqual(await Promise.all(made.map(refusals)), [refused, refused])
    await sql`update api_keys set orders_write_alone = default where merchant_id = ${shop.id}`.execute(service.deps.db)
    service.deps.apiKeys.refresh()
    const notFound = [404, 'NOT_FOUND', undefined]
    assert.deepEqual(await Promise.all(made.map(refusals)), [[notFound, notFound], refused])
    const { items } = (await send('GET', '/admin/api-keys', shop.owner.headers)).body.data
    assert.deepEqual(items.map((key: { permissions: string[] }) => key.permissions.length).sort(), [1, 4])
  })
})
