import { resolve } from 'node:path'
import type { StorageSettings } from '#src/config/config.ts'
import type { Snapshot } from '#src/platform/db/snapshot.ts'
import { clusterVersion, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { BackupFault } from './fault.ts'

/** The database that a command works on. */
export interface StoredDatabase {
  /** For the owner of the tables. */
  ownerUrl: string
  /** Of the server that runs on the data folder; undefined for one at DATABASE_URL. */
  embedded: { dataDir: string; adminUrl: string } | undefined
  stop(): Promise<void>
}

export function ownerUrlOf(settings: StorageSettings): string | undefined {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL } = settings
  return DATABASE_URL === undefined ? undefined : (DATABASE_OWNER_URL ?? DATABASE_DIRECT_URL ?? DATABASE_URL)
}

/**
 * The database at DATABASE_URL, or the embedded one: of the running service, or started for this command. Nothing is
 * made and nothing is migrated.
 */
export async function openStored(settings: StorageSettings, log: (line: string) => void): Promise<StoredDatabase> {
  const ownerUrl = ownerUrlOf(settings)
  if (ownerUrl !== undefined) return { ownerUrl, embedded: undefined, stop: async () => {} }
  const dataDir = resolve(settings.DATA_DIR)
  if ((await clusterVersion(dataDir)) === undefined)
    throw new BackupFault(
      `there is no database in ${dataDir}; set DATA_DIR to the folder of the service, or DATABASE_URL`,
    )
  const server = await startEmbeddedPostgres({ dataDir, whenInUse: 'connect', log })
  return { ownerUrl: server.url, embedded: { dataDir, adminUrl: server.adminUrl }, stop: server.stop }
}

export interface StoredDescription {
  server: string
  migration: string
  newestOrder: string | null
  /** Bytes of all databases of the server that this role may know of. */
  size: number
}

/** @throws BackupFault if it is no database of the service */
export async function describeStored(snapshot: Snapshot): Promise<StoredDescription> {
  const [ledger] = await snapshot.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  )
  if (!ledger?.found) throw new BackupFault('the database has no tables of this service; there is nothing to back up')
  const [row] = await snapshot.query<Omit<StoredDescription, 'size'> & { size: string }>(`
    select split_part(current_setting('server_version'), ' ', 1) as server,
           (select coalesce(max(name), '') from schema_migrations where name ~ '^\\d{4}_') as migration,
           (select max(created_at)::text from orders) as "newestOrder",
           (select sum(pg_database_size(oid)) from pg_database
             where has_database_privilege(oid, 'connect')) as size`)
  if (row === undefined) throw new BackupFault('the database answers nothing')
  return { ...row, size: Number(row.size) }
}
