import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { jobTools, quick } from '#test/support/background-jobs.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { until } from '#test/support/until.ts'
import { enqueue, type Job } from './index.ts'
import { deleteJobs, leaseJobs, postponeJobs } from './queries.ts'
import { runInBackground } from './runner.ts'

describeService('background jobs', ({ service }) => {
  const { job, run, latch, waiting, holdInOtherProcess, cleanups, clean } = jobTools(() => service)
  afterEach(clean)

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

  it('others do not wait for slow jobs, of which three run at a time', async () => {
    const { released, release } = latch()
    let begun = 0
    const held = job('test.slow', () => {
      begun++
      return released
    })
    const slow: Job<{ n: number }, object> = { ...held, slow: true }
    const ran: number[] = []
    const urgent = job('test.urgent', async ({ n }) => void ran.push(n))
    for (let n = 1; n <= 5; n++) await enqueue(service.deps.db, slow, { n })
    const runner = runInBackground(service.deps, [{ jobs: [slow, urgent] }], quick)
    cleanups.push(runner.stop)
    await until(() => begun === 3, 'three to run')
    for (const n of [6, 7, 8, 9]) await enqueue(service.deps.db, urgent, { n })
    await until(() => ran.length === 4, 'the others')
    assert.equal(begun, 3)
    release()
    await until(async () => (await waiting()).length === 0, 'all of them')
  })

  it('jobs of a shop that have taken long wait until those of others have run', async () => {
    const begun: string[] = []
    const long = {
      ...job('test.costly', async () => {}),
      costly: true as const,
      async run(_: object, { merchantId }: { n: number; merchantId: string }) {
        begun.push(merchantId)
        await setTimeout(merchantId === 'a' ? 300 : 1)
      },
    }
    for (let n = 0; n < 12; n++) await enqueue(service.deps.db, long, { n, merchantId: 'a' })
    for (let n = 0; n < 3; n++) await enqueue(service.deps.db, long, { n, merchantId: 'b' })
    const runner = runInBackground(service.deps, [{ jobs: [long] }], quick)
    cleanups.push(runner.stop)
    await until(async () => (await waiting()).length === 0, 'all of them')
    // Each of the three loops has had one of the first shop before.
    assert.ok(begun.lastIndexOf('b') <= 6, begun.join(' '))
    assert.equal(begun.length, 15)
  })

  it('a job queued for later runs then, and at once where it is queued again for now', async () => {
    const ran: number[] = []
    const later = job('test.later', async ({ n }) => void ran.push(n))
    const { db } = service.deps
    await enqueue(db, later, { n: 1 }, 'later', 3_600_000)
    await enqueue(db, later, { n: 2 }, 'sooner')
    await enqueue(db, later, { n: 3 }, 'sooner', 3_600_000)
    const runner = run(later)
    await until(() => ran.length === 1, 'the one that is due')
    await runner.stop()
    assert.deepEqual([ran, (await waiting()).length], [[3], 1])
    await enqueue(db, later, { n: 4 }, 'later')
    const again = run(later)
    await until(() => ran.length === 2, 'the other one')
    await again.stop()
    assert.deepEqual([ran, await waiting()], [[3, 4], []])
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
