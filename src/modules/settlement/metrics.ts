import { Counter, type Registry } from 'prom-client'

/** Counters of the sweeps of this process, made at their first run. */
export function sweepMetrics(registry: Registry) {
  const counter = (name: string, help: string): Counter =>
    (registry.getSingleMetric(name) as Counter | undefined) ?? new Counter({ name, help, registers: [registry] })
  return {
    expiryFailures: counter('order_expiry_failures_total', 'Unpaid orders that could not be cancelled; tried again.'),
    settlementFailures: counter(
      'payment_settlement_failures_total',
      'Charges whose outcome could not be fetched, and refunds that could not be given; tried again.',
    ),
  }
}
