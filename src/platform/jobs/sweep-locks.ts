import { createDatabase, createPool } from '#src/platform/db/pool.ts'
import { lockSweep, unlockSweep } from './queries.ts'

/** The right to run a sweep, of which one process at a time has it. */
export interface SweepLocks {
  /** Runs `work` unless another process is at it. */
  unlessTaken(name: string, work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * Locks of all sweeps of this process, held by one connection of their own: as many sweeps as the pool has connections, each
 * with one taken for its lock and waiting for another to work with, once stood still together until their patience ran out.
 * When the process dies its connection ends, and the locks with it.
 */
export function createSweepLocks(databaseUrl: string): SweepLocks {
  const db = createDatabase(
    createPool({ url: databaseUrl, size: 1, applicationName: 'commerce-sweeps', idleTimeoutMs: 0 }),
  )
  return {
    async unlessTaken(name, work) {
      if (!(await lockSweep(db, name))) return
      try {
        await work()
      } finally {
        await unlockSweep(db, name)
      }
    },
    close: () => db.destroy(),
  }
}
