import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type SignedInUser } from '#test/support/factories.ts'
import { assertRefused, makeShopper, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { exportAccount } from './export-account.ts'

/** Where a column names a user: the part of the export that has its rows, or why none has. */
const keptIn: Record<string, string> = {
  pending_emails: '(in the profile)',
  former_emails: 'former_emails',
  addresses: 'addresses',
  sessions: 'sessions',
  customers: 'shops',
  staff: 'shops',
  orders: 'orders',
  order_edits: '(by staff, in the orders)',
  payments: 'payments',
  invoices: 'invoices',
  carts: 'carts',
  cart_items: 'carts',
  cart_mails: 'cart_mails',
  audit_entries: 'actions',
  customer_group_members: '(business of the shop)',
  customer_aliases: '(earlier ids of a customer)',
  customer_sales: '(sums of orders)',
  figure_changes: '(sums of orders)',
  stock_movements: '(business of the shop; what staff did is in actions)',
  fulfillments: '(business of the shop; what staff did is in actions)',
  refunds: '(business of the shop; what staff did is in actions)',
  bank_statements: '(business of the shop; what staff did is in actions)',
  comments: '(business of the shop; what staff did is in actions)',
  order_drafts: '(of the shop, which has not sent or sold it; gone with the account)',
  notification_choices: 'notifications',
  notification_digests: '(business of the shop, for a day)',
  promotion_uses: '(in the discounts of orders)',
  returns: 'returns',
  stored_value_accounts: 'store_credit',
  stored_value_entries: 'store_credit',
  mail_tokens: '(secrets, for a day)',
  two_factors: '(a secret)',
  api_keys: '(act for the shop)',
  recovery_codes: '(secrets)',
  sign_in_challenges: '(secrets, for five minutes)',
  event_erasures: '(only of erased users)',
  events: '(what the account and its orders were like, for receivers of the shop, for 30 days)',
}

const exportLimit = 20

describeService('GET /user/export', { LOGIN_LIMIT_PER_MINUTE: String(exportLimit) }, ({ service }) => {
  const download = (user: SignedInUser) => service.request('GET', '/user/export', { headers: user.headers })

  it('answers 200 with everything kept of the caller at all shops, and nothing of others', async () => {
    const [shop, second] = [await makeMerchant(service), await makeMerchant(service, { currency: 'JPY' })]
    const user = await makeShopper(service, shop)
    const other = await makeShopper(service, shop)
    const products = [await makeProduct(service, shop), await makeProduct(service, second, { price: 100 })]
    const elsewhere = shopping(service, { ...user.headers, 'merchant-id': second.id })
    const items = (n: number) => [{ product_id: products[n]?.id, quantity: 1 }]
    const orders = [await user.order(items(0)), await elsewhere.order(items(1))].map(({ body }) => body.data.id)
    const payment = (await user.pay(orders[0])).body.data.payment.id
    const foreign = (await other.order(items(0))).body.data.id
    await other.pay(foreign)
    for (const headers of [user.headers, elsewhere.headers, other.headers])
      await service.request('POST', '/user/cart/items', {
        headers,
        body: items(headers === elsewhere.headers ? 1 : 0)[0],
      })

    const email = `${unique('next')}@example.com`
    const change = { email, current_password: user.password }
    await service.request('PATCH', '/user/profile', { headers: user.headers, body: change })

    const { status, headers, body } = await download(user)
    assert.equal(status, 200)
    assert.equal(headers['content-disposition'], 'attachment; filename="account.json"')
    const { profile, former_emails, sessions, shops, actions, carts, ...data } = body.data
    assert.deepEqual([profile.id, profile.email, profile.pending_email], [user.id, user.email, email])
    assert.deepEqual(
      former_emails.map((former: { email: string }) => former.email),
      [user.email],
    )
    assert.deepEqual(
      sessions.map(({ device_id }: { device_id: string }) => device_id),
      [user.headers['device-id']],
    )
    const ids = (rows: { id?: string; merchant_id?: string }[], field: 'id' | 'merchant_id') =>
      rows.map((row) => row[field]).sort()
    const both = [shop.id, second.id].sort()
    assert.deepEqual(ids(shops, 'merchant_id'), both)
    assert.deepEqual(ids(data.orders, 'id'), [...orders].sort())
    assert.deepEqual(ids(data.payments, 'id'), [payment])
    assert.deepEqual(ids(carts, 'merchant_id'), both)
    assert.deepEqual(
      actions.map(({ action }: { action: string }) => action),
      ['account.exported', 'account.exported'],
    )
    const text = JSON.stringify(body)
    for (const hidden of [other.id, other.email, foreign, user.refreshToken, user.headers['access-token'] as string])
      assert.ok(!text.includes(hidden))
    assert.doesNotMatch(text, /password|argon2|token/)
    const log = await service.request('GET', `/admin/audit-log?target=${user.id}`, { headers: shop.owner.headers })
    assert.deepEqual(
      log.body.data.items.map(({ action }: { action: string }) => action),
      ['account.exported'],
    )
  })

  it('of staff has their roles, admin sessions and what the audit log says they did', async () => {
    const shop = await makeMerchant(service)
    const manager = await makeStaff(service, shop.id, 'manager')
    await service.request('DELETE', `/admin/staff/${manager.id}`, { headers: shop.owner.headers })
    const product = await makeProduct(service, shop)
    await service.request('PATCH', `/admin/products/${product.id}`, { headers: shop.owner.headers, body: { price: 1 } })
    const { headers, status } = await download(shop.owner)
    assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8'])
    const { shops, actions, sessions } = (await download(shop.owner)).body.data
    assert.deepEqual([shops.length, shops[0].role], [1, 'owner'])
    assert.deepEqual(sessions.map(({ role }: { role: string | null }) => role).sort(), [null, 'owner'])
    const done = ['staff.signed_in', 'staff.removed', 'product.updated', 'account.exported', 'account.exported']
    assert.deepEqual(
      actions.map(({ action }: { action: string }) => action),
      done,
    )
  })

  it('of a large account reads and sends a page at a time, each row once', async () => {
    const shop = await makeMerchant(service)
    const user = await makeShopper(service, shop)
    const { db } = service.deps
    await sql`
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                          created_at, updated_at)
      select ${shop.id}, gen_random_uuid(), ${user.id}, to_char(now() at time zone 'UTC', 'YYMMDD-') || n, 'pending',
             'unpaid', 'GBP', 1, now(), now() from generate_series(1, 300) n`.execute(db)
    await sql`
      insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
      select merchant_id, id, 1, gen_random_uuid(), 's', 'n', 1, 1 from orders where user_id = ${user.id}`.execute(db)
    await sql`
      insert into sessions (id, user_id, device_id, created_at, last_used_at, expires_at, revoked_at)
      select gen_random_uuid(), ${user.id}, 'd' || n % 7, now(), now(), now(), now()
        from generate_series(1, 250) n`.execute(db)
    const origin = { address: '::1', ip: '::1', deviceId: 'd', requestId: 'r', merchantId: undefined }
    const parts: string[] = []
    for await (const part of await exportAccount(service.deps, { userId: user.id, sessionId: '' }, origin))
      parts.push(part)
    const most = (field: string) => Math.max(...parts.map((part) => part.split(`"${field}":`).length - 1))
    assert.deepEqual([most('order_number'), most('device_id')], [100, 100])
    const { orders, sessions } = JSON.parse(parts.join('')).data
    const distinct = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id)).size
    assert.deepEqual([distinct(orders), orders.length, distinct(sessions), sessions.length], [300, 300, 251, 251])
    assert.equal(orders[0].items.length, 1)
  })

  it(`more than ${exportLimit} times a minute answers 429 RATE_LIMITED`, async () => {
    const user = await makeShopper(service, await makeMerchant(service))
    for (let n = 0; n < exportLimit; n++) assert.equal((await download(user)).status, 200)
    assertRefused(await download(user), 429, 'RATE_LIMITED')
  })

  it('has every table that names a user', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name::text as name from information_schema.columns
       where table_schema = 'public' and column_name ~ '(^|_)(user|actor)_id$'
         and table_name !~ '_(default|\\d+)$' order by 1`.execute(service.deps.db)
    assert.deepEqual(
      rows.map(({ name }) => name),
      Object.keys(keptIn).sort(),
    )
    const parts = new Set(service.deps.exporters.map(({ name }) => name))
    for (const part of Object.values(keptIn)) assert.ok(part.startsWith('(') || parts.has(part), part)
  })
})
