import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#src/platform/lib/errors.ts'
import { isAway } from '../failover/sql-errors.ts'
import type { Database } from '../pool/pool.ts'
import type { Pooling } from '../pool/pooling.ts'
import { followRecentWrites } from './recent-writes.ts'
import { type StandbyAddress, type StandbyConnection, watchStandby } from './standby.ts'

/**
 * Where a read ran and why. At the standby: `current`, or `primary_away` with any lag. At the primary: the reader wrote
 * a moment ago (`written`), or the standby is too far behind (`lag`), unusable (`away`), or failed this read
 * (`failed`).
 */
export type ReadCause = 'current' | 'primary_away' | 'written' | 'lag' | 'away' | 'failed'

interface ReadOptions {
  /** At the standby, all statements of the read see one snapshot. */
  oneSnapshot?: boolean
}

/** Reads of requests, at a standby where there is one. */
export interface Reads {
  /**
   * Runs a read of the database `primary` for a session or an API key, which sees its own writes. At the standby all
   * statements of the read run on one connection. A read that fails there runs again at the primary.
   */
  run<T>(writer: string, primary: Database, read: (db: Database) => Promise<T>, options?: ReadOptions): Promise<T>
  /** Runs a read at the primary, or, while that is away, at the standby with any lag. */
  runAnywhere<T>(primary: Database, read: (db: Database) => Promise<T>): Promise<T>
}

/** Everything at the primary. */
export const readsAtPrimary: Reads = {
  run: (_writer, primary, read) => read(primary),
  runAnywhere: (primary, read) => read(primary),
}

export interface Replica extends Reads {
  /** Call after the writes of a request are committed and before it is answered. Never rejects. */
  wrote(writer: string): Promise<void>
  /** Lag of the standby in seconds; undefined if it or the primary is unreachable. */
  lagSeconds(): Promise<number | undefined>
  /** Requests that wait for a connection to the standby. */
  waiting(): number
  stop(): Promise<void>
}

export interface ReplicaOptions extends StandbyAddress {
  /** Identity of the primary's database. */
  pooling: Pooling
  maxLagMs: number
  onRead: (cause: ReadCause) => void
}

/**
 * A writer reads at the primary for this much longer than the allowed lag: the known lag is up to 250 ms old, and
 * commit times may differ from the order of replay.
 */
const marginMs = 2_000
/** Between two attempts to note a write. */
const noteAgainMs = 250

export function createReplica({ pooling, maxLagMs, onRead, ...address }: ReplicaOptions): Replica {
  const writes = followRecentWrites(address.primaryUrl, pooling, (maxLagMs + marginMs) / 1000)
  const standby = watchStandby(address)
  let stopped = false

  /** Whether this writer may read at a standby at all. */
  async function mayRead(writer: string): Promise<'current' | 'primary_away' | 'written'> {
    if (!writes.isPrimaryPresent()) return 'primary_away'
    try {
      return (await writes.has(writer)) ? 'written' : 'current'
    } catch (error) {
      return isAway(error) && (await isPrimaryAway()) ? 'primary_away' : 'written'
    }
  }
  /** True after two consecutive statements have failed. Then stale rows of the standby are better than none. */
  async function isPrimaryAway(): Promise<boolean> {
    await writes.beat().catch(() => {})
    return !writes.isPrimaryPresent()
  }
  async function isLate(connection: StandbyConnection): Promise<boolean> {
    const late = () => writes.now() - connection.replayedAt > maxLagMs
    if (late()) await connection.refresh()
    return late()
  }

  return {
    async run(writer, primary, read, { oneSnapshot = false } = {}) {
      let cause: ReadCause = standby.isUsable() ? await mayRead(writer) : 'away'
      if (cause === 'current' || cause === 'primary_away') {
        const lateAllowed = cause === 'primary_away'
        try {
          const found = await standby.use(async (connection) => {
            if (!lateAllowed && (await isLate(connection))) return undefined
            if (oneSnapshot) connection.beginSnapshot()
            return { value: await read(connection.db) }
          })
          if (found !== undefined) {
            onRead(cause)
            return found.value
          }
          cause = 'lag'
        } catch (error) {
          if (error instanceof AppError) {
            onRead(cause)
            throw error
          }
          cause = 'failed'
        }
      }
      onRead(cause)
      return read(primary)
    },
    async runAnywhere(primary, read) {
      try {
        if (writes.isPrimaryPresent()) return await read(primary)
      } catch (error) {
        if (!isAway(error) || !(await isPrimaryAway())) throw error
      }
      // After a failover the standby may be the primary.
      return standby.use(({ db }) => read(db)).catch(() => read(primary))
    },
    async wrote(writer) {
      // A write that could not be recorded for so long is on every standby in use: none lags further behind.
      const deadline = performance.now() + maxLagMs
      for (;;) {
        const isNoted = await writes.note(writer).then(
          () => true,
          () => false,
        )
        if (isNoted || stopped || performance.now() > deadline) return
        await sleep(noteAgainMs)
      }
    },
    async lagSeconds() {
      const replayedAt = await standby
        .use(async (connection) => {
          await connection.refresh()
          return connection.replayedAt
        })
        .catch(() => undefined)
      if (replayedAt === undefined || !writes.isPrimaryPresent()) return undefined
      return Math.max(0, writes.now() - replayedAt) / 1000
    },
    waiting: standby.waiting,
    async stop() {
      stopped = true
      standby.stop()
      await writes.stop()
    },
  }
}
