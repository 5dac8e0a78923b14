import type { ClientBase, Pool } from 'pg'

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

/**
 * The moment of the primary's clock up to which a standby has replayed, in ms; -Infinity if it has replayed nothing
 * since its start. Undefined for a server that is not a standby.
 */
export async function selectReplayedAt(client: Pick<ClientBase, 'query'>): Promise<number | undefined> {
  const { rows } = await client.query<{ standby: boolean; at: number | null }>(
    `select pg_is_in_recovery() as standby,
            (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as at`,
    [],
  )
  return rows[0]?.standby === true ? (rows[0].at ?? Number.NEGATIVE_INFINITY) : undefined
}

/**
 * Records these writers and returns the primary's clock in ms. In sorted order, since other processes record the same
 * writers at the same time.
 */
export async function upsertWriters(primary: Pool, writers: readonly string[]): Promise<number> {
  const { rows } = await primary.query<{ now: number }>(
    `insert into recent_writes (writer) select writer from unnest($1::uuid[]) writer order by writer
         on conflict (writer) do update set written_at = excluded.written_at
     returning (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    [writers],
  )
  return rows[0]?.now ?? 0
}

/** The writers that have written within so many seconds. */
export async function selectWriters(primary: Pool, writers: readonly string[], seconds: number): Promise<Set<string>> {
  const { rows } = await primary.query<{ writer: string }>(
    `select writer from recent_writes
      where writer = any($1::uuid[]) and written_at > now() - make_interval(secs => $2)`,
    [writers, seconds],
  )
  return new Set(rows.map(({ writer }) => writer))
}

export async function deleteOldWriters(primary: Pool, seconds: number): Promise<void> {
  await primary.query(`delete from recent_writes where written_at < now() - make_interval(secs => $1)`, [seconds])
}
