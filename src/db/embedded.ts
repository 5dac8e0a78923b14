import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './embedded-account.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import {
  checkVersion,
  chooseAccount,
  clusterExists,
  createCluster,
  keepPassword,
  repairOwnership,
} from './embedded-cluster.ts'
import { type Keeper, openKeeper } from './embedded-keeper.ts'
import { inspectPostmaster, type Launched, launch, removeStaleLocks, terminate } from './embedded-process.ts'
import { serverSettings } from './embedded-settings.ts'
import { makeSocketFolder, removeSocketFolder } from './embedded-socket.ts'

/** Recovery after a crash replays at most `max_wal_size`; a server that takes longer is left alive and taken over. */
const START_TIMEOUT_MS = 60_000
const POLL_MS = 5

export interface EmbeddedServerOptions {
  /** Holds `postgres/` (the cluster), `postgres-password` and `postgres.log`. Made if missing. */
  dataDir: string
  /** The application's database, made if missing. */
  database?: string
  /** False: no fsync, for a folder that is thrown away. */
  durable?: boolean
  /** Added to, or in place of, those of `serverSettings`. A server that is taken over keeps what it was started with. */
  settings?: Record<string, string>
  log?: (line: string) => void
  /** Called whenever a process of PostgreSQL was launched: while it comes up there is time for something else. */
  onLaunched?: () => void
}

export interface EmbeddedServer {
  /** Address of the application's database. */
  url: string
  /** Address of the maintenance database, `postgres`. */
  adminUrl: string
  /** The server was there already: left by a service that was killed, or shared with one that runs. */
  takenOver: boolean
  /** The cluster was made just now. */
  initialised: boolean
  /** Stops the server, taken over or not; but if another service uses it, leaves it to that one. */
  stop(): Promise<void>
}

interface Site {
  cluster: string
  logFile: string
  account: Account | undefined
  binaries: () => Promise<Binaries>
  connection: { host: string; user: string; password: string }
  settings: Record<string, string>
  log: (line: string) => void
  onLaunched: () => void
}

interface Running {
  pid: number
  name: string
  keeper: Keeper
  takenOver: boolean
}

/**
 * Runs the PostgreSQL that npm installed on a data folder, or takes over the one that serves it already, and starts it
 * again should it end before `stop`. The addresses stay the same.
 *
 * @throws with the last lines of its log when it does not start; never waits longer than a minute or two.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { database = 'commerce', durable = true, log = () => {} } = options
  const { site, initialised } = await prepare(options, durable, log)
  const stopping = new AbortController()
  const state = { running: await bringUp(site, stopping.signal) }
  const { takenOver } = state.running
  const supervision = supervise(site, state, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await supervision
    await stopRunning(site, state.running)
  }
  try {
    await state.running.keeper.createDatabase(database)
  } catch (error) {
    await stop()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    url: address(site, database),
    adminUrl: address(site, 'postgres'),
    takenOver,
    initialised,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Everything up to a whole cluster. */
async function prepare(
  options: EmbeddedServerOptions,
  durable: boolean,
  log: (line: string) => void,
): Promise<{ site: Site; initialised: boolean }> {
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(resolve(options.dataDir))
  const { onLaunched = () => {} } = options
  const passwordFile = join(dataDir, 'postgres-password')
  const cluster = join(dataDir, 'postgres')
  const account = await chooseAccount(cluster)
  let found: Promise<Binaries> | undefined
  const binaries = () => {
    found ??= findBinaries(account, dataDir)
    return found
  }

  const exists = await clusterExists(cluster)
  const password = await keepPassword(passwordFile, { mayCreate: !exists })
  let initialised = false
  if (!exists) {
    initialised = await createCluster(cluster, {
      password,
      account,
      binaries: await binaries(),
      durable,
      onLaunched,
    })
    log(initialised ? `made a PostgreSQL cluster in ${cluster}` : `another service made ${cluster}`)
  }
  await repairOwnership(cluster, account)
  const connection = { host: await makeSocketFolder(cluster), user: 'postgres', password }
  const settings = { ...serverSettings({ durable }), ...options.settings }
  return {
    site: { cluster, logFile: join(dataDir, 'postgres.log'), account, binaries, connection, settings, log, onLaunched },
    initialised,
  }
}

/**
 * Gets the cluster served and us connected: looks at what is there, does the one thing it calls for, looks again. So
 * it does not matter at which moment another service starts, stops or dies.
 */
