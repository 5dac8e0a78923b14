import { ConfigError } from '#src/config.ts'

/** Message for an error at start-up that names the variable to check. */
export function describeStartFault(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, message, syscall } = error as NodeJS.ErrnoException
  const fault = (variable: string, expected: string) => `${variable}: ${message}; expected ${expected}`
  switch (code) {
    case 'EADDRINUSE':
      return fault('PORT', 'a port that is free (PORT=0 takes one)')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return syscall === 'listen' || syscall === 'bind'
        ? fault('HOST', 'an address of this machine')
        : fault('DATABASE_URL', 'a server that can be reached')
    case 'EACCES':
    case 'EROFS':
    case 'ENOTDIR':
      return syscall === 'listen'
        ? fault('PORT', 'a port this user may listen on')
        : fault('DATA_DIR', 'a folder this user can write')
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case '28P01':
    case '28000':
    case '3D000':
      return fault('DATABASE_URL', 'a PostgreSQL server and database that can be reached')
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
