/**
 * How far a standby is behind, by samples of the primary's position. Neither the clocks of the servers nor what the
 * standby believes to have received are in it: one that is cut off from its primary believes that it has everything.
 */
export interface PrimaryPositions {
  /** The position that the primary named when it was asked at this moment. */
  add(position: number, askedAt: number): void
  /** The last moment for which it is known that a server at this position has everything committed before it. */
  currentAt(position: number): number
}

/** @param keptMs samples older than this are dropped, but for the newest of them */
export function createPrimaryPositions(keptMs: number): PrimaryPositions {
  let samples: { position: number; askedAt: number }[] = []
  return {
    add(position, askedAt) {
      const last = samples.at(-1)
      // After a failover that lost what was written last, the positions begin anew.
      if (last !== undefined && position < last.position) samples = []
      if (last?.position === position && samples.length > 0) last.askedAt = Math.max(last.askedAt, askedAt)
      else samples.push({ position, askedAt })
      const firstKept = samples.findLastIndex((sample) => sample.askedAt < askedAt - keptMs)
      if (firstKept > 0) samples.splice(0, firstKept)
    },
    currentAt(position) {
      return samples.findLast((sample) => sample.position <= position)?.askedAt ?? Number.NEGATIVE_INFINITY
    },
  }
}

const pageBytes = 8_192
/** The longest header of a page of WAL. */
const headerBytes = 40

/**
 * The position that a standby names once it has replayed everything before this one. The primary's insert position lies
 * behind the header of a page that nothing is written to yet; a standby stops before it. No record but one that began
 * on the page before ends within so few bytes, so nothing that was written is left out.
 */
export function replayable(position: number): number {
  const offset = position % pageBytes
  return offset <= headerBytes ? position - offset : position
}
