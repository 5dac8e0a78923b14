import { resolve } from 'node:path'
import { type Config, readProcessRole } from '#src/config/config.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { checkPooling, checkSameDatabase, type Pooling, prepareRole } from '#src/platform/db/pool/pooling.ts'
import {
  blaming,
  type DatabaseRole,
  UnusableDatabase,
  waitForDatabase,
} from '#src/platform/db/pool/wait-for-database.ts'
import { checkStandbyAddress } from '#src/platform/db/replicas/standby.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

export interface ServiceDatabase {
  /** For the service, whose role owns nothing if `ownerUrl` has another role. */
  url: string
  /** For users of a session: past a pooler. */
  directUrl: string
  /** For migrations: the role that owns the schema. */
  ownerUrl: string
  pooling: Pooling
  stop(): Promise<void>
}

type DatabaseSettings = Pick<
  Config,
  | 'production'
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_OWNER_URL'
  | 'DATABASE_READ_URL'
  | 'DATABASE_WAIT_SECONDS'
  | 'EXTENSIONS'
  | 'EXTENSIONS_TRUSTED'
>

type Opened = Omit<ServiceDatabase, 'pooling'>

/**
 * Opens the database at DATABASE_URL, or starts the embedded server on the data folder, and migrates it. Waits for an
 * unreachable database (DATABASE_WAIT_SECONDS), and logs that once.
 */
export async function openDatabase(
  config: DatabaseSettings,
  logger: Logger,
  embedded: Pick<EmbeddedPostgresOptions, 'onLaunched' | 'whenInUse'> = {},
): Promise<ServiceDatabase> {
  const database =
    config.DATABASE_URL === undefined
      ? await startEmbedded(config, logger, embedded)
      : external(config.DATABASE_URL, config)
  try {
    const { role, pooling } = await checkAddresses(database, config, (url) =>
      waitForDatabase(url, {
        patienceMs: config.DATABASE_WAIT_SECONDS * 1000,
        onWait: (fault) => logger.warn({ fault, seconds: config.DATABASE_WAIT_SECONDS }, 'waiting for the database'),
      }),
    )
    const isSeparate = database.ownerUrl !== database.directUrl
    if (!isSeparate && role.isSuperuser && config.production && readProcessRole() === undefined)
      logger.warn(
        { role: role.name },
        'the role of DATABASE_URL is a superuser; with DATABASE_OWNER_URL it need not be',
      )
    const readUrl = config.DATABASE_READ_URL
    const standby = readUrl === undefined ? undefined : checkStandby(readUrl, database.url)
    standby?.catch(() => {}) // awaited below
    const serviceRole = isSeparate ? { serviceRole: role.name } : {}
    const address = config.DATABASE_OWNER_URL === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
    const applied = await blaming(config.DATABASE_URL === undefined ? 'DATA_DIR' : address, () =>
      migrate(database.ownerUrl, { log: (line) => logger.info(line), ...serviceRole }),
    )
    await standby
    if (config.EXTENSIONS.length > 0) await install(database.ownerUrl, config, serviceRole, logger)
    if (applied.length > 0)
      logger.info(`migrated the database: ${applied.length} ${applied.length === 1 ? 'file' : 'files'}`)
    logger.debug({ applied }, 'migrations')
    return { ...database, pooling }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Loads them, too: a start without any pays nothing. */
async function install(
  ownerUrl: string,
  { EXTENSIONS, EXTENSIONS_TRUSTED }: Pick<Config, 'EXTENSIONS' | 'EXTENSIONS_TRUSTED'>,
  role: { serviceRole?: string },
  logger: Logger,
): Promise<void> {
  const { installExtensions } = await import('./extensions/install.ts')
  const { loadExtensions } = await import('./extensions/load.ts')
  const options = { ...role, trusted: EXTENSIONS_TRUSTED, log: (line: string) => logger.info(line) }
  await installExtensions(ownerUrl, await loadExtensions(EXTENSIONS), options)
}

/** @throws UnusableDatabase if the service cannot work with one of the addresses, or with them together */
async function checkAddresses(
  { url, directUrl, ownerUrl }: Opened,
  config: DatabaseSettings,
  wait: (url: string) => Promise<DatabaseRole>,
): Promise<{ role: DatabaseRole; pooling: Pooling }> {
  const isPast = directUrl !== url
  if (isPast)
    await blaming('DATABASE_DIRECT_URL', async () => {
      refusePooler(await wait(directUrl))
      await prepareRole(directUrl)
    })
  const role = await blaming('DATABASE_URL', () => wait(url))
  if (ownerUrl !== directUrl) refuseOwner(role)
  if (isPast) await blaming('DATABASE_DIRECT_URL', () => checkSameDatabase(url, directUrl))
  const pooling = role.isPooled ? await checkPooling(url, directUrl) : 'none'
  if (config.DATABASE_OWNER_URL !== undefined)
    await blaming('DATABASE_OWNER_URL', async () => {
      const owner = await wait(ownerUrl)
      // The lock of migrations belongs to a session.
      if (pooling !== 'session') refusePooler(owner)
      // Before the migrations: another database would get the tables.
      await checkSameDatabase(directUrl, ownerUrl, 'two')
    })
  return { role, pooling }
}

function refusePooler({ isPooled }: DatabaseRole): void {
  if (isPooled) throw new UnusableDatabase('a pooler answers', 'the address of the server itself')
}

function refuseOwner({ name, isSuperuser, isOwner }: DatabaseRole): void {
  if (!isSuperuser && !isOwner) return
  const fault = isSuperuser ? `the role ${name} is a superuser` : `the role ${name} owns tables`
  throw new UnusableDatabase(fault, 'a role that is not and does not, beside DATABASE_OWNER_URL')
}

function external(url: string, config: Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'>): Opened {
  const directUrl = config.DATABASE_DIRECT_URL ?? url
  return { url, directUrl, ownerUrl: config.DATABASE_OWNER_URL ?? directUrl, stop: async () => {} }
}

async function startEmbedded(
  config: Pick<Config, 'DATA_DIR'>,
  logger: Logger,
  options: Pick<EmbeddedPostgresOptions, 'onLaunched' | 'whenInUse'>,
): Promise<Opened> {
  const dataDir = resolve(config.DATA_DIR)
  const server = await startEmbeddedPostgres({
    dataDir,
    ...options,
    log: (line) => logger.warn(line),
    onLaunched(program) {
      if (program === 'initdb') logger.info(`making a database in ${dataDir}`)
      options.onLaunched?.(program)
    },
  })
  if (server.takenOver) logger.warn('an earlier run left its database server running; taken over')
  return { url: server.serviceUrl, directUrl: server.serviceUrl, ownerUrl: server.url, stop: server.stop }
}

function checkStandby(url: string, primaryUrl: string): Promise<void> {
  return blaming('DATABASE_READ_URL', () => checkStandbyAddress(url, primaryUrl))
}
