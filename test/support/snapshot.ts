import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/**
 * Every table of the service with a hash of all its rows: two snapshots differ if and only if a row was written.
 * Excludes the last use of sessions, which requests of staff record once a minute.
 */
export async function snapshot({ deps: { db } }: Pick<TestApp, 'deps'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname`.execute(db)
  const hashes = tables.rows.map(({ name }) => {
    const text = name === 'sessions' ? sql`(to_jsonb(row) - 'last_used_at')::text` : sql`row::text`
    return sql`select ${name}::text as name,
      (select count(*) || ' ' || md5(coalesce(string_agg(${text}, '' order by ${text}), ''))
         from ${sql.table(name)} row) as hash`
  })
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
