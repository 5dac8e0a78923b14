import type { Database } from '#src/platform/db/pool/pool.ts'
import type { DueWatermark, QueueScan } from './due-watermark.ts'
import { scanReceivers } from './queries.ts'

interface RoundPart {
  /** Receivers with due deliveries, in the order of service. */
  due: string[]
  /** The receiver before the first of them. */
  before: string
  dueFrom: Date | null
  /** Whether it was the last part. */
  last: boolean
  /** Until the next retry that is not due yet. */
  nextRetryMs: number | null
}

export interface ReceiverRound {
  look(): Promise<RoundPart>
  /** The rest of this part was not served: the next one begins after this receiver. */
  continueAfter(receiver: string): void
}

const start = '00000000-0000-0000-0000-000000000000'

/**
 * Round robin over all receivers with waiting deliveries, `partSize` at a time: a long backlog gets no more turns than
 * others. A complete round moves the watermark.
 */
export function createReceiverRound(db: Database, watermark: DueWatermark, partSize: number): ReceiverRound {
  let position = start
  let dueFrom: Date | null = null
  /** Undefined within a round that did not begin at the start. */
  let round: QueueScan | undefined

  return {
    async look() {
      const before = position
      const begins = position === start
      if (begins) dueFrom = watermark.beginRound()
      const scan = await scanReceivers(db, { position, limit: partSize, dueFrom })
      const { at, ownNumber, oldestNumber, receivers, nextRetryMs } = scan
      if (begins) round = { at, ownNumber, oldestNumber, firstDue: at }
      for (const { dueAt } of receivers) if (round && dueAt < round.firstDue) round.firstDue = dueAt
      const last = receivers.length < partSize
      if (last && round) watermark.endRound(round)
      if (last) round = undefined
      position = last ? start : (receivers.at(-1)?.id ?? start)
      const due = receivers.filter(({ dueAt }) => dueAt <= at).map(({ id }) => id)
      return { due, before, dueFrom, last, nextRetryMs }
    },
    continueAfter(receiver) {
      position = receiver
      round = undefined
    },
  }
}
