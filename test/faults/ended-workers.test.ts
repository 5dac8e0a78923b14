import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { buildTestApp, testSecretVariables } from '#test/support/app.ts'
import { commitEvents, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { startBackgroundProcess } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'

interface RollingSettings {
  restarts: number
  /** How long the receivers take: a stop finds attempts under way. */
  answerAfterMs: number
  /** Between two transactions of one event, which every receiver gets. */
  everyMs: number
  receivers: number
}

/**
 * A release under load: two workers, one after the other replaced by a new one, SIGTERM each time, while events are
 * committed. Each process ends by itself with 0, in time; nothing is lost, and nothing is sent twice.
 */
async function replaceWorkers(t: TestContext, settings: RollingSettings): Promise<void> {
  const { restarts, answerAfterMs, everyMs, receivers } = settings
  const { deps, databaseUrl } = await buildTestApp(t)
  const receiver = await startCountingReceiver(answerAfterMs)
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (let i = 0; i < receivers; i++) await subscribe(deps, merchantId, receiver.url(`/${i}`))
  const start = () =>
    startBackgroundProcess(t, {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      DEMO_DATA: 'false',
      ...testSecretVariables,
    })

  let committing = true
  let events = 0
  const commits = (async () => {
    while (committing) {
      await commitEvents(deps, merchantId, 1)
      events += 1
      await sleep(everyMs)
    }
  })()
  const workers = [start(), start()]
  const stops: number[] = []
  for (let restart = 0; restart < restarts; restart++) {
    const before = receiver.total()
    // Both are up, and therefore ready for signals.
    await until(async () => (await listeners(deps)) === workers.length, 'the workers to listen')
    await until(() => receiver.total() >= before + receivers * 5, 'deliveries to flow')
    const [old] = workers.splice(0, 1, ...workers.splice(1, 1), start())
    const asked = performance.now()
    assert.equal(await old?.end('SIGTERM'), 0, `the worker ended otherwise:\n${old?.output()}`)
    stops.push(Math.round(performance.now() - asked))
  }
  committing = false
  await commits
  const counts = await untilQueueIsEmpty(deps)
  const attempts = await deps.db
    .selectFrom('delivery_attempts')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow()
  const missed = attempts.made - events * receivers
  assert.deepEqual([counts.delivered, counts.lost], [events * receivers, 0])
  for (const [path, ids] of receiver.seen) assert.equal(ids.size, events, `${path} saw every event`)
  // An attempt that missed its deadline on a busy machine is repeated by right; nothing else is.
  assert.ok(receiver.duplicates() <= missed, `${receiver.duplicates()} duplicates, ${missed} attempts missed`)
  t.diagnostic(
    `${restarts} workers replaced, stopped within ${Math.max(...stops)} ms; ${counts.delivered} deliveries, ` +
      `${receiver.duplicates()} duplicates, ${missed} attempts missed`,
  )
}

/** Engines that are connected: each has one such connection. */
async function listeners({ db }: Pick<RunningDependencies, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
     where datname = current_database() and application_name = 'commerce-listener'`.execute(db)
  return rows[0]?.count ?? 0
}

testFault(replaceWorkers, {
  short: {
    name: 'two workers are replaced by SIGTERM under load: nothing lost, nothing sent twice',
    settings: { restarts: 2, answerAfterMs: 300, everyMs: 50, receivers: 10 },
  },
  long: {
    name: 'twelve workers are replaced one by one by SIGTERM under load: nothing lost or sent twice',
    settings: { restarts: 12, answerAfterMs: 1_500, everyMs: 50, receivers: 20 },
  },
})
