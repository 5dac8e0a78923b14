import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { recordOutcomes, type Settlement } from './queries.ts'

/** An outcome that waits to be written. Its times are those of the monotonic clock. */
export type Outcome = Omit<Settlement, 'startedMsAgo'> & {
  subscriptionId: string
  startedAt: number
  leaseEndsAt: number
}

export interface OutcomeWriter {
  add(outcome: Outcome): void
  /** Resolves when everything added so far is written, or its leases have expired. */
  flush(): Promise<void>
}

export interface OutcomeWriterOptions {
  db: Database
  logger: Pick<Logger, 'warn'>
  /** Called after each transaction. Refused: the lease has expired, or another worker has it. */
  onWritten: (written: readonly Outcome[], refused: readonly Outcome[]) => void
}

const flushMs = 5
const flushCount = 100
const maxBatch = 500
const retryMs = { first: 50, longest: 1_000 }

/**
 * Group commit: outcomes are written `flushMs` after the first one, or when there are `flushCount`. One transaction at
 * a time, so under load the batches grow, not the number of connections. While the database is away outcomes wait until
 * their leases expire; then another worker may have the delivery, and they are dropped.
 */
export function createOutcomeWriter(options: OutcomeWriterOptions): OutcomeWriter {
  const { db, logger, onWritten } = options
  const waiting: Outcome[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const start = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.length > 0) schedule()
    })
  }
  const schedule = () => {
    if (waiting.length >= flushCount) start()
    else timer ??= setTimeout(start, flushMs)
  }
  const writeAll = async () => {
    do await writeBatch(waiting.splice(0, maxBatch))
    while (waiting.length >= flushCount)
  }
  const writeBatch = async (batch: readonly Outcome[]) => {
    let delayMs = retryMs.first
    let left = batch
    while (left.length > 0) {
      try {
        const accepted = await recordOutcomes(db, left.map(toSettlement))
        const written = accepted ? left.filter((outcome) => accepted.has(outcome.deliveryId)) : left
        const refused = written.length === batch.length ? [] : batch.filter((outcome) => !written.includes(outcome))
        onWritten(written, refused)
        return
      } catch (error) {
        logger.warn({ err: error, outcomes: left.length }, 'outcomes could not be written; trying again')
        await sleep(delayMs)
        delayMs = Math.min(delayMs * 2, retryMs.longest)
        const now = performance.now()
        left = left.filter((outcome) => outcome.leaseEndsAt > now)
      }
    }
    if (batch.length > 0) onWritten([], batch)
  }

  return {
    add(outcome) {
      waiting.push(outcome)
      schedule()
    },
    async flush() {
      while (waiting.length > 0 || writing !== undefined) {
        start()
        await writing
      }
    },
  }
}

function toSettlement({ startedAt, ...rest }: Outcome): Settlement {
  return { ...rest, startedMsAgo: performance.now() - startedAt }
}
