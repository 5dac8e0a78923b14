import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { repeat } from '#src/platform/sweeps/repeat.ts'
import { createPool } from '../pool/pool.ts'
import type { Pooling } from '../pool/pooling.ts'
import { deleteOldWriters, selectWriters, upsertWriters } from './replica-queries.ts'

/**
 * Recent writers, known to all processes. A writer is a session or an API key. Concurrent requests share one statement
 * to record and to look up writers.
 */
export interface RecentWrites {
  /** Resolves once every process sees that this writer has written. */
  note(writer: string): Promise<void>
  has(writer: string): Promise<boolean>
  /** The primary's clock in ms, never behind it. */
  now(): number
  /** Asks the primary for its clock, by a write that its standbys replay: also twice a second. */
  beat(): Promise<void>
  /** Whether the last beat was answered. */
  isPrimaryPresent(): boolean
  stop(): Promise<void>
}

const beatMs = 500
const tidyMs = 60_000
const gathered = { atOnce: 1, max: 500 }

/** Connections of its own for records, look-ups and heartbeats: none of the three may wait for a busy pool. */
export function followRecentWrites(databaseUrl: string, pooling: Pooling, maxAgeSeconds: number): RecentWrites {
  const pool = createPool({
    url: databaseUrl,
    pooling,
    size: 3,
    applicationName: 'commerce-writers',
    answerTimeoutMs: 4_000,
    connectTimeoutMs: 1_000,
    idleTimeoutMs: 0,
  })
  const beatId = newId()
  /** The primary's clock less that of this process. Not known yet: every standby counts as late. */
  let ahead = Number.POSITIVE_INFINITY
  let present = true

  async function beat(): Promise<void> {
    const askedAt = performance.now()
    try {
      ahead = (await upsertWriters(pool, [beatId])) - askedAt
      present = true
    } catch (error) {
      present = false
      throw error
    }
  }
  const note = gatherReads((writers: readonly string[]) => upsertWriters(pool, [...new Set(writers)]), gathered)
  const look = gatherReads(
    (writers: readonly string[]) => selectWriters(pool, [...new Set(writers)], maxAgeSeconds),
    gathered,
  )
  const repeated = [
    repeat({ everyMs: beatMs, firstMs: 0, run: beat, onError() {} }),
    repeat({ everyMs: tidyMs, firstMs: tidyMs, run: () => deleteOldWriters(pool, 2 * maxAgeSeconds), onError() {} }),
  ]

  return {
    note: async (writer) => void (await note(writer)),
    has: async (writer) => (await look(writer)).has(writer),
    now: () => performance.now() + ahead,
    beat,
    isPrimaryPresent: () => present,
    async stop() {
      await Promise.all(repeated.map((each) => each.stop()))
      await pool.end()
    },
  }
}
