import type { Schemas } from '@commerce-platform/client'

const bounds = { leastMs: 1_000, maxMs: 30_000 }

/** Milliseconds until something can have become of the deliveries that have not ended; false if all have. */
export function nextLook(
  deliveries: readonly Pick<Schemas['Delivery'], 'status' | 'next_attempt_at'>[],
  now = Date.now(),
): number | false {
  const waiting = deliveries.filter(({ status }) => status === 'pending' || status === 'delivering')
  if (waiting.length === 0) return false
  const dues = waiting.map(({ next_attempt_at }) => (next_attempt_at ? Date.parse(next_attempt_at) - now : 0))
  return Math.min(Math.max(Math.min(...dues) + bounds.leastMs, bounds.leastMs), bounds.maxMs)
}
