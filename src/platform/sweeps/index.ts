import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { holdLeases } from './leases.ts'
import { repeat } from './repeat.ts'

/**
 * Periodic work of one process at a time. A process suspended for longer than its lease may go on beside the next one,
 * so concurrent calls of `run` must be safe.
 */
export interface Sweep<Dependencies> {
  name: string
  /** Milliseconds between the end of one run and the start of the next. */
  everyMs(dependencies: Dependencies): number
  run(dependencies: Dependencies & { db: Database }): Promise<void>
}

export interface SweepServices {
  db: Database
  logger: Logger
}

/** Time after the death of a process until another one runs its sweeps. */
const defaultLeaseMs = 10_000

/** Repeats sweeps until stopped; a stop waits for those that run. */
export function runSweeps<Dependencies>(
  deps: Dependencies & SweepServices,
  sweeps: readonly Sweep<Dependencies & SweepServices>[],
  leaseMs = defaultLeaseMs,
): { stop(): Promise<void> } {
  const leases = holdLeases(deps, leaseMs)
  const running = sweeps.map((sweep) =>
    repeat({
      everyMs: sweep.everyMs(deps),
      async run() {
        if (!(await leases.hold(sweep.name))) return
        try {
          await sweep.run(deps)
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
