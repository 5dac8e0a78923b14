import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Dependencies } from '#src/app/dependencies.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { startTestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { enqueue, type Job, withdraw } from './index.ts'
import { runInBackground } from './runner.ts'

const holder = new URL('../../../test/faults/hold-job.ts', import.meta.url).pathname

describe('background jobs', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

  const job = (
    name: string,
    run: (payload: { n: number }) => Promise<void> = async () => {},
  ): Job<{ n: number }, object> => ({
    name,
    run: (_, payload) => run(payload),
  })

  it('a job of a process killed with SIGKILL is taken over by a living one', async () => {
    const held = job('test.hold')
    await enqueue(service.deps.db, held, { n: 1 })
    const child = spawn(process.execPath, [holder, service.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    const done: number[] = []
    const runner = await runInBackground(
      service.deps,
      [{ jobs: [job('test.hold', async ({ n }) => void done.push(n))] }],
      { recoverEveryMs: 100 },
    )
    await until(() => done.length > 0, 'the job to be done')
    await runner.stop()
    assert.deepEqual(done, [1])
  })

  it('a job of a process that lives is left to it, however long it takes', async () => {
    await enqueue(service.deps.db, job('test.hold'), { n: 2 })
    const child = spawn(process.execPath, [holder, service.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const done: number[] = []
    let sweeps = 0
    const runner = await runInBackground(
      service.deps,
      [
        {
          jobs: [job('test.hold', async ({ n }) => void done.push(n))],
          sweeps: [{ name: 'test.count', everyMs: () => 100, run: async () => void sweeps++ }],
        },
      ],
      { recoverEveryMs: 100 },
    )
    await until(() => sweeps > 15, 'many sweeps')
    assert.deepEqual(done, [])
    child.kill('SIGKILL')
    await until(() => done.length > 0, 'the job to be done')
    await runner.stop()
    assert.deepEqual(done, [2])
  })

  it('a job queued in a transaction that fails never runs; one withdrawn neither', async () => {
    const ran: number[] = []
    const counted = job('test.count', async ({ n }) => void ran.push(n))
    const undone = inTransaction(service.deps.db, async (transaction) => {
      await enqueue(transaction, counted, { n: 1 })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await enqueue(service.deps.db, counted, { n: 2 }, { key: 'withdrawn' })
    await withdraw(service.deps.db, 'withdrawn')
    await enqueue(service.deps.db, counted, { n: 3 })
    const runner = await runInBackground(service.deps, [{ jobs: [counted] }])
    await until(() => ran.length > 0, 'the job')
    await runner.stop()
    assert.deepEqual(ran, [3])
  })

  it('more sweeps than there are connections, all at once, do not wait for each other', async (t) => {
    const small = await startTestApp({ DATABASE_POOL_SIZE: '2' })
    t.after(() => small.close())
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
    const runner = await runInBackground({ ...small.deps, logger }, [{ sweeps }])
    await until(() => runs.every((count) => count > 5), 'every sweep to run')
    await runner.stop()
    assert.deepEqual(faults, [])
  })

  it('a job whose outcome cannot be recorded is done again, and the process lives', async () => {
    const cutOff = (allowed: boolean) =>
      sql`
        do $$ begin
          execute format('alter database %I allow_connections ${sql.raw(String(allowed))}', current_database());
          perform pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'commerce-jobs';
        end $$`.execute(service.deps.db)
    const ran: number[] = []
    const cut = job('test.cut', async ({ n }) => {
      ran.push(n)
      if (ran.length === 1) await cutOff(false)
    })
    const runner = await runInBackground(service.deps, [{ jobs: [cut] }], { recoverEveryMs: 100 })
    await enqueue(service.deps.db, cut, { n: 1 })
    await until(() => ran.length === 1, 'the job')
    // Long enough for the worker to have tried in vain.
    await sleep(1_500)
    await cutOff(true)
    await until(() => ran.length === 2, 'the job again')
    await runner.stop()
    assert.deepEqual(ran, [1, 1])
  })

  it('workers whose connections are all broken go on with the next job', async () => {
    const ran: number[] = []
    const counted = job('test.count', async ({ n }) => void ran.push(n))
    const runner = await runInBackground(service.deps, [{ jobs: [counted] }], { recoverEveryMs: 100 })
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`.execute(service.deps.db)
    await until(
      () =>
        enqueue(service.deps.db, counted, { n: 1 }).then(
          () => true,
          () => false,
        ),
      'the database',
    )
    await until(() => ran.length > 0, 'the job')
    await runner.stop()
    assert.deepEqual(ran, [1])
  })
})
