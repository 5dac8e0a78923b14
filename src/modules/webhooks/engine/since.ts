/** From when on the queue is to be looked at. */
export interface Since {
  /** Null: everything, whatever its time. `everyone`: the claim is to look at all receivers. */
  from(everyone: boolean): Date | null
  /** What the claim answered. */
  looked(seenFrom: Date | null): void
}

const everythingAfterMs = 60_000

/**
 * Claims look at what has been due since the last look at everyone, so that a transaction that is held open, and keeps the
 * index entries of all that is delivered meanwhile, does not make each slower than the one before. Once a minute they look
 * at everything, until they have seen all receivers.
 */
export function createSince(): Since {
  let known: Date | null = null
  let everythingAt = 0
  let atEverything = false
  return {
    from(everyone) {
      atEverything = everyone && performance.now() >= everythingAt
      return atEverything ? null : known
    },
    looked(seenFrom) {
      if (seenFrom === null) return
      known = seenFrom
      if (atEverything) everythingAt = performance.now() + everythingAfterMs
    },
  }
}
