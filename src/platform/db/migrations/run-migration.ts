import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MigrationRefused } from './applied-migrations.ts'
import type { MigrationFile } from './migration-files.ts'

/**
 * Timeout of a migration for the lock on a table. While it waits, every request for that table waits behind it. So it
 * waits briefly, gives up, and tries again after a pause in which requests go on. The timeout is shorter than
 * PostgreSQL's deadlock_timeout (1 s): in a deadlock of a migration and a request the migration gives up.
 */
const lockTimeoutMs = 300

/** Timeout of an index build for transactions that were open when it began. No request waits behind it meanwhile. */
const buildLockTimeoutMs = 300_000

/** With pauses that grow from 0.5 to 5 s: some 5 minutes in all. */
const lockAttempts = 60
const pauseMs = (attempt: number) => Math.min(500 * attempt, 5_000)

/** SQLSTATE lock_not_available and deadlock_detected. */
const lockFaults = new Set(['55P03', '40P01'])

export interface MigrationRun {
  client: pg.Client
  /** The file, for messages. */
  name: string
  log: (line: string) => void
}

/** Runs `work` in a transaction, again while another transaction holds a lock that it needs. */
export async function inMigrationTransaction<T>(run: MigrationRun, work: () => Promise<T>): Promise<T> {
  const { client } = run
  return withRetries(run, async () => {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      // A broken connection has rolled back by itself; its own error is the one to report.
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

/** Runs any file in the transaction of the caller, on a database that nobody writes yet: no index waits for writers. */
export async function runOnNewDatabase(client: pg.Client, file: MigrationFile): Promise<void> {
  for (const statement of separateStatements(file) ?? [file.sql]) {
    const text = statement.replace(/\bindex\s+concurrently\b/gi, 'index')
    if (!isBatched(statement)) await client.query(text)
    else while (((await client.query(text)).rowCount ?? 0) > 0);
  }
}

/**
 * Runs a file that begins with `-- no transaction` statement by statement. An interrupted run begins again with the
 * first statement, so each must be repeatable.
 */
export async function runByStatement(run: MigrationRun, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const index = concurrentIndex(statement)
    if (index !== undefined) await buildIndex(run, index, statement)
    else if (isBatched(statement)) await runInBatches(run, statement)
    else await inMigrationTransaction(run, () => run.client.query(statement))
  }
}

/**
 * The statements of a file that runs without a transaction, each ended by a semicolon at the end of a line; undefined
 * for any other file.
 * @throws if one of them could not be repeated
 */
export function separateStatements({ name, sql }: MigrationFile): string[] | undefined {
  if (!sql.startsWith('-- no transaction\n')) return undefined
  const statements = sql.split(/;[^\S\n]*$/m).filter((text) => text.replace(/--.*$/gm, '').trim() !== '')
  const bad = statements.find((text) => /\bindex\s+concurrently\b/i.test(text) && concurrentIndex(text) === undefined)
  if (bad !== undefined)
    throw new Error(`migrations/${name}: write "create index concurrently if not exists <name>", without a schema`)
  return statements
}

function concurrentIndex(statement: string): string | undefined {
  return /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z_]\w*)\s+on\b/i.exec(statement)?.[1]
}

function isBatched(statement: string): boolean {
  return /^-- in batches$/m.test(statement)
}

/** Writers go on. An interrupted build leaves an index that is maintained but never read; it is dropped first. */
function buildIndex(run: MigrationRun, name: string, statement: string): Promise<void> {
  const { client, log } = run
  return withRetries(run, async () => {
    await client.query(`set lock_timeout = ${buildLockTimeoutMs}`)
    const invalid = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      name,
    ])
    if (invalid.rowCount !== 0) await client.query(`drop index concurrently ${name}`)
    // On an empty table, such as all of a new database, the build is immediate.
    if (await hasRows(client, statement))
      log(`migration ${run.name}: building index ${name}; it waits for transactions that are open now`)
    await client.query(statement)
  })
}

/** Of the table of an index. */
async function hasRows(client: pg.Client, statement: string): Promise<boolean> {
  const [, table] = /\bon\s+(?:only\s+)?([a-z_]\w*)/i.exec(statement) ?? []
  const { rows } = await client.query(`select exists (select from ${table}) as found`)
  return rows[0]?.found === true
}

/** Repeats a statement that changes a limited number of rows until it changes none. */
async function runInBatches(run: MigrationRun, statement: string): Promise<void> {
  for (let total = 0, changed = 1; changed > 0; ) {
    const startedAt = performance.now()
    changed = await inMigrationTransaction(run, async () => (await run.client.query(statement)).rowCount ?? 0)
    total += changed
    // Pauses for as long as the batch took: requests, vacuum and replicas need the other half.
    if (changed > 0) await sleep(performance.now() - startedAt)
    else if (total > 0) run.log(`migration ${run.name}: ${total} rows changed in batches`)
  }
}

/** @throws an error that names the file */
async function withRetries<T>({ name, log }: MigrationRun, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof MigrationRefused) throw error
      const { code, message } = error as { code?: string; message: string }
      if (!lockFaults.has(code ?? '') || attempt === lockAttempts)
        throw new Error(`migration ${name} failed: ${message}`, { cause: error })
      log(`migration ${name}: another transaction holds a lock it needs; attempt ${attempt} of ${lockAttempts}`)
      await sleep(pauseMs(attempt))
    }
  }
}
