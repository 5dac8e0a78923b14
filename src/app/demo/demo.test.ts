import assert from 'node:assert/strict'
import { before, it, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeEvents } from '#src/app/events.ts'
import { modules } from '#src/app/modules.ts'
import { runChecks } from '#src/app/restore-check/run-checks.ts'
import { selectPublishableKey } from '#src/modules/merchants/index.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { buildTestApp, type TestAnswer } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { loadDemoShop } from './load-shop.ts'

const day = 86_400_000

/** May be in the future, or are of the database and not of the shop. */
const otherTimes = [
  'event_numbering.mailed_since',
  'invitations.expires_at',
  'merchant_settings.updated_at',
  'orders.expires_at',
  'payment_links.expires_at',
  'schema_migrations.applied_at',
  'users.guest_expires_at',
]

describeService('the demo shop', { WEBHOOK_RETRY_DELAYS: '600' }, ({ service }) => {
  let headers: Record<string, string>
  before(async () => {
    // As two processes that start together.
    await Promise.all([loadDemoShop(service.deps), loadDemoShop(service.deps)])
    const signedIn = await signIn('admin@example.com')
    headers = {
      'device-id': 'test',
      'access-token': signedIn.body.access_token,
      'merchant-id': signedIn.body.user.merchant_id,
    }
  })

  const query = async (text: string, values: unknown[] = []) =>
    (await service.deps.pool.query<Record<string, unknown>>(text, values)).rows
  const signIn = (email: string) => {
    const body = { email, password: 'demo-password' }
    return service.request('POST', '/admin/login', { headers: { 'device-id': 'test' }, body })
  }
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    service.request(method, path, { headers, ...(body && { body }) })

  async function findDifferences(): Promise<unknown[]> {
    const wrong: unknown[] = []
    await withSnapshot(service.databaseUrl, 'demo', async (snapshot) => {
      for await (const { check, differences, examples } of runChecks(snapshot))
        if (differences > 0) wrong.push([check.name, differences, examples])
    })
    return wrong
  }

  it('agrees with a recount as soon as it is loaded: figures, stock, events, deliveries', async () => {
    assert.deepEqual(await findDifferences(), [])
    const { body } = await send('GET', '/admin/dashboard')
    const [counted] = await query(`
      select count(*)::int as orders, count(*) filter (where paid_at is not null and status <> 'cancelled')::int as paid
        from orders`)
    assert.deepEqual(
      [body.data.orders.total, body.data.paid_orders >= Number(counted?.['paid'])],
      [counted?.['orders'], true],
    )
  })

  it('is searched by staff as soon as it is loaded, when its tables have no statistics', async () => {
    for (const path of [
      '/admin/products?q=linen',
      '/admin/products?q=linen&variants=all',
      '/admin/products/export?q=linen',
    ])
      assert.equal((await send('GET', path)).status, 200, path)
  })

  it('is one, and as rich as a shop of thirty days', async () => {
    const least = {
      orders: 340,
      payments: 330,
      refunds: 35,
      "returns where status = 'refunded'": 15,
      fulfillments: 280,
      'users where not is_guest': 44,
      'users where is_guest': 180,
      addresses: 42,
      carts: 30,
      'stock where on_hand - reserved = 0': 25,
      'fulfillments where tracking_url is not null': 240,
      webhook_subscriptions: 3,
      audit_entries: 3_000,
      "stock_movements where type = 'adjustment'": 15,
      comments: 3,
      redirects: 2,
      pages: 6,
      menus: 2,
      homes: 1,
      visit_days: 150,
      'visit_days where visits > product_views and product_views > carts and carts > checkouts': 150,
      customer_group_members: 2,
      'customers where consent_at is not null': 20,
    }
    for (const [rows, expected] of Object.entries(least)) {
      const [{ count } = {}] = await query(`select count(*)::int from ${rows}`)
      assert.ok(Number(count) >= expected, `${count} ${rows}`)
    }
    const [{ count, countries } = {}] = await query(`
      select (select count(*)::int from merchants) as count,
             (select count(distinct shipping_address ->> 'country')::int from orders) as countries`)
    assert.deepEqual([count, countries], [1, 8])
    const kinds = await query(`
      select distinct kind from (
        select status as kind from orders union all select payment_status from orders
         union all select fulfillment_status from orders union all select 'cart ' || status from carts
         union all select 'payment ' || status from payments union all select 'delivery ' || status from deliveries
         union all select 'staff ' || role from staff union all select 'refund ' || status from refunds
         union all select 'invited ' || role from invitations) found order by 1`)
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      [
        ...['cancelled', 'cart abandoned', 'cart active', 'completed', 'delivery delivered', 'delivery failed'],
        ...['failed', 'fulfilled', 'invited viewer', 'paid', 'partially_fulfilled', 'partially_refunded'],
        ...['payment failed', 'payment refunded', 'payment succeeded', 'pending', 'processing', 'refund failed'],
        ...['refund succeeded', 'refunded', 'staff manager', 'staff owner', 'staff warehouse', 'unfulfilled', 'unpaid'],
      ],
    )
    assert.equal((await signIn('manager@example.com')).status, 200)
    assert.equal((await signIn('warehouse@example.com')).body.user.role, 'warehouse')
  })

  it('has the times of its days in every column, and those of each order in their order', async () => {
    const columns = await query(`
      select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and atttypid = 'timestamptz'::regtype and attnum > 0 and not attisdropped`)
    const [{ opened, loaded } = {}] = await query(`
      select created_at as opened, (select max(created_at) from events) as loaded from merchants`)
    const wrong: unknown[] = []
    const signedIn = ['sessions', 'refresh_tokens', 'jobs']
    for (const { table, column } of columns) {
      if (otherTimes.includes(`${table}.${column}`) || signedIn.includes(String(table))) continue
      const [found] = await query(
        `select count(*)::int as rows, max(${column}) as latest from ${table}
          where isfinite(${column}) and (${column} < $1 or ${column} > $2::timestamptz + interval '10 minutes')`,
        [opened, loaded],
      )
      if (Number(found?.['rows']) > 0) wrong.push([table, column, found])
    }
    assert.ok(columns.length > 50)
    assert.deepEqual(wrong, [])
    // The first of thirty days begins at six o'clock; the last one has just begun after midnight.
    assert.ok(Number(loaded) - Number(opened) > 28.5 * day)
    const unordered = await query(`
      select order_number from orders
       where not created_at <= least(paid_at, completed_at, cancelled_at) or completed_at < paid_at
          or id not between uuid_at(created_at) and uuid_at(created_at + interval '1 ms')
          or exists (select from fulfillments where order_id = orders.id and fulfillments.created_at < paid_at)
          or exists (select from refunds where order_id = orders.id and refunds.created_at < paid_at)`)
    assert.deepEqual(unordered, [])
    const misplaced = await query(`
      select tableoid::regclass::text from events where tableoid = 'events_default'::regclass
       union all select tableoid::regclass::text from deliveries where tableoid = 'deliveries_default'::regclass`)
    assert.deepEqual(misplaced, [])
  })

  it('has events as the contract shows them, in the order of the log', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const shapes = new Map(describeEvents(modules).map(({ name, data }) => [name as string, ajv.compile(data)]))
    const events = await query(`
      select name, convert_from(body, 'utf8')::jsonb -> 'data' as data from events
       where (name, position) in (select name, max(position) from events group by 1)
          or name like 'order.%' order by position`)
    for (const { name, data } of events) {
      const validate = shapes.get(String(name))
      assert.ok(validate?.(data), `${name}: ${ajv.errorsText(validate?.errors)}`)
    }
    const late = await query(`
      select from (select position, lag(position) over (order by id) as before from events) log
       where position is null or position <= before`)
    assert.deepEqual(late, [])
  })

  it('leaves nothing to do of its past: no mail, no order or cart to end, no payment to settle', async () => {
    const state = () =>
      query(`
      select (select count(*) from orders where status = 'cancelled') as cancelled,
             (select count(*) from carts where status = 'abandoned') as abandoned,
             (select count(*) from events) as events,
             (select count(*) from jobs where name = 'orders.send_mail') as mails`)
    const before = await state()
    assert.equal(before[0]?.['mails'], 0)
    for (const name of ['webhooks.number-events', 'abandon-carts', 'expire-unpaid-orders', 'settle-payments'])
      await runSweep(service, name)
    assert.deepEqual(await state(), before)
  })

  it('has a publishable key, which reads its catalog', async () => {
    const key = await selectPublishableKey(service.deps.db, headers['merchant-id'] as string)
    assert.match(key ?? '', /^pk_[\w-]{43}$/)
    const { status, body } = await service.request('GET', `/catalog/products?key=${key}`)
    assert.equal(status, 200)
    assert.ok(body.data.items.length > 0)
    const shop = (await service.request('GET', `/shop?key=${key}`)).body.data
    assert.equal(shop.slug, slugOf(shop.name))
  })

  it('shows its lists', async () => {
    const paths = ['orders', 'users', 'inventory', 'products', 'audit-log', 'events', 'webhooks', 'staff', 'api-keys']
    for (const path of [...paths, 'shipping-methods']) {
      const { status, body } = await send('GET', `/admin/${path}`)
      assert.equal(status, 200, path)
      assert.ok(body.data.items.length > 0, path)
    }
    const failed = await query(`
      select distinct on (subscription_id) id, subscription_id from deliveries where status = 'failed'`)
    assert.equal(failed.length, 2)
    for (const { id, subscription_id } of failed) {
      const { data } = (await send('GET', `/admin/webhooks/${subscription_id}/deliveries/${id}`)).body
      assert.deepEqual([data.status, data.attempts], ['failed', 6])
    }
  })

  it('goes on: staff send, complete, cancel and give back what was ordered in its past', async () => {
    const ordersOf = async (condition: string) => {
      const rows = await query(`select id from orders where ${condition} order by created_at desc limit 2`)
      return rows.map(({ id }) => `/admin/orders/${id}`)
    }
    const done: [string, Promise<TestAnswer>][] = []
    for (const order of await ordersOf("status = 'paid'"))
      done.push(['send', send('POST', `${order}/fulfillments`, { carrier: 'Evri' })])
    for (const order of await ordersOf("status = 'processing' and fulfillment_status = 'partially_fulfilled'"))
      done.push(['send the rest', send('POST', `${order}/fulfillments`, {})])
    for (const order of await ordersOf("status = 'processing' and fulfillment_status = 'unfulfilled'"))
      done.push(['cancel', send('PATCH', order, { status: 'cancelled' })])
    for (const order of await ordersOf("status = 'pending'"))
      done.push(['cancel unpaid', send('PATCH', order, { status: 'cancelled' })])
    const whole = `
      status = 'completed' and payment_status = 'paid' and refund_count = 0
      and not exists (select from payments where order_id = orders.id and method = 'test_refund_refused')`
    for (const order of await ordersOf(whole))
      done.push(['give back', send('POST', `${order}/refunds`, { amount: 0.5 })])
    for (const order of await ordersOf("payment_status = 'partially_refunded'"))
      done.push(['give back more', send('POST', `${order}/refunds`, { amount: 0.1 })])
    const failed = await query("select id, order_id from refunds where status = 'failed'")
    for (const { id, order_id } of failed)
      done.push(['give back again', send('POST', `/admin/orders/${order_id}/refunds/${id}/retry`)])
    assert.ok(done.length > 8)
    for (const [what, answer] of done) {
      const { status, body } = await answer
      assert.ok(status === 200 || status === 201, `${what}: ${status} ${JSON.stringify(body)}`)
    }
    assert.deepEqual(await query("select id, status from refunds where status <> 'succeeded'"), [])
    assert.deepEqual(await findDifferences(), [])
  })

  it('is not loaded beside a merchant', async () => {
    await loadDemoShop(service.deps)
    assert.deepEqual(await query('select count(*)::int from merchants'), [{ count: 1 }])
  })
})

test('in production DEMO_DATA is the catalog alone', async (t) => {
  const { deps } = await buildTestApp(t)
  await loadDemoShop({ ...deps, config: { ...deps.config, production: true } })
  const { rows } = await deps.pool.query(`
    select (select count(*)::int from products) as products, (select count(*)::int from orders) as orders,
           (select count(*)::int from users) as users, (select count(*)::int from webhook_subscriptions) as receivers`)
  assert.deepEqual(rows, [{ products: 2522, orders: 0, users: 1, receivers: 0 }])
})

test('a store that takes no pictures leaves a demo shop without them', async (t) => {
  const { deps } = await buildTestApp(t)
  const blobs = { ...deps.blobs, put: () => Promise.reject(new Error('the store is away')) }
  await loadDemoShop({ ...deps, blobs, config: { ...deps.config, production: true } })
  const { rows } = await deps.pool.query(`
    select count(*)::int as pictures, count(*) filter (where state = 'failed')::int as failed,
           (select count(*)::int from products) as products from media`)
  assert.ok(rows[0].pictures > 200)
  assert.deepEqual(rows, [{ pictures: rows[0].pictures, failed: rows[0].pictures, products: 2522 }])
})
