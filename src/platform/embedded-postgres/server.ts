import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, asAccount, refusal } from './account.ts'
import type { Binaries } from './binaries.ts'
import { workingDirectory } from './cluster.ts'

/** Recovery after a crash replays at most `max_wal_size`; a server that takes longer is left alive and taken over. */
const START_TIMEOUT_MS = 60_000
const RESTART_PAUSE_MS = 500
const POLL_MS = 5
const MAX_LOG_BYTES = 10_000_000
const MARK = 'cluster_name=commerce-'

/** The application's database, and its role: made if missing. */
export const database = 'commerce'
export const serviceRole = 'commerce'

export function servicePassword(password: string): string {
  return createHash('sha256').update(`service:${password}`).digest('base64url')
}

/** A cluster, with the data needed to run its server and to connect to it. */
export interface Site {
  cluster: string
  /** A mark on the command line of its server, which identifies it. */
  mark: string
  account: Account | undefined
  binaries: Binaries
  settings: Record<string, string>
  socketFolder: string
  password: string
  log: (line: string) => void
  onLaunched: () => void
}

/** A running server. */
export interface Running {
  pid: number
  /** Absent when the server was taken over. */
  child: ChildProcess | undefined
  /** A connection that ends with the server, and does not keep Node.js running. */
  connection: pg.Client
  lost: Promise<unknown>
}

/**
 * Identifies the folder itself, not its path: it may be renamed under a server, and a copy of it is another cluster. A
 * command line can always be read; /proc/<pid>/cwd is unreadable even to root in some containers.
 */
export async function markOf(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return MARK + createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
}

/**
 * Takes over the server that an earlier run left, or starts one, and waits until it serves. A server with another
 * command line (of another release) is stopped first: it may reach its folder by a path that is unreadable by now, and
 * its binaries or settings may be those of a removed release.
 */
export async function bringUp(site: Site, signal?: AbortSignal): Promise<Running> {
  const { cluster } = site
  let deadline = performance.now() + START_TIMEOUT_MS
  let child: ChildProcess | undefined
  let fault = ''
  for (; performance.now() < deadline; await sleep(POLL_MS)) {
    if (child && hasEnded(child)) {
      fault = await lastWords(cluster, child)
      // Sessions of a killed server end by themselves after their statement. Other faults are permanent.
      if (!/shared memory block .* is still in use/.test(fault)) {
        throw refusal(`PostgreSQL on ${cluster} did not start: ${fault}. See ${cluster}.log.`)
      }
      child = undefined
      await sleep(100)
    }
    const left = child === undefined ? await findServer(site) : undefined
    const pid = child?.pid ?? left?.pid
    if (signal?.aborted) {
      if (pid !== undefined) await terminate(pid, site)
      signal.throwIfAborted()
    }
    if (left && !isOurs(left.words, site)) {
      site.log(`PostgreSQL (process ${left.pid}) was started in another way than by this release; starting it anew`)
      await endForeign(left.pid, site)
      deadline = performance.now() + START_TIMEOUT_MS
      continue
    }
    const pidFile = await readPidFile(cluster)
    if (pid === undefined) child = await launch(site)
    else if (pidFile?.pid === pid && pidFile.isReady) {
      try {
        return { pid, child, ...(await connect(site)) }
      } catch (error) {
        fault = (error as Error).message
        if ((error as NodeJS.ErrnoException).code !== '28P01') continue
        if (child) await terminate(pid, site)
        throw refusal(`PostgreSQL on ${cluster} does not take the password in ${cluster}-password.`, error)
      }
    }
  }
  throw refusal(`PostgreSQL on ${cluster} was not ready within 60 s. ${fault} See ${cluster}.log.`)
}

/**
 * Restarts the server when it ends or drops the connection, until stopped. Never throws. If a start fails, for example
 * on a full disk, it retries, and logs the reason once.
 */
export async function supervise(site: Site, state: { running: Running }, signal: AbortSignal): Promise<void> {
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  let lastLine = ''
  const logOnce = (line: string) => {
    if (line !== lastLine) site.log(line)
    lastLine = line
  }
  for (;;) {
    await Promise.race([state.running.lost, aborted])
    if (signal.aborted) return
    if (lastLine === '') logOnce('lost PostgreSQL; looking for it')
    try {
      state.running = await bringUp(site, signal)
      logOnce(`PostgreSQL is back (process ${state.running.pid})`)
      lastLine = ''
    } catch (error) {
      if (!signal.aborted) logOnce((error as Error).message)
      await sleep(RESTART_PAUSE_MS, undefined, { ref: false, signal }).catch(() => {})
    }
  }
}

