import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * How long a migration waits for the lock on a table. While it waits, whatever asks for that table waits behind it: so
 * it waits briefly, gives up, and tries again after a pause in which requests go on. Shorter than PostgreSQL's
 * deadlock_timeout (1 s): where a migration and a request wait for each other, the migration gives up, not the request.
 */
const lockTimeoutMs = 300

/** With pauses of 0.5 s that grow to 5 s: some 5 minutes in all. */
const lockAttempts = 60
const pauseMs = (attempt: number) => Math.min(500 * attempt, 5_000)

/** SQLSTATE lock_not_available and deadlock_detected. */
const lockFaults = new Set(['55P03', '40P01'])

/** Runs `work` in a transaction, again while another transaction holds a lock that it needs. `name` is for messages. */
export async function inMigrationTransaction(
  client: pg.Client,
  name: string,
  log: (line: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // A broken connection has rolled back by itself; what broke it is what to tell.
      await client.query('rollback').catch(() => {})
      const { code, message } = error as { code?: string; message: string }
      if (!lockFaults.has(code ?? '') || attempt === lockAttempts)
        throw new Error(`migration ${name} failed: ${message}`, { cause: error })
      log(`migration ${name}: another transaction holds a lock it needs; attempt ${attempt} of ${lockAttempts}`)
      await sleep(pauseMs(attempt))
    }
  }
}
