import type { Outcome } from './outcome-writer.ts'

/** Wakes the loop when a retry falls due: the poll would find it up to a second later. */
export interface RetryTimers {
  add(outcome: Pick<Outcome, 'subscriptionId' | 'retryInMs'>): void
  stop(): void
}

/** Retries due later than this get no timer: the poll finds them. */
const maxDelayMs = 600_000

export function createRetryTimers(wake: (receivers: readonly string[]) => void): RetryTimers {
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false
  return {
    add({ subscriptionId, retryInMs }) {
      if (retryInMs === null || retryInMs > maxDelayMs || stopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        wake([subscriptionId])
        // A timer may fire up to a millisecond early.
      }, retryInMs + 1)
      timers.add(timer)
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
