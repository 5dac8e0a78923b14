import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'

/** Takes the lock of a sweep for this connection, without waiting. */
export async function lockSweep(connection: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${`sweep:${name}`}, 0)) as locked`.execute(connection)
  return rows[0]?.locked ?? false
}

/** Does nothing if the connection was replaced meanwhile: its locks ended with it. */
export async function unlockSweep(connection: Database, name: string): Promise<void> {
  await sql`select pg_advisory_unlock(hashtextextended(${`sweep:${name}`}, 0))`.execute(connection)
}
