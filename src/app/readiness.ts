import type pg from 'pg'
import { checkWritable } from '#src/platform/db/failover.ts'
import { missingMigrations } from '#src/platform/db/migrate.ts'

/**
 * Returns a check that resolves to the reason why the process is not ready, if any; rejects while the database is away
 * or accepts no writes.
 */
export function createReadiness(pool: pg.Pool): () => Promise<string | undefined> {
  let migrated = false
  return async () => {
    await checkWritable(pool)
    // The schema only moves forward: once current, it stays so.
    if (!migrated) {
      const missing = await missingMigrations(pool)
      if (missing.length > 0) return `migrations missing: ${missing.join(', ')}`
      migrated = true
    }
    return undefined
  }
}