/** Fast shutdown, which ends sessions and writes a checkpoint; if that fails an immediate one, then a kill. */
export async function terminate(pid: number, { mark, log }: Pick<Site, 'mark' | 'log'>): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 12_000],
    ['SIGQUIT', 6_000],
    ['SIGKILL', 6_000],
  ] as const) {
    if (signal !== 'SIGINT') log(`PostgreSQL (process ${pid}) does not stop; sending ${signal}`)
    const deadline = performance.now() + patienceMs
    for (let sent = false; performance.now() < deadline; sent = true) {
      // Read each time: after it has ended, another program may get its pid.
      if (!(await commandLine(pid)).includes(mark)) return
      if (!sent) process.kill(pid, signal)
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`)
}

/** Stops the server on a cluster, if there is one. @throws if somebody else started it */
export async function endServerOf(cluster: string, log: (line: string) => void): Promise<void> {
  const mark = await markOf(cluster)
  const server = await findServer({ cluster, mark })
  if (server !== undefined) await terminate(server.pid, { mark, log })
}

/**
 * Stops the server of another release, which may reach the cluster by its path. As another user than ours it then needs
 * to traverse the data folder, or its last checkpoint would PANIC. The folder stays unreadable.
 */
async function endForeign(pid: number, site: Site): Promise<void> {
  const dataDir = dirname(site.cluster)
  const mode = (await stat(dataDir)).mode & 0o7777
  if (site.account) await chmod(dataDir, mode | 0o011)
  try {
    await terminate(pid, site)
  } finally {
    if (site.account) await chmod(dataDir, mode)
  }
}

/** Content of postmaster.pid of this cluster. */
async function readPidFile(cluster: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) // a single-user server writes its own as a negative one
  return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * The live server that this or an earlier run started on the cluster: its pid and command line.
 *
 * @throws if somebody else started one
 */
async function findServer({
  cluster,
  mark,
}: Pick<Site, 'cluster' | 'mark'>): Promise<{ pid: number; words: string[] } | undefined> {
  const pid = (await readPidFile(cluster))?.pid
  if (pid === undefined) return undefined
  const words = await commandLine(pid)
  if (words.includes(mark)) return { pid, words }
  if (basename(words[0] ?? '') === 'postgres' && !words.some((word) => word.startsWith(MARK)))
    throw refusal(
      `${cluster} is served by a PostgreSQL that was started by hand (process ${pid}). ` +
        'Stop it, or set DATA_DIR or DATABASE_URL.',
    )
  // The server ended, and another program may have its pid by now, which would keep PostgreSQL from starting. Without
  // the file PostgreSQL still finds, by the folder, the shared memory of sessions that have outlived their server.
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) await rm(join(cluster, file), { force: true })
  return undefined
}

/** Empty for an ended process, even a zombie: in a container nobody may ever reap it. */
async function commandLine(pid: number): Promise<string[]> {
  const words =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8').then((text) => text.split('\0'))
      : promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout.trim().split(' '))
  return words.catch(() => [])
}

function commandLineOf({ cluster, mark, account, binaries, settings }: Site): [string, ...string[]] {
  const words = [...Object.entries(settings).map(([key, value]) => `${key}=${value}`), mark]
  return [binaries.postgres, '-D', workingDirectory(cluster, account), ...words.flatMap((word) => ['-c', word])]
}

/** Joined, as some systems show command lines. */
function isOurs(words: readonly string[], site: Site): boolean {
  const [found, ours] = [words, commandLineOf(site)].map((line) => line.join(' ').trim())
  return found === ours
}

/** Starts the server in a process group of its own: Ctrl-C does not reach it, and it serves until we have finished. */
async function launch(site: Site): Promise<ChildProcess> {
  const { cluster, account, onLaunched } = site
  const logFile = `${cluster}.log`
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a', 0o600)
  const [program, ...words] = commandLineOf(site)
  const child = spawn(program, words, {
    ...asAccount(account),
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.once('error', () => {}) // it then has no pid
  child.unref()
  await log.close()
  onLaunched()
  return child
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/** The reason why this server ended, by the log, to which earlier servers wrote, too. */
async function lastWords(cluster: string, { pid, exitCode, signalCode }: ChildProcess): Promise<string> {
  const lines = (await readFile(`${cluster}.log`, 'utf8')).split('\n').filter((line) => line.includes(` [${pid}] `))
  const [, reason] = lines.map((line) => /(?:FATAL|PANIC): +(.*)/.exec(line)).findLast((match) => match) ?? []
  return reason ?? `it ended with ${exitCode ?? signalCode}`
}

/** Also makes the application's database and role. The role may read the statistics of other sessions. */
async function connect(site: Site): Promise<Pick<Running, 'connection' | 'lost'>> {
  const { socketFolder: host, password } = site
  const connection = new pg.Client({
    host,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: 'commerce-embedded',
    connectionTimeoutMillis: 5_000,
  })
  const lost = new Promise((resolve) => {
    connection.once('end', resolve).on('error', resolve) // an error nobody listens for would end the process
  })
  try {
    await connection.connect()
    const { rowCount } = await connection.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await connection.query(`create database ${database}`)
    const role = await connection.query('select from pg_roles where rolname = $1', [serviceRole])
    const verb = role.rowCount ? 'alter' : 'create'
    await connection.query(`${verb} role ${serviceRole} login nosuperuser password '${servicePassword(password)}'`)
    await connection.query(`grant pg_read_all_stats to ${serviceRole}`)
  } catch (error) {
    await connection.end().catch(() => {})
    throw error
  }
  ;(connection as pg.Client & { unref(): void }).unref() // missing from the types of pg
  return { connection, lost }
}
