import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { isTracing, traceStatement } from '../../tracing/index.ts'
import { type ConnectionState, readOnlyParameters, replaceUnusable } from '../failover/failover.ts'
import { isConnectionUnusable, isQueryTimeout } from '../failover/sql-errors.ts'
import type { DB } from '../schema/schema.gen.ts'
import type { Pooling } from './pooling.ts'
import { limitMs, planSettings } from './session-settings.ts'

export type Database = Kysely<DB>

/** A statement to execute or send, such as one made by `sql`. */
export type Statement<Row> = Pick<RawBuilder<Row>, 'compile' | 'execute'>

// int8 and numeric arrive as text by default. All bigints of this schema (money, counts) stay below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// With the session in UTC nearly every timestamp is almost ISO 8601, which V8 parses in half the time of pg's parser.
const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) =>
  /^\d{4}-.{14,21}\+00$/.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text),
)

const names = new LRUCache<string, string>({ max: 5_000 })

/** A statement is named by a hash of its text, so equal texts share one prepared statement per connection. */
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

/** Called with the result of a statement, by the array of its values. */
const unawaited = new WeakMap<readonly unknown[], (result: Promise<{ rows: unknown[] }>) => void>()

/**
 * Sends a statement of a transaction together with the next one, at the latest its commit, to save a round trip;
 * `begin` is sent the same way. Resolves before it is sent; `onSent` gets its result. If it fails, the following
 * statements fail, too.
 */
export async function sendWithNext<Row>(
  transaction: Transaction<DB>,
  statement: Statement<Row>,
  onSent: (rows: Promise<Row[]>) => void,
): Promise<void> {
  const query = statement.compile(transaction)
  unawaited.set(query.parameters, (result) => {
    const rows = result.then((found) => found.rows as Row[])
    // The following statement fails, too, and its caller gets the error.
    rows.catch(() => {})
    onSent(rows)
  })
  await transaction.executeQuery(query)
}

/**
 * A client that prepares every statement. Named statements gave 1.5 to 3 times the throughput of unnamed ones, because
 * the server parses and plans each text once per connection.
 */
class NamedStatementClient extends pg.Client implements ConnectionState {
  failure?: unknown
  readOnlyBy = new Set<string>()
  #isCorked = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // The client does not pass these messages on.
    this.#connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (!readOnlyParameters.has(parameterName)) return
      if (parameterValue === 'on') this.readOnlyBy.add(parameterName)
      else this.readOnlyBy.delete(parameterName)
    })
  }

  // pg's overloads are wider than what Kysely and this project call: (text, values).
  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's own
  override query(config: any, values?: any, callback?: any): any {
    const { stream } = this.#connection
    const onSent = config === 'begin' ? this.#endUnlessBegun : unawaited.get(values)
    if (onSent) stream.cork()
    const isNamed = typeof config === 'string' && Array.isArray(values) && callback === undefined
    const result = isNamed ? this.#queryNamed(config, values) : super.query(config, values, callback)
    if (callback === undefined && result instanceof Promise) result.catch((error) => this.#onError(error))
    if (isTracing() && typeof config === 'string' && result instanceof Promise)
      traceStatement(config, isNamed ? statementName(config) : undefined, result)
    if (this.#isCorked) stream.uncork()
    this.#isCorked = onSent !== undefined
    if (onSent === undefined) return result
    onSent(result as Promise<pg.QueryResult>)
    return Promise.resolve({ rows: [] })
  }

  /** Uses our own query class: pg copies each property of a named query object, which takes longer than the rest. */
  #queryNamed(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const result = new Promise<pg.QueryResult>((resolve, reject) => {
      const callback = (error: unknown, found: pg.QueryResult) => (error ? reject(error) : resolve(found))
      super.query(Object.assign(new pg.Query(text, values), { name: statementName(text), callback }))
    })
    return result.catch((error) => {
      // As pg does: the stack of the caller, not of the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }

  /** Without its `begin` each further statement of a transaction would commit by itself. */
  #endUnlessBegun = (begun: Promise<unknown>) => {
    begun.catch((error) => {
      this.failure ??= error
      this.end().catch(() => {})
    })
  }

  /** pg's types do not have it. */
  get #connection(): EventEmitter & { stream: Duplex } {
    return (this as unknown as { connection: EventEmitter & { stream: Duplex } }).connection
  }

  /** After a timeout the server may still answer on this connection: nothing may wait behind that, not a rollback. */
  #onError(error: unknown): void {
    if (isConnectionUnusable(error)) this.failure ??= error
    if (isQueryTimeout(error)) this.end().catch(() => {})
  }
}

export interface PoolOptions {
  url: string
  size: number
  applicationName?: string
  /**
   * Client-side timeout. Not shorter than the server's statement timeout: what a client has given up commits no more.
   */
  answerTimeoutMs?: number
  /** The server's statement timeout, if another than the client's, at most 30 s. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  /** The server is a standby: its connections are kept, though it calls them read-only. */
  isStandby?: boolean
  /** How long an idle connection is kept; 0 keeps it for good. */
  idleTimeoutMs?: number
  /** What the address leads to. A pooler takes no settings when a connection begins. */
  pooling?: Pooling
}

const planEntries = Object.entries(planSettings)

/** A connection pool with the settings that all statements of the service run under. */
export function createPool({
  url,
  size,
  applicationName = 'commerce',
  answerTimeoutMs = 32_000,
  statementTimeoutMs = limitMs,
  connectTimeoutMs = 5_000,
  isStandby = false,
  idleTimeoutMs = 60_000,
  pooling = 'none',
}: PoolOptions): pg.Pool {
  // The role's settings know one limit for all, which no client may undercut.
  const queryTimeoutMs = pooling === 'transaction' ? Math.max(answerTimeoutMs, limitMs + 2_000) : answerTimeoutMs
  // Bounds how long a statement or an idle transaction can hold locks.
  const limits = {
    statement_timeout: Math.min(limitMs, statementTimeoutMs, queryTimeoutMs),
    idle_in_transaction_session_timeout: limitMs,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    Client: NamedStatementClient,
    pipeline: true,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    ...(pooling === 'none' && {
      ...limits,
      options: planEntries.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    }),
  })
  // The pool replaces a broken connection at its next use, and its current query fails with the error; without these
  // listeners the error event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  if (pooling === 'session') {
    const settings = Object.entries({ ...planSettings, ...limits }).map(([name, value]) => `set ${name} = '${value}'`)
    // Sent before the first statement. A connection that it fails on has failed.
    pool.on('connect', (client) => void client.query(settings.join('; ')).catch(() => {}))
  }
  if (!isStandby) replaceUnusable(pool, pooling !== 'none')
  return pool
}

export type Connections = Pick<pg.Pool, 'connect' | 'end'>

export function createDatabase(pool: Connections): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as pg.Pool }) })
}
