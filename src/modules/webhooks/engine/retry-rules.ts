import type { OutcomeKind } from '../sending/attempt-outcome.ts'
import type { RetryPeriod } from '../subscriptions/rules.ts'

/** `spent`: counted attempts since the delivery was queued. `tries`: all attempts ever made. */
export interface Progress {
  spent: number
  tries: number
}

/** Next state after an attempt: ended, or another attempt after a delay. */
export type Step =
  | { status: 'delivered' | 'failed'; counted: true }
  | { status: 'pending'; counted: boolean; retryInMs: number; isByReceiver?: boolean }

/** Jitter only adds. A gap may be 10 % late: 5 % for jitter, the rest for queue and network. */
const jitter = 0.05

const ownFaultDelayMs = { first: 5_000, longest: 300_000 }
/**
 * So many faults of our own, about four hours, spend no retry; each further one does. A proxy reports a dead receiver
 * like a fault of its own, and every delivery must end.
 */
const maxFreeFaults = 60

/** After a failure during an outage of our own network. Deliveries are held until it is over. */
export const ownOutage: Step = { status: 'pending', counted: false, retryInMs: 1_000 }

/** The delays of each period: after the specified ones, one an hour for three days. */
export function retrySchedules(specifiedMs: readonly number[]): Record<RetryPeriod, readonly number[]> {
  return { specified: specifiedMs, '3 days': [...specifiedMs, ...Array<number>(72).fill(3_600_000)] }
}

/**
 * Retries a failure after the next delay, until no delay is left. The receiver's `retry-after` makes a delay longer,
 * never shorter. A fault of our own, such as the egress proxy's, spends no retry for some hours.
 * @param random from 0 up to 1, excluded
 * @param retryAfterMs of `retry-after`
 */
export function stepAfter(
  kind: OutcomeKind,
  { spent, tries }: Progress,
  retryDelaysMs: readonly number[],
  random: number,
  retryAfterMs = 0,
): Step {
  if (kind === 'delivered') return { status: 'delivered', counted: true }
  if (kind === 'egress_fault' && tries - spent < maxFreeFaults) {
    const delayMs = Math.min(ownFaultDelayMs.first * 2 ** Math.min(tries - spent, 10), ownFaultDelayMs.longest)
    return { status: 'pending', counted: false, retryInMs: delayMs * (1 + jitter * random) }
  }
  const delayMs = retryDelaysMs[spent]
  if (delayMs === undefined) return { status: 'failed', counted: true }
  const isByReceiver = retryAfterMs > delayMs
  const retryInMs = (isByReceiver ? retryAfterMs : delayMs) * (1 + jitter * random)
  return { status: 'pending', counted: true, retryInMs, ...(isByReceiver && { isByReceiver }) }
}

/**
 * Whether an attempt may begin: it must end, at its deadline at the latest, before the lease expires and another worker
 * may lease the delivery. False after a process was suspended for too long.
 */
export function mayBegin(now: number, leaseEndsAt: number, deadlineMs: number): boolean {
  return now + deadlineMs <= leaseEndsAt
}
