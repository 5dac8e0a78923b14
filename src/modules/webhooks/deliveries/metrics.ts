import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '#src/platform/db/pool.ts'
import type { OutcomeKind } from '../sending/attempt-outcome.ts'
import { selectQueueState } from './metrics-queries.ts'

/** What one process that delivers says about its work. */
export interface DeliveryMetrics {
  claimed(deliveries: number, seconds: number): void
  /** From commit (or, for a retry, from its due time) to the moment the request is handed to the connection. */
  sent(waitedSeconds: number): void
  ended(outcome: OutcomeKind | 'lost'): void
  leasesLost(count: number): void
  reclaimed(count: number): void
}

/** `inFlight` is asked when the metrics are read: attempts that hang are under way, too, though nothing happens to them. */
export function createDeliveryMetrics(registry: Registry, inFlight: () => number): DeliveryMetrics {
  const registers = [registry]
  const claims = new Histogram({
    name: 'webhook_claim_duration_seconds',
    help: 'Time one claim on the queue took.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  })
  const claimed = new Counter({ name: 'webhook_deliveries_claimed_total', help: 'Deliveries leased.', registers })
  const waited = new Histogram({
    name: 'webhook_send_delay_seconds',
    help: 'From commit, or from the due time of a retry, to sending.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600],
    registers,
  })
  const outcomes = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts by what became of them.',
    labelNames: ['outcome'],
    registers,
  })
  const lost = new Counter({
    name: 'webhook_leases_lost_total',
    help: 'Outcomes that were refused because another worker held the delivery by then.',
    registers,
  })
  const reclaimed = new Counter({
    name: 'webhook_leases_reclaimed_total',
    help: 'Leases of workers that died, taken back.',
    registers,
  })
  new Gauge({
    name: 'webhook_attempts_in_flight',
    help: 'Attempts under way.',
    registers,
    collect() {
      this.set(inFlight())
    },
  })
  return {
    claimed(deliveries, seconds) {
      claims.observe(seconds)
      if (deliveries > 0) claimed.inc(deliveries)
    },
    sent: (seconds) => waited.observe(seconds),
    ended: (outcome) => outcomes.inc({ outcome }),
    leasesLost: (count) => lost.inc(count),
    reclaimed: (count) => reclaimed.inc(count),
  }
}

/** Receivers named in the metrics, at most: those that have failed most often in a row. */
const namedReceivers = 20
const keepMs = 5_000

/** Each process of one machine tells the same of the queue, so together they tell that, and not its sum. */
const aggregator = 'max'

/** What the queue itself looks like, asked of the database when metrics are read, at most every 5 s; any process can tell. */
export function registerQueueMetrics(registry: Registry, db: Database): void {
  let known: { at: number; state: ReturnType<typeof selectQueueState> } | undefined
  const state = () => {
    if (known === undefined || performance.now() - known.at > keepMs) {
      known = { at: performance.now(), state: selectQueueState(db, namedReceivers) }
    }
    return known.state
  }
  const gauge = (name: string, help: string, read: (state: Awaited<ReturnType<typeof selectQueueState>>) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator,
      async collect() {
        // Metrics are read while the database is away, too.
        this.set(await state().then(read, () => Number.NaN))
      },
    })
  gauge(
    'webhook_queue_depth',
    'Deliveries that wait or are under way (an estimate above 10,000).',
    ({ depth }) => depth,
  )
  gauge('webhook_queue_leased', 'Deliveries under way.', ({ leased }) => leased)
  gauge('webhook_queue_oldest_due_seconds', 'How long the oldest due delivery has been due.', (s) => s.oldestDueSeconds)
  gauge(
    'webhook_queue_dead_rows',
    'Rows of the queue that are gone and not yet cleared away.',
    ({ deadRows }) => deadRows,
  )
  gauge(
    'webhook_oldest_transaction_seconds',
    'Age of the oldest transaction in the database; while it lives nothing is cleared away and claims get slower.',
    (s) => s.oldestTransactionSeconds,
  )
  gauge('webhook_failing_receivers', 'Receivers whose last attempt failed.', (s) => s.failingReceivers)
  new Gauge({
    name: 'webhook_receiver_consecutive_failures',
    help: `Failures in a row of the ${namedReceivers} receivers with the most.`,
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
