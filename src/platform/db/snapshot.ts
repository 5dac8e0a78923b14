import pg from 'pg'
import { missingMigrations } from './migrations/migrate.ts'

/** Reads one snapshot of a database, unaffected by concurrent writes; works on a standby, too. */
export interface Snapshot {
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** Like `query`; the snapshot can be used further if the statement fails. */
  attempt<Row extends pg.QueryResultRow>(text: string): Promise<Row[] | Error>
  /** Names of the migrations that this release has and the database lacks. */
  missingMigrations(): Promise<string[]>
}

/** Runs `work` on a snapshot in a read-only transaction without a time limit. Its statements sort in memory first. */
export async function withSnapshot<T>(
  databaseUrl: string,
  applicationName: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local timezone = 'UTC'; set local work_mem = '128MB'; set local jit = off`)
    return await work(snapshotOn(client))
  } finally {
    await client.end().catch(() => {})
  }
}

/** On a client in a transaction. */
export function snapshotOn(client: pg.Client): Snapshot {
  const query = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  return {
    query,
    missingMigrations: () => missingMigrations(client),
    async attempt(text) {
      await client.query('savepoint attempt')
      try {
        const rows = await query(text)
        await client.query('release attempt')
        return rows as never
      } catch (error) {
        await client.query('rollback to attempt')
        return error as Error
      }
    },
  }
}
