import { type Databases, databasesOf, type Owner } from '#src/platform/db/databases.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { keepLeases } from './leases.ts'
import { repeat } from './repeat.ts'

/**
 * Work that is repeated, by one process at a time. A process that was stopped for longer than its lease may go on
 * beside the next one, so `run` must be safe when it runs twice at the same time.
 */
export interface Sweep<Dependencies> {
  name: string
  /** Whose tables it works on: it runs on each database that has them, which it gets as `db`. */
  of: Owner
  /** Milliseconds between the end of one run and the start of the next. */
  everyMs(dependencies: Dependencies): number
  run(dependencies: Dependencies & { db: Database }): Promise<void>
}

export interface SweepServices extends Databases {
  logger: Logger
}

const owners = ['identity', 'shops', 'marketplace', 'each'] as const

/** How long after the death of a process another one runs its sweeps. */
const defaultLeaseMs = 10_000

/** Repeats sweeps until stopped, each on every database of its owner; a stop waits for those that run. */
export function runSweeps<Dependencies>(
  deps: Dependencies & SweepServices,
  sweeps: readonly Sweep<Dependencies & SweepServices>[],
  leaseMs = defaultLeaseMs,
): { stop(): Promise<void> } {
  const databases = owners.flatMap((owner) => {
    const theirs = sweeps.filter(({ of }) => of === owner)
    return theirs.length === 0 ? [] : databasesOf(deps, owner).map((db) => runSweepsOn(db, deps, theirs, leaseMs))
  })
  return {
    async stop() {
      await Promise.all(databases.map((each) => each.stop()))
    },
  }
}

function runSweepsOn<Dependencies>(
  db: Database,
  deps: Dependencies & SweepServices,
  sweeps: readonly Sweep<Dependencies & SweepServices>[],
  leaseMs: number,
): { stop(): Promise<void> } {
  const leases = keepLeases({ db, logger: deps.logger }, leaseMs)
  const running = sweeps.map((sweep) =>
    repeat({
      everyMs: sweep.everyMs(deps),
      async run() {
        if (!(await leases.hold(sweep.name))) return
        try {
          await sweep.run({ ...deps, db })
        } catch (error) {
          deps.logger.error({ err: error, sweep: sweep.name }, 'sweep failed')
          await leases.giveUp(sweep.name)
        }
      },
      onError: (error) =>
        deps.logger.error({ err: error, sweep: sweep.name }, 'the lease of a sweep cannot be taken; trying again'),
    }),
  )
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
      await leases.stop()
    },
  }
}
