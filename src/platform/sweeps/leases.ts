import type { Database } from '#src/platform/db/pool/pool.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { acquireLease, endLeases, renewLeases } from './queries.ts'
import { repeat } from './repeat.ts'

/** The sweeps that this process may run. */
export interface Leases {
  /** Takes the lease, or keeps it; false if another process has it. */
  hold(name: string): Promise<boolean>
  /** Releases the lease of a failed sweep: another process may succeed. */
  giveUp(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the leases of this process: rows with the database's time, renewed by one statement for all. So it needs no
 * session, which a pooler would not keep, and a process that vanishes without closing its connections blocks nobody. A
 * lease is kept between runs, and ends with the process.
 */
export function holdLeases({ db, logger }: { db: Database; logger: Logger }, leaseMs: number): Leases {
  const holder = newId()
  /** End of each lease by name, on the monotonic clock: never later than in the database. */
  const heldUntil = new Map<string, number>()
  const isHeld = (name: string) => (heldUntil.get(name) ?? 0) > performance.now()

  const renew = async () => {
    const names = [...heldUntil.keys()]
    if (names.length === 0) return
    const until = performance.now() + leaseMs
    const renewed = new Set(await renewLeases(db, holder, leaseMs))
    for (const name of names) {
      if (!heldUntil.has(name)) continue
      if (renewed.has(name)) heldUntil.set(name, until)
      else {
        heldUntil.delete(name)
        logger.warn({ sweep: name }, 'a sweep outlived its lease; another process may have run it at the same time')
      }
    }
  }
  const renewal = repeat({
    everyMs: leaseMs / 4,
    run: renew,
    onError: (error) => logger.warn({ err: error }, 'leases of sweeps could not be renewed; trying again'),
  })
  const end = async (name?: string) => {
    // If this fails, they end by themselves.
    await endLeases(db, holder, name).catch((error) => logger.warn({ err: error }, 'leases of sweeps were not ended'))
  }
  return {
    async hold(name) {
      if (isHeld(name)) return true
      const until = performance.now() + leaseMs
      if (!(await acquireLease(db, name, holder, leaseMs))) return false
      heldUntil.set(name, until)
      return isHeld(name)
    },
    async giveUp(name) {
      heldUntil.delete(name)
      await end(name)
    },
    async stop() {
      await renewal.stop()
      await end()
    },
  }
}
