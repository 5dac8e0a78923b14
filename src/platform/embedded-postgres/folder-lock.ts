import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refusal } from './refusal.ts'

/**
 * Written beside the lock by who holds it: for messages, and to judge what it left when it was killed. No lock itself.
 */
interface Owner {
  pid: number
  host: string
  /** One boot of one machine; all containers on it share this. */
  bootId: string
  /** Pids mean something only within one namespace of one boot. */
  pidNamespace: string
}

export interface FolderLock {
  /** Where the last owner ran, if it was killed: in our pid namespace, in another container here, or on that host. */
  lastOwner: 'here' | 'other container' | { host: string }
  /** Writes us down as the owner. Not before what the last one left is judged: a refused start must not hide it. */
  sign(): void
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Locks the data folder for this process; `undefined` when another process holds it. It is a POSIX record lock, which
 * Node.js offers through SQLite only: it works across containers and on NFS, and the kernel releases it however the
 * process ends. So no lock is ever stale, and the file is never deleted. Nothing else in this process may open the
 * file: closing it would release the lock.
 */
export function lockFolder(dataDir: string): FolderLock | undefined {
  const file = join(dataDir, 'postgres.lock')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    database.exec('pragma journal_mode = memory; begin exclusive') // without a journal file
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw refusal(`${file} cannot be locked: ${(error as Error).message}. Set DATA_DIR or DATABASE_URL.`, error)
  }
  const held = database
  return {
    lastOwner: whereabouts(readOwner(dataDir)),
    sign: () => writeFileSync(ownerFile(dataDir), JSON.stringify(ourselves()), { mode: 0o600 }),
    release: () => held.isOpen && held.close(),
  }
}

/** Who holds the lock. For a moment the record may still be that of the owner before. */
export function describeOwner(dataDir: string): string {
  const owner = readOwner(dataDir)
  const where = whereabouts(owner)
  if (where !== 'here') return `process ${owner?.pid} of another container or machine (host ${owner?.host})`
  return owner && isAlive(owner.pid) ? `process ${owner.pid}` : 'another process'
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function whereabouts(owner: Owner | undefined): FolderLock['lastOwner'] {
  const us = ourselves()
  if (owner === undefined || (owner.bootId === us.bootId && owner.pidNamespace === us.pidNamespace)) return 'here'
  // A rebooted machine keeps its name, as does a container that is started again.
  return owner.bootId === us.bootId || owner.host === us.host ? 'other container' : { host: owner.host }
}

function ourselves(): Owner {
  const isLinux = process.platform === 'linux'
  return {
    pid: process.pid,
    host: hostname(),
    bootId: isLinux ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : '',
    pidNamespace: isLinux ? readlinkSync('/proc/self/ns/pid') : '',
  }
}

function ownerFile(dataDir: string): string {
  return join(dataDir, 'postgres.owner')
}

function readOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile(dataDir), 'utf8')) as Owner
  } catch {
    return undefined
  }
}
