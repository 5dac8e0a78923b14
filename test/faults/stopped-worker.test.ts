import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker, type WorkerPlan } from './support/worker.ts'

interface StoppedWorkerSettings {
  options: NonNullable<WorkerPlan['options']>
  environment: Record<string, string>
  /** How long until a lease has surely run out and been taken back. */
  releasedWithinMs: number
}

/**
 * A worker is stopped (SIGSTOP) while its attempts are out, another takes its deliveries over and ends them, the first
 * is continued: what it still writes comes under a lease that is no longer its own, and must change nothing.
 */
async function refuseLateWrites(t: TestContext, settings: StoppedWorkerSettings): Promise<void> {
  const { options, environment, releasedWithinMs } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const paths = Array.from({ length: 5 }, (_, i) => `/${i}`)
  const held = paths.length * 10
  // The first worker's requests are answered when it is stopped, however late that comes.
  const stopped = Promise.withResolvers<void>()
  const receiver = await startCountingReceiver((_path, number) => (number <= 10 ? stopped.promise : 0))
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (const path of paths) await subscribe(deps, merchantId, receiver.url(path))
  const plan: WorkerPlan = { databaseUrl, secrets: testSecrets, options, environment }
  const first = await startWorker(t, plan)
  await commitEvents(deps, merchantId, 10)
  // The requests have been read; their answers will find nobody at home.
  await until(() => receiver.total() === held, 'the first worker to send')
  first.signal('SIGSTOP')
  stopped.resolve()
  const atStop = await countDeliveries(deps)
  assert.equal(atStop.leased, held)

  // With the lease and the deadline of production, which no busy machine reaches.
  const { leaseMs: _, ...rest } = options
  await startWorker(t, { ...plan, options: rest, environment: {} })
  const ended = await untilQueueIsEmpty(deps, releasedWithinMs)
  assert.deepEqual([ended.delivered, ended.lost], [held, held])
  const before = await deps.db
    .selectFrom('delivery_attempts')
    .selectAll()
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()
  const deliveries = await deps.db.selectFrom('deliveries').selectAll().orderBy('id').execute()

  first.signal('SIGCONT')
  // It is well again when it delivers new events, or at least has had the time to write what it still held.
  first.signal('SIGTERM')
  assert.equal(await first.ended, 0)
  assert.deepEqual(
    await deps.db.selectFrom('delivery_attempts').selectAll().orderBy('delivery_id').orderBy('number').execute(),
    before,
    'the late writes were refused',
  )
  assert.deepEqual(await deps.db.selectFrom('deliveries').selectAll().orderBy('id').execute(), deliveries)
  assert.equal(receiver.total(), held * 2, 'sent once by each of the two, not again after the stop')
  t.diagnostic(`${held} late outcomes refused`)
}

const production = { options: {}, environment: {}, releasedWithinMs: 60_000 }
const short = {
  // Long enough for a busy machine to stop the worker before its first attempt ends.
  options: { leaseMs: 16_000, reclaimMs: 250 },
  environment: { WEBHOOK_TIMEOUT_SECONDS: '15' },
  releasedWithinMs: 120_000,
}

testFault(refuseLateWrites, {
  short: { name: 'a worker stopped past its lease and continued writes nothing', settings: short },
  long: {
    name: 'a worker stopped past the lease of production and continued writes nothing',
    settings: production,
  },
})
