import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { createDueWatermark } from '#src/modules/webhooks/engine/due-watermark.ts'
import { type LeasedBatch, leaseDeliveries, releaseLeases } from '#src/modules/webhooks/engine/queries.ts'
import { createReceiverRound } from '#src/modules/webhooks/engine/receiver-round.ts'
import { createDatabase, createPool, type Database } from '#src/platform/db/pool/pool.ts'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { plansOf, rowsRead, rowsSorted, stepsOf, tellPlans } from '#test/support/plans.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface RushSettings {
  shops: number
  receiversPerShop: number
  eventsPerShop: number
  workers: number
  leases: number
}

const limits = { limit: 100, cap: 10, leaseMs: 45_000 }
const partSize = 64

/**
 * A great many deliveries fall due at once. A lease query reads a few rows for each receiver it looks at, and none of
 * the rest, by the plans that PostgreSQL ran; how long it takes is said. Then workers deliver all of it.
 */
async function leaseFromARush(t: TestContext, settings: RushSettings): Promise<void> {
  const { shops, receiversPerShop, eventsPerShop, workers, leases } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  for (let shop = 0; shop < shops; shop++) {
    const merchantId = await makeShop(deps)
    for (let i = 0; i < receiversPerShop; i++) await subscribe(deps, merchantId, receiver.url(`/${shop}/${i}`))
    await commitEvents(deps, merchantId, eventsPerShop)
  }
  const due = shops * receiversPerShop * eventsPerShop
  assert.equal((await countDeliveries(deps)).queued, due)

  const times = await onOwnConnection(databaseUrl, async (db) => {
    const taken: number[] = []
    await leaseInTurn(db, leases, (_, ms) => taken.push(ms))
    return taken.sort((a, b) => a - b)
  })
  // A bitmap scan of the index counts versions of rows that were leased and given back; which scan runs is a matter of
  // a few pages. Vacuumed, either one stays within the bound.
  await sql`vacuum (index_cleanup on) delivery_queue`.execute(deps.db)
  await tellPlans(databaseUrl)
  const max = await onOwnConnection(databaseUrl, (db) => assertBounded(db, due))

  await Promise.all(Array.from({ length: workers }, () => startWorker(t, { databaseUrl, secrets: testSecrets })))
  const counts = await untilQueueIsEmpty(deps, 60_000 + due * 10)
  assert.deepEqual([counts.delivered, counts.lost], [due, 0])
  for (const ids of receiver.seen.values()) assert.equal(ids.size, eventsPerShop)
  const quantile = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1)
  t.diagnostic(
    `${due} due at once: lease queries took ${quantile(0.5)} ms (p50), ${quantile(0.95)} ms (p95), ` +
      `no step of one read more than ${max} rows`,
  )
}

async function onOwnConnection<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool({ url, size: 1 }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Leases one batch after the other, as a worker does, and gives everything back. */
async function leaseInTurn(
  db: Database,
  leases: number,
  onLease: (batch: LeasedBatch, ms: number) => void,
): Promise<void> {
  const round = createReceiverRound(db, createDueWatermark(), partSize)
  for (let i = 0; i < leases; i++) {
    const token = randomUUID()
    const begun = performance.now()
    const { due } = await round.look()
    const batch = await leaseDeliveries(db, { ...limits, receivers: due, dueFrom: null, token })
    onLease(batch, performance.now() - begun)
    assert.equal(batch.leased.length, limits.limit, 'as many as there is room for')
    round.continueAfter(batch.leased.at(-1)?.subscriptionId ?? '')
    const ids = batch.leased.map(({ deliveryId }) => deliveryId)
    await releaseLeases(db, token, ids)
  }
}

/** What a lease query may read is bounded by its own limits, whatever waits. Answers the most that a step read. */
async function assertBounded(db: Database, due: number): Promise<number> {
  const bound = partSize * 2 + limits.limit
  assert.ok(due > bound * 2, 'far more is due than a lease query may read')
  const plans = await plansOf(() => leaseInTurn(db, 3, () => {}))
  const steps = plans.flatMap(({ plan }) => stepsOf(plan))
  assert.ok(
    steps.some((step) => step['Index Name'] === 'delivery_queue_due'),
    'the statements within a lease query are told',
  )
  for (const step of steps) {
    const told = JSON.stringify({ ...step, Plans: undefined })
    assert.notEqual(step['Node Type'], 'Seq Scan', told)
    assert.ok(rowsRead(step) <= bound && rowsSorted(step) <= bound, told)
  }
  return Math.max(...steps.map(rowsRead))
}

testFault(leaseFromARush, {
  short: {
    name: '3,000 deliveries due at once, for 300 receivers: a lease query reads only what it takes',
    settings: { shops: 3, receiversPerShop: 100, eventsPerShop: 10, workers: 1, leases: 20 },
  },
  long: {
    name: '100,000 deliveries due at once, for 2,000 receivers: a lease query reads only what it takes',
    settings: { shops: 20, receiversPerShop: 100, eventsPerShop: 50, workers: 2, leases: 500 },
  },
})
