import { countStock } from '#src/modules/inventory/index.ts'
import { writeEvents } from '#src/modules/webhooks/outbox/write-events.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { useEventWriter } from '#src/platform/outbox/index.ts'
import type { BenchContext, Dataset } from '../context.ts'
import { inTurns, load, measureServer } from '../harness.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import type { BenchServer } from '../processes.ts'
import { record } from '../recorder.ts'
import { startService } from '../service.ts'
import { measureTransactions } from '../yardsticks.ts'
import { orderRequests } from './requests.ts'

/** Placing orders against the same transactions by `pg` alone. */
export const orders: Row = {
  name: 'orders',
  run: (context) => onService(context, (dataset, service) => compareOrders(context, dataset, service, 'many')),
}

export const hot: Row = {
  name: 'hot',
  run: (context) =>
    onService(context, async (dataset, service) => [
      ...(await compareOrders(context, dataset, service, 'one')),
      await sellOut(dataset, service),
    ]),
}

const connections = 16

async function onService(
  context: BenchContext,
  measure: (dataset: Dataset, service: BenchServer) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const dataset = await context.dataset('s100k')
  const service = await startService(dataset.url)
  try {
    return await measure(dataset, service)
  } finally {
    await service.stop()
  }
}

async function compareOrders(
  context: BenchContext,
  dataset: Dataset,
  service: BenchServer,
  demand: 'many' | 'one',
): Promise<Outcome[]> {
  const products = await orderedProducts(dataset, demand === 'one' ? 1 : 2_000)
  await restock(dataset, products)
  const requests = orderRequests(dataset, products, demand === 'one' ? 1 : 3)
  const recorded = await record(dataset.url, requests.slice(0, 1_000))
  const users = await dataset.query<{ user_id: string }>('select user_id from sessions')
  const knownIds = [dataset.merchantId, ...products, ...users.map(({ user_id }) => user_id)]
  const ours = { connections, requests, expect: 201 }
  const theirs = { connections, recorded, knownIds }
  await measureServer(service, { ...ours, seconds: 2 })
  const comparison = await inTurns({
    rounds: context.rounds,
    async ours() {
      await payOpenOrders(dataset)
      return measureServer(service, { ...ours, seconds: context.seconds }, dataset.meter)
    },
    async yardstick() {
      await payOpenOrders(dataset)
      return measureTransactions(dataset, { ...theirs, seconds: context.seconds })
    },
  })
  const what = demand === 'one' ? 'all of one product' : '3 lines'
  return [
    compared(comparison, {
      work: `POST /user/orders, ${what}, ${connections} connections`,
      yardstick: 'the same statements in one bare transaction by pg',
      reach: 0.6,
      better: 'more',
      notes: errorNotes(comparison.ours, comparison.yardstick),
    }),
  ]
}

const stockForSale = 500

/** Many more want the last units than there are. */
async function sellOut(dataset: Dataset, service: BenchServer): Promise<Outcome> {
  const [product = ''] = await orderedProducts(dataset, 1)
  await restock(dataset, [product], stockForSale)
  const { statuses } = await load({
    url: service.url,
    connections: 32,
    seconds: 60,
    amount: stockForSale * 3,
    requests: orderRequests(dataset, [product], 1),
    expect: 201,
  })
  const [stock] = await dataset.query<{ left: number }>(
    'select on_hand - reserved as left from stock where merchant_id = $1 and product_id = $2',
    [dataset.merchantId, product],
  )
  const sold = statuses['201'] ?? 0
  return {
    work: `${stockForSale} units, ${stockForSale * 3} buyers at once: sold beyond the stock`,
    yardstick: '',
    value: Math.abs(sold - stockForSale) + Math.abs(stock?.left ?? 0),
    unit: '',
    reach: 0,
    better: 'less',
    notes: [`answers: ${JSON.stringify(statuses)}, left in stock: ${stock?.left}`],
  }
}

/** Products of the first shop that are for sale. */
export async function orderedProducts(dataset: Dataset, count: number): Promise<string[]> {
  const rows = await dataset.query<{ id: string }>(
    `select id from products where merchant_id = $1 and status = 'active' order by id limit $2`,
    [dataset.merchantId, count],
  )
  return rows.map(({ id }) => id)
}

/** An order counts its shopper's open orders: pay those of earlier loads, so that few are open. */
async function payOpenOrders(dataset: Dataset): Promise<void> {
  await dataset.query(`
    update orders set status = 'paid', payment_status = 'paid', paid_at = now(), updated_at = now()
     where status = 'pending'`)
}

/** Sets the stock so that enough units of each product can be ordered, and pays the orders of earlier loads. */
export async function restock(dataset: Dataset, products: readonly string[], available = 10_000_000): Promise<void> {
  await payOpenOrders(dataset)
  const rows = await dataset.query<{ merchant_id: string; product_id: string; reserved: number }>(
    'select merchant_id, product_id, reserved from stock where product_id = any ($1)',
    [products],
  )
  const db = createDatabase(createPool({ url: dataset.url, size: 2 }))
  useEventWriter(writeEvents)
  for (const [merchantId, some] of Map.groupBy(rows, ({ merchant_id }) => merchant_id)) {
    const changes = some.map(({ product_id, reserved }) => ({ productId: product_id, onHand: reserved + available }))
    await inTransaction(db, (transaction) => countStock(transaction, null, merchantId, changes, { type: 'adjustment' }))
  }
  await db.destroy()
}
