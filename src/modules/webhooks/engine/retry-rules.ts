import type { OutcomeKind } from '../sending/attempt-outcome.ts'

/** The pure decisions of webhook delivery: the engine takes them, and the simulation takes the same ones. */

/** What a delivery has behind it: `spent` are the attempts of this round that counted, `tries` all there ever were. */
export interface Progress {
  spent: number
  tries: number
}

/** What follows from an attempt: the end, or another one after a wait. */
export type Step =
  | { status: 'delivered' | 'failed'; counted: true }
  | { status: 'pending'; counted: boolean; retryInMs: number }

/** Jitter only adds, at most 10 %; the other half of that is left for the way to the receiver. */
const jitter = 0.05

const ownFaultDelayMs = { first: 5_000, longest: 300_000 }
/**
 * So many are forgiven, some four hours of them; after that each spends a retry like any failure. A proxy answers for a dead
 * receiver just as it does for a fault of its own, and a delivery must come to an end.
 */
const ownFaultsForgiven = 60

/**
 * Each failure is followed by the next retry delay, until there is none; a fault of our own (the egress proxy, say) spends
 * no retry, for some hours.
 * @param random from 0 up to 1
 */
export function stepAfter(
  kind: OutcomeKind,
  { spent, tries }: Progress,
  retryDelaysMs: readonly number[],
  random: number,
): Step {
  if (kind === 'delivered') return { status: 'delivered', counted: true }
  if (kind === 'egress_fault' && tries - spent < ownFaultsForgiven) {
    const delayMs = Math.min(ownFaultDelayMs.first * 2 ** Math.min(tries - spent, 10), ownFaultDelayMs.longest)
    return { status: 'pending', counted: false, retryInMs: delayMs * (1 + jitter * random) }
  }
  const delayMs = retryDelaysMs[spent]
  if (delayMs === undefined) return { status: 'failed', counted: true }
  return { status: 'pending', counted: true, retryInMs: delayMs * (1 + jitter * random) }
}

/** How many attempts one receiver may have under way: halved with every failure in a row, never below one. */
export function capAfter(cap: number, consecutiveFailures: number): number {
  return Math.max(1, cap >> Math.min(consecutiveFailures, 30))
}

/**
 * Whether an attempt may still begin under its lease: it must be over, deadline and all, before another worker may take
 * the delivery. A process that was stopped and continued finds its leases too old here.
 */
export function mayBegin(now: number, leaseEndsAt: number, deadlineMs: number): boolean {
  return now + deadlineMs <= leaseEndsAt
}
