import { AppError } from '#src/platform/lib/errors.ts'

/** A PostgreSQL error as `pg` throws it. */
interface PostgresError extends Error {
  code: string
  constraint?: string
}

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && typeof (error as PostgresError).code === 'string'
}

/** True for the violation of the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return isPostgresError(error) && error.constraint === constraint
}

/** True if the server did not answer in time (`query_timeout` of pg). */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** True if PostgreSQL rolled the transaction back to end a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return isPostgresError(error) && error.code === '40P01'
}

const conflicts = new Set(['40001', '40P01', '55P03'])
/** SQLSTATE read_only_sql_transaction: the server was demoted, or became read-only in some other way. */
const readOnly = '25006'
/** Class 08, operator intervention (57P01 and on), idle_in_transaction_session_timeout: the session is over. */
const lostSession = /^(08...|57P..|25P03)$/
/** Class 53: connections, memory or disk are used up. 57014: the statement timeout. 58000, 58030: system faults. */
const otherOutage = /^(53...|57014|58000|58030)$/
const networkCodes = new Set(
  `
  ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN
`
    .trim()
    .split(/\s+/),
)
/** pg reports these by message only. */
const lostConnection = /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/

/** True if the server accepts no writes: a standby, or a primary that was demoted. */
export function isReadOnlyServer(error: unknown): boolean {
  return isPostgresError(error) && error.code === readOnly
}

/** PostgreSQL's error for a write to a read-only server, for reads that must not run there either. */
export function readOnlyServer(): Error {
  return Object.assign(new Error('the server is read-only'), { code: readOnly })
}

/** True if the connection of the error must not be used again. */
export function isConnectionUnusable(error: unknown): boolean {
  if (isPostgresError(error))
    return error.code === readOnly || lostSession.test(error.code) || networkCodes.has(error.code)
  return error instanceof Error && (lostConnection.test(error.message) || isQueryTimeout(error))
}

/** SQLSTATE or code of a connection that was ended. */
const endedConnection = new Set(['57P01', '57P02', '08003', '08006', 'ECONNRESET', 'EPIPE'])
/** pg and PgBouncer report these by message only. */
const endedMessage = /Connection terminated( unexpectedly)?$|is not queryable|server conn crashed/

/** True if the connection ended during the statement, which may or may not have taken effect. */
export function isConnectionLost(error: unknown): boolean {
  return (isPostgresError(error) && endedConnection.has(error.code)) || endedMessage.test((error as Error)?.message)
}

/** True if the database is temporarily unusable and may recover by itself. */
export function isAway(error: unknown): boolean {
  return isConnectionUnusable(error) || (isPostgresError(error) && otherOutage.test(error.code))
}

/** SQLSTATE disk_full, and configuration_limit_exceeded (temp_file_limit). */
const noSpace = new Set(['53100', '53400'])

/** Reason of a failed write, for operators; without names of hosts and roles. */
export function describeRefusedWrite(error: unknown): string {
  if (isReadOnlyServer(error)) return 'the database accepts no writes: it is read-only, or a standby'
  if (isPostgresError(error) && noSpace.has(error.code)) return 'the database has no space left to write'
  if (isPostgresError(error) && error.code === '42501') return 'the role of the service may not write to the database'
  return isAway(error) ? 'the database cannot be reached' : 'the database does not take what is written'
}

/**
 * Maps a database error to a client error by SQLSTATE (PostgreSQL documentation, appendix A); undefined means a bug.
 * Constraint violations with a meaning of their own are handled next to the statement.
 */
export function fromDatabaseError(error: unknown): AppError | undefined {
  if (isReadOnlyServer(error)) return unavailable('the database accepts no writes at the moment; try again')
  if (isConnectionUnusable(error)) return unavailable()
  if (!isPostgresError(error)) return undefined
  if (otherOutage.test(error.code)) return unavailable()
  if (conflicts.has(error.code)) return new AppError('CONFLICT', 'another change was made at the same time; try again')
  if (error.code === '22021' || error.code === '22P05') {
    return new AppError('VALIDATION_ERROR', 'text holds a character that cannot be stored')
  }
  return undefined
}

function unavailable(message = 'the database is not available; try again'): AppError {
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: 1 })
}
