import { resolve } from 'node:path'
import type { Config } from '#src/config.ts'
import { startEmbeddedServer } from '#src/db/embedded.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

export interface ServiceDatabase {
  url: string
  stop(): Promise<void>
}

/**
 * Opens the database at DATABASE_URL, or starts the embedded server on the data folder, and migrates it.
 *
 * @param onLaunched called when an embedded server is starting up
 */
export async function openDatabase(config: Config, logger: Logger, onLaunched = () => {}): Promise<ServiceDatabase> {
  const database =
    config.DATABASE_URL === undefined ? await startEmbedded(config, logger, onLaunched) : external(config.DATABASE_URL)
  try {
    const applied = await migrate(database.url)
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

async function startEmbedded(config: Config, logger: Logger, onLaunched: () => void): Promise<ServiceDatabase> {
  const server = await startEmbeddedServer({
    dataDir: resolve(config.DATA_DIR),
    log: (line) => logger.debug({ line }, 'postgres'),
    onLaunched,
  })
  if (server.takenOver) logger.warn('an earlier run left its database server running; taken over')
  return server
}
