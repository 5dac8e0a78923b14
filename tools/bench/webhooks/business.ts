import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { announceCommits } from '#src/modules/webhooks/index.ts'
import { writeEvents } from '#src/modules/webhooks/outbox/write-events.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit, useEventWriter } from '#src/platform/outbox/index.ts'
import { answerMessages, timeMs } from './clock.ts'

/** A process that commits events, as web processes do, at a steady rate or as fast as it goes. */
export interface BusinessMessage {
  databaseUrl: string
  /** Taken in turn. */
  merchantIds: string[]
  events: number
  /** Events per second; as fast as possible, and many to a transaction, if left out. */
  rate?: number
  /** Bytes of padding in each event's data. */
  padding: number
}

answerMessages<BusinessMessage>(async ({ databaseUrl, merchantIds, events, rate, padding }) => {
  const pool = createPool({ url: databaseUrl, size: 8 })
  const db = createDatabase(pool)
  useEventWriter(writeEvents)
  const announcing = announceCommits(db, pino({ level: 'warn' }))
  const filler = 'x'.repeat(padding)
  const commits: [number, number][] = []
  const event = (number: number) => ({
    merchantId: merchantIds[number % merchantIds.length] ?? '',
    userId: newId(),
    name: 'order.created' as const,
    data: { number, filler },
  })
  const commit = async (numbers: number[]) => {
    await inTransaction(db, (transaction) => emit(transaction, numbers.map(event)))
    const at = timeMs()
    for (const number of numbers) commits.push([number, at])
  }
  if (rate === undefined) {
    for (let next = 0; next < events; next += 500) {
      await commit(Array.from({ length: Math.min(500, events - next) }, (_, index) => next + index))
    }
  } else {
    const begun = performance.now()
    const running: Promise<void>[] = []
    for (let number = 0; number < events; number++) {
      const waitMs = begun + (number * 1000) / rate - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      running.push(commit([number]))
    }
    await Promise.all(running)
  }
  await announcing.stop()
  await db.destroy()
  return { commits }
})
