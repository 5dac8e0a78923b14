import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refusal } from './refusal.ts'
import { findServer, hasEnded, lastWords, launch, readPidFile, type Site, terminate } from './server-process.ts'

/** Recovery after a crash replays at most `max_wal_size`; a server that takes longer is left alive and taken over. */
const START_TIMEOUT_MS = 60_000
const POLL_MS = 5
const RESTART_PAUSE_MS = 500
const TELL_AGAIN_MS = 60_000

/** The application's database, and the role that it connects as: made if missing. */
export const database = 'commerce'
export const serviceRole = 'commerce'

export function servicePassword(password: string): string {
  return createHash('sha256').update(`service:${password}`).digest('base64url')
}

/** A server that serves. */
export interface Running {
  pid: number
  /** Absent when the server was taken over. */
  child: ChildProcess | undefined
  /** Ends when the server does, and does not keep Node.js running. */
  connection: pg.Client
  lost: Promise<unknown>
}

/** Takes over the server that an earlier run left, or starts one, and waits until it serves. */
export async function bringUp(site: Site, signal?: AbortSignal): Promise<Running> {
  const { cluster } = site
  const deadline = performance.now() + START_TIMEOUT_MS
  let child: ChildProcess | undefined
  let fault = ''
  for (; performance.now() < deadline; await sleep(POLL_MS)) {
    if (child && hasEnded(child)) {
      fault = await lastWords(cluster, child)
      // Sessions of a killed server end by themselves, after the statement they run. All else will not pass.
      if (!/shared memory block .* is still in use/.test(fault)) {
        throw refusal(`PostgreSQL on ${cluster} did not start: ${fault}. See ${cluster}.log.`)
      }
      child = undefined
      await sleep(100)
    }
    const pid = child?.pid ?? (await findServer(site))?.pid
    if (signal?.aborted) {
      if (pid !== undefined) await terminate(pid, site)
      signal.throwIfAborted()
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
 * Starts the server again when it ends or drops us, until stopped. Never throws. Where it cannot be started, as on a
 * full disk, the log is told why at once and then every minute.
 */
export async function supervise(site: Site, state: { running: Running }, signal: AbortSignal): Promise<void> {
  const aborted = once(signal, 'abort')
  let tellFrom = 0
  while (!signal.aborted) {
    await Promise.race([state.running.lost, aborted])
    if (signal.aborted) return
    if (tellFrom === 0) site.log('lost PostgreSQL; looking for it')
    try {
      state.running = await bringUp(site, signal)
      site.log(`PostgreSQL is back (process ${state.running.pid})`)
      tellFrom = 0
    } catch (error) {
      if (performance.now() >= tellFrom) {
        tellFrom = performance.now() + TELL_AGAIN_MS
        site.log((error as Error).message)
      }
      await sleep(RESTART_PAUSE_MS, undefined, { ref: false, signal }).catch(() => {})
    }
  }
}

/** Sees to the application's database and role, too. The role may see the statistics of other sessions. */
async function connect(site: Site): Promise<Pick<Running, 'connection' | 'lost'>> {
  const { socketFolder: host, password } = site
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
