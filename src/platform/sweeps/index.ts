import { createDatabase, createPool } from '#src/platform/db/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { lockSweep, unlockSweep } from './queries.ts'
import { repeat } from './repeat.ts'

/** Work that is repeated, by one process at a time. */
export interface Sweep<Dependencies> {
  name: string
  /** Milliseconds between the end of one run and the start of the next. */
  everyMs(dependencies: Dependencies): number
  run(dependencies: Dependencies): Promise<void>
}

export interface SweepServices {
  databaseUrl: string
  logger: Logger
}

/**
 * Repeats sweeps until stopped; a stop waits for those that run. The locks of all sweeps are session locks on one
 * connection: they end with the process. The connection is not one of the pool's: sweeps that each held one for the
 * lock and waited for another to work with have blocked each other.
 */
export function runSweeps<Dependencies>(
  deps: Dependencies & SweepServices,
  sweeps: readonly Sweep<Dependencies & SweepServices>[],
): { stop(): Promise<void> } {
  const pool = createPool({ url: deps.databaseUrl, size: 1, applicationName: 'commerce-sweeps', idleTimeoutMs: 0 })
  const locks = createDatabase(pool)
  const running = sweeps.map((sweep) =>
    repeat({
      everyMs: sweep.everyMs(deps),
      async run() {
        if (!(await lockSweep(locks, sweep.name))) return
        try {
          await sweep.run(deps)
        } finally {
          await unlockSweep(locks, sweep.name)
        }
      },
      onError: (error) => deps.logger.error({ err: error, sweep: sweep.name }, 'sweep failed'),
    }),
  )
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
      await locks.destroy()
    },
  }
}
