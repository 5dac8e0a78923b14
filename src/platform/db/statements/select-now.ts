import { sql } from 'kysely'
import type { Executor } from '../transaction.ts'

/** The moment of the database: nothing that is kept is dated by the clock of a process. */
export async function selectNow(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]?.now as Date // a select without a table returns one row
}
