import type { Database } from '#src/platform/db/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Sweep } from './index.ts'
import { deleteFailedJobs, selectDeadPools, unlockJobsOf } from './queries.ts'

/**
 * Gives the jobs of a killed process back to the living. graphile-worker leaves them locked for four hours, since it cannot
 * know; here each process holds a session lock while it lives. A process must be found dead twice in a row, so that one
 * whose connection broke (a restarted database) has had the time to take its lock again.
 */
export function createRecoverySweep(everyMs: number): Sweep<{ db: Database; logger: Logger }> {
  let suspects = new Set<string>()
  return {
    name: 'jobs.recover',
    everyMs: () => everyMs,
    async run({ db, logger }) {
      const dead = await inTransaction(db, selectDeadPools)
      const certain = dead.filter((id) => suspects.has(id))
      suspects = new Set(dead)
      if (certain.length === 0) return
      await unlockJobsOf(db, certain)
      logger.warn({ pools: certain }, 'jobs of a process that died are taken over')
    },
  }
}

export const forgetFailedJobs: Sweep<{ db: Database }> = {
  name: 'jobs.forget-failed',
  everyMs: () => 3_600_000,
  run: ({ db }) => deleteFailedJobs(db),
}
