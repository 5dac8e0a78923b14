import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface MediaKey {
  merchant_id: string
  id: string
}

/**
 * Pictures whose files are to be deleted: those removed, and uploads that nobody will finish, since no upload takes an
 * hour.
 */
export async function deleteRemoved(db: Executor, limit: number): Promise<MediaKey[]> {
  await sql`
    update media set state = 'removed', changed_at = now()
     where state = 'storing' and changed_at < now() - interval '1 hour'`.execute(db)
  const { rows } = await sql<MediaKey>`
    select merchant_id, id from media where state = 'removed' order by changed_at limit ${limit}`.execute(db)
  return rows
}

/** Notes of the pictures behind `after` since when nothing refers to them. Answers the last of them. */
export async function noteUse(db: Executor, after: MediaKey | undefined, limit: number): Promise<MediaKey | undefined> {
  const isBehind = after === undefined ? sql`true` : sql`(merchant_id, id) > (${after.merchant_id}, ${after.id})`
  const { rows } = await sql<MediaKey>`
    with looked_at as materialized (
      select merchant_id, id, unused_since, media_in_use(merchant_id, id) as used from media
       where state in ('ready', 'failed') and ${isBehind} order by merchant_id, id limit ${limit}),
    changed as (
      update media set unused_since = case when used then null else now() end
        from looked_at
       where media.merchant_id is not distinct from looked_at.merchant_id and media.id = looked_at.id
         and used = (looked_at.unused_since is not null))
    select merchant_id, id from looked_at order by merchant_id desc, id desc limit 1`.execute(db)
  return rows[0]
}

/** Removes pictures that nothing has referred to for seven days. */
export async function removeUnused(db: Executor): Promise<void> {
  await sql`
    update media set state = 'removed', changed_at = now()
     where unused_since < now() - interval '7 days' and state in ('ready', 'failed')
       and not media_in_use(merchant_id, id)`.execute(db)
}

/** Those of the ids that have a row, of any shop. */
export async function selectExistingIds(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from media where id = any (${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
