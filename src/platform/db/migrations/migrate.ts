import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isOfRelease010, MigrationRefused, planMigrations, recordApplied, selectApplied } from './applied-migrations.ts'
import { type MigrationFile, migrationsFolder, readMigrations } from './migration-files.ts'
import { inMigrationTransaction, runByStatement, runOnNewDatabase, separateStatements } from './run-migration.ts'

/** Any constant will do; it must only differ from other users of advisory locks in the same database. */
const lockKey = 4_207_001
const lockPollMs = 200

/** Connection names of a running process of release 0.1.0. */
const namesOfRelease010 = [
  'commerce',
  'commerce-deliveries',
  'commerce-listener',
  'commerce-positions',
  'create-merchant',
  'stripe-account',
]
/** A process that has just stopped may still have connections. */
const [stopAttempts, stopPollMs] = [10, 500]

export interface MigrateOptions {
  folder?: URL
  /** Gets log lines about slow or unusual steps. */
  log?: (line: string) => void
  /** The role that the service connects as, if it is not the owner of the schema: gets its rights here. */
  serviceRole?: string
}

/**
 * Migrates the database to the newest schema: each numbered file once, in order, each in its own transaction unless it
 * says otherwise (run-migration.ts); then the repeatable files whose text has changed. A new database gets all in one
 * transaction. Processes that start together wait for the first. Returns the names of the files applied now.
 * @throws MigrationRefused if this release cannot work on the database; an error if a file cannot be applied
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, log = () => {}, serviceRole } = options
  const files = await readMigrations(folder)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'commerce-migrations' })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // The lock of a lost machine ends within half a minute.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    // Functions keep this path (`set search_path from current`), so that every caller reaches the tables of this
    // schema.
    await client.query("select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false)")
    await lockMigrations(client)
    await createLedger(client, log)
    const [baseline] = files.numbered
    if (baseline !== undefined && isOfRelease010(await selectApplied(client)))
      await adoptBaseline(client, baseline, log)
    const applied = await selectApplied(client)
    const { numbered, repeatable, fromLaterRelease } = planMigrations(files, applied)
    if (fromLaterRelease.length > 0)
      log(`a later release has migrated this database; left as they are: ${fromLaterRelease.join(', ')}`)
    const pending = [...numbered, ...repeatable]
    const isNew = applied.length === 0
    if (!isNew || !(await applyAtOnce(client, pending))) for (const file of pending) await apply(client, file, log)
    if (serviceRole !== undefined) await grantRights(client, serviceRole, pending.length > 0, log)
    // Of what a file has filled; a folder of a test may lack the function.
    const analyzes = files.repeatable.some(({ name }) => name === 'src/platform/db/statistics.sql')
    if (analyzes && pending.length > 0) await client.query('select analyze_grown_tables()')
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** After every migration, and for a role without rights: grants on new objects. */
async function grantRights(client: pg.Client, role: string, migrated: boolean, log: (line: string) => void) {
  const { rows } = await client.query("select has_table_privilege($1, 'schema_migrations', 'select') as granted", [
    role,
  ])
  if (rows[0]?.granted && !migrated) return
  await inMigrationTransaction({ client, name: 'of rights', log }, () =>
    client.query('select grant_service_rights($1)', [role]),
  )
}

/**
 * Names of the migrations that the database has not had yet.
 * @throws MigrationRefused if this release cannot work on the database
 */
export async function missingMigrations(db: pg.Client | pg.Pool): Promise<string[]> {
  const applied = await selectApplied(db)
  const { numbered, repeatable } = planMigrations(await readMigrations(), isOfRelease010(applied) ? [] : applied)
  return [...numbered, ...repeatable].map((file) => file.name)
}

/**
 * Polls: a waiting statement holds a snapshot, and an index build waits for older snapshots, so it would wait for its
 * own waiters.
 */
export async function lockMigrations(client: pg.Client): Promise<void> {
  const isLocked = async () =>
    (await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])).rows[0]?.locked === true
  while (!(await isLocked())) await sleep(lockPollMs)
}

async function apply(client: pg.Client, file: MigrationFile, log: (line: string) => void): Promise<void> {
  const run = { client, name: file.name, log }
  const statements = separateStatements(file)
  if (statements !== undefined) {
    await runByStatement(run, statements)
    await recordApplied(client, file)
  } else
    await inMigrationTransaction(run, async () => {
      await client.query(file.sql)
      await recordApplied(client, file)
    })
}

/**
 * Applies all files to a new database in one transaction: in half the time, and a start that is killed leaves it new.
 * Returns false if one cannot be applied, and has applied none: one by one they say which.
 */
async function applyAtOnce(client: pg.Client, files: readonly MigrationFile[]): Promise<boolean> {
  try {
    await client.query('begin')
    for (const file of files) {
      await runOnNewDatabase(client, file)
      await recordApplied(client, file)
    }
    await client.query('commit')
    return true
  } catch {
    // A broken connection has rolled back; the next statement fails with its error.
    await client.query('rollback').catch(() => {})
    return false
  }
}

/** `oldest_release` is what a file declares: releases before that one end at their start. */
async function createLedger(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query("select to_regclass('schema_migrations') as found")
  if (rows[0]?.found !== null) return
  await inMigrationTransaction({ client, name: 'of schema_migrations', log }, () =>
    client.query(`
      create table schema_migrations (
        name text primary key, applied_at timestamptz not null default now(), checksum text not null,
        replaced text[] not null default '{}', oldest_release text)`),
  )
}

/**
 * Adopts a database of release 0.1.0, whose tables are those of the baseline. A process of that release that starts
 * later finds an unknown file and ends. A running one would go on, so none may be connected.
 */
function adoptBaseline(client: pg.Client, baseline: MigrationFile, log: (line: string) => void): Promise<void> {
  log('this database is of release 0.1.0; upgrading it')
  return inMigrationTransaction({ client, name: baseline.name, log }, async () => {
    // A process of 0.1.0 that is starting waits here, and is refused afterwards.
    await client.query('lock table schema_migrations in access exclusive mode')
    await refuseBesideRelease010(client)
    await client.query(`
      delete from schema_migrations;
      alter table schema_migrations alter column checksum set not null, add column if not exists oldest_release text`)
    await recordApplied(client, baseline)
  })
}

async function refuseBesideRelease010(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
        where datname = current_database() and application_name = any ($1) order by 1`,
      [namesOfRelease010],
    )
    if (rows.length === 0) return
    if (attempt === stopAttempts)
      throw new MigrationRefused(
        'release 0.1.0 is connected to the database ' +
          `(${rows.map(({ name }) => name).join(', ')}); this upgrade needs all of its processes stopped first`,
      )
    await sleep(stopPollMs)
  }
}
