import { resolve } from 'node:path'
import type { Config } from '#src/config.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { waitForDatabase } from '#src/platform/db/wait-for-database.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

export interface ServiceDatabase {
  url: string
  stop(): Promise<void>
}

/**
 * Opens the database at DATABASE_URL, or starts the embedded server on the data folder, and migrates it. One that is
 * away is waited for (DATABASE_WAIT_SECONDS), and the log says so once.
 */
export async function openDatabase(
  config: Config,
  logger: Logger,
  embedded: Pick<EmbeddedPostgresOptions, 'onLaunched' | 'whenInUse'> = {},
): Promise<ServiceDatabase> {
  const database =
    config.DATABASE_URL === undefined ? await startEmbedded(config, logger, embedded) : external(config.DATABASE_URL)
  try {
    await waitForDatabase(database.url, {
      patienceMs: config.DATABASE_WAIT_SECONDS * 1000,
      onWait: (fault) => logger.warn({ fault, seconds: config.DATABASE_WAIT_SECONDS }, 'waiting for the database'),
    })
    const applied = await migrate(database.url, { log: (line) => logger.info(line) })
    if (applied.length > 0) logger.info({ applied }, 'migrated')
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

function external(url: string): ServiceDatabase {
  return { url, stop: async () => {} }
}

async function startEmbedded(
  config: Config,
  logger: Logger,
  options: Pick<EmbeddedPostgresOptions, 'onLaunched' | 'whenInUse'>,
): Promise<ServiceDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: resolve(config.DATA_DIR),
    log: (line) => logger.debug({ line }, 'postgres'),
    ...options,
  })
  if (server.takenOver) logger.warn('an earlier run left its database server running; taken over')
  return server
}
