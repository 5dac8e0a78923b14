import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refusal } from './account.ts'

const SQLITE_BUSY = 5

/**
 * Locks the data folder for this process, until `close`; `undefined` when another process has it. It is a record lock
 * of the kernel, which Node.js offers through SQLite only: released however the process ends, so never stale. Nothing
 * else in this process may open the file: closing it would release the lock.
 */
export function lockFolder(dataDir: string): DatabaseSync | undefined {
  const file = join(dataDir, 'postgres.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('pragma journal_mode = memory; begin exclusive') // without a journal file
    writeFileSync(join(dataDir, 'postgres.owner'), `${process.pid}\n`)
    return lock
  } catch (error) {
    lock?.close()
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === SQLITE_BUSY) return undefined
    throw refusal(`${file} cannot be locked: ${message}. Set DATA_DIR or DATABASE_URL.`, error)
  }
}

/** The holder of the lock, for messages. */
export function describeOwner(dataDir: string): string {
  try {
    return `process ${BigInt(readFileSync(join(dataDir, 'postgres.owner'), 'utf8'))}`
  } catch {
    return 'another process' // it has the lock, and has not yet written its pid
  }
}
