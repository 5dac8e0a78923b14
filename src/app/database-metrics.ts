import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { metricsTimeoutMs, withTimeout } from '#src/platform/lib/with-timeout.ts'
import { type Backlog, type DatabaseState, selectBacklog, selectDatabaseState } from './database-queries.ts'

interface Services {
  metrics: Registry
  db: Database
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

/** Gauges of the database, read at each scrape. All processes report the same values, so they are not summed. */
export function registerDatabaseMetrics(services: Services): void {
  registerPoolMetrics(services)
  const state = gaugesOf<DatabaseState>(services, selectDatabaseState)
  state(
    'database_oldest_snapshot_seconds',
    'Age of the oldest open transaction; until it ends, dead rows stay and lists get slower.',
    ({ oldestSnapshotSeconds }) => oldestSnapshotSeconds,
  )
  state('database_lock_waits', 'Sessions that wait for a lock.', ({ lockWaits }) => lockWaits)
  const backlog = gaugesOf<Backlog>(services, selectBacklog)
  backlog('jobs_waiting', 'Due jobs that no process has begun.', ({ jobs }) => jobs)
  backlog('jobs_oldest_due_seconds', 'Time since the oldest due job fell due.', ({ jobsSeconds }) => jobsSeconds)
  backlog('jobs_failed', 'Jobs whose last attempt failed within a day.', ({ jobsFailed }) => jobsFailed)
  backlog('payments_waiting', 'Payments that wait for the provider, not for the buyer.', ({ payments }) => payments)
  backlog('payments_oldest_waiting_seconds', 'Age of the oldest of them.', ({ paymentsSeconds }) => paymentsSeconds)
  backlog('refunds_waiting', 'Refunds that the provider has not confirmed.', ({ refunds }) => refunds)
  backlog('refunds_oldest_waiting_seconds', 'Age of the oldest of them.', ({ refundsSeconds }) => refundsSeconds)
}

/** Gauges that share one statement a scrape. */
function gaugesOf<State>({ metrics, db }: Services, select: (db: Database) => Promise<State>) {
  let reading: Promise<State> | undefined
  const read = () => {
    reading ??= withTimeout(metricsTimeoutMs, select(db)).finally(() => {
      reading = undefined
    })
    return reading
  }
  return (name: string, help: string, value: (state: State) => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      aggregator: 'max',
      async collect() {
        // The metrics stay readable while the database is away.
        this.set(await read().then(value, () => Number.NaN))
      },
    })
}

/** Of this process; the pool has at most DATABASE_POOL_SIZE connections. */
function registerPoolMetrics({ metrics: registry, pool }: Services): void {
  const registers = [registry]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections of the pools, used by a statement or transaction, or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
