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

const conflicts = new Set(['40001', '40P01', '55P03'])
const outages = ['08', '53', '57P']
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])

/**
 * Maps a database error to a client error by SQLSTATE (PostgreSQL documentation, appendix A); undefined means a bug.
 * Constraint violations that have a meaning of their own are handled where the statement is.
 */
export function fromDatabaseError(error: unknown): AppError | undefined {
  if (!isPostgresError(error)) {
    // pg reports these connection errors by message only.
    const lost =
      error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
    return lost || isQueryTimeout(error) ? unavailable() : undefined
  }
  if (conflicts.has(error.code)) return new AppError('CONFLICT', 'another change was made at the same time; try again')
  if (error.code === '57014') return unavailable()
  if (outages.some((prefix) => error.code.startsWith(prefix)) || networkCodes.has(error.code)) return unavailable()
  if (error.code === '22021' || error.code === '22P05') {
    return new AppError('VALIDATION_ERROR', 'text holds a character that cannot be stored')
  }
  return undefined
}

function unavailable(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'the database is not available; try again', { retryAfter: 1 })
}
