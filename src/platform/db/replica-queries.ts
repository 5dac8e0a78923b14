import type { ClientBase, Pool } from 'pg'

/** Positions in the WAL are bytes since its beginning. */

/** The cluster and the database in it; a copy by streaming replication has the same. */
export interface DatabaseIdentity {
  cluster: string
  database: string
}

export async function selectIdentity(client: Pick<ClientBase, 'query'>): Promise<DatabaseIdentity> {
  const { rows } = await client.query<DatabaseIdentity>(
    `select (select system_identifier::text from pg_control_system()) as cluster, oid::text as database
       from pg_database where datname = current_database()`,
    [],
  )
  return rows[0] as DatabaseIdentity
}

/** What it has replayed; undefined if it is no standby. */
export async function selectReplayed(client: Pick<ClientBase, 'query'>): Promise<number | undefined> {
  const { rows } = await client.query<{ standby: boolean; position: number }>(
    `select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) as position`,
    [],
  )
  return rows[0]?.standby === true ? Number(rows[0].position) : undefined
}

/** The end of what is written: behind every commit that was answered. */
export async function selectWritten(primary: Pool): Promise<number> {
  const { rows } = await primary.query<{ position: number }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position`,
    [],
  )
  return Number(rows[0]?.position)
}

export interface WriterPosition {
  writer: string
  position: number
}

export async function selectPositions(primary: Pool, writers: readonly string[]): Promise<WriterPosition[]> {
  const { rows } = await primary.query<WriterPosition>(
    `select writer, position - '0/0'::pg_lsn as position from recent_writes where writer = any($1::uuid[])`,
    [writers],
  )
  return rows
}

/** Notes that these have written up to here. In one order, since others note the same writers at the same time. */
export async function upsertPositions(primary: Pool, writers: readonly string[]): Promise<WriterPosition[]> {
  const { rows } = await primary.query<WriterPosition>(
    `insert into recent_writes as known (writer, position)
     select writer, pg_current_wal_insert_lsn() from unnest($1::uuid[]) writer order by writer
         on conflict (writer) do update
        set position = greatest(known.position, excluded.position), written_at = excluded.written_at
     returning writer, position - '0/0'::pg_lsn as position`,
    [writers],
  )
  return rows
}

/**
 * Deletes what every standby in use has replayed long ago, and positions of another cluster, which came with a dump.
 * Not the first of all, that stands for everybody.
 */
export async function deleteOldPositions(primary: Pool, everybody: string): Promise<void> {
  await primary.query(
    `delete from recent_writes
      where (written_at < now() - interval '10 minutes' and writer <> $1) or position > pg_current_wal_insert_lsn()`,
    [everybody],
  )
}
