import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from './pool/pool.ts'

/**
 * Sets the statistics of tables that have grown (statistics.sql). Whoever writes many rows calls it after the commit,
 * as the last step. It never fails what was written: until autovacuum comes, statements are only slower.
 */
export async function analyzeGrownTables(db: Database): Promise<void> {
  await sql`select analyze_grown_tables()`.execute(db).catch(() => {})
}

/** Sets the statistics of a database that was filled by other programs, which leave none, as its owner. */
export async function analyzeDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'commerce-restore' })
  client.on('error', () => {}) // its statements fail with it
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
