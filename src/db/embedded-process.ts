import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, asAccount } from './embedded-account.ts'
import { isAlive, pathForChild } from './embedded-cluster.ts'

const MAX_LOG_BYTES = 10_000_000

/** What is known about the server of a cluster from its postmaster.pid and the process that file names. */
export type Postmaster =
  | { state: 'none' }
  /** The file was left behind; the process it names is gone, or another program. */
  | { state: 'stale'; pid: number }
  | { state: 'living'; pid: number; name: string; ready: boolean }
  /** A PostgreSQL somebody started on this cluster by hand. */
  | { state: 'foreign'; pid: number }

export async function inspectPostmaster(cluster: string): Promise<Postmaster> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = file.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) // a single-user server writes its own as a negative one
  if (!(pid > 0)) return { state: 'none' }
  const name = await clusterName(cluster)
  const state = await classify(pid, cluster, name)
  return state === 'living' ? { state, pid, name, ready: lines[7]?.trim() === 'ready' } : { state, pid }
}

/**
 * Whose process this is. We write the cluster's name into the command line of a server, because that is what can be
 * read always: /proc/<pid>/cwd is closed even to root in a container that may not trace.
 */
async function classify(pid: number, cluster: string, name: string): Promise<'living' | 'stale' | 'foreign'> {
  if (!isAlive(pid)) return 'stale'
  const words = await commandLine(pid)
  if (words.includes(`cluster_name=${name}`)) return 'living'
  const [program = '', flag, directory] = words
  if (basename(program) !== 'postgres' || words.some((word) => word.startsWith('cluster_name=commerce-')))
    return 'stale'
  return flag === '-D' && directory !== cluster ? 'stale' : 'foreign'
}

/** Empty for a process that ended and was not waited for: in a container nobody may ever do that. */
async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.trim().split(' ')
}

/** By the folder itself, not its path: it may be renamed under a living server, and a copy of it is another cluster. */
async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return `commerce-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`
}

/** Whether the process still is the server of the cluster with this name. */
async function isServing(pid: number, name: string): Promise<boolean> {
  return isAlive(pid) && (await commandLine(pid)).includes(`cluster_name=${name}`)
}

/** PostgreSQL itself is careful, and will not start while any process of its user has the number in these files. */
export async function removeStaleLocks(cluster: string, pid: number): Promise<void> {
  const postmaster = await inspectPostmaster(cluster) // once more, right before: another service may be starting
  if (postmaster.state !== 'stale' || postmaster.pid !== pid || !isAlive(pid)) return
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(join(cluster, '.s.PGSQL.5432.lock'), { force: true })
}

export interface Launched {
  child: ChildProcess
  name: string
  hasEnded(): boolean
  /** The last lines it wrote. */
  lastWords(): Promise<string>
}

/** Starts the server. It outlives us, and gets no Ctrl-C of our terminal: it must serve until we finished. */
export async function launch(options: {
  cluster: string
  postgres: string
  account: Account | undefined
  logFile: string
  settings: Record<string, string>
}): Promise<Launched> {
  const { cluster, account, logFile } = options
  const name = await clusterName(cluster)
  const settings = { ...options.settings, cluster_name: name }
  const words = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  if (((await stat(logFile).catch(() => undefined))?.size ?? 0) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a+', 0o600)
  try {
    const { size } = await log.stat()
    const child = spawn(options.postgres, ['-D', pathForChild(cluster, account), ...words], {
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
      name,
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

/** Fast shutdown, which ends sessions and writes a checkpoint; without success an immediate one, then the axe. */
export async function terminate(pid: number, name: string, log: (line: string) => void): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 12_000],
    ['SIGQUIT', 6_000],
    ['SIGKILL', 6_000],
  ] as const) {
    if (signal !== 'SIGINT') log(`PostgreSQL (process ${pid}) does not stop; sending ${signal}`)
    const deadline = performance.now() + patienceMs
    for (let sent = false; performance.now() < deadline; sent = true) {
      if (!(await isServing(pid, name))) return
      if (!sent) process.kill(pid, signal)
      await sleep(5)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`)
}
