import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { startTestApp } from '#test/support/app.ts'
import { longestWaitMs, until } from '#test/support/until.ts'
import { backoffMs, enqueue, type Job } from './index.ts'
import { deleteFailedJobs, deleteJobs, leaseJobs, postponeJobs } from './queries.ts'
import { runInBackground } from './runner.ts'

const holder = fileURLToPath(new URL('../../../test/support/hold-job.ts', import.meta.url))
const quick = { pollMs: 20, leaseMs: 1_000 }
/** With leases that no pause of this process outlasts, for all that do not wait for the end of one. */
const patient = { ...quick, leaseMs: longestWaitMs }

describe('background jobs', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())
  /** Also run for a test that failed midway, so that nothing keeps the process alive. */
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    await Promise.all(cleanups.splice(0).map((clean) => clean()))
    await sql`delete from jobs`.execute(service.deps.db)
  })

  const job = (
    name: string,
    run: (payload: { n: number }) => Promise<void> = async () => {},
  ): Job<{ n: number }, object> => ({ name, run: (_, payload) => run(payload) })

  function run(handlers: Job<{ n: number }, object> | Job<{ n: number }, object>[], options = patient) {
    const runner = runInBackground(service.deps, [{ jobs: [handlers].flat() }], options)
    cleanups.push(runner.stop)
    return runner
  }

  function latch(): { released: Promise<void>; release(): void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    cleanups.push(resolve)
    return { released: promise, release: resolve }
  }

  async function waiting(): Promise<{ n: number; attempts: number; pause: number }[]> {
    const { rows } = await sql<{ n: number; attempts: number; pause: number }>`
      select (payload->>'n')::int as n, attempts, extract(epoch from due_at - now()) as pause
        from jobs order by 1`.execute(service.deps.db)
    return rows
  }

  /** A process that leases the job and does not end it. */
  async function holdInOtherProcess(leaseMs = quick.leaseMs): Promise<ChildProcess> {
    const words = [holder, service.databaseUrl, String(leaseMs)]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    cleanups.push(() => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }

  it('a job of a process killed with SIGKILL is taken over by another', async () => {
    await enqueue(service.deps.db, job('test.hold'), { n: 1 })
    const child = await holdInOtherProcess()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const done: number[] = []
    const runner = run(job('test.hold', async ({ n }) => void done.push(n)))
    await until(() => done.length > 0, 'the job to be done')
    await runner.stop()
    assert.deepEqual([done, await waiting()], [[1], []])
  })

  it('a job of a living process is not taken over, even after the lease it began with', async () => {
    await enqueue(service.deps.db, job('test.hold'), { n: 2 })
    const child = await holdInOtherProcess(8_000)
    const [first] = await waiting()
    const done: number[] = []
    const later = job('test.later', async ({ n }) => void done.push(n))
    const runner = run([job('test.hold', async ({ n }) => void done.push(n)), later])
    const from = performance.now()
    await until(() => performance.now() - from > (first?.pause ?? 0) * 1_000, 'its first lease to be over')
    await enqueue(service.deps.db, later, { n: 3 })
    await until(() => done.length > 0, 'a look for jobs after that')
    assert.deepEqual(done, [3])
    child.kill('SIGKILL')
    await until(() => done.length > 1, 'the job to be done')
    await runner.stop()
    assert.deepEqual(done, [3, 2])
  })

  it('a job of a transaction that rolls back never runs', async () => {
    const ran: number[] = []
    const counted = job('test.count', async ({ n }) => void ran.push(n))
    const undone = inTransaction(service.deps.db, async (transaction) => {
      await enqueue(transaction, counted, { n: 1 })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await enqueue(service.deps.db, counted, { n: 2 })
    const runner = run(counted)
    await until(() => ran.length > 0, 'the job')
    await runner.stop()
    assert.deepEqual(ran, [2])
  })

  it('of jobs with the same key that wait, the last runs, once', async () => {
    const ran: number[] = []
    const counted = job('test.count', async ({ n }) => void ran.push(n))
    await Promise.all([1, 2, 3].map((n) => enqueue(service.deps.db, counted, { n }, 'same')))
    await enqueue(service.deps.db, counted, { n: 4 }, 'same')
    const runner = run(counted)
    await until(async () => (await waiting()).length === 0, 'the job')
    await runner.stop()
    assert.deepEqual(ran, [4])
  })

  for (const outcome of ['ends', 'fails']) {
    it(`a job queued with the key of one that runs is done after it, whether that one ${outcome} or not`, async () => {
      const ran: number[] = []
      const { released, release } = latch()
      const held = job('test.held', async ({ n }) => {
        ran.push(n)
        if (n === 1) await released
        if (n === 1 && outcome === 'fails') throw new Error('the first fails')
      })
      await enqueue(service.deps.db, held, { n: 1 }, 'held')
      const runner = run(held)
      await until(() => ran.length === 1, 'the first')
      await enqueue(service.deps.db, held, { n: 2 }, 'held')
      release()
      await until(async () => ran.length === 2 && (await waiting()).length === 0, 'the second')
      await runner.stop()
      assert.deepEqual(ran, [1, 2])
    })
  }

  it('an attempt of a replaced job that ends does not delete the job that replaced it', async () => {
    const { released, release } = latch()
    const held = job('test.held', async ({ n }) => {
      if (n === 2) throw new Error('the second fails')
      await released
    })
    await enqueue(service.deps.db, held, { n: 1 }, 'held')
    const runner = run(held)
    await until(async () => (await waiting())[0]?.attempts === 1, 'the first')
    await enqueue(service.deps.db, held, { n: 2 }, 'held')
    await until(async () => (await waiting()).some(({ n, attempts }) => n === 2 && attempts > 0), 'the second')
    release()
    await runner.stop()
    assert.deepEqual(
      (await waiting()).map(({ n }) => n),
      [2],
    )
  })

  it('an attempt that lost its lease neither ends nor postpones the next attempt', async () => {
    const { db } = service.deps
    await enqueue(db, job('test.held'), { n: 1 })
    const first = await leaseJobs(db, ['test.held'], { limit: 1, leaseMs: 0 })
    const second = await leaseJobs(db, ['test.held'], { limit: 1, leaseMs: 600_000 })
    assert.deepEqual([first.length, second.length], [1, 1])
    await deleteJobs(db, first)
    await postponeJobs(db, first, 3_000)
    assert.deepEqual(
      (await waiting()).map(({ attempts, pause }) => [attempts, pause > 300]),
      [[2, true]],
    )
    await deleteJobs(db, second)
    assert.deepEqual(await waiting(), [])
  })

  it('a job that fails waits for its backoff; a job of an unknown name is left to other processes', async () => {
    await enqueue(service.deps.db, job('test.unknown'), { n: 1 })
    const failing = job('test.failing', async () => Promise.reject(new Error('it fails')))
    await enqueue(service.deps.db, failing, { n: 2 })
    const runner = run(failing, quick)
    // Whoever misses the first pause sees the next, which is longer.
    const isPostponed = async () => (await waiting()).some(({ n, pause }) => n === 2 && pause > 1.5)
    await until(isPostponed, 'the job to wait')
    await runner.stop()
    const [unknown] = await waiting()
    assert.deepEqual([unknown?.n, unknown?.attempts], [1, 0])
  })

  it('a job that fails is logged by its name and id, not with what it is about', async () => {
    const lines: Record<string, unknown>[] = []
    const logger = Object.create(service.deps.logger, { error: { value: (line: object) => lines.push({ ...line }) } })
    const failing = job('test.fails', () => Promise.reject(new Error('no')))
    await enqueue(service.deps.db, failing, { n: 4_711 })
    const runner = runInBackground({ ...service.deps, logger }, [{ jobs: [failing] }], patient)
    cleanups.push(runner.stop)
    await until(() => lines.length > 0, 'the line')
    assert.deepEqual(Object.keys(lines[0] ?? {}).sort(), ['attempts', 'err', 'id', 'job'])
  })

  it('thirteen attempts are made within 22 hours; what failed for good is kept a week', async () => {
    const hours = Array.from({ length: 12 }, (_, n) => backoffMs(n + 1)).reduce((sum, ms) => sum + ms / 3_600_000, 0)
    assert.equal(Math.round(hours), 22)
    let attempts = 0
    const failing = job('test.failing', async () => {
      attempts++
      throw new Error('it fails')
    })
    await enqueue(service.deps.db, failing, { n: 1 })
    const runner = run(failing)
    await until(async () => {
      await sql`update jobs set due_at = now() where attempts < max_attempts and due_at > now()`.execute(
        service.deps.db,
      )
      return (await waiting())[0]?.attempts === 13
    }, 'the last attempt')
    await runner.stop()
    assert.equal(attempts, 13)
    await deleteFailedJobs(service.deps.db)
    assert.equal((await waiting()).length, 1)
    await sql`update jobs set due_at = now() - interval '8 days'`.execute(service.deps.db)
    await deleteFailedJobs(service.deps.db)
    assert.deepEqual(await waiting(), [])
  })

  it('a job whose outcome cannot be recorded runs again', async () => {
    await sql`
      create function refuse_job_change() returns trigger language plpgsql as $$
      begin raise exception 'not now' using errcode = '57P01'; end $$`.execute(service.deps.db)
    await sql`
      create trigger refuse_change before delete or update of due_at on jobs
        for each row when (old.attempts = 1) execute function refuse_job_change()`.execute(service.deps.db)
    const ran: number[] = []
    const cut = job('test.cut', async ({ n }) => {
      ran.push(n)
    })
    const runner = run(cut, quick)
    await enqueue(service.deps.db, cut, { n: 1 })
    await until(() => ran.length === 1, 'the job')
    await until(async () => ((await waiting())[0]?.pause ?? 1) < 0, 'the lease to end')
    await sql`drop function refuse_job_change cascade`.execute(service.deps.db)
    await until(async () => (await waiting()).length === 0, 'the job again')
    await runner.stop()
    assert.deepEqual(ran, [1, 1])
  })

  it('a process whose connections were all cut goes on with the next job', async () => {
    const ran: number[] = []
    const counted = job('test.count', async ({ n }) => void ran.push(n))
    const runner = run(counted, quick)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`.execute(service.deps.db)
    const isQueued = () =>
      enqueue(service.deps.db, counted, { n: 1 }).then(
        () => true,
        () => false,
      )
    await until(isQueued, 'the database')
    await until(() => ran.length > 0, 'the job')
    await runner.stop()
    assert.deepEqual(ran, [1])
  })

  it('a database that is unreachable for a while does not stop the jobs', async (t) => {
    const name = new URL(service.databaseUrl).pathname.slice(1)
    const admin = new pg.Client({ connectionString: process.env['TEST_SERVER_URL'] })
    await admin.connect()
    t.after(() => admin.end())
    const allowConnections = async (allowed: boolean) => {
      await admin.query(`alter database ${name} allow_connections ${allowed}`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    }
    const ran: number[] = []
    const faults: unknown[] = []
    const logger = Object.create(service.deps.logger, { error: { value: (fault: unknown) => faults.push(fault) } })
    const counted = job('test.count', async ({ n }) => void ran.push(n))
    await enqueue(service.deps.db, counted, { n: 1 })
    await allowConnections(false)
    const runner = runInBackground({ ...service.deps, logger }, [{ jobs: [counted] }], quick)
    await until(() => faults.length > 0, 'a failure to read jobs')
    await setTimeout(20 * quick.pollMs)
    assert.ok(faults.length <= 3, `an outage is told by each loop once, not ${faults.length} times`)
    await allowConnections(true)
    await until(() => ran.length > 0, 'the job')
    await runner.stop()
    assert.deepEqual(ran, [1])
  })

  it('others do not wait for bulk jobs, which are leased in batches of 20 and run three at a time', async () => {
    const { released, release } = latch()
    let begun = 0
    const bulk: Job<{ n: number }, object> = {
      ...job('test.bulk', () => {
        begun++
        return released
      }),
      bulk: true,
    }
    const ran: number[] = []
    const urgent = job('test.urgent', async ({ n }) => void ran.push(n))
    for (let n = 1; n <= 25; n++) await enqueue(service.deps.db, bulk, { n })
    const runner = runInBackground(service.deps, [{ jobs: [bulk, urgent] }], quick)
    cleanups.push(runner.stop)
    const leased = async () => (await waiting()).filter(({ attempts }) => attempts === 1).length
    await until(() => begun === 3, 'three to run')
    assert.equal(await leased(), 20)
    for (const n of [27, 28, 29, 30]) await enqueue(service.deps.db, urgent, { n })
    await until(() => ran.length === 4, 'the others')
    assert.equal(begun, 3)
    release()
    await until(async () => (await waiting()).length === 0, 'all of them')
    await runner.stop()
    assert.equal(begun, 25)
  })

  it('a stop gives back the bulk jobs that were not begun; one that failed waits alone', async () => {
    const { released, release } = latch()
    const ran: number[] = []
    const bulk: Job<{ n: number }, object> = {
      ...job('test.bulk', async ({ n }) => {
        ran.push(n)
        await released
        if (n === ran[0]) throw new Error('it fails')
      }),
      bulk: true,
    }
    for (let n = 1; n <= 6; n++) await enqueue(service.deps.db, bulk, { n })
    const runner = runInBackground(service.deps, [{ jobs: [bulk] }], quick)
    await until(() => ran.length === 3, 'three to run')
    // They are kept beyond their lease.
    await setTimeout(2 * quick.leaseMs)
    const stopped = runner.stop()
    release()
    await stopped
    assert.equal(ran.length, 3)
    const rest = await waiting()
    assert.equal(rest.length, 4)
    for (const { n, attempts } of rest) assert.equal(attempts, n === ran[0] ? 1 : 0)
  })

  it('a stop waits for the job that runs and starts no other', async () => {
    const ran: number[] = []
    const { released, release } = latch()
    const held = job('test.held', async ({ n }) => {
      await released
      ran.push(n)
    })
    for (const n of [1, 2, 3, 4, 5, 6]) await enqueue(service.deps.db, held, { n })
    const runner = run(held)
    await until(async () => (await waiting()).filter(({ attempts }) => attempts === 1).length === 3, 'three to run')
    const stopped = runner.stop()
    release()
    await stopped
    assert.deepEqual([ran.length, (await waiting()).map(({ attempts }) => attempts)], [3, [0, 0, 0]])
  })
})
