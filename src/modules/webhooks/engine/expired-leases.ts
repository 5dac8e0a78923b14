import type { Database } from '#src/platform/db/pool/pool.ts'
import { endExpiredLeases } from './queries.ts'

export interface ExpiredLeaseOptions {
  db: Database
  everyMs: number
  leaseMs: number
  /** A delivery fails after so many lost leases in a row. */
  maxLost: number
  onExpired: (count: number) => void
  onError: (error: unknown) => void
}

const batchSize = 500
/** One run in twenty reads all leases, the others only those that expired within the last minute. */
const fullRunEvery = 20

/** Periodically makes the deliveries of dead workers due again, until stopped. Jitter spreads the workers. */
export function startExpiredLeaseLoop(options: ExpiredLeaseOptions): { stop(): Promise<void> } {
  const { db, everyMs, leaseMs, maxLost, onExpired, onError } = options
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let current = Promise.resolve()
  let runs = 0

  const run = async () => {
    try {
      const recent = runs++ % fullRunEvery > 0
      const count = await endExpiredLeases(db, { leaseMs, limit: batchSize, maxLost, recent })
      if (count > 0) onExpired(count)
    } catch (error) {
      onError(error)
    }
    schedule()
  }
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(
      () => {
        current = run()
      },
      everyMs * (0.75 + Math.random() / 2),
    )
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
