import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { backoffMs } from './index.ts'
import { deleteJobs, type LeasedJob, postponeJobs, releaseJobs } from './queries.ts'

interface Batch {
  db: Database
  logger: Pick<Logger, 'error' | 'warn'>
  jobs: readonly LeasedJob[]
  /** How many of them run at the same time. */
  atOnce: number
  leaseMs: number
  run(job: LeasedJob): Promise<void>
  /** Checked before each further job; jobs that were not begun are released. */
  isStopped(): boolean
}

/** Finished jobs are deleted together, this often while others run. */
const deleteEveryMs = 200

/** Runs jobs that this process has leased, and keeps their leases until they have ended. */
export async function runBatch({ db, logger, jobs, atOnce, leaseMs, run, isStopped }: Batch): Promise<void> {
  const leased = new Set(jobs)
  const waiting = [...jobs]
  let done: LeasedJob[] = []
  let deletedAt = performance.now()

  // A job whose outcome cannot be recorded runs again at the end of its lease.
  const recorded = async (statement: Promise<void>) => {
    await statement.catch((err: unknown) => logger.error({ err }, 'the outcome of a job cannot be recorded'))
  }
  async function deleteDone(): Promise<void> {
    const ended = done
    done = []
    deletedAt = performance.now()
    if (ended.length > 0) await recorded(deleteJobs(db, ended))
    for (const job of ended) leased.delete(job)
  }
  async function attempt(job: LeasedJob): Promise<void> {
    const { id, name, attempts } = job
    try {
      await run(job)
      done.push(job)
    } catch (err) {
      logger.error({ err, id, job: name, attempts }, 'job failed')
      leased.delete(job)
      await recorded(postponeJobs(db, [job], backoffMs(attempts)))
    }
  }
  async function work(): Promise<void> {
    for (let job = waiting.shift(); job !== undefined; job = isStopped() ? undefined : waiting.shift()) {
      await attempt(job)
      if (performance.now() - deletedAt > deleteEveryMs) await deleteDone()
    }
  }

  const onError = (err: unknown) => logger.warn({ err }, 'the leases of jobs could not be renewed')
  const renewal = setInterval(() => void postponeJobs(db, [...leased], leaseMs).catch(onError), leaseMs / 4)
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
    await deleteDone()
    if (waiting.length > 0) await recorded(releaseJobs(db, waiting))
  } finally {
    clearInterval(renewal)
  }
}
