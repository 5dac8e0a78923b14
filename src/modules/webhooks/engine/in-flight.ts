/** The attempts in flight of this process. */
export interface InFlight {
  count(): number
  /** How many more may begin. */
  room(): number
  begin(attempt: FlyingAttempt): Flight
}

export interface FlyingAttempt {
  deliveryId: string
  subscriptionId: string
  token: string
  bytes: number
}

export interface Flight {
  end(delivered: boolean): void
}

interface Entry extends FlyingAttempt {
  since: number
  /** Quick answers of its receiver before it began. */
  answersBefore: number
  marked: boolean
}

interface ReceiverState {
  inFlight: number
  quickAnswers: number
}

export interface InFlightOptions {
  limit: number
  maxBytes: number
  slowAfterMs: number
  /** So many quick answers of a receiver pay for one slow attempt. */
  answers: number
  /** Attempts that no longer count against the cap of their receiver. */
  onSlow: (attempts: readonly FlyingAttempt[]) => Promise<void>
  onEnded: () => void
}

/**
 * An attempt that waits costs a socket and some 20 kB, so the limit is far above what hanging receivers can take by
 * their own caps, and there are no lanes. The bodies are limited in bytes.
 *
 * An attempt that is out for longer than `slowAfterMs` stops counting against the cap of its receiver once `answers`
 * others that ended after it had begun were delivered quickly: one request in a hundred that hangs does not close the
 * receiver. At a receiver that is slow for everything no attempt is ever marked. Each worker judges by its own
 * attempts.
 */
export function createInFlight(options: InFlightOptions): InFlight & { stop(): void } {
  const { limit, maxBytes, slowAfterMs, answers, onSlow, onEnded } = options
  const entries = new Set<Entry>()
  const receivers = new Map<string, ReceiverState>()
  let bytes = 0

  const markSlow = () => {
    const slowSince = performance.now() - slowAfterMs
    const slow: Entry[] = []
    // A Set keeps the order of insertion: after the first young attempt all are young.
    for (const entry of entries) {
      if (entry.since > slowSince) break
      const quick = receivers.get(entry.subscriptionId)?.quickAnswers ?? 0
      if (!entry.marked && quick - entry.answersBefore >= answers) slow.push(entry)
    }
    if (slow.length === 0) return
    for (const entry of slow) entry.marked = true
    onSlow(slow).catch(() => {
      for (const entry of slow) entry.marked = false
    })
  }
  const timer = setInterval(markSlow, Math.max(10, slowAfterMs / 10))
  timer.unref()

  return {
    count: () => entries.size,
    room: () => (bytes >= maxBytes ? 0 : Math.max(0, limit - entries.size)),
    begin(attempt) {
      const receiver = receivers.get(attempt.subscriptionId) ?? { inFlight: 0, quickAnswers: 0 }
      receivers.set(attempt.subscriptionId, receiver)
      receiver.inFlight += 1
      const since = performance.now()
      const entry: Entry = { ...attempt, since, answersBefore: receiver.quickAnswers, marked: false }
      entries.add(entry)
      bytes += attempt.bytes
      return {
        end(delivered) {
          entries.delete(entry)
          bytes -= attempt.bytes
          receiver.inFlight -= 1
          if (delivered && performance.now() - since <= slowAfterMs) receiver.quickAnswers += 1
          if (receiver.inFlight === 0) receivers.delete(attempt.subscriptionId)
          onEnded()
        },
      }
    },
    stop: () => clearInterval(timer),
  }
}
