import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Notes that a host keeps pictures in a store, and answers which others were seen within the last half hour. */
export async function noteStore(db: Executor, id: string, host: string): Promise<{ host: string }[]> {
  await sql`
    insert into media_stores (id, host, seen_at) values (${id}, ${host}, now())
    on conflict (id) do update set host = excluded.host, seen_at = excluded.seen_at`.execute(db)
  const { rows } = await sql<{ host: string }>`
    select host from media_stores
     where id <> ${id} and seen_at > now() - interval '30 minutes' order by host`.execute(db)
  return rows
}

/** A file that the store must have: the largest of the newest picture. */
export async function newestFile(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select sizes -> -1 ->> 'jpeg' as name from media where state = 'ready' order by id desc limit 1`.execute(db)
  return rows[0]?.name
}
