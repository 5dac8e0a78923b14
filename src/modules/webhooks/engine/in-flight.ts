/** The attempts in flight of this process. */
export interface InFlight {
  count(): number
  /** Free places: how many attempts may begin. */
  room(): number
  begin(attempt: FlyingAttempt): Flight
}

export interface FlyingAttempt {
  deliveryId: string
  subscriptionId: string
  token: string
  bytes: number
}

interface Flight {
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
  /** One slow attempt is exempt from the cap per so many quick answers of its receiver. */
  answers: number
  /** Slow attempts that no longer count against the cap of their receiver. */
  onSlow: (attempts: readonly FlyingAttempt[]) => Promise<void>
  onEnded: () => void
}

/**
 * A waiting attempt costs a socket and some 20 kB. So the limit is far above the sum of the caps of hanging receivers,
 * and there are no lanes. Bodies have a limit in bytes.
 *
 * An attempt longer than `slowAfterMs` stops counting against the cap of its receiver once `answers` others, which
 * ended after it had begun, were delivered quickly. So one hanging request in a hundred does not block its receiver. A
 * receiver that is slow for everything gets no such exemption. Each worker judges by its own attempts.
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
