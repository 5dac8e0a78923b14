import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { metricsTimeoutMs, withTimeout } from '#src/platform/lib/with-timeout.ts'
import { selectOldestSnapshotSeconds } from './database-queries.ts'

/** Gauges of the database, read at each scrape. All processes report the same values, so they are not summed. */
export function registerDatabaseMetrics(registry: Registry, db: Database): void {
  new Gauge({
    name: 'database_oldest_snapshot_seconds',
    help: 'Age of the oldest open transaction; until it ends, dead rows stay and lists get slower.',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      // The metrics stay readable while the database is away.
      this.set(await withTimeout(metricsTimeoutMs, selectOldestSnapshotSeconds(db)).catch(() => Number.NaN))
    },
  })
}
