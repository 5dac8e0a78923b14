import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'

/**
 * Age of the oldest open snapshot of this database, of any client: until it ends, vacuum removes no row that changed
 * meanwhile. Only a role with `pg_read_all_stats` sees clients of other roles.
 */
export async function selectOldestSnapshotSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - since)), 0)::float8 as seconds
      from (select xact_start as since from pg_stat_activity
             where datname = current_database() and (backend_xid is not null or backend_xmin is not null)
            union all
            select prepared from pg_prepared_xacts where database = current_database()) open`.execute(db)
  return rows[0]?.seconds ?? 0
}
