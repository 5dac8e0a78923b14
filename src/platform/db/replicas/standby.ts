import pg from 'pg'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { isAway, isConnectionUnusable, isReadOnlyServer } from '../failover/sql-errors.ts'
import { createDatabase, createPool, type Database } from '../pool/pool.ts'
import { describeFault, UnusableDatabase } from '../pool/wait-for-database.ts'
import { type DatabaseIdentity, selectIdentity, selectReplayedAt } from './replica-queries.ts'

/** A connection to a standby: behind a balancer each may lead to another server. */
export interface StandbyConnection {
  /** Runs all statements on this connection, in their order. */
  db: Database
  /** It has replayed all commits before this moment of the primary's clock, in ms; at most 250 ms old. */
  replayedAt: number
  /** Reads `replayedAt` again. @throws NoStandby */
  refresh(): Promise<void>
  /** From here on all statements see one snapshot. Sent with the statement that follows. */
  beginSnapshot(): void
}

/** With a circuit breaker: a failed standby gets no reads until a probe succeeds. */
export interface Standby {
  isUsable(): boolean
  /** Runs `work` on one connection. @throws what it throws, NoStandby, or what connecting throws */
  use<T>(work: (connection: StandbyConnection) => Promise<T>): Promise<T>
  /** Requests that wait for a connection. */
  waiting(): number
  stop(): void
}

export interface StandbyAddress {
  url: string
  primaryUrl: string
  size: number
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** The address leads to no standby of the database. */
class NoStandby extends Error {
  override name = 'NoStandby'
  /** Another cluster or database: the operator must change the address. */
  readonly isForeign: boolean

  constructor(message: string, isForeign = false) {
    super(message)
    this.isForeign = isForeign
  }
}

/** A longer read is cancelled and sent to the primary. A server that does not even cancel is gone. */
const limits = { statementTimeoutMs: 2_000, answerTimeoutMs: 2_500, connectTimeoutMs: 1_000 }
/** A connection checks its server at this interval: a standby may be promoted. */
const refreshMs = 250
/** Between two attempts to use a standby. */
const pauseMs = 1_000
const probeTimeoutMs = 1_000

export function watchStandby({ url, primaryUrl, size, logger }: StandbyAddress): Standby {
  const pool = createPool({ ...limits, url, size, applicationName: 'commerce-reads', isStandby: true })
  const connections = new WeakMap<pg.PoolClient, ReturnType<typeof connectionOf>>()
  let usable = false
  let identity: DatabaseIdentity | undefined
  let fault: string | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function probe(): Promise<void> {
    try {
      identity = await identityOf(primaryUrl, url, identity)
      usable = !stopped
      if (fault !== undefined) logger.info('the standby at DATABASE_READ_URL is used')
      fault = undefined
    } catch (error) {
      if (fault === undefined && !stopped) {
        fault = describeFault(error)
        const level = error instanceof NoStandby && error.isForeign ? 'error' : 'warn'
        logger[level]({ fault }, 'the standby at DATABASE_READ_URL is not used; reads go to the primary')
      }
      probeLater()
    }
  }
  function probeLater(): void {
    usable = false
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void probe(), pauseMs).unref()
  }
  async function borrow(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isBusy(error)) probeLater()
      throw error
    }
  }
  void probe()

  return {
    isUsable: () => usable,
    async use(work) {
      const client = await borrow()
      const connection = connections.get(client) ?? connectionOf(client)
      connections.set(client, connection)
      let error: unknown
      try {
        if (performance.now() - connection.readAt > refreshMs) await connection.refresh()
        return await work(connection)
      } catch (thrown) {
        // "No such product" is an answer, too.
        if (!(thrown instanceof AppError)) error = thrown
        if (isServerLost(error)) probeLater()
        throw thrown
      } finally {
        connection.endSnapshot()
        client.release(error !== undefined)
      }
    },
    waiting: () => pool.waitingCount,
    stop() {
      stopped = true
      usable = false
      clearTimeout(timer)
      // Does not wait for connections that are in use; they are closed when they are released.
      pool.end().catch(() => {})
    },
  }
}

function connectionOf(client: pg.PoolClient) {
  const same = { query: client.query.bind(client), release() {} } as unknown as pg.PoolClient
  let inSnapshot = false
  const connection = {
    db: createDatabase({ connect: async () => same, end: async () => {} } as unknown as pg.Pool),
    replayedAt: Number.NEGATIVE_INFINITY,
    readAt: Number.NEGATIVE_INFINITY,
    async refresh() {
      const readAt = performance.now()
      connection.replayedAt = await readReplayedAt(client)
      connection.readAt = readAt
    },
    beginSnapshot() {
      inSnapshot = true
      // If it fails, so does what follows.
      client.query('begin isolation level repeatable read read only').catch(() => {})
    },
    endSnapshot() {
      if (inSnapshot) client.query('commit').catch(() => {})
      inSnapshot = false
    },
  } satisfies StandbyConnection & { readAt: number; endSnapshot(): void }
  return connection
}

async function readReplayedAt(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const at = await selectReplayedAt(client)
  if (at === undefined) throw new NoStandby('the server is a primary')
  return at
}

/** No connection became free in time: too many reads do not mean that the standby is lost. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** A read that the server refused or cancelled says nothing about the next. */
function isServerLost(error: unknown): boolean {
  return error instanceof NoStandby || (isConnectionUnusable(error) && !isReadOnlyServer(error))
}

/**
 * Check at the start: a standby that is unusable now may become usable.
 * @throws UnusableDatabase if the address must be changed
 */
export async function checkStandbyAddress(url: string, primaryUrl: string): Promise<void> {
  try {
    await identityOf(primaryUrl, url)
  } catch (error) {
    if (error instanceof NoStandby ? !error.isForeign : isAway(error)) return
    throw new UnusableDatabase(describeFault(error), 'a standby of DATABASE_URL')
  }
}

/** Of both, which must be the same. @throws NoStandby, or what connecting throws */
async function identityOf(primaryUrl: string, url: string, expected?: DatabaseIdentity): Promise<DatabaseIdentity> {
  const identity = expected ?? (await ask(primaryUrl, selectIdentity))
  await ask(url, async (client) => {
    const found = await selectIdentity(client)
    if (found.cluster !== identity.cluster) throw new NoStandby('it is another cluster than DATABASE_URL', true)
    if (found.database !== identity.database) throw new NoStandby('it is another database than DATABASE_URL', true)
    await readReplayedAt(client)
  })
  return identity
}

async function ask<T>(url: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'commerce-probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {}) // its statements fail with it
  try {
    await client.connect()
    return await question(client)
  } finally {
    client.end().catch(() => {})
  }
}
