import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { editOrder } from '#src/modules/orders/change/edit-order.ts'
import { byUser } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { permissionsOf } from '#src/platform/lib/permissions.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { unique } from '#test/support/app.ts'
import { makeApiKey, makeMerchant, makeStaff, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, moveOrder, placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

interface Entry {
  id: string
  at: string
  actor: { type: string; id: string | null; email?: string | null; name?: string | null }
  action: string
  target: { type: string; id: string; name: string | null }
  changes: Record<string, [unknown, unknown]>
  ip: string | null
  request_id: string | null
}

describe('the audit log', () => {
  let service: Awaited<ReturnType<typeof startAppThatTellsStatements>>
  let shop: TestMerchant
  before(async () => {
    service = await startAppThatTellsStatements()
    shop = await makeMerchant(service)
  })
  after(() => service.close())

  const list = (by: SignedInUser, query = '') =>
    service.request('GET', `/admin/audit-log${query}`, { headers: by.headers })
  const entriesOf = async (targetId: string, by = shop.owner): Promise<Entry[]> =>
    (await list(by, `?target=${targetId}`)).body.data.items
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, by = shop.owner) =>
    service.request(method, path, { headers: by.headers, ...(body !== undefined && { body }) })
  /** Action and changes of each entry, the oldest first. */
  const told = (entries: readonly Entry[]) => entries.map(({ action, changes }) => [action, changes]).reverse()
  const signIn = (user: SignedInUser, password: string, merchantId?: string) =>
    service.request('POST', '/admin/login', {
      headers: { 'device-id': 'desk', ...(merchantId && { 'merchant-id': merchantId }) },
      body: { email: user.email, password },
    })

  it('GET /admin/audit-log tells who changed a product, what, from where and by which request', async () => {
    const made = await send('POST', '/admin/products', { sku: unique('sku'), name: 'Mug', price: 5, on_hand: 3 })
    const { id, sku } = made.body.data
    const answer = await send('PATCH', `/admin/products/${id}`, { price: 4.5, description: 'x'.repeat(500) })
    await send('PATCH', `/admin/products/${id}`, { price: 4.5 })
    await send('PATCH', `/admin/inventory/${id}`, { adjust: 2, reason: 'found' })
    await send('PATCH', `/admin/inventory/${id}`, { on_hand: 5 })
    await send('DELETE', `/admin/products/${id}`)
    const entries = await entriesOf(id)
    const cut = `${'x'.repeat(200)}…`
    assert.deepEqual(told(entries), [
      [
        'product.created',
        {
          ...{ sku: [null, sku], name: [null, 'Mug'], price: [null, 5], status: [null, 'active'], on_hand: [null, 3] },
          ...{ requires_shipping: [null, true], tax_class: [null, 'standard'], slug: [null, 'mug'] },
        },
      ],
      ['product.updated', { price: [5, 4.5], description: [null, cut] }],
      ['stock.updated', { on_hand: [3, 5] }],
      [
        'product.deleted',
        {
          sku: [sku, null],
          name: ['Mug', null],
          description: [cut, null],
          price: [4.5, null],
          status: ['active', null],
          requires_shipping: [true, null],
          tax_class: ['standard', null],
          slug: ['mug', null],
        },
      ],
    ])
    const { actor, target, ip, request_id, at } = entries[2] as Entry
    assert.deepEqual(actor, { type: 'user', id: shop.owner.id, email: shop.owner.email })
    assert.deepEqual(
      [target, ip, request_id],
      [{ type: 'product', id, name: sku }, '127.0.0.1', answer.headers['x-request-id']],
    )
    assert.equal(answer.body.data.updated_at.slice(0, 19), at.slice(0, 19))
  })

  it('an order that staff moves has an entry, and its refund one more when it is confirmed', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    const payments = await service.deps.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', order.id)
      .execute()
    const paymentId = payments[0]?.id ?? ''
    await moveOrder(service, shop, order.id, 'cancelled')
    await runSweep(service, 'settle-payments')
    assert.deepEqual(told(await entriesOf(order.id)), [['order.updated', { status: ['paid', 'cancelled'] }]])
    const refund = await entriesOf(paymentId)
    assert.deepEqual(told(refund), [
      ['payment.refund_started', { status: ['succeeded', 'refunding'], amount: [20, 20] }],
      ['payment.refunded', { status: ['refunding', 'refunded'], amount: [20, 20] }],
    ])
    assert.deepEqual([refund[0]?.actor, refund[0]?.ip], [{ type: 'system', id: null }, null])
    const other = await placeOrder(service, shop)
    const paid = await send('POST', `/admin/orders/${other.order.id}/payments`, { method: 'manual' })
    assert.deepEqual(told(await entriesOf(paid.body.data.payment.id)), [
      ['payment.recorded', { status: [null, 'succeeded'], amount: [null, 20], method: [null, 'manual'] }],
    ])
    assert.deepEqual(told(await entriesOf(other.order.id)), [['order.updated', { status: ['pending', 'paid'] }]])
  })

  it('what the shopper does, and what is refused, has no entry', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    assert.equal((await moveOrder(service, shop, order.id, 'completed')).status, 409)
    await shopper.cancel(order.id)
    assert.deepEqual(await entriesOf(order.id), [])
  })

  it('a change that is rolled back leaves no entry, and one that commits has it in its transaction', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    const userId = shop.owner.id
    const principal = { type: 'user', id: userId } as const
    const owner = { merchantId: shop.id, role: 'owner', permissions: permissionsOf('owner'), userId, principal }
    const staff = { ...owner, cause: byUser(userId, { ip: 'somewhere', requestId: 'r' }) }
    const undone = inTransaction(service.deps.db, async (transaction) => {
      await editOrder({ ...service.deps, db: transaction }, staff, order.id, { status: 'processing' })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual(await entriesOf(order.id), [])
    await editOrder(service.deps, staff, order.id, { status: 'processing' })
    const { rows } = await sql`
      select entry.ip, entry.xmin = orders.xmin as together
        from audit_entries entry join orders on orders.id = entry.target_id
       where entry.merchant_id = ${shop.id} and target_id = ${order.id}`.execute(service.deps.db)
    assert.deepEqual(rows, [{ ip: null, together: true }])
  })

  it('changes of staff, keys, sign-ins and the name of the shop have their entry in their transaction', async () => {
    const [user, other] = [await makeStaff(service, shop.id, 'viewer'), await makeStaff(service, shop.id, 'viewer')]
    await send('PATCH', `/admin/staff/${user.id}`, { role: 'manager' })
    const key = await makeApiKey(service, shop)
    await send('PATCH', '/admin/merchant', { name: unique('Shop') })
    const { rows } = await sql<{ action: string; together: boolean }>`
      with changed (action, about, by) as (
        select 'staff.role_changed', user_id, xmin from staff where user_id = ${user.id}
        union all select 'api_key.created', id, xmin from api_keys where id = ${key.id}
        union all select 'settings.updated', id, xmin from merchants where id = ${shop.id}
        union all select 'staff.signed_in', user_id, xmin from sessions
                   where user_id = ${other.id} and merchant_id = ${shop.id})
      select changed.action, entry.xmin = changed.by as together
        from changed join audit_entries entry on entry.action = changed.action
         and changed.about in (entry.target_id, entry.actor_id)
       order by changed.action`.execute(service.deps.db)
    const actions = ['api_key.created', 'settings.updated', 'staff.role_changed', 'staff.signed_in']
    assert.deepEqual(
      rows,
      actions.map((action) => ({ action, together: true })),
    )
  })

  it('a change of an order’s status costs one statement more, whatever it changes', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    const statements = await statementsOf(() => moveOrder(service, shop, order.id, 'processing'))
    assert.equal(statements.filter((text) => text.includes('audit_')).length, 1)
  })

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

  it('subscriptions and their secrets, of which no secret and no path is told', async () => {
    const hook = await makeWebhook(service, shop, { url: 'https://example.com/a?token=hidden', secret: 's'.repeat(32) })
    await hook.request('PATCH', '', { url: 'https://example.com/b?token=hidden', active: false })
    const rotated = await hook.request('POST', '/rotate-secret', {})
    await hook.request('DELETE', '')
    const entries = await entriesOf(hook.id)
    const origin = 'https://example.com'
    assert.deepEqual(told(entries), [
      [
        'webhook.created',
        { url: [null, origin], events: [null, ['order.*']], active: [null, true], retry_for: [null, 'specified'] },
      ],
      ['webhook.updated', { url: [origin, origin], active: [true, false] }],
      ['webhook.secret_rotated', {}],
      ['webhook.deleted', { url: [origin, null], events: [['order.*'], null] }],
    ])
    const { rows } = await sql<{ text: string }>`select entry::text as text from audit_entries entry`.execute(
      service.deps.db,
    )
    for (const secret of [hook.secret, rotated.body.data.secret, 'hidden'])
      assert.ok(!rows.some(({ text }) => text.includes(secret)))
  })

  it('an import and an export of products, an import with one statement a chunk', async () => {
    const known = await makeProduct(service, shop, { price: 3 })
    const payload = `sku,name,price\n${known.sku},${known.name},2\n${unique('new')},Jug,7\n${unique('new')},Pot,8\n`
    const headers = { ...shop.owner.headers, 'content-type': 'text/csv' }
    const statements = await statementsOf(async () =>
      assert.equal(
        (await service.request('POST', '/admin/products/import', { headers, payload })).body.data.created,
        2,
      ),
    )
    assert.equal(statements.filter((text) => text.includes('audit_entries')).length, 1)
    assert.deepEqual(told(await entriesOf(known.id)), [['product.updated', { price: [3, 2] }]])
    const created = (await list(shop.owner, '?action=product.created&limit=2')).body.data.items as Entry[]
    assert.deepEqual(created.map(({ changes }) => changes['price']).sort(), [
      [null, 7],
      [null, 8],
    ])
    await service.request('GET', '/admin/products/export', { headers: shop.owner.headers })
    const exported = await list(shop.owner, '?action=product.exported')
    assert.deepEqual(told(exported.body.data.items), [['product.exported', {}]])
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
