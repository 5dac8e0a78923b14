import { ConfigError } from '#src/config/config.ts'
import { MigrationRefused } from '#src/platform/db/migrations/applied-migrations.ts'
import { blamedVariable, describeFault, isBlamed, UnusableDatabase } from '#src/platform/db/pool/wait-for-database.ts'

/** The reason why a supervised process could not start; the supervisor has only the message. */
export class StartFault extends Error {}

const database = 'a PostgreSQL server and database that can be reached'

/** Message for an error at start-up: a line that names the variable to check. Only a fault in the code has a stack. */
export function describeStartFault(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartFault) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, syscall } = causeWithCode(error)
  const fault = (variable: string, expected: string) => `${variable}: ${describeFault(error)}; expected ${expected}`
  const address = blamedVariable(error)
  if (error instanceof MigrationRefused) return `${address}: ${error.message}`
  if (error instanceof UnusableDatabase) return fault(address, error.expected)
  switch (code) {
    case 'EADDRINUSE':
      return fault('PORT', 'a port that is free (PORT=0 takes one)')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return syscall === 'listen' || syscall === 'bind'
        ? fault('HOST', 'an address of this machine')
        : fault(address, database)
    case 'EACCES':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EPERM':
      return syscall === 'listen'
        ? fault('PORT', 'a port this user may listen on')
        : fault('DATA_DIR', 'a folder this user can write')
    case 'ENOSPC':
    case 'EDQUOT':
      return fault('DATA_DIR', 'a folder on a disk that has room')
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
    case '3D000':
      return fault(address, database)
    case '25006':
      return fault(address, 'a server that accepts writes')
    case '28P01':
    case '28000':
      return fault(address, 'a role and password that the server accepts')
    case '42501':
      return fault(
        address,
        address === 'DATABASE_OWNER_URL'
          ? 'the owner of the schema'
          : 'a role that may create tables, or DATABASE_OWNER_URL for one that may',
      )
    case 'EMBEDDED_POSTGRES':
      return `DATA_DIR: ${error.message}`
    default:
      if (isBlamed(error)) return fault(address, database)
      return isOurFault(error) ? (error.stack ?? error.message) : `The service cannot start: ${describeFault(error)}`
  }
}

/** An error of the operating system or the database, or the one that caused it. */
function causeWithCode(error: Error): NodeJS.ErrnoException {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined && error.cause instanceof Error ? causeWithCode(error.cause) : error
}

function isOurFault(error: Error): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)
}
