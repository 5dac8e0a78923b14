import type { Database } from '#src/platform/db/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { isSessionRevoked, selectRevokedSince } from './session-queries.ts'

/**
 * Revoked sessions, in memory, so that authentication needs no statement. Each process polls for new revocations
 * several times a second; the process that revokes knows at once.
 */
export interface Revocations {
  /** Undefined while the list is more than a second old: then use `isRevokedNow`. */
  isRevoked(sessionId: string): boolean | undefined
  isRevokedNow(sessionId: string): Promise<boolean>
  /** Call after the transaction that revoked has been committed. */
  add(sessionIds: readonly string[]): void
  stop(): Promise<void>
}

const pollMs = 300
const staleAfterMs = 900
/**
 * A revocation can commit up to 30 s after its timestamp (statement and idle timeouts); polls overlap by twice that.
 */
const overlapMs = 60_000

/** Starts polling; resolves once the revocations of the last `tokenTtlSeconds` are loaded. */
export async function followRevocations(
  db: Database,
  tokenTtlSeconds: number,
  logger: Pick<Logger, 'warn'>,
): Promise<Revocations> {
  const seenAt = new Map<string, number>()
  const keepMs = tokenTtlSeconds * 1000 + overlapMs
  // Database time, like the timestamps of revocations.
  let since: Date | { secondsAgo: number } = { secondsAgo: keepMs / 1000 }
  let heardAt = 0
  let stopped = false

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    const { rows, now } = await selectRevokedSince(db, since)
    for (const id of rows) seenAt.set(id, Date.now())
    since = new Date(now.getTime() - overlapMs)
    heardAt = startedAt
  }

  function forget(): void {
    // Tokens of these sessions have expired.
    const oldest = Date.now() - keepMs
    for (const [id, at] of seenAt) if (at < oldest) seenAt.delete(id)
  }

  await poll()
  let failing = false
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // One poll at a time, so that a slow database is not asked more often.
    running ??= poll()
      .then(() => {
        failing = false
      })
      .catch((error) => {
        if (!failing && !stopped)
          logger.warn({ err: error }, 'revocations cannot be read; asking the database for each request')
        failing = true
      })
      .finally(() => {
        running = undefined
      })
  }, pollMs)
  const cleaner = setInterval(forget, 60_000)
  timer.unref()
  cleaner.unref()

  return {
    isRevoked(sessionId) {
      if (seenAt.has(sessionId)) return true
      return performance.now() - heardAt < staleAfterMs ? false : undefined
    },
    isRevokedNow: (sessionId) => isSessionRevoked(db, sessionId),
    add(sessionIds) {
      for (const id of sessionIds) seenAt.set(id, Date.now())
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      clearInterval(cleaner)
      await running
    },
  }
}
