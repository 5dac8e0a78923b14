import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { workingDirectory } from './cluster.ts'
import { refusal } from './refusal.ts'

const MAX_LOG_BYTES = 10_000_000
const MARK = 'cluster_name=commerce-'

/** A cluster, and what it takes to run its server and to connect to it. */
export interface Site {
  cluster: string
  /** On the command line of its server, by which it is known. */
  mark: string
  account: Account | undefined
  binaries: Binaries
  settings: Record<string, string>
  socketFolder: string
  password: string
  log: (line: string) => void
  onLaunched: () => void
}

/**
 * Of the folder itself, not its path: it may be renamed under a server, and a copy of it is another cluster. On the
 * command line it can always be read; /proc/<pid>/cwd is closed even to root in some containers.
 */
export async function markOf(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return MARK + createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
}

/** What the server of this cluster has written into postmaster.pid. */
export async function readPidFile(cluster: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) // a single-user server writes its own as a negative one
  return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * The server that we, or an earlier run, started on this cluster, if it lives: its pid and its command line.
 *
 * @throws when somebody else started one
 */
export async function findServer({ cluster, mark }: Site): Promise<{ pid: number; words: string[] } | undefined> {
  const pid = (await readPidFile(cluster))?.pid
  if (pid === undefined) return undefined
  const words = await commandLine(pid)
  if (words.includes(mark)) return { pid, words }
  if (basename(words[0] ?? '') === 'postgres' && !words.some((word) => word.startsWith(MARK)))
    throw refusal(
      `${cluster} is served by a PostgreSQL that was started by hand (process ${pid}). ` +
        'Stop it, or set DATA_DIR or DATABASE_URL.',
    )
  // It ended, and that pid may be another program's by now, beside which PostgreSQL would not start. Without the file it
  // still finds, by the folder, the shared memory of sessions that have outlived their server.
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) await rm(join(cluster, file), { force: true })
  return undefined
}

/** Empty for a process that ended, also if nobody waited for it: in a container nobody may ever do that. */
async function commandLine(pid: number): Promise<string[]> {
  const words =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8').then((text) => text.split('\0'))
      : promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout.trim().split(' '))
  return (await words.catch(() => [])).filter((word) => word !== '')
}

/** Starts the server. It outlives us, and gets no Ctrl-C of our terminal: it must serve until we finished. */
export async function launch({ cluster, mark, account, binaries, settings, onLaunched }: Site): Promise<ChildProcess> {
  const words = [...Object.entries(settings).map(([key, value]) => `${key}=${value}`), mark]
  const logFile = `${cluster}.log`
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a', 0o600)
  const child = spawn(
    binaries.postgres,
    ['-D', workingDirectory(cluster, account), ...words.flatMap((word) => ['-c', word])],
    { ...asAccount(account), cwd: cluster, detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  child.once('error', () => {}) // it then has no pid
  child.unref()
  await log.close()
  onLaunched()
  return child
}

export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/** Why this server ended, by the log; those before it wrote there, too. */
export async function lastWords(cluster: string, { pid, exitCode, signalCode }: ChildProcess): Promise<string> {
  const lines = (await readFile(`${cluster}.log`, 'utf8')).split('\n').filter((line) => line.includes(` [${pid}] `))
  const [, reason] = lines.map((line) => /(?:FATAL|PANIC): +(.*)/.exec(line)).findLast((match) => match) ?? []
  return reason ?? `it ended with ${exitCode ?? signalCode}`
}

/** Fast shutdown, which ends sessions and writes a checkpoint; without success an immediate one, then a kill. */
export async function terminate(pid: number, { mark, log }: Site): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 12_000],
    ['SIGQUIT', 6_000],
    ['SIGKILL', 6_000],
  ] as const) {
    if (signal !== 'SIGINT') log(`PostgreSQL (process ${pid}) does not stop; sending ${signal}`)
    const deadline = performance.now() + patienceMs
    for (let sent = false; performance.now() < deadline; sent = true) {
      // Read anew each time: once it has ended, another program may get its pid.
      if (!(await commandLine(pid)).includes(mark)) return
      if (!sent) process.kill(pid, signal)
      await sleep(5)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`)
}
