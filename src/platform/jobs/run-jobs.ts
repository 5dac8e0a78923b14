import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { repeat } from '#src/platform/sweeps/repeat.ts'
import { inJobSpan } from '#src/platform/tracing/index.ts'
import type { Job } from './index.ts'
import { leaseInTurn } from './queries.ts'
import { runBatch } from './run-batch.ts'
import { createShopTimes, type ShopTimes, shopOf } from './shop-times.ts'

export interface JobOptions {
  /** Interval at which each loop looks for a due job. */
  pollMs: number
  /** How long after the death of a process its jobs are taken over. A living process renews its leases. */
  leaseMs: number
}

interface JobServices {
  db: Database
  logger: Logger
}

/** Concurrent jobs of one process; the same numbers of `bulk`, of `slow` and of `costly` jobs come on top. */
const concurrency = 3
/** Bulk jobs leased together. If the process dies, at most this many run again. */
const batchSize = 20

/**
 * Runs jobs until stopped; a stop waits for those that run. No connection is held while a job runs. Of the jobs of a
 * kind those are next whose shop has had the least time of late, then the longest due.
 */
export function runJobs<Dependencies>(
  deps: Dependencies & JobServices,
  jobs: readonly Job<never, Dependencies>[],
  { pollMs = 1_000, leaseMs = 20_000 }: Partial<JobOptions> = {},
): { stop(): Promise<void> } {
  const { db, logger } = deps
  const handlers = new Map(jobs.map((job) => [job.name, job]))
  const namesOf = (kind: (job: Job<never, Dependencies>) => boolean) => jobs.filter(kind).map(({ name }) => name)
  let stopped = false

  interface Loop extends Record<'limit' | 'atOnce' | 'firstMs', number> {
    times: ShopTimes
  }
  const loop = (names: readonly string[], { limit, atOnce, firstMs, times }: Loop) =>
    repeat({
      everyMs: pollMs,
      firstMs,
      async run() {
        while (!stopped) {
          const leased = await leaseInTurn(db, names, times.busy(), { limit, leaseMs })
          if (leased.length === 0) return
          const run = async ({ name, payload, attempts }: (typeof leased)[number]) => {
            const begun = performance.now()
            await inJobSpan(name, attempts, async () => handlers.get(name)?.run(deps, payload as never)).finally(() =>
              times.add(shopOf(payload), performance.now() - begun),
            )
          }
          await runBatch({ db, logger, jobs: leased, atOnce, leaseMs, run, isStopped: () => stopped })
        }
      },
      onError: (error) => logger.error({ err: error }, 'jobs cannot be read; trying again'),
    })
  const bulk = namesOf((job) => job.bulk === true)
  // The loops are staggered, so that a job waits for a fraction of `pollMs`.
  const single = (names: readonly string[]) => {
    const times = createShopTimes()
    return Array.from({ length: names.length > 0 ? concurrency : 0 }, (_, index) =>
      loop(names, { limit: 1, atOnce: 1, firstMs: (pollMs * index) / concurrency, times }),
    )
  }
  const ofBulk = { limit: batchSize, atOnce: concurrency, firstMs: pollMs, times: createShopTimes() }
  const loops = [
    ...single(namesOf((job) => !(job.bulk || job.slow || job.costly))),
    ...single(namesOf((job) => job.slow === true)),
    ...single(namesOf((job) => job.costly === true)),
    ...(bulk.length > 0 ? [loop(bulk, ofBulk)] : []),
  ]
  return {
    async stop() {
      stopped = true
      await Promise.all(loops.map((each) => each.stop()))
    },
  }
}
