import { existsSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal } from './account.ts'
import { findBinaries } from './binaries.ts'
import { chooseAccount, ensureCluster, makeSocketFolder, readPassword } from './cluster.ts'
import { describeOwner, lockFolder } from './folder-lock.ts'
import {
  bringUp,
  database,
  markOf,
  type Running,
  type Site,
  servicePassword,
  serviceRole,
  supervise,
  terminate,
} from './server.ts'
import { serverSettings } from './settings.ts'

export { type ClusterCopy, clusterVersion, copyCluster } from './base-backup.ts'
export { restoreCluster } from './restore-cluster.ts'

/** `initdb` makes a cluster where there was none. */
export type Launched = 'initdb' | 'postgres'

export interface EmbeddedPostgresOptions {
  /** Holds `postgres/` (the cluster) and files beside it whose names begin with `postgres`. Made if missing. */
  dataDir: string
  /** False: no fsync, for a folder that is thrown away. */
  durable?: boolean
  /** Added to, or in place of, those of `serverSettings`. */
  settings?: Record<string, string>
  /** `connect`: if another process runs a server on the folder, return its address. Default: refuse. */
  whenInUse?: 'refuse' | 'connect'
  log?: (line: string) => void
  /** Called after each launch of a PostgreSQL process: the caller can do other work while it starts. */
  onLaunched?: (program: Launched) => void
}

export interface EmbeddedPostgres {
  /** Address of the application's database, for the owner of its schema. */
  url: string
  /** The same, for a role that owns nothing and is no superuser. */
  serviceUrl: string
  /** Address of the maintenance database, `postgres`. */
  adminUrl: string
  /** Whether the server was started by a killed process, with the same command line. */
  takenOver: boolean
  /** Stops the server, unless another process runs it. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL that npm installed on a data folder, or takes over the server that a killed process left there.
 * Restarts it if it ends before `stop`; the addresses stay the same. A server with another command line, such as that
 * of another release, is stopped and started again.
 *
 * @throws with `code` EMBEDDED_POSTGRES if the folder is in use or the operator must repair something.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const cluster = join(dataDir, 'postgres')
  const lock = lockFolder(dataDir)
  if (lock === undefined) {
    if (options.whenInUse !== 'connect')
      throw refusal(`${dataDir} is in use by ${describeOwner(dataDir)}. Stop it, or set DATA_DIR or DATABASE_URL.`)
    const password = await readPassword(cluster)
    const running = addresses({ socketFolder: await makeSocketFolder(cluster), password })
    return { ...running, takenOver: false, stop: async () => {} }
  }
  const release = () => {
    if (lock.isOpen) lock.close()
  }
  try {
    const site = await prepare(cluster, options)
    const state = { running: await bringUp(site) }
    const takenOver = state.running.child === undefined
    return { ...addresses(site), takenOver, stop: superviseUntilStopped(site, state, release) }
  } catch (error) {
    release()
    throw error
  }
}

/** The address of the application's database, if a process that lives runs its server; starts none. */
export async function addressOfRunning(folder: string): Promise<string | undefined> {
  const dataDir = await realpath(folder).catch(() => undefined)
  if (dataDir === undefined || !existsSync(join(dataDir, 'postgres/.s.PGSQL.5432'))) return undefined
  const cluster = join(dataDir, 'postgres')
  return addresses({ socketFolder: await makeSocketFolder(cluster), password: await readPassword(cluster) }).url
}

/** Prepares everything up to a complete cluster. */
async function prepare(cluster: string, options: EmbeddedPostgresOptions): Promise<Site> {
  const { durable = true, settings, log = () => {}, onLaunched = () => {} } = options
  const account = await chooseAccount(cluster)
  const binaries = await findBinaries(account)
  await ensureCluster(cluster, { account, binaries, durable, onLaunched: () => onLaunched('initdb') })
  return {
    cluster,
    account,
    binaries,
    log,
    onLaunched: () => onLaunched('postgres'),
    mark: await markOf(cluster),
    socketFolder: await makeSocketFolder(cluster),
    password: await readPassword(cluster),
    settings: { ...serverSettings({ durable }), ...settings },
  }
}

/** Supervises the server until the function that it returns is called, which stops it. */
function superviseUntilStopped(site: Site, state: { running: Running }, release: () => void): () => Promise<void> {
  const stopping = new AbortController()
  const supervision = supervise(site, state, stopping.signal)
  // Covers an exit without a stop (process.exit), and keeps the lock from the garbage collector.
  const atExit = () => {
    state.running.child?.kill('SIGINT') // does nothing to one that has ended
    release()
  }
  process.once('exit', atExit)
  const stop = async () => {
    stopping.abort()
    await supervision
    try {
      await terminate(state.running.pid, site)
      state.running.connection.end().catch(() => {}) // not waited for: it no longer keeps Node.js running
      if (site.socketFolder !== site.cluster) await rm(site.socketFolder, { force: true })
    } finally {
      process.off('exit', atExit)
      release()
    }
  }
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stop()
    return stopped
  }
}

/** Parsers require the host in the authority; drivers use the folder of the socket. */
function addresses({ socketFolder, password }: Pick<Site, 'socketFolder' | 'password'>) {
  const address = (name: string, user = 'postgres', secret = password) =>
    `postgres://${user}:${secret}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`
  return {
    url: address(database),
    serviceUrl: address(database, serviceRole, servicePassword(password)),
    adminUrl: address('postgres'),
  }
}
