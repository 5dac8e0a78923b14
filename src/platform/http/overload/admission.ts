/** A request that waits during an overload. */
export type Cause = 'database' | 'cpu'

type Refuse = (because: Cause) => void

export interface Admission {
  /** Calls one of the two, at once or later. */
  arrive(admit: () => void, refuse: Refuse): void
  waiting(): number
  stop(): void
}

interface Options {
  /** Maximum wait, after which a request is refused. */
  maxWaitMs: number
  /** Why no request can be begun now; undefined if one can. */
  overload(): Cause | undefined
  now?: () => number
  /** Repeats a function while requests wait, at most once per turn of the event loop. Returns how to end it. */
  everyTurn?: (run: () => void) => () => void
}

/**
 * Requests admitted per turn of the event loop. Their load on the database queue and the loop shows only in later
 * turns; all at once would cause the next overload.
 */
const perTurn = 32
/**
 * Requests refused per turn. Refusing a thousand in one turn made turns so long that the database was idle: each of its
 * answers needs a turn. A client that waits for its refusal sends no next request meanwhile.
 */
const refusedPerTurn = 64
/**
 * Requests admitted per turn while the event loop is late. Not 0: a loop that is late because of refusals, or of other
 * programs, stays late.
 */
const perLateTurn = 8

/**
 * Admission control. While the service is overloaded, requests wait in order of arrival, before any work is done for
 * them. After `maxWaitMs` a request is refused, so a burst that can begin within that time is served. A request behind
 * more others than were admitted during the last `maxWaitMs` would wait too long, and is refused early.
 */
export function createAdmission({
  maxWaitMs,
  overload,
  now = () => performance.now(),
  everyTurn = repeatEachTurn,
}: Options): Admission {
  // A Set keeps the order of insertion and removes its first element at no cost.
  const queue = new Set<{ arrivedAt: number; admit: () => void; refuse: Refuse }>()
  /** To be refused. */
  const excess = new Set<Refuse>()
  let cause: Cause = 'database'
  let windowStart = 0
  let admitted = 0
  /** How many may wait: any number until the overload has lasted for a full window of `maxWaitMs`. */
  let room = Number.POSITIVE_INFINITY
  let endTurns: (() => void) | undefined

  function isOverloaded(): boolean {
    const found = overload()
    if (found !== undefined) cause = found
    return found !== undefined
  }

  function maxInTurn(): number {
    if (!isOverloaded()) return perTurn
    return cause === 'cpu' ? perLateTurn : 0
  }

  function turn(): void {
    admitFirst()
    const at = now()
    refuseSome(at)
    if (at - windowStart >= maxWaitMs) {
      room = admitted
      admitted = 0
      windowStart = at
    }
    if (queue.size === 0 && excess.size === 0) stop()
  }

  function admitFirst(): void {
    let begun = 0
    for (const one of queue) {
      if (begun >= maxInTurn()) break
      queue.delete(one)
      begun++
      admitted++
      one.admit()
    }
  }

  function refuseSome(at: number): void {
    let left = refusedPerTurn
    for (const one of queue) {
      if (left === 0 || at - one.arrivedAt < maxWaitMs) break
      queue.delete(one)
      left--
      one.refuse(cause)
    }
    for (const refuse of excess) {
      if (left === 0) break
      excess.delete(refuse)
      left--
      refuse(cause)
    }
  }

  function stop(): void {
    endTurns?.()
    endTurns = undefined
  }

  return {
    arrive(admit, refuse) {
      if (queue.size === 0 && !isOverloaded()) {
        room = Number.POSITIVE_INFINITY
        admit()
        return
      }
      if (queue.size >= room) excess.add(refuse)
      else queue.add({ arrivedAt: now(), admit, refuse })
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
