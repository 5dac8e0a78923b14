/** A round over all receivers with waiting deliveries. */
export interface QueueScan {
  /** When it began, by the clock of the database. */
  at: Date
  /** The earliest due time; when the round began if nothing waits. */
  firstDue: Date
  /** Transaction ids: of its first statement, and of the oldest transaction that was writing when it began. */
  ownNumber: number
  oldestNumber: number
}

/** The watermark: the due time at which scans of the queue begin. */
export interface DueWatermark {
  /** For known receivers; null: from the beginning. */
  lowerBound(): Date | null
  /** For a round over all receivers; once a minute it begins at the start of the queue. */
  beginRound(): Date | null
  /** Records the result of that round. */
  endRound(scan: QueueScan): void
}

const fullScanEveryMs = 60_000
/** A process may be suspended for some time between reading the clock and getting its transaction id. */
const marginMs = 1_000
/** A transaction that writes holds the watermark up for at most this long. */
const maxLagMs = 60_000

/**
 * Scans begin at a watermark. A long transaction keeps vacuum from removing the index entries of delivered rows, so
 * each scan from the beginning would be slower than the one before.
 *
 * A transaction may commit a row with a due time before a scan that has already run. It read the clock after it got its
 * id, and ids are given in order. So when all transactions that had an id at the start of a scan have ended, no row due
 * before that scan can appear any more, and the watermark moves up to it. Read-only transactions have no id. A round
 * from the beginning, once a minute, finds rows that appear later than `maxLagMs`, or with the time of a clock that was
 * set back.
 */
export function createDueWatermark(): DueWatermark {
  let watermark: Date | null = null
  /** No row with a due time before this appears any more. */
  let settledMs = Number.NEGATIVE_INFINITY
  /** The scan that is settled next. */
  let unsettled: QueueScan | undefined
  let fullScanAt = 0
  let full = false
  return {
    lowerBound: () => watermark,
    beginRound() {
      full = performance.now() >= fullScanAt
      return full ? null : watermark
    },
    endRound(scan) {
      unsettled ??= scan
      if (unsettled.ownNumber <= scan.oldestNumber) {
        settledMs = unsettled.at.getTime()
        unsettled = scan
      }
      const at = scan.at.getTime()
      if (scan.ownNumber <= scan.oldestNumber) settledMs = at
      const settled = Math.max(settledMs - marginMs, at - maxLagMs)
      watermark = new Date(Math.min(scan.firstDue.getTime(), settled))
      if (full) fullScanAt = performance.now() + fullScanEveryMs
    },
  }
}
