import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { workingDirectory } from './cluster.ts'
import { type FolderLock, isAlive } from './folder-lock.ts'
import { refusal } from './refusal.ts'
import { isListening } from './socket.ts'

const MAX_LOG_BYTES = 10_000_000

/** A cluster, and what it takes to run its server and to connect to it. */
export interface Site {
  cluster: string
  /** Marks the server on its command line. */
  name: string
  account: Account | undefined
  binaries: Binaries
  settings: Record<string, string>
  socketFolder: string
  password: string
  log: (line: string) => void
  onLaunched: () => void
}

interface PidFile {
  pid: number
  /** Its socket is open, for as long as it lives: the server writes its status after it has opened that. */
  listens: boolean
  isReady: boolean
}

/** What the server of this cluster has written into postmaster.pid. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) // a single-user server writes its own as a negative one
  const status = lines[7]?.trim() ?? ''
  return pid > 0 ? { pid, listens: status !== '', isReady: status === 'ready' } : undefined
}

/** The pid of the server that we, or an earlier run, started on this cluster, if it lives and we can see it. */
export async function findServer({ cluster, name }: Site): Promise<number | undefined> {
  const pid = (await readPidFile(cluster))?.pid
  if (pid === undefined || (await commandLine(pid)).includes(nameSetting(name))) return pid
  // That pid is another program's now, and PostgreSQL would not start while that lives. It still finds, by the folder,
  // the shared memory of sessions that have outlived their server.
  if (isAlive(pid)) {
    for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) await rm(join(cluster, file), { force: true })
  }
  return undefined
}

/**
 * For the new holder of the folder's lock, before anything is launched.
 *
 * @throws when a server may be using the cluster that we cannot stop: of another container or machine, or by hand.
 */
export async function refuseForeignServer(
  { cluster, name, socketFolder }: Site,
  lastOwner: FolderLock['lastOwner'],
): Promise<void> {
  let pid: number | undefined
  const isServed = async () => {
    const file = await readPidFile(cluster)
    pid = file?.pid
    const words = pid === undefined ? [] : await commandLine(pid)
    if (words.includes(nameSetting(name))) return false
    // We do not see that pid, and the socket tells nothing yet.
    if (file?.listens === false && lastOwner === 'other container') return true
    const byHand = basename(words[0] ?? '') === 'postgres' && !words.some((word) => word.startsWith(nameSetting('')))
    return byHand || isListening(socketFolder)
  }
  // One that was killed just now has no command line any more, but still its socket.
  for (const deadline = performance.now() + 2_000; await isServed(); await sleep(20)) {
    if (performance.now() < deadline) continue
    throw refusal(
      `${cluster} is served by a PostgreSQL that was started by hand or in another container ` +
        `(postmaster.pid says process ${pid}). Stop it there, or set DATA_DIR or DATABASE_URL. ` +
        `If none runs there any more, delete ${cluster}/postmaster.pid.`,
    )
  }
  if (pid !== undefined && typeof lastOwner === 'object') {
    throw refusal(
      `${cluster} was not stopped properly on host ${lastOwner.host}, and may still be in use there. ` +
        `If it is not, delete ${cluster}.owner and start again; or set DATA_DIR or DATABASE_URL.`,
    )
  }
}

/**
 * Marks our servers on their command line, which can always be read; /proc/<pid>/cwd is closed even to root in some
 * containers. Of the folder itself, not its path: it may be renamed under a server, and a copy of it is another
 * cluster.
 */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
}

function nameSetting(name: string): string {
  return `cluster_name=commerce-${name}`
}

/** Empty for a process that ended and was not waited for: in a container nobody may ever do that. */
async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  }
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.trim().split(' ')
}

/** Starts the server. It outlives us, and gets no Ctrl-C of our terminal: it must serve until we finished. */
export async function launch({ cluster, name, account, binaries, settings }: Site): Promise<ChildProcess> {
  const words = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
  const logFile = `${cluster}.log`
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a', 0o600)
  const child = spawn(
    binaries.postgres,
    ['-D', workingDirectory(cluster, account), ...[...words, nameSetting(name)].flatMap((word) => ['-c', word])],
    { ...asAccount(account), cwd: cluster, detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  child.once('error', () => {}) // it then has no pid
  child.unref()
  await log.close()
  return child
}

export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/** What this server wrote to the log; those before it wrote there, too. */
export async function lastWords(cluster: string, { pid }: ChildProcess): Promise<string> {
  const lines = (await readFile(`${cluster}.log`, 'utf8')).trimEnd().split('\n')
  return lines
    .filter((line) => line.includes(` [${pid}] `))
    .slice(-10)
    .join('\n')
}

/** Fast shutdown, which ends sessions and writes a checkpoint; without success an immediate one, then a kill. */
export async function terminate(pid: number, { name, log }: Site): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 12_000],
    ['SIGQUIT', 6_000],
    ['SIGKILL', 6_000],
  ] as const) {
    if (signal !== 'SIGINT') log(`PostgreSQL (process ${pid}) does not stop; sending ${signal}`)
    const deadline = performance.now() + patienceMs
    for (let sent = false; performance.now() < deadline; sent = true) {
      // Read anew each time: once it has ended, another program may get its pid.
      if (!(await commandLine(pid)).includes(nameSetting(name))) return
      if (!sent) process.kill(pid, signal)
      await sleep(5)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`)
}
