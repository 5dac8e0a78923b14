import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface LostAnswerSettings {
  /** What the answer to is lost, each time it is asked for on a new connection. */
  statement: string
  receivers: number
  eventsEach: number
  /** How often the worker gives up its connections. */
  times: number
  answerTimeoutMs: number
  /** Leased at most, whatever is due. */
  max: number
}

/** Deliveries that wait, and a way to the database on which the answers to a statement are lost. */
async function setUp(t: TestContext, statement: string, receivers: number, eventsEach: number) {
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (let i = 0; i < receivers; i++) await subscribe(deps, merchantId, receiver.url(`/${i}`))
  await commitEvents(deps, merchantId, eventsEach)
  const { proxy, url: lossyUrl } = await startDatabaseProxy(databaseUrl)
  t.after(() => proxy.close())
  proxy.stallAt(statement)
  return { deps, databaseUrl, lossyUrl, proxy }
}

/**
 * A worker never hears what it has leased, or never reads what to send. It holds a batch or two, not more each time it
 * tries again, and gives it back as soon as it can.
 */
async function holdFewDeliveries(t: TestContext, settings: LostAnswerSettings): Promise<void> {
  const { statement, receivers, eventsEach, times, answerTimeoutMs, max } = settings
  const { deps, lossyUrl, proxy } = await setUp(t, statement, receivers, eventsEach)
  await startWorker(t, { databaseUrl: lossyUrl, secrets: testSecrets, options: { answerTimeoutMs } })
  let held = 0
  const end = performance.now() + times * answerTimeoutMs
  const tried = async () => {
    held = Math.max(held, (await countDeliveries(deps)).leased)
    return held > 0 && performance.now() > end
  }
  await until(tried, 'the worker to have tried a few times')
  assert.ok(held <= max, `${held} were leased at once`)

  proxy.stallAt('no statement says this')
  // Not when the leases expire, which would count as losses.
  const counts = await untilQueueIsEmpty(deps)
  assert.deepEqual([counts.delivered, counts.lost], [receivers * eventsEach, 0])
  t.diagnostic(`${held} leased at most`)
}

/**
 * A worker never hears what it leases. It gives it back, and others may look before it tries again: another one
 * delivers all of it, long before a lease runs out.
 */
async function leaveToOthers(t: TestContext, answerTimeoutMs: number): Promise<void> {
  // Less than a batch.
  const [receivers, eventsEach] = [10, 5]
  const { deps, databaseUrl, lossyUrl } = await setUp(t, 'lease_deliveries', receivers, eventsEach)
  const leaseMs = 600_000
  const plan = { databaseUrl, secrets: testSecrets, options: { leaseMs, answerTimeoutMs } }
  await startWorker(t, { ...plan, databaseUrl: lossyUrl })
  /** When what is leased was, and how many seconds after it had fallen due, which a release sets to its own time. */
  const leases = async () => {
    const { rows } = await sql<{ until: Date; after: number }>`
      select max(lease_until) as until,
             min(extract(epoch from lease_until - due_at))::float8 - ${leaseMs / 1_000} as after
        from delivery_queue having bool_and(lease_token is not null)`.execute(deps.db)
    return rows[0]
  }
  const first = await until(leases, 'all to be leased')
  const again = await until(async () => {
    const found = await leases()
    return found !== undefined && found.until > first.until && found
  }, 'all to be leased again')
  assert.ok(again.after > 1.4, `leased again ${again.after} s after the release`)
  await startWorker(t, plan)
  const counts = await untilQueueIsEmpty(deps)
  assert.deepEqual([counts.delivered, counts.lost], [receivers * eventsEach, 0])
}

const short = { receivers: 100, eventsEach: 10, times: 3, answerTimeoutMs: 3_000 }
const long = { receivers: 500, eventsEach: 20, times: 6, answerTimeoutMs: 10_000 }

testFault(holdFewDeliveries, {
  short: {
    name: 'a worker that never hears what it has leased holds one batch, and gives it back',
    settings: { ...short, statement: 'lease_deliveries', max: 100 },
  },
  long: {
    name: 'a worker that for a minute does not hear what it has leased holds one batch, and gives it back',
    settings: { ...long, statement: 'lease_deliveries', max: 100 },
  },
})

testFault(holdFewDeliveries, {
  short: {
    name: 'a worker that cannot read what to send holds two batches, and gives them back',
    settings: { ...short, statement: 'delivery_contents', max: 200 },
  },
  long: {
    name: 'a worker that for a minute cannot read what to send holds two batches, and gives them back',
    settings: { ...long, statement: 'delivery_contents', max: 200 },
  },
})

testFault(leaveToOthers, {
  short: { name: 'what a worker leased and never hears of is left to others', settings: 3_000 },
  long: { name: 'what a worker leased is left to others, with the patience of production', settings: 10_000 },
})
