import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import pg from 'pg'
import { numberLog } from '#src/modules/webhooks/event-log/numbering.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { startTestEngine } from './support/delivery-engine.ts'
import { endingInReverse } from './support/ending.ts'
import { makeMerchant, type TestMerchant } from './support/factories.ts'
import { connectionTo, startLogicalServer } from './support/logical-server.ts'
import { makeShopper, moveOrder, placeOrder, shopping, type TestShopper } from './support/orders.ts'
import { makeProduct } from './support/products.ts'
import { startReceiver } from './support/receiver.ts'
import { runSweep } from './support/sweeps.ts'
import { until } from './support/until.ts'
import { makeWebhook } from './support/webhooks.ts'
import { differences } from './upgrade/recount.ts'
import { type AtEnd, runOn } from './upgrade/release.ts'

/** A server of its own with the service on it, as its role that owns nothing, and a delivery engine. */
async function startCluster(atEnd: AtEnd) {
  const server = await startLogicalServer(atEnd)
  await migrate(server.url, { serviceRole: new URL(server.serviceUrl).username })
  const service = await startTestApp({}, server.serviceUrl)
  atEnd(() => service.close())
  const engine = startTestEngine(service)
  atEnd(() => engine.stop())
  return { url: server.url, service }
}

/** A statement that gets its locks too late is run again, as the steps say. */
function refuseAllButLocks(error: { code?: string }): undefined {
  if (error.code !== '55P03') throw error
}

/** The steps of docs/moving, as psql runs them: a statement ends with a semicolon before a line without indentation. */
function stepsOf(variables: Record<string, string>) {
  const run = async (url: string, file: string) => {
    const text = await readFile(new URL(`../docs/moving/${file}.sql`, import.meta.url), 'utf8')
    const filled = text.replace(/:(['"])(\w+)\1/g, (_, quote, name) => {
      const value = variables[name] ?? ''
      return quote === '"' ? pg.escapeIdentifier(value) : pg.escapeLiteral(value)
    })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      let row: Record<string, unknown> = {}
      for (const statement of filled.split(/;\n(?!\s*end)(?=\S|\n|$)/).filter((part) => part.trim() !== '')) {
        const { rows } = await until(() => client.query(statement).catch(refuseAllButLocks), file)
        row = rows[0] ?? row
      }
      for (const [name, value] of Object.entries(row)) {
        variables[name] = typeof value === 'string' ? value : JSON.stringify(value)
      }
      return row
    } finally {
      await client.end()
    }
  }
  const wait = (url: string, file: string) => until(async () => (await run(url, file))['done'] === true, file)
  return { run, wait }
}

/** Follows the log of a shop by cursor, at whichever cluster is asked. */
function follower(merchant: TestMerchant) {
  const ids: string[] = []
  let cursor = ''
  return {
    ids,
    async read({ request }: Pick<TestApp, 'request'>): Promise<void> {
      for (;;) {
        // Without more the last event is the place to go on from, so that a cursor stands in the middle at the flip.
        const from = cursor === '' ? (ids.length > 0 ? `&after=${ids.at(-1)}` : '') : `&cursor=${cursor}`
        const { status, body } = await request('GET', `/admin/events?limit=7${from}`, {
          headers: merchant.owner.headers,
        })
        assert.equal(status, 200, JSON.stringify(body))
        ids.push(...body.data.items.map(({ id }: { id: string }) => id))
        cursor = body.data.pagination.next_cursor
        if (cursor === '' || ids.length % 3 === 0) return
      }
    },
  }
}

