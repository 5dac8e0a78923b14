import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { leaseDeliveries, scanReceivers } from '#src/modules/webhooks/engine/queries.ts'
import { registerQueueMetrics } from '#src/modules/webhooks/index.ts'
import { createDatabase, createPool, type Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { buildTestApp } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { pagesRead, plansOf, tellPlans } from '#test/support/plans.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'

const receivers = 10

/** An idle reader holds a transaction open: whatever is delivered meanwhile stays in the queue's pages as dead rows. */
async function setUp(t: TestContext) {
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (let i = 0; i < receivers; i++) await subscribe(deps, merchantId, receiver.url(`/${i}`))
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  t.after(() => holder.end())
  holder.on('error', () => {})
  const registry = new Registry()
  registerQueueMetrics(registry, deps.db)
  const gauge = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await registry.metrics())?.[1])
  const hold = async () => {
    await holder.query('begin isolation level repeatable read')
    await holder.query('select from delivery_queue limit 1')
  }
  return { deps, databaseUrl, merchantId, receiver, holder, hold, gauge }
}

/**
 * Claims do not read what is long gone, although it cannot be cleared away, and the metrics say what is wrong. What is
 * delivered had been due for minutes.
 */
async function passOverDeadRows(t: TestContext, events: number): Promise<void> {
  const { deps, databaseUrl, merchantId, holder, hold, gauge } = await setUp(t)
  await commitEvents(deps, merchantId, events)
  await sql`update delivery_queue set due_at = now() - interval '5 minutes'`.execute(deps.db)
  await sql`vacuum delivery_queue`.execute(deps.db)
  await hold()
  const engine = startDeliveryEngine({ ...deps, metrics: new Registry() })
  t.after(() => engine.stop())
  const counts = await untilQueueIsEmpty(deps)
  assert.equal(counts.delivered, events * receivers)
  await until(async () => (await gauge('webhook_queue_dead_rows')) >= counts.delivered, 'the dead rows to be told')
  await until(async () => (await gauge('webhook_oldest_transaction_seconds')) > 0, 'its age')

  await tellPlans(databaseUrl)
  const db = createDatabase(createPool({ url: databaseUrl, size: 1 }))
  t.after(() => db.destroy())
  const all = await pagesOfLease(db, null)
  const recent = await pagesOfLease(db, all.lookedAt)
  assert.ok(all.pages > 300, `${all.pages} pages were to be read`)
  assert.ok(recent.pages < 100, `${recent.pages} pages were read, ${all.pages} without a time to begin at`)

  await holder.query('commit')
  // Again and again: connections tell late what they have deleted.
  const vacuumed = async () => {
    await sql`vacuum delivery_queue`.execute(deps.db)
    return (await gauge('webhook_queue_dead_rows')) === 0
  }
  await until(vacuumed, 'the dead rows to be cleared away')
  t.diagnostic(`${counts.delivered} delivered beside it: a lease reads ${recent.pages} pages, all of it ${all.pages}`)
}

async function pagesOfLease(db: Database, dueFrom: Date | null) {
  const scan = () => scanReceivers(db, { position: '00000000-0000-0000-0000-000000000000', limit: 128, dueFrom })
  const lease = async () => {
    const { receivers, at } = await scan()
    const ids = receivers.map(({ id }) => id)
    await leaseDeliveries(db, { receivers: ids, limit: 100, cap: 10, leaseMs: 45_000, dueFrom, token: randomUUID() })
    return at
  }
  // The first reads the catalog, too.
  const at = await lease()
  const plans = await plansOf(lease)
  return { lookedAt: at, pages: Math.max(...plans.map(({ plan }) => pagesRead(plan))) }
}

/**
 * Events flow for minutes while the transaction is open; how long lease queries take at the beginning and at the end is
 * said. One event is committed by a transaction that was itself open for longer than lease queries look back: it is
 * found all the same.
 */
async function deliverForMinutes(t: TestContext, settings: { seconds: number; perSecond: number }): Promise<void> {
  const { deps, databaseUrl, merchantId, receiver, hold, gauge } = await setUp(t)
  const metrics = new Registry()
  const engine = startDeliveryEngine({ ...deps, metrics })
  t.after(() => engine.stop())
  const meanOf = async (name: string, work: () => Promise<void>): Promise<number> => {
    const read = async () => {
      const text = await metrics.metrics()
      const value = (suffix: string) => Number(new RegExp(`^${name}_${suffix} (\\S+)$`, 'm').exec(text)?.[1])
      return { sum: value('sum'), count: value('count') }
    }
    const before = await read()
    await work()
    const after = await read()
    return (1_000 * (after.sum - before.sum)) / (after.count - before.count)
  }
  let events = 0
  const flow = async (seconds: number) => {
    const end = performance.now() + seconds * 1_000
    while (performance.now() < end) {
      await commitEvents(deps, merchantId, 1)
      events += 1
      await sleep((1_000 * receivers) / settings.perSecond)
    }
  }
  const before = await meanOf('webhook_claim_duration_seconds', () => flow(20))
  await hold()
  // Without the limits that our own connections have.
  const unlimited = createDatabase(new pg.Pool({ connectionString: databaseUrl, max: 1 }))
  t.after(() => unlimited.destroy())
  const late = inTransaction(unlimited, async (transaction) => {
    await sql`select pg_current_xact_id()`.execute(transaction)
    await sleep(settings.seconds * 500)
    await emit(transaction, [{ merchantId, name: 'product.updated', data: { late: true } }])
  })
  await flow(settings.seconds)
  await late
  events += 1
  const under = await meanOf('webhook_claim_duration_seconds', () => flow(20))
  const dead = await gauge('webhook_queue_dead_rows')
  assert.ok((await gauge('webhook_oldest_transaction_seconds')) >= settings.seconds)
  assert.ok(dead >= settings.seconds * 10, `${dead} dead rows are told`)
  await until(async () => (await countDeliveries(deps)).queued === 0, 'the queue to empty', 90_000)
  const counts = await countDeliveries(deps)
  assert.deepEqual([counts.delivered, counts.lost], [events * receivers, 0])
  for (const ids of receiver.seen.values()) assert.equal(ids.size, events)
  t.diagnostic(
    `open for ${settings.seconds} s: ${counts.delivered} delivered, ${dead} dead rows, ` +
      `a lease query takes ${under.toFixed(1)} ms, ${before.toFixed(1)} ms before`,
  )
}

testFault(passOverDeadRows, {
  short: {
    name: 'lease queries do not read the dead rows that an open transaction keeps',
    settings: 300,
  },
  long: { name: 'lease queries do not read 30,000 dead rows that an open transaction keeps', settings: 3_000 },
})

testFault(deliverForMinutes, {
  long: {
    name: 'a transaction held open for four minutes: deliveries go on, lease queries stay short, a metric shows it',
    settings: { seconds: 240, perSecond: 200 },
  },
})
