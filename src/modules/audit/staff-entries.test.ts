import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { unique } from '#test/support/app.ts'
import { auditTools, type Entry, told } from '#test/support/audit-log.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

describeShop('the audit log of staff, keys and sign-ins', startAppThatTellsStatements, ({ service, shop }) => {
  const { list, entriesOf, send, signIn } = auditTools(() => ({ service, shop }))

  it('roles, with sign-ins and refused ones', async () => {
    const user = await makeStaff(service, shop.id, 'viewer')
    await send('PATCH', `/admin/staff/${user.id}`, { role: 'manager' })
    await send('PATCH', `/admin/staff/${user.id}`, { role: 'manager' })
    assert.equal((await signIn(user, 'wrong')).status, 401)
    assert.equal((await signIn(user, user.password)).status, 200)
    const { items } = (await list(shop.owner, `?actor=${user.id}`)).body.data
    assert.deepEqual(
      items.map(({ action, target: { type, id }, actor }: Entry) => [action, { type, id }, actor.email]),
      ['staff.signed_in', 'staff.sign_in_refused', 'staff.signed_in'].map((action) => [
        action,
        { type: 'merchant', id: shop.id },
        user.email,
      ]),
    )
    await send('DELETE', `/admin/staff/${user.id}`)
    const other = await makeStaff(service, shop.id, 'viewer')
    await send('DELETE', `/admin/staff/${other.id}`, undefined, other)
    assert.deepEqual(told(await entriesOf(user.id)), [
      ['staff.role_changed', { role: ['viewer', 'manager'] }],
      ['staff.removed', { role: ['manager', null] }],
    ])
    assert.deepEqual(told(await entriesOf(other.id)), [['staff.left', { role: ['viewer', null] }]])
  })

  it('invitations, without the address that is invited', async () => {
    const email = `${unique('new')}@example.com`
    const invite = async () => (await send('POST', '/admin/staff', { email, role: 'viewer' })).body.data.id
    const withdrawn = await invite()
    await send('DELETE', `/admin/staff/${withdrawn}`)
    const created = ['invitation.created', { role: [null, 'viewer'] }]
    assert.deepEqual(told(await entriesOf(withdrawn)), [created, ['invitation.revoked', {}]])
    const accepted = await invite()
    const token = newId()
    await sql`update invitations set token_hash = ${hashToken(token)} where id = ${accepted}`.execute(service.deps.db)
    const body = { token, password: 'an uncommon phrase' }
    const headers = { 'device-id': 'desk' }
    assert.equal((await service.request('POST', '/user/invitations/accept', { headers, body })).status, 200)
    const entries = await entriesOf(accepted)
    assert.deepEqual(told(entries), [created, ['invitation.accepted', { role: [null, 'viewer'] }]])
    const { id = '', email: shown } = entries[0]?.actor ?? {}
    assert.equal(shown, email)
    assert.deepEqual(told(await entriesOf(id ?? '')), [['staff.added', { role: [null, 'viewer'] }]])
  })

  it('API keys, and what is done with one under its name, also when it is revoked', async () => {
    const key = await makeApiKey(service, shop, ['inventory.write'])
    const product = await makeProduct(service, shop)
    const by = { ...shop.owner, headers: key.headers }
    assert.equal((await send('PATCH', `/admin/inventory/${product.id}`, { adjust: 1 }, by)).status, 200)
    const actors = async () => (await entriesOf(product.id)).map(({ actor }) => actor)
    const before = await actors()
    assert.equal((await send('DELETE', `/admin/api-keys/${key.id}`)).status, 200)
    const [made, revoked] = told(await entriesOf(key.id))
    const { name: [, name] = [] } = (made?.[1] ?? {}) as Entry['changes']
    assert.deepEqual(made, ['api_key.created', { name: [null, name], permissions: [null, ['inventory.write']] }])
    assert.deepEqual(revoked, ['api_key.revoked', {}])
    assert.deepEqual(before, [{ type: 'api_key', id: key.id, name }])
    const [{ target: named }, { target: keyed }] = [...(await entriesOf(product.id)), ...(await entriesOf(key.id))] as [
      Entry,
      Entry,
    ]
    assert.deepEqual([named.name, keyed.name], [`${product.sku}, ${product.name}`, name])
    assert.deepEqual(await actors(), before)
  })

  it('a refused sign-in of somebody who does not work there names nobody', async () => {
    const rival = await makeMerchant(service)
    const refused = async (by: TestMerchant) =>
      (await list(by.owner, '?action=staff.sign_in_refused')).body.data.items.map(({ actor }: Entry) => actor)
    const before = (await refused(shop)).length
    assertRefused(await signIn(shop.owner, shop.owner.password, rival.id), 403, 'MERCHANT_ACCESS_DENIED')
    assertRefused(await signIn(shop.owner, 'wrong', rival.id), 401, 'INVALID_CREDENTIALS')
    const unknown = { ...shop.owner, email: `${unique('nobody')}@example.com` }
    assertRefused(await signIn(unknown, 'wrong', rival.id), 401, 'INVALID_CREDENTIALS')
    assertRefused(await signIn(unknown, 'wrong'), 401, 'INVALID_CREDENTIALS')
    assertRefused(await signIn(unknown, 'wrong', newId()), 401, 'INVALID_CREDENTIALS')
    assert.deepEqual(await refused(rival), Array(3).fill({ type: 'user', id: null, email: null }))
    assert.equal((await refused(shop)).length, before)
  })

  it('a refused sign-in runs the same statements whether or not the account exists', async () => {
    const unknown = { ...shop.owner, email: `${unique('nobody')}@example.com` }
    const texts = async (user: SignedInUser) => statementsOf(() => signIn(user, 'wrong'))
    assert.deepEqual(await texts(shop.owner), await texts(unknown))
  })

  it('an erased account stays as an id, and that it left is told', async () => {
    const manager = await makeStaff(service, shop.id, 'manager')
    await send('PATCH', `/admin/inventory/${(await makeProduct(service, shop)).id}`, { adjust: 1 }, manager)
    assert.equal(
      (
        await service.request('DELETE', '/user/profile', {
          headers: manager.headers,
          body: { current_password: manager.password },
        })
      ).status,
      200,
    )
    const { items } = (await list(shop.owner, `?actor=${manager.id}`)).body.data
    assert.deepEqual(
      items.map(({ action, actor }: Entry) => [action, actor.id, actor.email]),
      ['staff.left', 'stock.updated', 'staff.signed_in'].map((action) => [action, manager.id, null]),
    )
    const { rows } = await sql<{ text: string }>`select entry::text as text from audit_entries entry`.execute(
      service.deps.db,
    )
    assert.ok(!rows.some(({ text }) => text.includes(manager.email)))
  })
})
