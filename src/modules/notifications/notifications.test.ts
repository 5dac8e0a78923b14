import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makePaidOrder, makeShopper, placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { collectNotices } from './collect.ts'
import { selectNow, selectStirred } from './collect-queries.ts'
import { eraseChoices } from './queries.ts'
import { type NoticeKind, noticeKinds } from './rules.ts'
import { sendDigests } from './send-digests.ts'

describeShop('notifications', ({ service, shop }) => {
  const on = (headers: Record<string, string>) => ({
    read: async () => (await service.request('GET', '/admin/notifications', { headers })).body.data,
    set: (body: unknown) => service.request('PUT', '/admin/notifications', { headers, body }),
  })
  const none = Object.fromEntries(noticeKinds.map((kind) => [kind, 'none']))

  /** Reads what is new of a shop, whatever its age. */
  async function collect({ id: merchantId, owner }: TestMerchant) {
    // The log is numbered when it is read.
    assert.equal((await service.request('GET', '/admin/events', { headers: owner.headers })).status, 200)
    await service.deps.pool.query(
      `update notification_cursors set seen_at = seen_at - interval '1 day' where merchant_id = $1`,
      [merchantId],
    )
    await collectNotices(service.deps, 0)
  }

  /** The mails that wait for somebody: what they are about. */
  async function mailsTo(userId: string, template = 'staff_notice') {
    const { rows } = await service.deps.pool.query(
      `select payload -> 'data' as data from jobs where name = 'identity.send_mail' and payload ->> 'template' = $2
          and payload ->> 'user_id' = $1 order by id`,
      [userId, template],
    )
    return rows.map(({ data }) => data)
  }
  const told = async (userId: string) =>
    (await mailsTo(userId)).map(({ notice }: { notice: { kind: NoticeKind; name: string } }) => [
      notice.kind,
      notice.name,
    ])

  it('GET answers 200: owners of a new shop are mailed about orders and returns, others about nothing', async () => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    assert.deepEqual(await on(shop.owner.headers).read(), {
      kinds: { ...none, order_placed: 'mail', return_requested: 'mail' },
      large_order_over: null,
    })
    assert.deepEqual(await on(viewer.headers).read(), { kinds: none, large_order_over: null })
    const old = await makeMerchant(service)
    await service.deps.pool.query("update merchants set created_at = '2026-01-01' where id = $1", [old.id])
    assert.deepEqual((await on(old.owner.headers).read()).kinds, none)
  })

  it('PUT answers 200 with all kinds; those left out stay. Wrong ones are 400 with the field', async () => {
    const manager = await makeStaff(service, shop.id, 'manager')
    const { set, read } = on(manager.headers)
    const first = await set({ kinds: { order_placed: 'digest', dispute: 'mail' } })
    assert.deepEqual([first.status, first.body.data.kinds.order_placed], [200, 'digest'])
    await set({ kinds: { large_order: 'mail' }, large_order_over: 99.5 })
    assert.deepEqual(await read(), {
      kinds: { ...none, order_placed: 'digest', dispute: 'mail', large_order: 'mail' },
      large_order_over: 99.5,
    })
    const cases: [object, string][] = [
      [{}, 'kinds'],
      [{ kinds: { order_placed: 'sms' } }, 'kinds.order_placed'],
      [{ kinds: { orders: 'mail' } }, 'kinds.orders'],
      [{ kinds: {}, large_order_over: 0 }, 'large_order_over'],
      [{ kinds: {}, large_order_over: null }, 'large_order_over'],
    ]
    for (const [body, field] of cases) {
      const refused = await set(body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field, JSON.stringify(body))
    }
    const log = await service.request('GET', `/admin/audit-log?target=${manager.id}`, { headers: shop.owner.headers })
    assert.equal(log.body.data.items[0].action, 'notifications.updated')
  })

  it('a key chooses for its maker; without the permission it is 403', async () => {
    const key = await makeApiKey(service, shop, ['settings.read'])
    assert.equal((await on(key.headers).read()).kinds.order_placed, 'mail')
    const other = await makeApiKey(service, shop, ['orders.read'])
    assertRefused(await on(other.headers).set({ kinds: {} }), 403, 'INSUFFICIENT_PERMISSIONS')
  })

  it('each order is mailed once to who wants it, and large ones only over the amount', async () => {
    const merchant = await makeMerchant(service)
    const manager = await makeStaff(service, merchant.id, 'manager')
    await on(manager.headers).set({ kinds: { large_order: 'mail' }, large_order_over: 30 })
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 50, price: 20 })
    const small = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    const large = (await shopper.order([{ product_id: product.id, quantity: 2 }])).body.data
    await collect(merchant)
    assert.deepEqual([await told(merchant.owner.id), await told(manager.id)], [[], []], 'nobody has paid')
    for (const { id } of [small, large]) assert.equal((await shopper.pay(id)).status, 201)
    await Promise.all([collect(merchant), collect(merchant)])
    await collect(merchant)
    assert.deepEqual(await told(merchant.owner.id), [
      ['order_placed', small.order_number],
      ['order_placed', large.order_number],
    ])
    assert.deepEqual(await told(manager.id), [['large_order', large.order_number]])
    const [mail] = await mailsTo(manager.id)
    assert.equal(mail.notice.amount, '£40.00')
    assert.ok(mail.url.endsWith(`/console/orders/${large.id}`))
  })

  it('an order to be paid by hand, or by staff, is told when it is placed, and not again when it is paid', async () => {
    const merchant = await makeMerchant(service)
    await on(merchant.owner.headers).set({ kinds: { payment_by_hand: 'mail' } })
    const method = await service.request('POST', '/admin/payment-methods', {
      headers: merchant.owner.headers,
      body: { kind: 'in_store', name: 'At the counter' },
    })
    assert.equal(method.status, 201, JSON.stringify(method.body))
    const shopper = await makeShopper(service, merchant)
    const items = [{ product_id: (await makeProduct(service, merchant, { onHand: 50, price: 20 })).id, quantity: 1 }]
    const byHand = await shopper.order(items, { payment_method_id: method.body.data.id })
    assert.equal(byHand.status, 201, JSON.stringify(byHand.body))
    const byStaff = await service.request('POST', '/admin/orders', {
      headers: merchant.owner.headers,
      body: { customer: { email: 'ada@example.com' }, items },
    })
    assert.equal(byStaff.status, 201, JSON.stringify(byStaff.body))
    const expected = [
      ['order_placed', byHand.body.data.order_number],
      ['payment_by_hand', byHand.body.data.order_number],
      ['order_placed', byStaff.body.data.order_number],
    ].sort()
    await collect(merchant)
    assert.deepEqual((await told(merchant.owner.id)).sort(), expected)
    for (const { id } of [byHand.body.data, byStaff.body.data]) {
      const paid = await service.request('POST', `/admin/orders/${id}/payments`, {
        headers: merchant.owner.headers,
        body: { method: 'manual' },
      })
      assert.equal(paid.status, 201, JSON.stringify(paid.body))
    }
    await collect(merchant)
    assert.deepEqual((await told(merchant.owner.id)).sort(), expected)
  })

  it('shops in which nothing happens are not looked at, whatever their number', async () => {
    const [idle, busy] = [await makeMerchant(service), await makeMerchant(service)]
    for (const merchant of [idle, busy]) await collect(merchant)
    const since = await selectNow(service.deps.db)
    // As of the minute that a transaction may take to commit.
    const later = new Date(since.getTime() + 61_000)
    assert.equal((await selectStirred(service.deps.db, later)).includes(idle.id), false)
    await placeOrder(service, busy)
    assert.equal((await service.request('GET', '/admin/events', { headers: busy.owner.headers })).status, 200)
    const stirred = await selectStirred(service.deps.db, since)
    assert.deepEqual([stirred.includes(busy.id), stirred.includes(idle.id)], [true, false])
  })

  it('returns and withdrawals that customers ask for are mailed; later steps and those by staff are not', async () => {
    const merchant = await makeMerchant(service)
    await setShop(service, merchant, { withdrawal: true })
    await on(merchant.owner.headers).set({ kinds: { order_placed: 'none' } })
    const { order, shopper, fulfil, products } = await makePaidOrder(service, merchant, [3])
    await fulfil()
    const { ask, change, withdraw } = returnsOn(service, merchant, shopper, order.id)
    const item = { product_id: products[0]?.id, quantity: 1 }
    const { id } = (await ask([{ ...item, reason: 'other' }])).body.data
    await change(id, { status: 'approved' })
    await service.request('POST', '/admin/returns', {
      headers: merchant.owner.headers,
      body: { order_id: order.id, items: [{ line: 1, quantity: 1 }], reason: 'other' },
    })
    assert.equal((await withdraw([item])).status, 201)
    await collect(merchant)
    assert.deepEqual(await told(merchant.owner.id), [
      ['return_requested', order.order_number],
      ['return_requested', order.order_number],
    ])
  })

  it('a product is told to be low once, and again after it was not', async () => {
    const merchant = await makeMerchant(service)
    await on(merchant.owner.headers).set({ kinds: { ...none, low_stock: 'mail' } })
    const product = await makeProduct(service, merchant, { onHand: 7 })
    const shopper = await makeShopper(service, merchant)
    const count = (on_hand: number) =>
      service.request('PATCH', `/admin/inventory/${product.id}`, {
        headers: merchant.owner.headers,
        body: { on_hand },
      })
    for (const _ of [1, 2, 3]) await shopper.order([{ product_id: product.id, quantity: 1 }])
    await collect(merchant)
    assert.equal((await told(merchant.owner.id)).length, 1)
    assert.equal((await count(20)).status, 200)
    assert.equal((await count(4)).status, 200)
    await collect(merchant)
    assert.deepEqual(
      (await told(merchant.owner.id)).map(([kind]) => kind),
      ['low_stock', 'low_stock'],
    )
  })

  it('failed payments and refunds, disputes, webhooks that were switched off and imports are told', async () => {
    const merchant = await makeMerchant(service)
    const all = Object.fromEntries(
      ['payment_failed', 'dispute', 'webhook_disabled', 'import_done'].map((one) => [one, 'mail']),
    )
    await on(merchant.owner.headers).set({ kinds: { ...none, ...all } })
    const { order, refund } = await makePaidOrder(service, merchant, [1], { method: 'test_refund_refused' })
    assert.equal((await refund({ amount: 1 })).body.data.refund.status, 'failed')
    const unpaid = await placeOrder(service, merchant)
    await unpaid.shopper.pay(unpaid.order.id, 'test_decline')
    const hook = await service.request('POST', '/admin/webhooks', {
      headers: merchant.owner.headers,
      body: { url: 'https://receiver.example/hook', events: ['order.created'] },
    })
    const { pool } = service.deps
    const entry = (action: string, type: string, target: string, changes: object) =>
      pool.query(
        `insert into audit_entries (merchant_id, at, id, actor_type, action, target_type, target_id, changes)
         values ($1, now(), gen_random_uuid(), 'system', $2, $3, $4, $5)`,
        [merchant.id, action, type, target, JSON.stringify(changes)],
      )
    const { rows } = await pool.query('select id from payments where order_id = $1', [order.id])
    await entry('payment.disputed', 'payment', rows[0].id, { status: [null, 'needs_response'] })
    await entry('webhook.updated', 'webhook', hook.body.data.id, { active: [true, false] })
    const imported = await service.request('POST', '/admin/products/import', {
      headers: { ...merchant.owner.headers, 'content-type': 'text/csv' },
      payload: 'sku,name,price\nMUG-1,Mug,5\n',
    })
    assert.ok(imported.status < 300, JSON.stringify(imported.body))
    await collect(merchant)
    const kinds = (await told(merchant.owner.id)).map(([kind, name]) => `${kind} ${name}`).sort()
    assert.deepEqual(
      kinds,
      [
        `dispute ${order.order_number}`,
        'import_done 1 / 0',
        `payment_failed ${order.order_number}`,
        `payment_failed ${unpaid.order.order_number}`,
        'webhook_disabled https://receiver.example/hook',
      ].sort(),
    )
  })

  it('nobody is mailed about what their role may not read, and nobody who has left', async () => {
    const merchant = await makeMerchant(service)
    await on(merchant.owner.headers).set({ kinds: none })
    const [warehouse, gone] = [
      await makeStaff(service, merchant.id, 'warehouse'),
      await makeStaff(service, merchant.id, 'manager'),
    ]
    for (const { headers } of [warehouse, gone])
      await on(headers).set({ kinds: { webhook_disabled: 'mail', order_placed: 'mail', import_done: 'digest' } })
    await service.deps.pool.query('delete from staff where user_id = $1', [gone.id])
    await service.deps.pool.query(
      `with role as (insert into roles (merchant_id, id, name, name_key, permissions, created_at, updated_at)
         values ($1, gen_random_uuid(), 'Clerk', 'clerk', '{inventory.read}', now(), now()) returning id)
       update staff set role = (select id::text from role) where user_id = $2`,
      [merchant.id, warehouse.id],
    )
    const { shopper, order } = await placeOrder(service, merchant)
    assert.equal((await shopper.pay(order.id)).status, 201)
    await collect(merchant)
    assert.deepEqual([await told(warehouse.id), await told(gone.id)], [[], []])
  })

  it('a digest is one mail at seven o’clock of the shop with what happened before', async () => {
    const merchant = await makeMerchant(service)
    await on(merchant.owner.headers).set({ kinds: { ...none, order_placed: 'digest' } })
    const one = await placeOrder(service, merchant)
    const other = await placeOrder(service, merchant)
    for (const { shopper, order } of [one, other]) assert.equal((await shopper.pay(order.id)).status, 201)
    await collect(merchant)
    assert.deepEqual(await told(merchant.owner.id), [])
    const digests = async () =>
      (await mailsTo(merchant.owner.id, 'staff_digest')).map(({ notices }: { notices: { name: string }[] }) =>
        notices.map(({ name }) => name),
      )
    // Not yet seven, wherever the clock of this machine stands: what was written a moment ago waits for tomorrow's.
    await sendDigests(service.deps)
    assert.deepEqual(await digests(), [])
    await service.deps.pool.query(
      "update notification_digests set created_at = now() - interval '2 days' where merchant_id = $1",
      [merchant.id],
    )
    await setShop(service, merchant, { timezone: 'UTC' })
    // A place where it is about noon.
    await service.deps.pool.query(
      `update merchant_settings set timezone = (
         select name from (values ('UTC'), ('Pacific/Auckland'), ('America/Los_Angeles'), ('Asia/Tokyo')) zone (name)
          where extract(hour from now() at time zone name) between 8 and 22 limit 1) where merchant_id = $1`,
      [merchant.id],
    )
    await sendDigests(service.deps)
    await sendDigests(service.deps)
    assert.deepEqual(await digests(), [[one.order.order_number, other.order.order_number]])
  })

  it('an erased account has no choices', async () => {
    const leaver = await makeStaff(service, shop.id, 'viewer')
    await on(leaver.headers).set({ kinds: { order_placed: 'mail' } })
    await service.deps.pool.query('delete from staff where user_id = $1', [leaver.id])
    await inTransaction(service.deps.db, (transaction) => eraseChoices(transaction, leaver.id))
    const { rows } = await service.deps.pool.query('select from notification_choices where user_id = $1', [leaver.id])
    assert.deepEqual(rows, [])
  })
})
