/** What a request waits for, when the service is overloaded. */
export type Cause = 'database' | 'cpu'

export interface Admission {
  /** Calls one of the two, at once or later. */
  arrive(admit: () => void, refuse: (because: Cause) => void): void
  waiting(): number
  stop(): void
}

interface Options {
  /** The longest wait. A request that has waited so long is refused. */
  maxWaitMs: number
  /** Why no request can be begun now; undefined if one can. */
  overload(): Cause | undefined
  now?: () => number
  /** Repeats a function while requests wait, at most once per turn of the event loop. Returns how to end it. */
  everyTurn?: (run: () => void) => () => void
}

/**
 * Requests admitted per turn of the event loop. What they do to the database queue and to the loop is seen only in
 * later turns; all at once they would be the next overload.
 */
const perTurn = 32

/**
 * Admission control. While the service is overloaded, requests wait in order of arrival, before any work is done for
 * them. One that has waited for `maxWaitMs` is refused; so a burst that can be begun in that time is served. One that
 * finds more requests before it than were admitted during the last `maxWaitMs` would wait too long, and is refused at
 * once.
 */
export function createAdmission({
  maxWaitMs,
  overload,
  now = () => performance.now(),
  everyTurn = repeatEachTurn,
}: Options): Admission {
  // A Set keeps the order of insertion and removes its first element at no cost.
  const queue = new Set<{ arrivedAt: number; admit: () => void; refuse: (because: Cause) => void }>()
  let cause: Cause = 'database'
  let windowStart = 0
  let admitted = 0
  /** Requests admitted in the last full window of `maxWaitMs` in which the overload lasted. */
  let admittedBefore = Number.POSITIVE_INFINITY
  let endTurns: (() => void) | undefined

  function isOverloaded(): boolean {
    const found = overload()
    if (found !== undefined) cause = found
    return found !== undefined
  }

  function turn(): void {
    let left = perTurn
    for (const one of queue) {
      if (left === 0 || isOverloaded()) break
      queue.delete(one)
      left--
      admitted++
      one.admit()
    }
    const at = now()
    for (const one of queue) {
      if (at - one.arrivedAt < maxWaitMs) break
      queue.delete(one)
      one.refuse(cause)
    }
    if (at - windowStart >= maxWaitMs) {
      admittedBefore = admitted
      admitted = 0
      windowStart = at
    }
    if (queue.size === 0) stop()
  }

  function stop(): void {
    endTurns?.()
    endTurns = undefined
  }

  return {
    arrive(admit, refuse) {
      if (queue.size === 0 && !isOverloaded()) {
        admittedBefore = Number.POSITIVE_INFINITY
        admit()
        return
      }
      if (queue.size >= admittedBefore) {
        refuse(cause)
        return
      }
      queue.add({ arrivedAt: now(), admit, refuse })
      if (endTurns !== undefined) return
      windowStart = now()
      admitted = 0
      endTurns = everyTurn(turn)
    },
    waiting: () => queue.size,
    stop,
  }
}

function repeatEachTurn(run: () => void): () => void {
  const timer = setInterval(run, 1)
  return () => clearInterval(timer)
}
