import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { OutcomeKind } from '../sending/attempt-outcome.ts'

/** The counters of one worker process. */
export interface DeliveryMetrics {
  leased(deliveries: number, seconds: number): void
  /** Time from the commit, or from the due time of a retry, to the request. */
  sent(waitedSeconds: number): void
  ended(outcome: OutcomeKind | 'lost'): void
  leasesLost(count: number): void
  leasesExpired(count: number): void
}

/** The functions are called when the metrics are read. */
export function createDeliveryMetrics(
  registry: Registry,
  { inFlight, held }: { inFlight: () => number; held: () => boolean },
): DeliveryMetrics {
  const registers = [registry]
  const leaseSeconds = new Histogram({
    name: 'webhook_claim_duration_seconds',
    help: 'Duration of one lease statement.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  })
  const leased = new Counter({ name: 'webhook_deliveries_claimed_total', help: 'Deliveries leased.', registers })
  const waited = new Histogram({
    name: 'webhook_send_delay_seconds',
    help: 'Time from the commit, or from the due time of a retry, to the request.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600],
    registers,
  })
  const outcomes = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const refused = new Counter({
    name: 'webhook_leases_lost_total',
    help: 'Outcomes refused because the worker had lost the lease.',
    registers,
  })
  const expired = new Counter({
    name: 'webhook_leases_reclaimed_total',
    help: 'Expired leases of workers that died.',
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
  new Gauge({
    name: 'webhook_deliveries_held',
    help: 'Whether this process holds deliveries because its own network is down.',
    registers,
    collect() {
      this.set(held() ? 1 : 0)
    },
  })
  return {
    leased(deliveries, seconds) {
      leaseSeconds.observe(seconds)
      if (deliveries > 0) leased.inc(deliveries)
    },
    sent: (seconds) => waited.observe(seconds),
    ended: (outcome) => outcomes.inc({ outcome }),
    leasesLost: (count) => refused.inc(count),
    leasesExpired: (count) => expired.inc(count),
  }
}
