import pg from 'pg'
import type { Logger } from '#src/platform/lib/logger.ts'
import { type DatabaseIdentity, selectIdentity } from './replica-queries.ts'
import { isAway, isConnectionUnusable, isReadOnlyServer } from './sql-errors.ts'
import { checkStandby, NoStandby, openStandbyPool, type StandbyPool } from './standby-pool.ts'
import { describeFault, UnusableDatabase } from './wait-for-database.ts'

/** Circuit breaker: a standby that fails is not asked again before a connection of its own has found it well. */
export interface StandbyWatch {
  /** Undefined while it cannot be used. */
  pool(): StandbyPool | undefined
  /** A read failed on this pool; without `isConnected` because there was no connection. */
  failed(pool: StandbyPool, error: unknown, isConnected: boolean): void
  stop(): void
}

export interface StandbyAddress {
  url: string
  primaryUrl: string
  size: number
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Between two attempts to use a standby. */
const pauseMs = 1_000
const probeTimeoutMs = 1_000

export function watchStandby({ url, primaryUrl, size, logger }: StandbyAddress): StandbyWatch {
  let pool: StandbyPool | undefined
  let openedAt = Number.NEGATIVE_INFINITY
  let identity: DatabaseIdentity | undefined
  let fault: string | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function probe(): Promise<void> {
    try {
      identity = await identityOf(primaryUrl, url, identity)
      if (stopped) return
      pool = openStandbyPool(url, size, identity)
      openedAt = performance.now()
      if (fault !== undefined) logger.info('the standby at DATABASE_READ_URL is used')
      fault = undefined
    } catch (error) {
      if (fault === undefined && !stopped) {
        fault = describeFault(error)
        const level = error instanceof NoStandby && error.isForeign ? 'error' : 'warn'
        logger[level]({ fault }, 'the standby at DATABASE_READ_URL is not used; reads go to the primary')
      }
      probeIn(pauseMs)
    }
  }
  function probeIn(delayMs: number): void {
    if (stopped) return
    timer = setTimeout(() => void probe(), delayMs)
    timer.unref()
  }
  void probe()

  return {
    pool: () => pool,
    failed(from, error, isConnected) {
      if (from !== pool || isBusy(error) || (isConnected && !isServerLost(error))) return
      pool = undefined
      from.end()
      probeIn(Math.max(0, openedAt + pauseMs - performance.now()))
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      pool?.end()
      pool = undefined
    },
  }
}

/** No connection became free in time: that there are more reads than it can take does not mean that it is lost. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** A read that the server refused or cancelled says nothing about the next. */
function isServerLost(error: unknown): boolean {
  return error instanceof NoStandby || (isConnectionUnusable(error) && !isReadOnlyServer(error))
}

/**
 * For a start. Resolves to what is wrong, if the standby cannot be used now and may be later.
 * @throws UnusableDatabase if the address must be changed
 */
export async function checkStandbyAddress(url: string, primaryUrl: string): Promise<string | undefined> {
  try {
    await identityOf(primaryUrl, url)
    return undefined
  } catch (error) {
    const isForeign = error instanceof NoStandby && error.isForeign
    const isRefused = !(error instanceof NoStandby) && !isAway(error)
    if (isForeign || isRefused) throw new UnusableDatabase(describeFault(error), 'a standby of DATABASE_URL')
    return describeFault(error)
  }
}

/** Of both, which must be the same. @throws NoStandby, or what connecting throws */
async function identityOf(primaryUrl: string, url: string, known?: DatabaseIdentity): Promise<DatabaseIdentity> {
  const identity = known ?? (await ask(primaryUrl, selectIdentity))
  await ask(url, (client) => checkStandby(client, identity))
  return identity
}

async function ask<T>(url: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'commerce-probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {}) // its statements fail with it
  try {
    await client.connect()
    return await question(client)
  } finally {
    client.end().catch(() => {})
  }
}
