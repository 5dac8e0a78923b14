import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Dependencies } from '#src/app/dependencies.ts'
import { buildTestApp, startTestApp, type TestApp } from '#test/support/app.ts'
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
    run: async ({ db }: Dependencies) => {
      await sql`select pg_sleep(0.01)`.execute(db)
      runs[index]++
    },
  }))
  const running = runSweeps({ ...small.deps, logger }, sweeps)
  await until(() => runs.every((count) => count > 5), 'every sweep to run')
  await running.stop()
  assert.deepEqual(faults, [])
})

it('of two processes one at a time runs a sweep; after it stops the other goes on', async (t) => {
  const first = await buildTestApp(t)
  const second = await startTestApp({}, first.databaseUrl)
  t.after(() => second.close())
  let inside = 0
  let most = 0
  const runs = { first: 0, second: 0 }
  const start = ({ deps }: TestApp, process: keyof typeof runs) =>
    runSweeps(deps, [
      {
        name: 'test.exclusive',
        everyMs: () => 1,
        async run() {
          most = Math.max(most, ++inside)
          await sleep(5)
          inside--
          runs[process]++
        },
      },
    ])
  const running = { first: start(first, 'first'), second: start(second, 'second') }
  await until(() => runs.first > 10 && runs.second > 10, 'both to run')
  await running.first.stop()
  const before = runs.second
  await until(() => runs.second > before + 5, 'the other to go on')
  await running.second.stop()
  assert.equal(most, 1)
})

it('a sweep that fails, and one whose lock connection was cut, run again', async (t) => {
  const { deps } = await buildTestApp(t)
  let runs = 0
  const running = runSweeps(deps, [
    {
      name: 'test.failing',
      everyMs: () => 1,
      async run() {
        runs++
        throw new Error('a sweep that fails')
      },
    },
  ])
  await until(() => runs > 3, 'the sweep to run again')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'commerce-sweeps'`.execute(deps.db)
  const before = runs
  await until(() => runs > before + 3, 'the sweep to run on a new connection')
  await running.stop()
})
