import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { startTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

const receivers = 10

interface LostDatabaseSettings {
  /** How often the database is taken away while events are committed and delivered. */
  times: number
  /** Transactions of one event each, committed before, between and after. */
  events: number
}

/** The database is stopped in mode immediate, which is a crash, under load, and recovers from its log. */
async function surviveDatabaseCrash(t: TestContext, settings: LostDatabaseSettings): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-fault-'))
  const server = await startEmbeddedPostgres({ dataDir })
  t.after(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrate(server.url)
  const postmaster = join(dataDir, 'postgres/postmaster.pid')
  await deliverThrough(t, server.url, settings, async () => {
    const pid = Number.parseInt(await readFile(postmaster, 'utf8'), 10)
    // SIGQUIT is `pg_ctl stop -m immediate`. What runs the server notices its end and starts it again.
    execFileSync('kill', ['-QUIT', String(pid)])
    await until(
      async () => (await readFile(postmaster, 'utf8').catch(() => '')).split('\n')[0] !== String(pid),
      'the server to be gone',
    )
  })
}

/** Every connection to the database is ended from its side, again and again. */
async function surviveTerminatedBackends(t: TestContext, settings: LostDatabaseSettings): Promise<void> {
  const service = await startTestApp()
  t.after(() => service.close())
  await deliverThrough(t, service.databaseUrl, settings, async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`.execute(service.deps.db)
  })
}

/** Commits events and delivers them while the database is taken away; nothing that was committed may be missed. */
async function deliverThrough(
  t: TestContext,
  databaseUrl: string,
  { times, events }: LostDatabaseSettings,
  takeAway: () => Promise<void>,
): Promise<void> {
  const service = await startTestApp({}, databaseUrl)
  t.after(() => service.close())
  const { deps } = service
  const receiver = await startCountingReceiver(5)
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  for (let i = 0; i < receivers; i++) await subscribe(deps, merchantId, receiver.url(`/${i}`))
  const plan = {
    databaseUrl,
    secrets: testSecrets,
    options: { leaseMs: 4_000, reclaimMs: 500 },
    // An attempt that missed its deadline waits for its next one no longer than the test does.
    environment: { WEBHOOK_TIMEOUT_SECONDS: '2', WEBHOOK_RETRY_DELAYS: '1,1,1,1,1,1,1,1' },
  }
  await Promise.all([startWorker(t, plan), startWorker(t, plan)])

  const committing = commitOneByOne(deps, merchantId, events)
  for (let time = 1; time <= times; time++) {
    const before = receiver.total()
    await until(() => receiver.total() > before + 50, 'deliveries to flow')
    await takeAway()
  }
  const { committed, unknown } = await committing
  const counts = await untilQueueIsEmpty(deps, 120_000)
  const stored = await until(
    () =>
      deps.db
        .selectFrom('events')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirst(),
    'the events to be counted',
  )
  // A commit whose answer was lost may have taken place.
  assert.ok(stored.rows >= committed && stored.rows <= committed + unknown, `${stored.rows} of ${committed}+${unknown}`)
  assert.deepEqual([counts.delivered, counts.failed], [stored.rows * receivers, 0])
  for (const [path, ids] of receiver.seen) assert.equal(ids.size, stored.rows, `${path} saw every event`)
  t.diagnostic(
    `taken away ${times} times: ${stored.rows} events committed (${unknown} commits unanswered), ` +
      `${counts.delivered} deliveries, ${receiver.duplicates()} duplicates, ${counts.lost} attempts lost`,
  )
}

async function commitOneByOne(deps: Pick<RunningDependencies, 'db'>, merchantId: string, events: number) {
  let committed = 0
  let unknown = 0
  while (committed < events) {
    try {
      await commitEvents(deps, merchantId, 1)
      committed += 1
    } catch {
      unknown += 1
      await sleep(20)
    }
  }
  return { committed, unknown }
}

testFault(surviveDatabaseCrash, {
  short: {
    name: 'the database restarted in mode immediate under load: nothing committed is missed',
    settings: { times: 1, events: 200 },
  },
  long: {
    name: 'the database restarted in mode immediate five times under load: nothing committed is missed',
    settings: { times: 5, events: 1_500 },
  },
})

testFault(surviveTerminatedBackends, {
  short: {
    name: 'backends terminated under load: nothing committed is missed',
    settings: { times: 3, events: 200 },
  },
  long: {
    name: 'backends terminated twenty times under load: nothing committed is missed',
    settings: { times: 20, events: 1_500 },
  },
})
