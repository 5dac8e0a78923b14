import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import { createPool } from './pool.ts'
import type { Pooling } from './pooling.ts'
import { createPrimaryPositions, type PrimaryPositions, replayable } from './replica-lag.ts'
import { deleteOldPositions, selectPositions, selectWritten, upsertPositions } from './replica-queries.ts'

/**
 * Who wrote up to which position, known to all processes. A writer is a session or an API key. The writes of requests
 * at the same time are noted, and looked up, in one statement.
 */
export interface RecentWrites {
  /** Resolves once every process finds that this writer has written everything it has committed so far. */
  note(writer: string): Promise<void>
  /** What a standby must have replayed to show this writer its own writes. */
  positionOf(writer: string): Promise<number>
  /** The primary's position, also sampled twice a second. */
  sample(): Promise<number>
  positions: PrimaryPositions
  /** Whether the last sample was answered. */
  isPrimaryPresent(): boolean
  stop(): Promise<void>
}

/** Stands for every writer, see the migration of the table. */
const everybody = '00000000-0000-0000-0000-000000000000'

const sampleMs = 500
const tidyMs = 60_000
const mostInStatement = 500

/** Connections of its own, since none of the three may wait for a pool that is busy: notes, look-ups, samples. */
export function followRecentWrites(databaseUrl: string, pooling: Pooling, maxLagMs: number): RecentWrites {
  const pool = createPool({
    url: databaseUrl,
    pooling,
    size: 3,
    applicationName: 'commerce-positions',
    answerTimeoutMs: 4_000,
    connectTimeoutMs: 1_000,
    idleTimeoutMs: 0,
  })
  const positions = createPrimaryPositions(2 * maxLagMs)
  let present = true

  const noteAll = gatherReads(
    async (writers: readonly string[]) => void (await upsertPositions(pool, [...new Set(writers)])),
    { atOnce: 1, most: mostInStatement },
  )
  const readAll = gatherReads(
    async (writers: readonly string[]) => {
      const rows = await selectPositions(pool, [everybody, ...new Set(writers)])
      const found = new Map(rows.map(({ writer, position }) => [writer, position]))
      if (found.has(everybody)) return found
      const [floor] = await upsertPositions(pool, [everybody])
      return found.set(everybody, floor?.position ?? Number.POSITIVE_INFINITY)
    },
    { atOnce: 1, most: mostInStatement },
  )

  const sample = async () => {
    const askedAt = performance.now()
    const position = replayable(
      await selectWritten(pool).catch((error) => {
        present = false
        throw error
      }),
    )
    present = true
    positions.add(position, askedAt)
    return position
  }
  let sampling = false
  const sampler = setInterval(() => {
    if (sampling) return
    sampling = true
    sample()
      .catch(() => {})
      .finally(() => {
        sampling = false
      })
  }, sampleMs)
  sampler.unref()
  const tidier = setInterval(() => void deleteOldPositions(pool, everybody).catch(() => {}), tidyMs)
  tidier.unref()
  sample().catch(() => {})

  return {
    note: noteAll,
    async positionOf(writer) {
      const found = await readAll(writer)
      return replayable(Math.max(found.get(writer) ?? 0, found.get(everybody) ?? 0))
    },
    sample,
    positions,
    isPrimaryPresent: () => present,
    async stop() {
      clearInterval(sampler)
      clearInterval(tidier)
      await pool.end()
    },
  }
}
