import type pg from 'pg'
import { isConnectionUnusable, isReadOnlyServer, readOnlyServer } from './sql-errors.ts'

/** Parameters that PostgreSQL reports to its sessions, at their start and when they change. */
export const readOnlyParameters: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])

/** State of a connection: what it has learned of its server. */
export interface ConnectionState {
  /** The error that made it unusable, if it met one. */
  failure?: unknown
  /** The parameters that make it read-only. */
  readOnlyBy?: ReadonlySet<string>
}

/** Writes to a server that stays read-only replace all connections at most this often. */
const replaceAllMs = 1_000

/** For each open pool of this process, the callback for a read-only server. */
const suspicionOf = new Map<pg.Pool, () => void>()

/**
 * Removes a connection from the pool, on release, after an error that makes it unusable. After a failover the old
 * primary may live on as a read-only server. The first write that it refuses makes all pools of this process replace
 * their connections to that address, including those that only read, because their rows may be stale. A pooler's
 * reports are ignored: they may be about an earlier server.
 */
export function replaceUnusable(pool: pg.Pool, isPooled: boolean): void {
  const openedAt = new WeakMap<object, number>()
  let suspectBefore = Number.NEGATIVE_INFINITY
  const replaceAll = () => {
    suspectBefore = performance.now()
    // An idle connection is released at once, and discarded.
    for (let idle = pool.idleCount; idle > 0; idle--) pool.connect().then((client) => client.release(), ignore)
  }
  const suspect = () => {
    if (performance.now() - suspectBefore > replaceAllMs) replaceAll()
  }
  for (const other of suspicionOf.keys()) if (other.ending) suspicionOf.delete(other)
  suspicionOf.set(pool, suspect)
  pool.on('connect', (client) => void openedAt.set(client, performance.now()))
  pool.on('release', (error: unknown, client: pg.PoolClient & ConnectionState) => {
    const failure = error || client.failure
    if (isReadOnlyServer(failure)) {
      const address = pool.options.connectionString
      for (const [other, suspectOther] of suspicionOf) if (other.options.connectionString === address) suspectOther()
    }
    const isTooOld = (openedAt.get(client) ?? performance.now()) < suspectBefore
    // A connection that its server calls read-only serves its current use and is then closed: it may lead to the old
    // primary.
    const isReadOnly = !isPooled && (client.readOnlyBy?.size ?? 0) > 0
    // The pool removes a connection that is being closed.
    if (isConnectionUnusable(failure) || isTooOld || isReadOnly) client.end().catch(ignore)
  })
}

/** @throws if the server accepts no writes; the pool's connections to it are then replaced. */
export async function checkWritable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const fault = await refuseReadOnly(client).then(
    () => undefined,
    (error: Error) => error,
  )
  client.release(fault)
  if (fault !== undefined) throw fault
}

/** @throws SQLSTATE 25006 if the server accepts no writes. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select current_setting('transaction_read_only') as read_only")
  if (rows[0]?.read_only === 'on') throw readOnlyServer()
}

function ignore(): void {}
