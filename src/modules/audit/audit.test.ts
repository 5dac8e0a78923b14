import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { updateOrder } from '#src/modules/checkout/correct/update-order.ts'
import { byUser } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { permissionsOf } from '#src/platform/lib/permissions.ts'
import { unique } from '#test/support/app.ts'
import { auditTools, type Entry, told } from '#test/support/audit-log.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeStaff } from '#test/support/factories.ts'
import { moveOrder, placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

describeShop('the audit log', startAppThatTellsStatements, ({ service, shop }) => {
  const { list, entriesOf, send } = auditTools(() => ({ service, shop }))

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
          sku: [null, sku],
          name: [null, 'Mug'],
          price: [null, 5],
          status: [null, 'active'],
          on_hand: [null, 3],
          requires_shipping: [null, true],
          tax_class: [null, 'standard'],
          slug: [null, 'mug'],
          withdrawal: [null, 'allowed'],
          gift_card: [null, false],
          voucher: [null, 'multi'],
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
          withdrawal: ['allowed', null],
          gift_card: [false, null],
          voucher: ['multi', null],
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
      await updateOrder({ ...service.deps, db: transaction }, staff, order.id, { status: 'processing' })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual(await entriesOf(order.id), [])
    await updateOrder(service.deps, staff, order.id, { status: 'processing' })
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
})
