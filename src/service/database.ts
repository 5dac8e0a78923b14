import { resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#src/config.ts'
import { migrate } from '#src/db/migrate.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'

export interface ServiceDatabase {
  url: string
  stop(): Promise<void>
}

/** The database at DATABASE_URL, or the embedded server on the data folder, brought to the newest schema. */
export async function openDatabase(
  config: Config,
  logger: FastifyBaseLogger,
  embedded: Pick<EmbeddedPostgresOptions, 'onLaunched' | 'whenInUse'> = {},
): Promise<ServiceDatabase> {
  const database =
    config.DATABASE_URL === undefined ? await startEmbedded(config, logger, embedded) : external(config.DATABASE_URL)
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

async function startEmbedded(
  config: Config,
  logger: FastifyBaseLogger,
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
