import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { jobTools, patient, quick } from '#test/support/background-jobs.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { until } from '#test/support/until.ts'
import { backoffMs, enqueue } from './index.ts'
import { deleteFailedJobs } from './queries.ts'
import { runInBackground } from './runner.ts'

describeService('background jobs that fail', ({ service }) => {
  const { job, run, waiting, cleanups, clean } = jobTools(() => service)
  afterEach(clean)

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
})
