import type { Snapshot } from '#src/platform/db/snapshot.ts'

/** Why a database cannot be checked. */
export class NothingToCheck extends Error {}

export interface DatabaseDescription {
  name: string
  /** Of the snapshot. */
  at: string
  standby: boolean
  newestOrder: string | null
  newestEvent: string | null
}

/**
 * Describes the restored database and its moment. @throws NothingToCheck if it is no database of this release with a
 * merchant
 */
export async function describeDatabase(snapshot: Snapshot): Promise<DatabaseDescription> {
  const [ledger] = await snapshot.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  )
  if (!ledger?.found) throw new NothingToCheck('the database has no tables of this service')
  const missing = await snapshot.missingMigrations()
  if (missing.length > 0) {
    throw new NothingToCheck(
      `the schema is of another release (missing: ${missing.join(', ')}); use the restore-check of the release that ` +
        'wrote it, or let this release migrate it first',
    )
  }
  const [row] = await snapshot.query<DatabaseDescription & { merchants: boolean }>(describing)
  if (row === undefined || !row.merchants) throw new NothingToCheck('the database has no merchant')
  const { merchants, ...description } = row
  return description
}

const describing = `
  select current_database() as name, now()::text as at, pg_is_in_recovery() as standby,
         (select max(created_at)::text from orders) as "newestOrder",
         (select created_at::text from events order by id desc limit 1) as "newestEvent",
         exists (select from merchants) as merchants`
