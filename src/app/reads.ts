import { Counter, Gauge, type Registry } from 'prom-client'
import type { Revocations } from '#src/modules/identity/index.ts'
import { createKeyDirectory } from '#src/modules/merchants/index.ts'
import { createReplica, type ReadCause, type Reads, type Replica } from '#src/platform/db/replicas/replica.ts'
import type { App } from '#src/platform/http/app.ts'
import { noteWrites } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from './dependencies.ts'

export interface RequestReads {
  /** For the routes: the same dependencies, with another place to read. */
  dependencies: Dependencies
  /** Requests that wait for a connection to the standby. */
  waiting(): number
}

/** Runs the reads of requests at the standby of DATABASE_READ_URL, if set, until the app closes. */
export function registerReads(app: App, dependencies: Dependencies): RequestReads {
  const { config, databaseUrl, pooling, logger, metrics } = dependencies
  if (config.DATABASE_READ_URL === undefined) return { dependencies, waiting: () => 0 }
  const replica = createReplica({
    url: config.DATABASE_READ_URL,
    primaryUrl: databaseUrl,
    pooling,
    size: config.DATABASE_POOL_SIZE,
    maxLagMs: config.READ_MAX_LAG_SECONDS * 1000,
    logger,
    onRead: countReads(metrics),
  })
  registerLag(metrics, replica)
  noteWrites(app, replica)
  app.addHook('onClose', () => replica.stop())
  const revocations = revocationsAnywhere(dependencies, replica)
  const apiKeys = createKeyDirectory(dependencies.db, undefined, replica)
  return { dependencies: { ...dependencies, reads: replica, revocations, apiKeys }, waiting: replica.waiting }
}

/** While the primary is away, sessions are checked at the standby: the catalog stays readable. */
function revocationsAnywhere({ revocations, db: primary }: Dependencies, reads: Reads): Revocations {
  const isRevokedNow = (id: string) => reads.runAnywhere(primary, (db) => revocations.isRevokedNow(id, db))
  return { ...revocations, isRevokedNow }
}

function countReads(registry: Registry): (cause: ReadCause) => void {
  const reads = new Counter({
    name: 'database_reads_total',
    help: 'Reads that may run at the standby, by the server that answered and why.',
    labelNames: ['server', 'because'],
    registers: [registry],
  })
  const servers: Record<ReadCause, 'standby' | 'primary'> = {
    current: 'standby',
    primary_away: 'standby',
    written: 'primary',
    lag: 'primary',
    away: 'primary',
    failed: 'primary',
  }
  const counters = Object.fromEntries(
    Object.entries(servers).map(([because, server]) => [because, reads.labels({ server, because })]),
  ) as Record<ReadCause, { inc(): void }>
  return (cause) => counters[cause].inc()
}

/** All processes at one standby report the same value; behind a balancer, the largest lag is reported. */
function registerLag(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'database_standby_lag_seconds',
    help: 'Age of the last commit that the standby has replayed, of which there are two a second; NaN if not known.',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      this.set((await replica.lagSeconds()) ?? Number.NaN)
    },
  })
}
