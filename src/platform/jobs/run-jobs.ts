import type { Database } from '#src/platform/db/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { repeat } from '#src/platform/sweeps/repeat.ts'
import { backoffMs, type Job } from './index.ts'
import { deleteJob, type LeasedJob, leaseJob, postponeJob } from './queries.ts'

export interface JobOptions {
  /** How often each of the loops looks for a job that is due. */
  pollMs: number
  /** How long after the death of a process its jobs are taken over. A living process renews its leases. */
  leaseMs: number
}

interface JobServices {
  db: Database
  logger: Logger
}

/** Jobs of one process that run at the same time. One of the places is kept for what is not `bulk`. */
const concurrency = 4

/** Runs jobs until stopped; a stop waits for those that run. No connection is held while a job runs. */
export function runJobs<Dependencies>(
  deps: Dependencies & JobServices,
  jobs: readonly Job<never, Dependencies>[],
  { pollMs, leaseMs }: JobOptions,
): { stop(): Promise<void> } {
  const handlers = new Map(jobs.map((job) => [job.name, job]))
  let stopped = false

  const all = jobs.map((job) => job.name)
  const urgent = jobs.filter((job) => !job.bulk).map((job) => job.name)
  const runNext = async (names: readonly string[]): Promise<boolean> => {
    const job = await leaseJob(deps.db, names, leaseMs)
    if (job !== undefined) await attempt(job)
    return job !== undefined
  }
  const attempt = async (job: LeasedJob) => {
    const { id, name, attempts } = job
    const onError = (error: unknown) =>
      deps.logger.warn({ err: error, id, job: name }, 'job lease could not be renewed')
    const renewal = setInterval(() => void postponeJob(deps.db, job, leaseMs).catch(onError), leaseMs / 4)
    try {
      await handlers.get(name)?.run(deps, job.payload as never)
      await deleteJob(deps.db, job)
    } catch (error) {
      deps.logger.error({ err: error, id, job: name, attempts }, 'job failed')
      // If this fails, too, the job is due again at the end of its lease.
      await postponeJob(deps.db, job, backoffMs(attempts))
    } finally {
      clearInterval(renewal)
    }
  }

  // The loops look one after the other, so that a job waits for a fraction of `pollMs`.
  const loops = Array.from({ length: concurrency }, (_, index) =>
    repeat({
      everyMs: pollMs,
      firstMs: (pollMs * index) / concurrency,
      async run() {
        while (!stopped && (await runNext(index === 0 ? urgent : all)));
      },
      onError: (error) => deps.logger.error({ err: error }, 'jobs cannot be read or recorded; trying again'),
    }),
  )
  return {
    async stop() {
      stopped = true
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
