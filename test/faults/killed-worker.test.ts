import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { type DeathMoment, deathMoments, startWorker, type WorkerPlan } from './support/worker.ts'

interface KilledWorkerSettings {
  events: number
  receivers: number
  /** The worker dies at this attempt. */
  killAfter: number
  /** Empty: as in production. */
  options: NonNullable<WorkerPlan['options']>
  environment: Record<string, string>
  recoveredWithinMs: number
}

/**
 * One worker is killed (SIGKILL, by itself, at an exact moment of an attempt), another takes over. Nothing may be lost,
 * and a receiver may see twice only what the dead one held.
 */
async function surviveKill(t: TestContext, at: DeathMoment, settings: KilledWorkerSettings): Promise<void> {
  const { events, receivers, killAfter, options, environment, recoveredWithinMs } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  for (let i = 0; i < receivers; i++) {
    const merchantId = await makeShop(deps)
    await subscribe(deps, merchantId, receiver.url(`/${i}`))
    await commitEvents(deps, merchantId, events / receivers)
  }

  const plan: WorkerPlan = { databaseUrl, secrets: testSecrets, options, environment }
  const doomed = await startWorker(t, { ...plan, death: { at, after: killAfter } })
  assert.equal(await doomed.ended, 'SIGKILL')
  // A statement that the dead worker has sent goes on to its end, and may lease more.
  const sessions = sql`
    select from pg_stat_activity where application_name = 'commerce-deliveries' and datname = current_database()`
  await until(async () => (await sessions.execute(deps.db)).rows.length === 0, 'the sessions of the dead to end')
  const atDeath = await countDeliveries(deps)
  const diedAt = performance.now()
  assert.ok(atDeath.leased > 0, 'the dead worker held something')
  assert.ok(atDeath.delivered < events, 'the worker died before the work was done')
  // With the lease and the deadline of production: on a busy machine it would miss short ones by itself.
  const { leaseMs: _, ...rest } = options
  await startWorker(t, { ...plan, options: rest, environment: {} })
  const counts = await untilQueueIsEmpty(deps, recoveredWithinMs)
  const recoveredMs = performance.now() - diedAt

  assert.deepEqual([counts.delivered, counts.failed, counts.cancelled], [events, 0, 0])
  assert.equal(counts.lost - atDeath.lost, atDeath.leased, 'each lease of the dead worker is told as a lost attempt')
  const distinct = [...receiver.seen.values()].reduce((sum, ids) => sum + ids.size, 0)
  assert.equal(distinct, events, 'every receiver saw every event')
  // On a busy machine an answer may miss a short deadline; such an attempt is repeated by right, crash or none.
  const { missed } = await deps.db
    .selectFrom('delivery_attempts')
    .select((eb) => eb.fn.countAll<number>().as('missed'))
    .where('outcome', 'not in', ['delivered', 'lost'])
    .executeTakeFirstOrThrow()
  assert.ok(
    receiver.duplicates() <= counts.lost + missed,
    `${receiver.duplicates()} duplicates; ${counts.lost} attempts were lost, ${missed} failed`,
  )
  t.diagnostic(
    `killed ${at}: ${atDeath.delivered} delivered, ${atDeath.leased} in flight; ` +
      `${receiver.duplicates()} duplicates, ${missed} attempts failed, recovered in ${Math.round(recoveredMs)} ms`,
  )
}

for (const moment of deathMoments) {
  testFault((t, settings: KilledWorkerSettings) => surviveKill(t, moment, settings), {
    short: {
      name: `kill -9 of a worker ${moment}, over 1,000 events, loses none and repeats only what was in flight`,
      settings: {
        events: 1_000,
        receivers: 10,
        killAfter: 350,
        options: { leaseMs: 2_500, reclaimMs: 250 },
        environment: { WEBHOOK_TIMEOUT_SECONDS: '2' },
        recoveredWithinMs: 120_000,
      },
    },
    // With the lease and the deadline of production.
    long: {
      name: `kill -9 of a worker ${moment}, over 2,000 events, loses none and is over within 50 s`,
      settings: {
        events: 2_000,
        receivers: 20,
        killAfter: 700,
        options: {},
        environment: {},
        recoveredWithinMs: 50_000,
      },
    },
  })
}
