import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { buildTestApp, startTestApp, type TestApp } from '#test/support/app.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'
import { runSweeps } from './index.ts'

it('eight sweeps on a pool of two connections, all at once, do not block each other', async (t) => {
  const small = await buildTestApp(t, { DATABASE_POOL_SIZE: '2' })
  const faults: unknown[] = []
  const logger = Object.create(small.deps.logger, { error: { value: (fault: unknown) => faults.push(fault) } })
  const runs = Array(8).fill(0)
  const sweeps = runs.map((_, index) => ({
    name: `test.sweep-${index}`,
    everyMs: () => 1,
    run: async ({ db }: RunningDependencies) => {
      await sql`select pg_sleep(0.01)`.execute(db)
      runs[index]++
    },
  }))
  const running = runSweeps({ ...small.deps, logger }, sweeps)
  await until(() => runs.every((count) => count > 5), 'every sweep to run')
  await running.stop()
  assert.deepEqual(faults, [])
})

/** A sweep that counts its runs in `runs[by]`. */
function counting(runs: Record<string, number>, by: string, work: () => Promise<void> = async () => {}) {
  const run = async () => {
    runs[by] = (runs[by] ?? 0) + 1
    await work()
  }
  return [{ name: 'test.counted', everyMs: () => 20, run }]
}

const countedBy = (runs: Record<string, number>, by: string) => runs[by] ?? 0

const leaseEnd = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('sweep_leases').select('held_until').where('name', '=', 'test.counted').executeTakeFirst())
    ?.held_until

it('a sweep is run by one process, however long a run lasts; the other follows when that one stops', async (t) => {
  const first = await buildTestApp(t)
  const second = await startTestApp({}, first.databaseUrl)
  t.after(() => second.close())
  const runs = {}
  const longRun = Promise.withResolvers<void>()
  // Renewed after a quarter of it. No pause of this process is as long as the rest.
  const leaseMs = 20_000
  const running = runSweeps(
    first.deps,
    counting(runs, 'first', () => longRun.promise),
    leaseMs,
  )
  await until(() => countedBy(runs, 'first') > 0, 'the first to run')
  const waiting = runSweeps(second.deps, counting(runs, 'second'), leaseMs)
  const firstEnd = await leaseEnd(first)
  assert.ok(firstEnd)
  await until(async () => ((await leaseEnd(first)) ?? firstEnd) > firstEnd, 'the lease to be renewed')
  assert.equal(countedBy(runs, 'second'), 0)
  longRun.resolve()
  await until(() => countedBy(runs, 'first') > 3, 'the first to go on')
  assert.equal(countedBy(runs, 'second'), 0)
  await running.stop()
  await until(() => countedBy(runs, 'second') > 3, 'the second to follow')
  await waiting.stop()
  assert.equal(await leaseEnd(first), undefined)
})

it('of two processes that take a lease at once one gets it', async (t) => {
  const service = await buildTestApp(t)
  const taking = await holdLocks(
    service,
    sql`insert into sweep_leases (name, holder, held_until)
        values ('test.counted', gen_random_uuid(), now() + interval '1 hour')`,
  )
  const runs = {}
  const running = runSweeps(service.deps, counting(runs, 'second'))
  await until(async () => (await lockWaits(service)) > 0, 'the second to take it, too')
  await taking.commit()
  await running.stop()
  assert.equal(countedBy(runs, 'second'), 0)
})

it('a process that vanishes without closing its connections is followed by another', async (t) => {
  const second = await buildTestApp(t)
  const { proxy, url } = await startDatabaseProxy(second.databaseUrl)
  const first = await startTestApp({}, url)
  const runs = {}
  const vanishing = runSweeps(
    first.deps,
    counting(runs, 'first', async () => proxy.freeze()),
    1_000,
  )
  t.after(async () => {
    await proxy.close()
    await vanishing.stop()
    await first.close()
  })
  await until(() => countedBy(runs, 'first') > 0, 'the first to run')
  const following = runSweeps(second.deps, counting(runs, 'second'), 1_000)
  t.after(() => following.stop())
  await until(() => countedBy(runs, 'second') > 0, 'the second to run')
})

it('a run that outlives its lease is noticed', async (t) => {
  const { deps } = await buildTestApp(t)
  const warnings: string[] = []
  const warn = (_: object, message: string) => warnings.push(message)
  const logger = Object.create(deps.logger, { warn: { value: warn } })
  const longRun = Promise.withResolvers<void>()
  const runs = {}
  const running = runSweeps(
    { ...deps, logger },
    counting(runs, 'only', () => longRun.promise),
    400,
  )
  await until(() => countedBy(runs, 'only') > 0, 'the run to begin')
  await sql`update sweep_leases set holder = gen_random_uuid(), held_until = now() + interval '1 hour'`.execute(deps.db)
  await until(() => warnings.some((message) => message.includes('outlived its lease')), 'a warning')
  longRun.resolve()
  await running.stop()
})

it('a sweep that fails gives another process its turn, and one whose connections were cut runs again', async (t) => {
  const first = await buildTestApp(t)
  const second = await startTestApp({}, first.databaseUrl)
  t.after(() => second.close())
  const runs = {}
  const failing = runSweeps(
    first.deps,
    counting(runs, 'first', async () => {
      throw new Error('a sweep that fails')
    }),
  )
  await until(() => countedBy(runs, 'first') > 3, 'the sweep to run again')
  const other = runSweeps(second.deps, counting(runs, 'second'))
  await until(() => countedBy(runs, 'second') > 3, 'the other to get a turn')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`.execute(first.deps.db)
  const before = countedBy(runs, 'second')
  await until(() => countedBy(runs, 'second') > before + 3, 'the sweep to run on')
  await Promise.all([failing.stop(), other.stop()])
})
