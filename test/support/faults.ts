import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

type Service = Pick<TestApp, 'deps'>

/** While `work` runs, the database refuses rows of a table for which the condition is false. */
export async function refusing<T>(
  { deps: { db } }: Service,
  table: string,
  condition: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql`alter table ${sql.table(table)} add constraint refused check (${sql.raw(condition)}) not valid`.execute(db)
  return work().finally(() => sql`alter table ${sql.table(table)} drop constraint refused`.execute(db))
}

/** Until somebody waits for the lock of a table. */
export async function waitingFor({ deps: { db } }: Service, table: string): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and relation = ${table}::regclass`.execute(db)
    return rows.length > 0
  }, `the request to wait for ${table}`)
}
