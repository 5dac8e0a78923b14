import { ConfigError } from '#src/config/config.ts'
import { describeFault } from '#src/platform/db/pool/wait-for-database.ts'

/** Why a backup or a restore does not go on, in words for the operator. */
export class BackupFault extends Error {}

const expectations: Record<string, string> = {
  ENOSPC: 'a disk with more room',
  EDQUOT: 'a disk with more room',
  EACCES: 'a folder that this user may read and write',
  EPERM: 'a folder that this user may read and write',
  EROFS: 'a folder that can be written',
  ENOTDIR: 'a folder, and no file',
}

/** One line; the name of the folder or the address stands in it. */
export function describeBackupFault(error: unknown): string {
  if (error instanceof BackupFault || error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  if (code === 'EMBEDDED_POSTGRES') return `DATA_DIR: ${error.message}`
  const expected = expectations[code]
  if (expected !== undefined) return `${path ?? 'the folder'}: ${code}; expected ${expected}`
  const isFaultOfCode = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
  return isFaultOfCode ? (error.stack ?? error.message) : describeFault(error)
}
