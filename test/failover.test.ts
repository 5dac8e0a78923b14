import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import pg from 'pg'
import { startBackground } from '#src/app/background.ts'
import { fromDatabaseError } from '#src/platform/db/failover/sql-errors.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { buildTestApp, startTestApp, type TestAnswer } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeShopper, setOrderLimits } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'

/** A server of its own, because a demotion is a setting of the whole server. */
async function startPrimary(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-failover-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  t.after(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrate(server.url)
  const query = async (...statements: string[]): Promise<unknown[][]> => {
    const client = new pg.Client({ connectionString: server.adminUrl })
    await client.connect()
    const results = []
    for (const text of statements) results.push((await client.query({ text, rowMode: 'array' })).rows)
    await client.end()
    return results.at(-1) as unknown[][]
  }
  return {
    url: server.url,
    /** Open sessions become read-only, and new ones are. */
    demote: () => query('alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
    /** New sessions reach a server that accepts writes; sessions of before stay read-only for as long as they live. */
    failOver: () =>
      query(
        'set default_transaction_read_only = off',
        'alter database commerce set default_transaction_read_only = off',
      ),
    /** Sessions of the service, the oldest first. */
    sessions: () =>
      query(`select application_name, backend_start::text, state, query_start::text, query from pg_stat_activity
              where datname = 'commerce' order by backend_start`),
    aSecondAgo: async () => String((await query("select (clock_timestamp() - interval '1 s')::text"))[0]?.[0]),
  }
}

it('after a failover orders answer 503 until new connections reach the new primary, never 500', async (t) => {
  const primary = await startPrimary(t)
  const service = await startTestApp({}, primary.url)
  t.after(() => service.close())
  const background = await startBackground(service.deps)
  t.after(() => background.stop())
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const merchant = await makeMerchant(service)
  const hook = { url: `${receiver.origin}/hook`, events: ['order.created'] }
  const subscribed = await service.request('POST', '/admin/webhooks', { headers: merchant.owner.headers, body: hook })
  assert.equal(subscribed.status, 201)
  await setOrderLimits(service, merchant, { max_open_orders_per_user: 10_000, max_unpaid_units_per_address: 1_000_000 })
  const shopper = await makeShopper(service, merchant)
  const [product] = await makeProducts(service, merchant, [{ onHand: 10_000 }])
  assert.ok(product)
  const order = () => shopper.order([{ product_id: product.id, quantity: 1 }])
  const ready = async () => (await service.request('GET', '/health/ready')).status
  const delivered = (id: string) =>
    until(() => receiver.requests.some(({ body }) => body.toString().includes(id)), 'the delivery of an order')

  const before = await Promise.all(Array.from({ length: 12 }, order))
  assert.deepEqual(new Set(before.map(({ status }) => status)), new Set([201]))
  await delivered(before[0]?.body.data.id)
  assert.equal(await ready(), 200)

  await primary.demote()
  await until(async () => (await order()).status !== 201, 'the server to refuse writes')
  const during = await Promise.all(Array.from({ length: 30 }, order))
  assert.deepEqual(new Set(during.map(describeAnswer)), new Set(['503 SERVICE_UNAVAILABLE 1']))
  assert.equal(await ready(), 503)
  assert.equal((await shopper.get(`/catalog/products/${product.id}`)).status, 200)

  // A session reads what it may do some milliseconds after its beginning: one of these may be of before or of after.
  const wellBefore = await primary.aSecondAgo()
  await primary.failOver()
  const after = await ordersUntilServed(order)
  assert.deepEqual(after.refused, [])
  await until(async () => (await ready()) === 200, 'readiness')
  await delivered(after.order.body.data.id)
  let old: unknown[][] = []
  const isReplaced = async () => {
    // One that was opened in the last second before the failover is replaced when a write meets it.
    const answers = await Promise.all(Array.from({ length: 12 }, order))
    const sessions = await primary.sessions()
    old = sessions.filter(([, startedAt]) => String(startedAt) <= wellBefore)
    return sessions.length > 0 && old.length === 0 && answers.every(({ status }) => status === 201)
  }
  // Sooner than the pool closes those that nothing uses.
  await until(isReplaced, 'every connection to be replaced', 50_000).catch((error: Error) => {
    assert.fail(`${error.message}; since before ${wellBefore}: ${JSON.stringify(old, undefined, 2)}`)
  })
})

/** Orders until one is made; `refused` holds answers other than 503. */
async function ordersUntilServed(order: () => Promise<TestAnswer>) {
  const refused: string[] = []
  const answer = await until(async () => {
    const answer = await order()
    if (answer.status === 201) return answer
    if (answer.status !== 503) refused.push(describeAnswer(answer))
    return undefined
  }, 'an order')
  return { order: answer, refused }
}

function describeAnswer({ status, headers, body }: TestAnswer): string {
  return `${status} ${body.error?.code} ${headers['retry-after']}`
}

it('a read whose connection ends is made again once, on another; a write answers 503', async (t) => {
  const first = await buildTestApp(t)
  const { proxy, url } = await startDatabaseProxy(first.databaseUrl)
  const service = await startTestApp({}, url)
  t.after(async () => {
    await service.close()
    await proxy.close()
  })
  const merchant = await makeMerchant(first)
  const shopper = await makeShopper(first, merchant)
  const [product] = await makeProducts(first, merchant, [{ onHand: 10 }])
  const read = () => service.request('GET', `/user/orders/${order.body.data.id}`, { headers: shopper.headers })
  const order = await shopper.order([{ product_id: product?.id, quantity: 1 }])
  const answers: string[] = []
  for (const cuts of [1, 2]) {
    proxy.cutAt(order.body.data.id, cuts)
    answers.push(describeAnswer(await read()))
  }
  proxy.cutAt('', 0)
  answers.push(describeAnswer(await read()))
  proxy.cutAt(String(product?.id), 1)
  const body = { items: [{ product_id: product?.id, quantity: 1 }] }
  answers.push(describeAnswer(await service.request('POST', '/user/orders', { headers: shopper.headers, body })))
  const [found, lost] = ['200 undefined undefined', '503 SERVICE_UNAVAILABLE 1']
  assert.deepEqual(answers, [found, lost, found, lost])
})

it('what a pooler says of a lost or missing server is 503', () => {
  const said: [string | undefined, string][] = [
    ['08P01', 'query_wait_timeout'],
    ['08P01', 'no more connections allowed (max_client_conn)'],
    ['08P01', 'server login has been failing, try again later (server_login_retry)'],
    ['08P01', 'database "commerce" is disabled'],
    ['08P01', 'server conn crashed?'],
    ['57P01', 'terminating connection due to administrator command'],
    ['57P03', 'the database system is starting up'],
    ['58000', 'a fault of the system'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
  ]
  for (const [code, message] of said) {
    const error = Object.assign(new Error(message), code === undefined ? {} : { code })
    assert.equal(fromDatabaseError(error)?.code, 'SERVICE_UNAVAILABLE', message)
  }
})
