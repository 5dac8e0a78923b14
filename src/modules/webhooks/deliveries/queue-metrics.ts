import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { metricsTimeoutMs, withTimeout } from '#src/platform/lib/with-timeout.ts'
import { selectQueueState } from './queue-metrics-queries.ts'

/** Receivers with a metric of their own: those with the most failures in a row. */
const namedReceivers = 20
const cacheMs = 5_000

/** All processes report the same queue, so an aggregation must not sum them. */
const aggregator = 'max'

/** Counted by the process that runs the sweep; registered once. */
export function expiredCounter(registry: Registry): Counter {
  const name = 'webhook_deliveries_expired_total'
  const help = 'Deliveries that waited too long for their first attempt and have failed.'
  const metric = registry.getSingleMetric(name)
  return metric instanceof Counter ? metric : new Counter({ name, help, registers: [registry] })
}

/** Gauges of the queue. A scrape reads them from the database, at most every 5 s. Any process may have them. */
export function registerQueueMetrics(registry: Registry, db: Database): void {
  expiredCounter(registry)
  let cached: { at: number; state: ReturnType<typeof selectQueueState> } | undefined
  const state = () => {
    if (cached === undefined || performance.now() - cached.at > cacheMs) {
      cached = { at: performance.now(), state: withTimeout(metricsTimeoutMs, selectQueueState(db, namedReceivers)) }
    }
    return cached.state
  }
  const gauge = (name: string, help: string, read: (state: Awaited<ReturnType<typeof selectQueueState>>) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator,
      async collect() {
        // The metrics stay readable while the database is away.
        this.set(await state().then(read, () => Number.NaN))
      },
    })
  gauge('webhook_queue_depth', 'Deliveries waiting or leased (an estimate above 10,000).', ({ depth }) => depth)
  gauge('webhook_queue_leased', 'Leased deliveries.', ({ leased }) => leased)
  gauge('webhook_queue_oldest_due_seconds', 'Time since the oldest due delivery fell due.', (s) => s.oldestDueSeconds)
  gauge(
    'webhook_queue_oldest_due_answering_seconds',
    'The same of receivers whose last attempt did not fail.',
    (s) => s.oldestAnsweringSeconds,
  )
  gauge('webhook_queue_dead_rows', 'Dead rows of the queue that are not vacuumed yet.', ({ deadRows }) => deadRows)
  gauge(
    'webhook_oldest_transaction_seconds',
    'Age of the oldest transaction of the database; while it runs, vacuum removes no dead rows.',
    (s) => s.oldestTransactionSeconds,
  )
  gauge('webhook_failing_receivers', 'Receivers whose last attempt failed.', (s) => s.failingReceivers)
  new Gauge({
    name: 'webhook_receiver_consecutive_failures',
    help: `Consecutive failures of the ${namedReceivers} receivers with the most.`,
    labelNames: ['subscription'],
    registers: [registry],
    aggregator,
    async collect() {
      this.reset()
      const { worst } = await state().catch(() => ({ worst: [] }))
      for (const { subscription_id: subscription, consecutive_failures } of worst) {
        this.set({ subscription }, consecutive_failures)
      }
    },
  })
}
