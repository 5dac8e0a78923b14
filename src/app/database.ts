import { resolve } from 'node:path'
import { type Config, readProcessRole } from '#src/config.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { type DatabaseRole, UnusableDatabase, waitForDatabase } from '#src/platform/db/wait-for-database.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

export interface ServiceDatabase {
  /** For the service, whose role owns nothing if `ownerUrl` has another. */
  url: string
  stop(): Promise<void>
}

interface OpenedDatabase extends ServiceDatabase {
  /** For migrations: of the owner of the schema. */
  ownerUrl: string
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
    config.DATABASE_URL === undefined
      ? await startEmbedded(config, logger, embedded)
      : external(config.DATABASE_URL, config.DATABASE_OWNER_URL)
  try {
    const role = await waitForDatabase(database.url, {
      patienceMs: config.DATABASE_WAIT_SECONDS * 1000,
      onWait: (fault) => logger.warn({ fault, seconds: config.DATABASE_WAIT_SECONDS }, 'waiting for the database'),
    })
    const isSeparate = database.ownerUrl !== database.url
    if (isSeparate) refuseOwner(role)
    else if (role.isSuperuser && config.production && readProcessRole() === undefined)
      logger.warn(
        { role: role.name },
        'the role of DATABASE_URL is a superuser; with DATABASE_OWNER_URL it need not be',
      )
    const serviceRole = isSeparate ? { serviceRole: role.name } : {}
    const applied = await migrate(database.ownerUrl, { log: (line) => logger.info(line), ...serviceRole })
    if (applied.length > 0) logger.info({ applied }, 'migrated')
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

function refuseOwner({ name, isSuperuser, isOwner }: DatabaseRole): void {
  if (!isSuperuser && !isOwner) return
  const fault = isSuperuser ? `the role ${name} is a superuser` : `the role ${name} owns tables`
  throw new UnusableDatabase(fault, 'a role that is not and does not, beside DATABASE_OWNER_URL')
}

function external(url: string, ownerUrl = url): OpenedDatabase {
  return { url, ownerUrl, stop: async () => {} }
}

async function startEmbedded(
  config: Config,
  logger: Logger,
  options: Pick<EmbeddedPostgresOptions, 'onLaunched' | 'whenInUse'>,
): Promise<OpenedDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: resolve(config.DATA_DIR),
    log: (line) => logger.debug({ line }, 'postgres'),
    ...options,
  })
  if (server.takenOver) logger.warn('an earlier run left its database server running; taken over')
  return { url: server.serviceUrl, ownerUrl: server.url, stop: server.stop }
}