it('a shop moves to another cluster by docs/moving, while it sells', async (t) => {
  const atEnd = endingInReverse(t)
  const receiver = await startReceiver({ do: 'answer', status: 200 })
  atEnd(() => receiver.close())
  const [source, target] = [await startCluster(atEnd), await startCluster(atEnd)]

  const shop = await makeMerchant(source.service)
  await makeWebhook(source.service, shop, { url: `${receiver.origin}/shop` })
  const neighbour = await makeMerchant(target.service)
  await makeWebhook(target.service, neighbour, { url: `${receiver.origin}/neighbour` })
  for (const [{ service }, merchant] of [
    [source, shop],
    [target, neighbour],
  ] as const) {
    const { order, shopper } = await placeOrder(service, merchant)
    assert.equal((await shopper.pay(order.id)).status, 201)
    for (const status of ['processing', 'completed']) await moveOrder(service, merchant, order.id, status)
    for (const sweep of ['fold-figures', 'search.learn_words']) await runSweep(service, sweep)
  }
  const product = await makeProduct(source.service, shop, { onHand: 1_000 })
  const shopper = await makeShopper(source.service, shop)
  const following = follower(shop)
  await following.read(source.service)
  const placed: string[] = []
  let selling = true
  const sell = async (service: TestApp, buyer: Pick<TestShopper, 'order' | 'cancel'>) => {
    const answer = await buyer.order([{ product_id: product.id, quantity: 1 }])
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    placed.push(answer.body.data.id)
    assert.equal((await buyer.cancel(answer.body.data.id)).status, 200)
    await following.read(service)
  }
  const load = (async () => {
    while (selling) await sell(source.service, shopper)
  })()

  const day = new Date().toISOString().slice(0, 10)
  const service = new URL(source.service.databaseUrl).username
  const { run, wait } = stepsOf({ merchant: shop.id, service, source: connectionTo(source.url), day })
  for (const { url } of [source, target]) await run(url, '1-both-prepare')
  await run(source.url, '2-source-publish')
  await run(target.url, '3-target-subscribe')
  await wait(target.url, '4-target-copied')
  await numberLog.run(target.service.deps)
  const soldBeforeFence = placed.length
  await until(() => placed.length > soldBeforeFence + 2, 'orders after the copy')
  await run(source.url, '5-source-pause-deliveries')
  await wait(source.url, '6-source-paused')
  const queued = placed.length
  await until(() => placed.length > queued + 2, 'orders whose deliveries wait')
  // The proxy answers 503 to requests of this shop from here on; what it has let through ends.
  selling = false
  await load
  await run(source.url, '7-source-hide')
  await wait(source.url, '8-source-hidden')
  const fenced = await shopper.order([{ product_id: product.id, quantity: 1 }])
  assert.ok(fenced.status >= 400, 'the fence holds')
  await run(source.url, '9-source-number')
  await wait(source.url, '10-source-sent')
  const sentBefore = receiver.requests.length
  await run(source.url, '11-source-rest')
  const [waiting] = await runOn<{ count: number }>(
    target.url,
    `select count(*)::int from delivery_queue where merchant_id = $1`,
    [shop.id],
  )
  assert.ok((waiting?.count ?? 0) > 0, 'deliveries wait, and the engine of the target does not see them')
  await run(target.url, '12-target-take-over')

  const moved = shopping(target.service, { ...shopper.headers, 'merchant-id': shop.id })
  for (let n = 0; n < 3; n++) await sell(target.service, moved)
  await placeOrder(target.service, neighbour)
  for (let read = -1; read < following.ids.length; ) {
    read = following.ids.length
    for (let n = 0; n < 3; n++) await following.read(target.service)
  }

  const events = await runOn<{ id: string }>(
    target.url,
    `select 'evt_' || replace(id::text, '-', '') as id from events where merchant_id = $1 and not is_test
      order by position`,
    [shop.id],
  )
  assert.deepEqual(
    following.ids,
    events.map(({ id }) => id),
    'none missed, none twice, in the order of the log',
  )
  const orders = await runOn<{ id: string }>(target.url, 'select id from orders where merchant_id = $1', [shop.id])
  assert.deepEqual(
    placed.filter((id) => !orders.some((order) => order.id === id)),
    [],
  )

  await until(
    async () => (await runOn(target.url, `select from deliveries where status <> 'delivered'`)).length === 0,
    'every delivery',
  )
  const deliveries = await runOn<{ id: string }>(
    target.url,
    `select 'evt_' || replace(event_id::text, '-', '') as id from deliveries where merchant_id = $1`,
    [shop.id],
  )
  const received = receiver.requests.filter(({ path }) => path === '/shop').map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(received.toSorted(), deliveries.map(({ id }) => id).toSorted(), 'each delivered, and once')
  assert.ok(receiver.requests.length > sentBefore)
  assert.deepEqual(await differences(target.url), {})

  await run(source.url, '13-source-delete')
  assert.deepEqual(await differences(source.url), {})
  const left = await runOn(source.url, 'select from products union all select from orders union all select from events')
  assert.equal(left.length, 0)
  await run(target.url, '14-both-tidy')
  await run(source.url, '14-both-tidy')
  await runOn(target.url, 'drop subscription identity')
  await sell(target.service, moved)
  assert.deepEqual(await differences(target.url), {})
})
