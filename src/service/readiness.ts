import type pg from 'pg'
import { missingMigrations } from '#src/platform/db/migrate.ts'

/** Tells why a process cannot work just now, if so; throws while the database is away. */
export function createReadiness(pool: pg.Pool): () => Promise<string | undefined> {
  let migrated = false
  return async () => {
    // The schema only moves forward, so a database found current stays so; from then on reaching it is enough.
    if (migrated) await pool.query('select 1')
    else {
      const missing = await missingMigrations(pool)
      if (missing.length > 0) return `migrations missing: ${missing.join(', ')}`
      migrated = true
    }
    return undefined
  }
}
