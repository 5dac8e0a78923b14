import type pg from 'pg'
import { checkWritable } from '#src/platform/db/failover/failover.ts'
import { probeWrite } from '#src/platform/db/failover/probe-write.ts'
import { describeRefusedWrite } from '#src/platform/db/failover/sql-errors.ts'
import { MigrationRefused } from '#src/platform/db/migrations/applied-migrations.ts'
import { missingMigrations } from '#src/platform/db/migrations/migrate.ts'
import { atMostEvery } from '#src/platform/lib/at-most-every.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { withTimeout } from '#src/platform/lib/with-timeout.ts'

/** A server that is silent for this long counts as away. */
const timeoutMs = 5_000
const writeEveryMs = 1_000

/**
 * Returns a check that resolves to the reason why the process is not ready, if any: the database is away, not migrated,
 * or accepts no writes. It asks the database each time, and writes at most once a second. The log has the error behind
 * each new reason.
 */
export function createReadiness({
  pool,
  logger,
}: {
  pool: pg.Pool
  logger: Logger
}): () => Promise<string | undefined> {
  let migrated = false
  let reported: string | undefined
  const write = atMostEvery(writeEveryMs, () => probeWrite(pool))
  const check = async () => {
    await checkWritable(pool)
    // The schema only moves forward: once current, it stays so.
    if (!migrated) {
      const fault = await schemaFault(pool)
      if (fault !== undefined) return fault
      migrated = true
    }
    await write()
    return undefined
  }
  return async () => {
    let cause: unknown
    const fault = await withTimeout(timeoutMs, check()).catch((error) => {
      cause = error
      return error instanceof AppError ? error.message : describeRefusedWrite(error)
    })
    if (cause !== undefined && fault !== reported) logger.warn({ err: cause, reason: fault }, 'not ready')
    reported = fault
    return fault
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
