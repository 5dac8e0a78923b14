import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker, type WorkerPlan } from './support/worker.ts'

interface PoisonSettings {
  events: number
  receivers: number
  maxLost: number
  options: NonNullable<WorkerPlan['options']>
  environment: Record<string, string>
  endedWithinMs: number
}

/**
 * Every worker that sends one certain delivery dies of it (SIGKILL), and is started again. The delivery comes to an end
 * as failed; all that was under way beside it, each time, is delivered.
 */
async function endPoison(t: TestContext, settings: PoisonSettings): Promise<void> {
  const { events, receivers, maxLost, options, environment, endedWithinMs } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (let i = 0; i < receivers; i++) await subscribe(deps, merchantId, receiver.url(`/${i}`))
  await commitEvents(deps, merchantId, events)
  const other = await makeShop(deps)
  await subscribe(deps, other, receiver.url('/poison'))
  await commitEvents(deps, other, 1)

  const plan: WorkerPlan = {
    databaseUrl,
    secrets: testSecrets,
    options: { ...options, maxLost },
    environment,
    poison: receiver.url('/poison'),
  }
  let deaths = 0
  let over = false
  const supervise = async () => {
    while (!over) {
      const { ended } = await startWorker(t, plan)
      const reason = await Promise.race([ended, emptied])
      if (reason === 'SIGKILL' && !over) deaths += 1
    }
  }
  const emptied = untilQueueIsEmpty(deps, endedWithinMs).finally(() => {
    over = true
  })
  const [counts] = await Promise.all([emptied, supervise()])

  assert.deepEqual([counts.delivered, counts.failed], [events * receivers, 1])
  // A slow machine may end a lease before its worker.
  assert.ok(deaths > 0 && deaths <= maxLost, `${deaths} of ${maxLost} died`)
  assert.equal(receiver.seen.has('/poison'), false)
  const { rows } = await sql<{ outcomes: string[]; status: string; attempts: number; last_error: string }>`
    select array_agg(outcome) as outcomes, status, attempts, last_error
      from deliveries join delivery_attempts on delivery_id = id
     where merchant_id = ${other} group by status, attempts, last_error`.execute(deps.db)
  const lost = Array.from({ length: maxLost }, () => 'lost')
  const last_error = 'lost too often: its workers ended each time'
  assert.deepEqual(rows, [{ outcomes: lost, status: 'failed', attempts: 0, last_error }])
  t.diagnostic(
    `${deaths} workers died of it; ${counts.delivered} others delivered, ${counts.lost - maxLost} lost at first`,
  )
}

testFault(endPoison, {
  short: {
    name: 'a delivery that each of its workers dies of has failed, and what was under way beside it is delivered',
    settings: {
      events: 30,
      receivers: 10,
      maxLost: 6,
      // Few beside it: on a slow machine another could be lost as often as this one.
      options: { leaseMs: 2_000, reclaimMs: 250, cap: 2 },
      environment: { WEBHOOK_TIMEOUT_SECONDS: '1' },
      endedWithinMs: 300_000,
    },
  },
  // The waits between follow from the lease; with that of production they would take an hour.
  long: {
    name: 'a delivery that kills twenty workers has failed; those in progress beside it are delivered',
    settings: {
      events: 200,
      receivers: 10,
      maxLost: 20,
      options: { leaseMs: 2_500, reclaimMs: 250 },
      environment: { WEBHOOK_TIMEOUT_SECONDS: '2' },
      endedWithinMs: 600_000,
    },
  },
})
