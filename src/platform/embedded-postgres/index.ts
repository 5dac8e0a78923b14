import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { checkVersion, chooseAccount, clusterExists, createCluster, readPassword, repairOwnership } from './cluster.ts'
import { describeOwner, type FolderLock, lockFolder } from './folder-lock.ts'
import { refusal } from './refusal.ts'
import { bringUp, database, type Running, servicePassword, serviceRole, supervise } from './running.ts'
import { clusterName, refuseForeignServer, type Site, terminate } from './server-process.ts'
import { serverSettings } from './settings.ts'
import { isListening, makeSocketFolder } from './socket.ts'

/** `initdb` makes a cluster where there was none. */
export type Launched = 'initdb' | 'postgres'

export interface EmbeddedPostgresOptions {
  /** Holds `postgres/` (the cluster) and files beside it whose names begin with `postgres`. Made if missing. */
  dataDir: string
  /** False: no fsync, for a folder that is thrown away. */
  durable?: boolean
  /**
   * Added to, or in place of, those of `serverSettings`. A server that is taken over keeps what it was started with.
   */
  settings?: Record<string, string>
  /** `connect`: if another process runs a server on the folder, only answer its address. Default: refuse. */
  whenInUse?: 'refuse' | 'connect'
  log?: (line: string) => void
  /** Called whenever a process of PostgreSQL was launched: while it comes up there is time for something else. */
  onLaunched?: (program: Launched) => void
}

export interface EmbeddedPostgres {
  /** Address of the application's database, for the owner of its schema. */
  url: string
  /** The same, for a role that owns nothing and is no superuser. */
  serviceUrl: string
  /** Address of the maintenance database, `postgres`. */
  adminUrl: string
  /** The server was left by a process that was killed. */
  takenOver: boolean
  /** The cluster was made just now. */
  initialised: boolean
  /** Stops the server, unless another process runs it. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL that npm installed on a data folder that nobody else uses, or takes over the server that a killed
 * process left there, and starts it again should it end before `stop`. The addresses stay the same.
 *
 * @throws with `code` EMBEDDED_POSTGRES when the folder is in use or the operator must mend something.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = lockFolder(dataDir)
  if (lock === undefined) {
    if (options.whenInUse === 'connect') return connectToRunning(dataDir)
    throw refusal(`${dataDir} is in use by ${describeOwner(dataDir)}. Stop it, or set DATA_DIR or DATABASE_URL.`)
  }
  try {
    const { site, initialised } = await prepare(dataDir, options)
    await refuseForeignServer(site, lock.lastOwner)
    lock.sign()
    const state = { running: await bringUp(site) }
    const takenOver = state.running.child === undefined
    return { ...addresses(site), takenOver, initialised, stop: keepRunning(site, state, lock) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Everything up to a whole cluster. */
async function prepare(
  dataDir: string,
  { durable = true, settings, log = () => {}, onLaunched = () => {} }: EmbeddedPostgresOptions,
): Promise<{ site: Site; initialised: boolean }> {
  const cluster = join(dataDir, 'postgres')
  const account = await chooseAccount(cluster)
  const exists = await clusterExists(cluster)
  const binaries = await findBinaries(account, dataDir)
  if (exists) await checkVersion(cluster, binaries)
  else await createCluster(cluster, { account, binaries, durable, onLaunched: () => onLaunched('initdb') })
  await repairOwnership(cluster, account)
  const site = {
    ...{ cluster, account, binaries, log, onLaunched: () => onLaunched('postgres') },
    name: await clusterName(cluster),
    socketFolder: await makeSocketFolder(cluster),
    password: await readPassword(cluster),
    settings: { ...serverSettings({ durable }), ...settings },
  }
  return { site, initialised: !exists }
}

/** Supervises the server until the function that it returns is called, which stops it. */
function keepRunning(site: Site, state: { running: Running }, lock: FolderLock): () => Promise<void> {
  const stopping = new AbortController()
  const supervision = supervise(site, state, stopping.signal)
  // For an exit without a stop (process.exit). It also keeps the lock from the garbage collector.
  const atExit = () => {
    state.running.child?.kill('SIGINT') // does nothing to one that has ended
    lock.release()
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
      lock.release()
    }
  }
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stop()
    return stopped
  }
}

/** The address of the server that another process runs; it is that one's to stop. */
async function connectToRunning(dataDir: string): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  const socketFolder = await makeSocketFolder(cluster)
  if (!(await isListening(socketFolder))) {
    throw refusal(`The server on ${dataDir}, run by ${describeOwner(dataDir)}, does not listen. Try again.`)
  }
  const running = addresses({ socketFolder, password: await readPassword(cluster) })
  return { ...running, takenOver: false, initialised: false, stop: async () => {} }
}

/** The host in the authority is for parsers that want one; drivers take the folder of the socket. */
function addresses({ socketFolder, password }: Pick<Site, 'socketFolder' | 'password'>) {
  const address = (name: string, user = 'postgres', secret = password) =>
    `postgres://${user}:${secret}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`
  return {
    url: address(database),
    serviceUrl: address(database, serviceRole, servicePassword(password)),
    adminUrl: address('postgres'),
  }
}
