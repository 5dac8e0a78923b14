import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Database } from './pool.ts'
import type { Pooling } from './pooling.ts'
import { followRecentWrites, type RecentWrites } from './recent-writes.ts'
import { isAway } from './sql-errors.ts'
import type { StandbyConnection, StandbyPool } from './standby-pool.ts'
import { type StandbyAddress, watchStandby } from './standby-watch.ts'

/**
 * Where a read ran and why: at the standby (`current`; `primary_away`, however far it is behind), or at the primary,
 * since the standby lacks a write of this writer (`written`), is too far behind (`lag`), cannot be used (`away`), or
 * was asked and failed (`failed`).
 */
export type ReadCause = 'current' | 'primary_away' | 'written' | 'lag' | 'away' | 'failed'

export interface ReadOptions {
  /** At the standby, all statements of the read see one snapshot. */
  oneSnapshot?: boolean
}

/** Reads of requests, at a standby where there is one. */
export interface Reads {
  /**
   * Runs a read of the database `primary` for a session or an API key, which sees everything it has written. At the
   * standby all statements of the read run on one connection. A read that fails there runs again at the primary.
   */
  run<T>(writer: string, primary: Database, read: (db: Database) => Promise<T>, options?: ReadOptions): Promise<T>
  /** Runs a read at the primary, or, while that is away, at the standby, however far it is behind. */
  runAnywhere<T>(primary: Database, read: (db: Database) => Promise<T>): Promise<T>
}

/** Everything at the primary. */
export const readsAtPrimary: Reads = {
  run: (_writer, primary, read) => read(primary),
  runAnywhere: (primary, read) => read(primary),
}

export interface Replica extends Reads {
  /** Call when the writes of a request are committed, before it is answered. Never rejects. */
  wrote(writer: string): Promise<void>
  /** What the standby lacks now; undefined if it or the primary cannot be asked. */
  lag(): Promise<{ seconds: number; bytes: number } | undefined>
  /** Requests that wait for a connection to the standby. */
  waiting(): number
  stop(): Promise<void>
}

export interface ReplicaOptions extends StandbyAddress {
  /** What the address of the primary leads to. */
  pooling: Pooling
  maxLagMs: number
  onRead: (cause: ReadCause) => void
}

/** How long a connection may go without a look at its server: a standby may be promoted. */
const refreshMs = 250
/** Between two attempts to note a write. */
const noteAgainMs = 250

type Attempt<T> = { cause: 'current' | 'primary_away'; value: Promise<T> } | { cause: 'written' | 'lag' | 'failed' }

export function createReplica({ pooling, maxLagMs, onRead, ...address }: ReplicaOptions): Replica {
  const writes = followRecentWrites(address.primaryUrl, pooling, maxLagMs)
  const standby = watchStandby(address)
  let stopped = false

  async function attempt<T>(
    pool: StandbyPool,
    writer: string,
    read: (db: Database) => Promise<T>,
    { oneSnapshot = false }: ReadOptions,
  ): Promise<Attempt<T>> {
    const needed = await neededPosition(writes, writer)
    let connection: StandbyConnection | undefined
    try {
      connection = await pool.take()
      const cause = await judge(connection, needed)
      if (cause === 'written' || cause === 'lag') {
        connection.release()
        return { cause }
      }
      if (oneSnapshot) connection.beginSnapshot()
      // That there is no such product is an answer, too.
      const value = read(connection.db)
      await value.catch(refuseFaults)
      connection.release()
      return { cause, value }
    } catch (error) {
      connection?.release(error)
      standby.failed(pool, error, connection !== undefined)
      return { cause: 'failed' }
    }
  }

  /** Asks the standby for its position if that may change the answer, or it was not asked for a while. */
  async function judge(connection: StandbyConnection, needed: number | undefined) {
    if (needed === undefined) return 'primary_away'
    const cause = () => {
      if (connection.position < needed) return 'written'
      return performance.now() - writes.positions.currentAt(connection.position) > maxLagMs ? 'lag' : 'current'
    }
    const isOld = performance.now() - connection.readAt > refreshMs
    if (!isOld && cause() === 'current') return 'current'
    await connection.refresh()
    return cause()
  }

  return {
    async run(writer, primary, read, options = {}) {
      const pool = standby.pool()
      const attempted = pool === undefined ? ({ cause: 'away' } as const) : await attempt(pool, writer, read, options)
      onRead(attempted.cause)
      return 'value' in attempted ? attempted.value : read(primary)
    },
    async runAnywhere(primary, read) {
      try {
        if (writes.isPrimaryPresent()) return await read(primary)
      } catch (error) {
        if (!isAway(error) || !(await isPrimaryAway(writes))) throw error
      }
      const pool = standby.pool()
      if (pool === undefined) return read(primary)
      try {
        return await use(pool, ({ db }) => read(db))
      } catch (error) {
        // After a failover it may be the primary.
        standby.failed(pool, error, false)
        return read(primary)
      }
    },
    async wrote(writer) {
      // What could not be noted for so long is on every standby in use: none is further behind.
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
    async lag() {
      const pool = standby.pool()
      if (pool === undefined) return undefined
      const written = await writes.sample().catch(() => undefined)
      const position = await use(pool, async (connection) => {
        await connection.refresh()
        return connection.position
      }).catch((error) => standby.failed(pool, error, false))
      if (written === undefined || position === undefined) return undefined
      const bytes = Math.max(0, written - position)
      const ms = bytes === 0 ? 0 : performance.now() - writes.positions.currentAt(position)
      return { seconds: ms / 1000, bytes }
    },
    waiting: () => standby.pool()?.waiting() ?? 0,
    async stop() {
      stopped = true
      standby.stop()
      await writes.stop()
    },
  }
}

async function use<T>(pool: StandbyPool, work: (connection: StandbyConnection) => Promise<T>): Promise<T> {
  const connection = await pool.take()
  try {
    const result = await work(connection)
    connection.release()
    return result
  } catch (error) {
    connection.release(error)
    throw error
  }
}

function refuseFaults(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}

/**
 * Undefined while the primary is away, which two statements in a row have found: then what the standby has is better
 * than nothing. Infinite if nothing is known.
 */
async function neededPosition(writes: RecentWrites, writer: string): Promise<number | undefined> {
  if (!writes.isPrimaryPresent()) return undefined
  try {
    return await writes.positionOf(writer)
  } catch (error) {
    return isAway(error) && (await isPrimaryAway(writes)) ? undefined : Number.POSITIVE_INFINITY
  }
}

async function isPrimaryAway(writes: RecentWrites): Promise<boolean> {
  await writes.sample().catch(() => {})
  return !writes.isPrimaryPresent()
}
