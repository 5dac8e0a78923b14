import type pg from 'pg'
import { MigrationRefused } from '#src/platform/db/applied-migrations.ts'
import { checkWritable } from '#src/platform/db/failover.ts'
import { missingMigrations } from '#src/platform/db/migrate.ts'
import { within } from '#src/platform/lib/within.ts'

/** A silent server is away, as one that cannot be connected to in this time. */
const timeoutMs = 5_000

/**
 * Returns a check that resolves to the reason why the process is not ready, if any; rejects while the database is away
 * or accepts no writes.
 */
export function createReadiness(pool: pg.Pool): () => Promise<string | undefined> {
  let migrated = false
  return async () => {
    await within(timeoutMs, checkWritable(pool))
    // The schema only moves forward: once current, it stays so.
    if (!migrated) {
      const fault = await schemaFault(pool)
      if (fault !== undefined) return fault
      migrated = true
    }
    return undefined
  }
}

async function schemaFault(pool: pg.Pool): Promise<string | undefined> {
  try {
    const missing = await missingMigrations(pool)
    return missing.length > 0 ? `migrations missing: ${missing.join(', ')}` : undefined
  } catch (error) {
    if (error instanceof MigrationRefused) return error.message
    throw error
  }
}
