import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { buildTestApp, testSecretVariables } from '#test/support/app.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { fetchPatiently } from '#test/support/fetch-patiently.ts'
import { setOrderLimits } from '#test/support/orders.ts'
import { startProcess } from '#test/support/process.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'

const clients = 12

/** A connection that ends or is refused: the process was killed. */
function lost(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

/**
 * The API is killed (SIGKILL) while it places orders, at moments that fall before, within and after its transactions.
 * Every order must have its event and its delivery, and every event its order.
 */
async function keepOrdersAndEventsTogether(t: TestContext, kills: number): Promise<void> {
  const service = await buildTestApp(t)
  const { deps, databaseUrl } = service
  const merchant = await makeMerchant(service)
  await setOrderLimits(service, merchant, { max_open_orders_per_user: 10_000 })
  const buyers = await makeBuyers(service, merchant, clients)
  const product = await makeProduct(service, merchant, { onHand: 1_000_000 })
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  await subscribe(deps, merchant.id, receiver.url('/'), ['order.created'])
  let answered = 0
  let refused = 0
  for (let kill = 0; kill < kills; kill++) {
    const api = await startProcess(t, {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      DEMO_DATA: 'false',
      // What it held when it was killed is free again after that and 15 s.
      WEBHOOK_TIMEOUT_SECONDS: '2',
      ...testSecretVariables,
    })
    const before = answered
    const body = JSON.stringify({ items: [{ product_id: product.id, quantity: 1 }] })
    const placing = buyers.map(async (buyer) => {
      const request = { method: 'POST', headers: { ...buyer, 'content-type': 'application/json' }, body }
      for (;;) {
        const answer = await fetchPatiently(`${api.url}/user/orders`, request, () => refused++).catch(lost)
        if (answer === undefined) return
        assert.equal(answer.status, 201)
        answered += 1
      }
    })
    await until(() => answered > before + 40 + kill * 7, 'orders to be placed')
    await api.end('SIGKILL')
    await Promise.all(placing)
  }

  const { rows } = await sql<{ orders: number; events: number; both: number; deliveries: number }>`
    with event as (
      select id, convert_from(body, 'utf8')::jsonb #>> '{data,order,id}' as order_id
        from events where name = 'order.created'
    )
    select (select count(*) from orders) as orders, (select count(*) from event) as events,
           (select count(*) from orders join event on event.order_id = orders.id::text) as both,
           (select count(*) from event join deliveries on deliveries.event_id = event.id) as deliveries`.execute(
    deps.db,
  )
  const found = rows[0]
  assert.ok(found !== undefined && found.orders >= answered)
  assert.deepEqual([found.events, found.both, found.deliveries], [found.orders, found.orders, found.orders])
  const engine = startDeliveryEngine(deps, { reclaimMs: 500 })
  t.after(() => engine.stop())
  // What the killed processes held is free again when their leases run out.
  const counts = await untilQueueIsEmpty(deps)
  assert.equal(counts.delivered, found.orders)
  assert.equal(receiver.seen.get('/')?.size, found.orders)
  const requests = `${answered} orders answered, ${refused} requests refused`
  t.diagnostic(`${kills} kills: ${requests}, ${found.orders} orders placed, as many events and deliveries`)
}

testFault(keepOrdersAndEventsTogether, {
  short: {
    name: 'kill -9 of the API while it places orders leaves no order without its event, no event without its order',
    settings: 1,
  },
  long: {
    name: 'ten times kill -9 of the API while it places orders: no order without its event, no event without its order',
    settings: 10,
  },
})
