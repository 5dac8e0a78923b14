import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { workingDirectory } from './cluster.ts'
import { type FolderLock, isAlive } from './folder-lock.ts'
import { refusal } from './refusal.ts'
import { isListening } from './socket.ts'

/** A cluster, and what it takes to run its server. */
export interface Site {
  cluster: string
  /** Marks the server on its command line. */
  name: string
  account: Account | undefined
  binaries: Binaries
  settings: Record<string, string>
  /** Where clients find its socket. */
  socketFolder: string
}

const MAX_LOG_BYTES = 10_000_000
/** A pid no process has: above the largest of any system. */
const NO_PID = 2_147_483_647

/** What the server of this cluster has written into postmaster.pid. */
export async function readPidFile(cluster: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) // a single-user server writes its own as a negative one
  return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
}

/** The pid of the server that we, or an earlier run, started on this cluster, if it lives and we can see it. */
export async function findServer({ cluster, name }: Pick<Site, 'cluster' | 'name'>): Promise<number | undefined> {
  const pid = (await readPidFile(cluster))?.pid
  if (pid === undefined) return undefined
  if ((await commandLine(pid)).includes(nameSetting(name))) return pid
  if (isAlive(pid)) await disownLockFiles(cluster)
  return undefined
}

/**
 * For the new holder of the folder's lock, before anything is launched.
 *
 * @throws when a server may be using the cluster that we cannot stop: of another container or machine, or by hand.
 */
export async function refuseForeignServer(
  { cluster, name, socketFolder }: Pick<Site, 'cluster' | 'name' | 'socketFolder'>,
  lastOwner: FolderLock['lastOwner'],
): Promise<void> {
  const pid = (await readPidFile(cluster))?.pid
  const words = pid === undefined ? [] : await commandLine(pid)
  if (words.includes(nameSetting(name))) return

  const byHand = basename(words[0] ?? '') === 'postgres' && !words.some((word) => word.startsWith(nameSetting('')))
  // A server that the killed owner had just started, where we do not see its pid, needs a moment to listen.
  if (pid !== undefined && lastOwner === 'other container') await sleep(250)
  if (byHand || (await isListening(socketFolder))) {
    throw refusal(
      `${cluster} is served by a PostgreSQL that was started by hand or in another container ` +
        `(postmaster.pid says process ${pid}). Stop it there, or set DATA_DIR or DATABASE_URL.`,
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
 * The pid of a server that is gone is another program's now, and PostgreSQL would not start while that lives. The files
 * stay, with a pid nobody has: PostgreSQL finds in them the shared memory that sessions without a server may still use.
 */
async function disownLockFiles(cluster: string): Promise<void> {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(cluster, name)
    const content = await readFile(file, 'utf8').catch(() => undefined)
    if (content !== undefined) await writeFile(file, content.replace(/^-?\d+/, String(NO_PID)))
  }
}

/** Empty for a process that ended and was not waited for: in a container nobody may ever do that. */
async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  }
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.trim().split(' ')
}

/**
 * Marks our servers on their command line, which can always be read; /proc/<pid>/cwd is closed even to root in some
 * containers. Of the folder itself, not its path: it may be renamed under a server, and a copy of it is another cluster.
 */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
}

function nameSetting(name: string): string {
  return `cluster_name=commerce-${name}`
}

export interface Launched {
  child: ChildProcess
  hasEnded(): boolean
  /** The last lines it wrote. */
  lastWords(): Promise<string>
}

/** Starts the server. It outlives us, and gets no Ctrl-C of our terminal: it must serve until we finished. */
export async function launch(site: Site): Promise<Launched> {
  const { cluster, account } = site
  const logFile = `${cluster}.log`
  const settings = Object.entries(site.settings).map(([key, value]) => `${key}=${value}`)
  const words = [...settings, nameSetting(site.name)].flatMap((setting) => ['-c', setting])
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a+', 0o600)
  try {
    const { size } = await log.stat()
    const child = spawn(site.binaries.postgres, ['-D', workingDirectory(cluster, account), ...words], {
      ...asAccount(account),
      cwd: cluster,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    let fault: Error | undefined
    child.once('error', (error) => {
      fault = error
    })
    child.unref()
    return {
      child,
      hasEnded: () => fault !== undefined || child.exitCode !== null || child.signalCode !== null,
      lastWords: async () => fault?.message ?? (await lastLines(logFile, size)),
    }
  } finally {
    await log.close()
  }
}

async function lastLines(file: string, offset: number): Promise<string> {
  const content = await readFile(file).catch(() => Buffer.alloc(0))
  return content.subarray(offset).toString('utf8').trimEnd().split('\n').slice(-15).join('\n')
}

/** Fast shutdown, which ends sessions and writes a checkpoint; without success an immediate one, then a kill. */
export async function terminate(pid: number, name: string, log: (line: string) => void): Promise<void> {
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
