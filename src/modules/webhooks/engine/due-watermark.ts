/** A round over all receivers that have something waiting. */
export interface QueueScan {
  /** When it began, by the clock of the database. */
  at: Date
  /** The earliest due time; when the round began if nothing waits. */
  firstDue: Date
  /** Transaction ids: of its first statement, and of the oldest transaction that was writing when it began. */
  ownNumber: number
  oldestNumber: number
}

/** The due time from which the queue is scanned. */
export interface DueWatermark {
  /** For receivers that are known; null: from the beginning. */
  lowerBound(): Date | null
  /** For a round over all receivers: now and then from the beginning. */
  beginRound(): Date | null
  /** Takes the result of that round. */
  endRound(scan: QueueScan): void
}

const fullScanEveryMs = 60_000
/** A process may be suspended for some time between reading the clock and getting its transaction id. */
const marginMs = 1_000
/** A transaction that writes holds the watermark up for at most this long. */
const maxLagMs = 60_000

/**
 * Scans begin at a watermark, because a long transaction keeps vacuum from removing the index entries of what has been
 * delivered since, and each scan from the beginning would be slower than the one before.
 *
 * A row may be committed after a scan with a due time before it. Its transaction read the clock when it already had its
 * id, and ids are given in order: when all transactions that had an id at the beginning of a scan have ended, no row
 * with a due time before that scan can appear any more, and the watermark moves up to it. Transactions that only read
 * have no id. Rows that appear later than `maxLagMs`, or with the time of a clock that was set back, are found by a
 * round from the beginning, once a minute.
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