async function bringUp(site: Site, signal: AbortSignal): Promise<Running> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let launched: Launched | undefined
  let fault = 'it did not say why'
  let refusedSince: number | undefined
  while (performance.now() < deadline) {
    if (signal.aborted) {
      if (launched?.child.pid) await terminate(launched.child.pid, launched.name, site.log)
      signal.throwIfAborted()
    }
    const postmaster = await inspectPostmaster(site.cluster)
    if (postmaster.state === 'foreign') {
      throw new Error(
        `${site.cluster} is served by a PostgreSQL that this service did not start (process ${postmaster.pid}). ` +
          'Stop it, or set DATABASE_URL to use it.',
      )
    }
    if (postmaster.state === 'living') {
      const { pid, name, ready } = postmaster
      try {
        if (ready) {
          const keeper = await openKeeper(site.connection)
          if (launched?.child.pid === pid) endWithUs.set(pid, launched.child)
          return { pid, name, keeper, takenOver: launched?.child.pid !== pid }
        }
        fault = `process ${pid} is starting, recovering or stopping`
      } catch (error) {
        fault = explain(error as NodeJS.ErrnoException, site)
        refusedSince = isRefused(error) ? (refusedSince ?? performance.now()) : undefined
        // Its socket was deleted: nobody will ever reach it again.
        if (performance.now() - (refusedSince ?? Number.POSITIVE_INFINITY) > 3_000) await terminate(pid, name, site.log)
      }
    } else if (launched === undefined || launched.hasEnded()) {
      if (launched) fault = await excuse(launched, site)
      if (postmaster.state === 'stale') await removeStaleLocks(site.cluster, postmaster.pid)
      launched = await launchServer(site)
      site.onLaunched()
    }
    await sleep(launched?.hasEnded() ? 100 : POLL_MS)
  }
  throw new Error(`PostgreSQL on ${site.cluster} was not ready within ${START_TIMEOUT_MS / 1000} s: ${fault}`)
}

async function launchServer(site: Site): Promise<Launched> {
  const binaries = await site.binaries()
  await checkVersion(site.cluster, binaries)
  return launch({ ...site, postgres: binaries.postgres })
}

/** @throws unless the reason why a server ended is one that passes. */
async function excuse(launched: Launched, { cluster, logFile }: Site): Promise<string> {
  const words = await launched.lastWords()
  // Another service's server was faster; or sessions of a killed server are still ending.
  if (/lock file ".*" already exists|shared memory block .* is still in use/.test(words)) return words
  throw new Error(`PostgreSQL on ${cluster} did not start. From ${logFile}:\n${words}`)
}

/** @throws what no waiting will change. */
function explain(error: NodeJS.ErrnoException, { cluster }: Site): string {
  if (error.code !== '28P01') return error.message
  throw new Error(`PostgreSQL on ${cluster} does not take the password in ${cluster}-password`, { cause: error })
}

function isRefused(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED'].includes(String((error as NodeJS.ErrnoException).code))
}

/** Starts the server again when it ends or drops us, until stopped. Never throws. */
async function supervise(site: Site, state: { running: Running }, signal: AbortSignal): Promise<void> {
  const aborted = once(signal, 'abort')
  let waitMs = 0
  while (!signal.aborted) {
    await Promise.race([state.running.keeper.lost, aborted])
    if (signal.aborted) return
    if (waitMs === 0) site.log('lost PostgreSQL; looking for it')
    await sleep(waitMs, undefined, { ref: false, signal }).catch(() => {})
    try {
      if (!(await clusterExists(site.cluster))) return site.log(`${site.cluster} is gone; PostgreSQL stays down`)
      state.running = await bringUp(site, signal)
      site.log(`PostgreSQL is back (process ${state.running.pid})`)
      waitMs = 0
    } catch (error) {
      if (!signal.aborted) site.log((error as Error).message)
      waitMs = Math.min(waitMs * 2 || 500, 10_000)
    }
  }
}

async function stopRunning(site: Site, { pid, name, keeper }: Running): Promise<void> {
  // An answer fails only when the server is ending anyway.
  const isLast = await keeper.isLast().catch(() => true)
  if (isLast) {
    await terminate(pid, name, site.log)
    await removeSocketFolder(site.cluster)
  } else {
    site.log('another service uses PostgreSQL; leaving it running')
  }
  endWithUs.delete(pid)
  await keeper.close()
}

/**
 * Servers we started that should not survive an exit without `stop` (an uncaught exception, process.exit). One that
 * does, because we were killed, is taken over by the next start.
 */
const endWithUs = new Map<number, ChildProcess>()
process.once('exit', () => {
  for (const child of endWithUs.values()) child.kill('SIGINT') // does nothing to one that has ended
})

/** The host in the authority is for parsers that want one; drivers take the folder of the socket. */
function address({ connection: { host, user, password } }: Site, database: string): string {
  return `postgres://${user}:${password}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}`
}
