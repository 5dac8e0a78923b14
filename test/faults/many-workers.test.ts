import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface ManyWorkersSettings {
  workers: number
  events: number
  receivers: number
  /** At most so many may be under way at one receiver, whoever sends them. */
  cap: number
  /** SIGTERM to half of the workers in the midst of it. */
  endHalf: boolean
}

/** Several workers on one queue: no delivery is leased twice, and no receiver sees more at once than its cap. */
async function shareTheQueue(t: TestContext, settings: ManyWorkersSettings): Promise<void> {
  const { workers, events, receivers, cap, endHalf } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  // Slow enough to be met at their cap.
  const receiver = await startCountingReceiver(10)
  t.after(() => receiver.close())
  for (let i = 0; i < receivers; i++) {
    const merchantId = await makeShop(deps)
    await subscribe(deps, merchantId, receiver.url(`/${i}`))
    await commitEvents(deps, merchantId, events / receivers, { perTransaction: 500 })
  }
  const plan = { databaseUrl, secrets: testSecrets, options: { cap } }
  const begun = performance.now()
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(t, plan)))
  if (endHalf) {
    await until(() => receiver.total() > events / 10, 'the workers to be at work')
    const ending = started.slice(0, Math.floor(workers / 2))
    for (const worker of ending) worker.signal('SIGTERM')
    assert.deepEqual(
      await Promise.all(ending.map((worker) => worker.ended)),
      ending.map(() => 0),
    )
  }
  const counts = await untilQueueIsEmpty(deps, 300_000)
  const seconds = (performance.now() - begun) / 1000

  const outcomes = await deps.db
    .selectFrom('delivery_attempts')
    .select((eb) => ['outcome', 'error', eb.fn.countAll<number>().as('attempts')])
    .groupBy(['outcome', 'error'])
    .execute()
  t.diagnostic(`attempts: ${JSON.stringify(outcomes)}; seen twice or more: ${receiver.duplicates()}`)
  const attempts = outcomes.reduce((sum, outcome) => sum + outcome.attempts, 0)
  assert.deepEqual([counts.delivered, counts.lost], [events, 0])
  // On a busy machine an attempt may miss its deadline, and is repeated by right. A delivery leased twice is sent
  // twice, but only one of its two holders can write an attempt down.
  const missed = attempts - events
  assert.ok(receiver.total() <= attempts, `${receiver.total()} requests, ${attempts} attempts`)
  const max = Math.max(...receiver.maxAtOnce.values())
  assert.ok(max <= cap + missed, `${max} at once at one receiver, ${missed} attempts missed`)
  assert.equal((await countDeliveries(deps)).leased, 0)
  t.diagnostic(
    `${workers} workers, ${events} deliveries: ${Math.round(events / seconds)}/s, at most ${max} at one receiver`,
  )
}

testFault(shareTheQueue, {
  short: {
    name: '3 workers and 1,500 deliveries: none is leased twice, no cap is exceeded',
    settings: { workers: 3, events: 1_500, receivers: 30, cap: 5, endHalf: false },
  },
  long: {
    name: '8 workers and 40,000 deliveries: none is leased twice, no cap is exceeded',
    settings: { workers: 8, events: 40_000, receivers: 400, cap: 10, endHalf: false },
  },
})

testFault(shareTheQueue, {
  short: {
    name: 'SIGTERM to a worker under load: nothing is lost, nothing is sent twice',
    settings: { workers: 2, events: 1_500, receivers: 30, cap: 10, endHalf: true },
  },
  long: {
    name: 'SIGTERM to 4 of 8 workers under load: nothing is lost, nothing is sent twice',
    settings: { workers: 8, events: 40_000, receivers: 400, cap: 10, endHalf: true },
  },
})
