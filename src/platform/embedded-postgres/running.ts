import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clusterExists } from './cluster.ts'
import { refusal } from './refusal.ts'
import { findServer, type Launched, launch, readPidFile, type Site, terminate } from './server-process.ts'

/** Recovery after a crash replays at most `max_wal_size`; a server that takes longer is left alive and taken over. */
const START_TIMEOUT_MS = 60_000
const POLL_MS = 5

export interface Service extends Site {
  password: string
  database: string
  log: (line: string) => void
  onLaunched: () => void
}

/** A server that serves, and our connection to it, which ends when it does. */
export interface Running {
  pid: number
  connection: pg.Client
  lost: Promise<unknown>
  /** Absent when the server was taken over. */
  launched: Launched | undefined
}

/** Takes over the server that an earlier run left, or starts one, and waits until it serves. */
export async function bringUp(service: Service, signal?: AbortSignal): Promise<Running> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let launched: Launched | undefined
  let fault = ''
  while (performance.now() < deadline) {
    if (launched?.hasEnded()) {
      fault = await launched.lastWords()
      // Sessions of a killed server end by themselves, after the statement they run. All else will not pass.
      if (!/shared memory block .* is still in use/.test(fault)) {
        throw refusal(`PostgreSQL on ${service.cluster} did not start. From ${service.cluster}.log:\n${fault}`)
      }
      launched = undefined
      await sleep(100)
    }
    let pid = launched?.child.pid ?? (await findServer(service))
    if (signal?.aborted) {
      if (pid !== undefined) await terminate(pid, service.name, service.log)
      signal.throwIfAborted()
    }
    if (pid === undefined) {
      launched = await launch(service)
      service.onLaunched()
      pid = launched.child.pid
    }
    const pidFile = await readPidFile(service.cluster)
    if (pid !== undefined && pidFile?.pid === pid && pidFile.isReady) {
      try {
        return { pid, launched, ...(await connectTo(service)) }
      } catch (error) {
        fault = (error as Error).message
        if ((error as NodeJS.ErrnoException).code === '28P01') {
          if (launched) await terminate(pid, service.name, service.log)
          throw refusal(
            `PostgreSQL on ${service.cluster} does not take the password in ${service.cluster}-password.`,
            error,
          )
        }
      }
    }
    await sleep(POLL_MS)
  }
  const seconds = START_TIMEOUT_MS / 1000
  throw refusal(
    `PostgreSQL on ${service.cluster} was not ready within ${seconds} s. ${fault} See ${service.cluster}.log.`,
  )
}

/** Starts the server again when it ends or drops us, until stopped. Never throws. */
export async function supervise(service: Service, state: { running: Running }, signal: AbortSignal): Promise<void> {
  const aborted = once(signal, 'abort')
  let waitMs = 0
  while (!signal.aborted) {
    await Promise.race([state.running.lost, aborted])
    if (signal.aborted) return
    if (waitMs === 0) service.log('lost PostgreSQL; looking for it')
    await sleep(waitMs, undefined, { ref: false, signal }).catch(() => {})
    try {
      if (!(await clusterExists(service.cluster)))
        return service.log(`${service.cluster} is gone; PostgreSQL stays down`)
      state.running = await bringUp(service, signal)
      service.log(`PostgreSQL is back (process ${state.running.pid})`)
      waitMs = 0
    } catch (error) {
      if (!signal.aborted) service.log((error as Error).message)
      waitMs = Math.min(waitMs * 2 || 500, 10_000)
    }
  }
}

/** Connects and sees to the application's database. The connection does not keep Node.js running. */
async function connectTo({
  socketFolder: host,
  password,
  database,
}: Service): Promise<Pick<Running, 'connection' | 'lost'>> {
  const connection = new pg.Client({
    ...{ host, user: 'postgres', password, database: 'postgres' },
    application_name: 'commerce-embedded',
    connectionTimeoutMillis: 5_000,
  })
  const lost = new Promise((resolve) => {
    connection.once('end', resolve).on('error', resolve) // an error nobody listens for would end the process
  })
  try {
    await connection.connect()
    const { rowCount } = await connection.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await connection.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    await connection.end().catch(() => {})
    throw error
  }
  const { unref } = connection as pg.Client & { unref(): void } // missing from the types of pg
  unref.call(connection)
  return { connection, lost }
}
