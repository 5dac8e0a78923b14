import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { metricsTimeoutMs, within } from '#src/platform/lib/within.ts'
import { selectOldestSnapshotSeconds } from './database-queries.ts'

/** Gauges of the database, read when the metrics are. All processes report the same, so they are not summed. */
export function registerDatabaseMetrics(registry: Registry, db: Database): void {
  new Gauge({
    name: 'database_oldest_snapshot_seconds',
    help: 'Age of the oldest open transaction; until it ends, dead rows stay and lists get slower.',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      // The metrics stay readable while the database is away.
      this.set(await within(metricsTimeoutMs, selectOldestSnapshotSeconds(db)).catch(() => Number.NaN))
    },
  })
}
