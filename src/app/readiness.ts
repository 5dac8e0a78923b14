import type pg from 'pg'
import { missingMigrations } from '#src/platform/db/migrate.ts'

/**
 * Returns a check that resolves to the reason why the process is not ready, if any; rejects while the database is away.
 */
export function createReadiness(pool: pg.Pool): () => Promise<string | undefined> {
  let migrated = false
  return async () => {
    // The schema only moves forward: once current, it is enough that the database answers.
    if (migrated) await pool.query('select 1')
    else {
      const missing = await missingMigrations(pool)
      if (missing.length > 0) return `migrations missing: ${missing.join(', ')}`
      migrated = true
    }
    return undefined
  }
}
