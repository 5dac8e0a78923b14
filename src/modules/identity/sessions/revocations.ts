import { overlapMs, pollChanges } from '#src/platform/db/follow/poll-changes.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { isSessionRevoked, selectRevokedSince } from './queries.ts'

/**
 * Revoked sessions, in memory, so that authentication needs no statement. Each process polls for new revocations
 * several times a second; the process that revokes knows at once.
 */
export interface Revocations {
  /** Undefined while the list is more than a second old: then use `isRevokedNow`. */
  isRevoked(sessionId: string): boolean | undefined
  isRevokedNow(sessionId: string, db?: Database): Promise<boolean>
  /** Call after the transaction that revoked has been committed. */
  add(sessionIds: readonly string[]): void
  stop(): Promise<void>
}

/** Starts polling; resolves once the revocations of the last `tokenTtlSeconds` are loaded. */
export async function followRevocations(
  db: Database,
  tokenTtlSeconds: number,
  logger: Pick<Logger, 'warn'>,
): Promise<Revocations> {
  const seenAt = new Map<string, number>()
  const retentionMs = tokenTtlSeconds * 1000 + overlapMs
  // Database time, like the timestamps of revocations.
  let since: Date | { secondsAgo: number } = { secondsAgo: retentionMs / 1000 }

  async function read(): Promise<void> {
    const { rows, now } = await selectRevokedSince(db, since)
    for (const id of rows) seenAt.set(id, Date.now())
    since = new Date(now.getTime() - overlapMs)
  }

  function forget(): void {
    // Tokens of these sessions have expired.
    const oldest = Date.now() - retentionMs
    for (const [id, at] of seenAt) if (at < oldest) seenAt.delete(id)
  }

  const following = await pollChanges('revocations', read, logger)
  const cleaner = setInterval(forget, 60_000)
  cleaner.unref()

  return {
    isRevoked(sessionId) {
      if (seenAt.has(sessionId)) return true
      return following.isCurrent() ? false : undefined
    },
    isRevokedNow: (sessionId, from = db) => isSessionRevoked(from, sessionId),
    add(sessionIds) {
      for (const id of sessionIds) seenAt.set(id, Date.now())
    },
    async stop() {
      clearInterval(cleaner)
      await following.stop()
    },
  }
}
