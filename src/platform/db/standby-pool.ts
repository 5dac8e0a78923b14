import type pg from 'pg'
import { createDatabase, createPool, type Database } from './pool.ts'
import { type DatabaseIdentity, selectIdentity, selectReplayed } from './replica-queries.ts'

/** A connection to a standby, always the same one: behind a balancer each connection may lead to another. */
export interface StandbyConnection {
  /** Runs all statements on this connection, in their order. */
  db: Database
  /** Statements that are sent from now on see everything up to here. */
  position: number
  /** When `position` was read. */
  readAt: number
  /** Reads `position` again. @throws NoStandby */
  refresh(): Promise<void>
  /** From here to the release, all statements see one snapshot. Sent with the statement that follows. */
  beginSnapshot(): void
  /** With the error that it met, it is closed. */
  release(error?: unknown): void
}

export interface StandbyPool {
  /** @throws NoStandby, or what connecting throws */
  take(): Promise<StandbyConnection>
  /** Requests that wait for a connection. */
  waiting(): number
  /** Does not wait for those that are in use; they are closed when they are released. */
  end(): void
}

/** What is reached is no standby of the database. */
export class NoStandby extends Error {
  override name = 'NoStandby'
  /** Another cluster or database: somebody must change the address. */
  readonly isForeign: boolean

  constructor(message: string, isForeign: boolean) {
    super(message)
    this.isForeign = isForeign
  }
}

/**
 * A read that takes longer is cancelled and sent to the primary. A server that does not even cancel it has vanished.
 */
const statementTimeoutMs = 2_000
const answerTimeoutMs = 2_500
const connectTimeoutMs = 1_000

export function openStandbyPool(url: string, size: number, identity: DatabaseIdentity): StandbyPool {
  const pool = createPool({
    ...{ url, size, statementTimeoutMs, answerTimeoutMs, connectTimeoutMs },
    applicationName: 'commerce-reads',
    isStandby: true,
  })
  const connections = new WeakMap<pg.PoolClient, StandbyConnection>()
  return {
    async take() {
      const client = await pool.connect()
      const known = connections.get(client)
      if (known !== undefined) return known
      try {
        const position = await checkStandby(client, identity)
        const connection = connectionOf(client, position)
        connections.set(client, connection)
        return connection
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    waiting: () => pool.waitingCount,
    end: () => void pool.end().catch(() => {}),
  }
}

/** Resolves to the standby's position. @throws NoStandby */
export async function checkStandby(client: Pick<pg.ClientBase, 'query'>, expected: DatabaseIdentity): Promise<number> {
  const found = await selectIdentity(client)
  if (found.cluster !== expected.cluster) throw new NoStandby('it is another cluster than DATABASE_URL', true)
  if (found.database !== expected.database) throw new NoStandby('it is another database than DATABASE_URL', true)
  return replayedBy(client)
}

async function replayedBy(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const position = await selectReplayed(client)
  if (position === undefined) throw new NoStandby('the server is a primary', false)
  return position
}

function connectionOf(client: pg.PoolClient, position: number): StandbyConnection {
  const same = { query: client.query.bind(client), release() {} } as unknown as pg.PoolClient
  let inSnapshot = false
  const connection: StandbyConnection = {
    db: createDatabase({ connect: async () => same, end: async () => {} } as unknown as pg.Pool),
    position,
    readAt: performance.now(),
    async refresh() {
      const readAt = performance.now()
      connection.position = await replayedBy(client)
      connection.readAt = readAt
    },
    beginSnapshot() {
      inSnapshot = true
      // If it fails, so does what follows.
      client.query('begin isolation level repeatable read read only').catch(() => {})
    },
    release(error) {
      if (inSnapshot && error === undefined) client.query('commit').catch(() => {})
      inSnapshot = false
      client.release(error !== undefined)
    },
  }
  return connection
}
