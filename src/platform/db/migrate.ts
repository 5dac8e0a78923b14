import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isBeforeChecksums, planMigrations, recordApplied, selectApplied } from './applied-migrations.ts'
import { type MigrationFile, migrationsFolder, readMigration, readMigrations } from './migration-files.ts'
import { inMigrationTransaction, runByStatement, runTogether, separateStatements } from './run-migration.ts'

/** Any constant will do; it must only differ from other users of advisory locks in the same database. */
const lockKey = 4_207_001
const lockPollMs = 200

/**
 * Brings a database that was made before checksums were kept to where the numbered files up to `until` bring a new one.
 */
const bringUp = { script: 'legacy/before_checksums.sql', until: '0012' }

export interface MigrateOptions {
  folder?: URL
  /** Told what takes time or is out of the ordinary. */
  log?: (line: string) => void
  /** The role that the service connects as, if it is not the owner of the schema: gets its rights here. */
  serviceRole?: string
}

/**
 * Migrates the database to the newest schema: each numbered file once, in order, each in its own transaction unless it
 * says otherwise (run-migration.ts); then the repeatable files whose text has changed. Processes that start together
 * wait for the first. Returns the names of the files applied now.
 * @throws if an applied file has changed or is missing, or a file cannot be applied
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, log = () => {}, serviceRole } = options
  const files = await readMigrations(folder)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'commerce-migrations' })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // The lock of a machine that was lost ends within half a minute.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    // What functions keep (`set search_path from current`): whoever calls them, they find the tables of this schema.
    await client.query("select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false)")
    await lock(client)
    await createLedger(client, log)
    const applied = await selectApplied(client)
    const { numbered, repeatable, fromLaterRelease } = planMigrations(files, applied)
    if (fromLaterRelease.length > 0)
      log(`a later release has migrated this database; left as they are: ${fromLaterRelease.join(', ')}`)
    const pending = [...numbered, ...repeatable]
    if (isBeforeChecksums(applied)) await bringUpToDate(client, pending, folder, log)
    else for (const file of pending) await applyAlone(client, file, log)
    if (serviceRole !== undefined) await grantRights(client, serviceRole, pending.length > 0, log)
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** After every migration, and for a role that has none: rights of what is new. */
async function grantRights(client: pg.Client, role: string, migrated: boolean, log: (line: string) => void) {
  const { rows } = await client.query("select has_table_privilege($1, 'schema_migrations', 'select') as granted", [
    role,
  ])
  if (rows[0]?.granted && !migrated) return
  await inMigrationTransaction({ client, name: 'of rights', log }, () =>
    client.query('select grant_service_rights($1)', [role]),
  )
}

/** Names of the migrations that the database has not had yet. */
export async function missingMigrations(db: pg.Client | pg.Pool): Promise<string[]> {
  const { numbered, repeatable } = planMigrations(await readMigrations(), await selectApplied(db))
  return [...numbered, ...repeatable].map((file) => file.name)
}

/** Polls: a statement that waits has a snapshot, and building an index waits for older snapshots: for its waiters. */
async function lock(client: pg.Client): Promise<void> {
  const isLocked = async () =>
    (await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])).rows[0]?.locked === true
  while (!(await isLocked())) await sleep(lockPollMs)
}

async function applyAlone(client: pg.Client, file: MigrationFile, log: (line: string) => void): Promise<void> {
  const run = { client, name: file.name, log }
  const statements = separateStatements(file)
  if (statements === undefined) return inMigrationTransaction(run, () => apply(client, file))
  await runByStatement(run, statements)
  await recordApplied(client, file)
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  const statements = separateStatements(file)
  if (statements === undefined) await client.query(file.sql)
  else await runTogether(client, statements)
  await recordApplied(client, file)
}

/** Rows that earlier releases wrote stay as they are: such a release looks for the names of its own files. */
async function createLedger(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'checksum'",
  )
  if (rowCount === 1) return
  await inMigrationTransaction({ client, name: 'of schema_migrations', log }, () =>
    client.query(`
      create table if not exists schema_migrations
        (name text primary key, applied_at timestamptz not null default now());
      alter table schema_migrations add column checksum text, add column replaced text[] not null default '{}'`),
  )
}

/**
 * All in one transaction: tables, functions and triggers of such a database fit only each other. Nobody else uses it
 * meanwhile, so files that avoid a transaction run in this one.
 */
function bringUpToDate(
  client: pg.Client,
  pending: readonly MigrationFile[],
  folder: URL,
  log: (line: string) => void,
): Promise<void> {
  log('this database was made by a release that kept no checksums of its migrations; bringing it up to date')
  return inMigrationTransaction({ client, name: bringUp.script, log }, async () => {
    await client.query((await readMigration(folder, bringUp.script)).sql)
    for (const file of pending) {
      if (/^\d/.test(file.name) && file.name.slice(0, 4) <= bringUp.until) await recordApplied(client, file)
      else await apply(client, file)
    }
  })
}
