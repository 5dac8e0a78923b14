import type { Look } from './queries.ts'

/** From when on the queue is to be looked at. */
export interface Since {
  /** Null: everything, whatever its time. `everyone`: the claim is to look at all receivers. */
  from(everyone: boolean): Date | null
  /** What the claim answered. */
  looked(look: Look | null): void
}

const everythingAfterMs = 60_000
/** Between a time that is read and the number that is given next a process may have had to wait for its turn. */
const marginMs = 1_000
/** However long a transaction that writes is held open. */
const longestMs = 60_000

/**
 * Claims look at what has been due since the last look at everyone, so that a transaction that is held open, and keeps the
 * index entries of all that is delivered meanwhile, does not make each slower than the one before.
 *
 * What was not committed by then comes to wait with a time before it. Every such time was read in a transaction that had its
 * number already, and numbers are given in turn: once all are over that had theirs when a look began, nothing more
 * comes with a time before that look. Readers have no number, so none that is held open is waited for; one that
 * has written is, for a minute. Whatever comes later than that, or with the time of a clock that was set back, is
 * found by the look at everything, once a minute, or as soon as all receivers could be looked at.
 */
export function createSince(): Since {
  let known: Date | null = null
  /** Nothing comes any more that is due before this. */
  let settled = Number.NEGATIVE_INFINITY
  /** The look that is settled next. */
  let open: Look | undefined
  let everythingAt = 0
  let atEverything = false
  return {
    from(everyone) {
      atEverything = everyone && performance.now() >= everythingAt
      return atEverything ? null : known
    },
    looked(look) {
      if (look === null) return
      open ??= look
      if (open.ownNumber <= look.oldestNumber) {
        settled = open.at.getTime()
        open = look
      }
      const at = look.at.getTime()
      if (look.ownNumber <= look.oldestNumber) settled = at
      known = new Date(Math.min(look.firstDue.getTime(), Math.max(settled - marginMs, at - longestMs)))
      if (atEverything) everythingAt = performance.now() + everythingAfterMs
    },
  }
}
