import { sql } from 'kysely'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { Focus, PictureSize, StoredVideo } from './picture-queries.ts'

export interface MediaRow {
  id: string
  state: 'processing' | 'ready' | 'failed'
  failure: string | null
  alt: string | null
  focus: Focus | null
  width: number | null
  height: number | null
  sizes: PictureSize[]
  /** Of a video, for which the picture stands. */
  video: StoredVideo | null
  created_at: Date
}

const columns = sql`id, state, failure, alt, focus, width, height, sizes, video, created_at`
/** Rows that are shown; the others are begun or as good as gone. */
const isShown = sql<boolean>`state in ('processing', 'ready', 'failed')`

/** A picture whose files are about to be written. */
export async function insertStoring(db: Executor, merchantId: string, id: string): Promise<void> {
  await sql`insert into media (merchant_id, id, state) values (${merchantId}, ${id}, 'storing')`.execute(db)
}

export async function selectMedia(db: Executor, merchantId: string, id: string): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    select ${columns} from media where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and ${isShown}`.execute(
    db,
  )
  return rows[0]
}

export async function selectMediaByIds(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<(MediaRow & { source_url: string | null })[]> {
  const { rows } = await sql<MediaRow & { source_url: string | null }>`
    select ${columns}, source_url from media
     where ${isOwnedBy('merchant_id', merchantId)} and id = any (${[...ids]}::uuid[]) and ${isShown}`.execute(db)
  return rows
}

export async function selectByContent(db: Executor, merchantId: string, hash: Buffer): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    select ${columns} from media
     where merchant_id = ${merchantId} and content_hash = ${hash} and state = 'ready'`.execute(db)
  return rows[0]
}

/** Newest first: ids grow with the time. Ordered by the merchant, too: the order of ids alone is one of all shops. */
export async function selectMediaPage(db: Executor, merchantId: string, page: PageRange): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select ${columns} from media
     where merchant_id = ${merchantId} and ${isShown} and ${behindCursor(page, 'desc', ['id', 'uuid'])}
     order by merchant_id desc, id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countMedia(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from media where merchant_id = ${merchantId} and ${isShown}`)
}

/** What a picture has once its files are in the store. */
export interface FinishedPicture {
  width: number
  height: number
  sizes: PictureSize[]
  /** Null if another picture of the shop has the same bytes. */
  hash: Buffer | null
  /** Of a video that is a file. */
  video?: StoredVideo | undefined
}

/** Makes a picture ready whose files are all in the store; undefined if it is not wanted any more. */
export async function finishMedia(
  db: Executor,
  merchantId: string,
  id: string,
  { width, height, sizes, hash, video }: FinishedPicture,
): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    update media set state = 'ready', content_hash = ${hash}, width = ${width}, height = ${height},
                     sizes = ${JSON.stringify(sizes)}::jsonb, failure = null, changed_at = now(),
                     video = coalesce(${video === undefined ? null : JSON.stringify(video)}::jsonb, video)
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and state in ('storing', 'processing')
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Whether another picture of the shop with the same bytes was ready first. */
export function isDuplicateContent(error: unknown): boolean {
  return violates(error, 'media_content_key')
}

/** Gives up those that no job will fetch any more. */
export async function failForgotten(db: Executor): Promise<{ merchant_id: string; id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    update media set state = 'failed', failure = 'could not be fetched', changed_at = now()
     where state = 'processing' and changed_at < now() - interval '2 days'
    returning merchant_id, id`.execute(db)
  return rows
}

/** Locks a picture against whoever begins to use it. */
export async function lockMedia(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<(MediaRow & { source_url: string | null }) | undefined> {
  const { rows } = await sql<MediaRow & { source_url: string | null }>`
    select ${columns}, source_url from media
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and ${isShown} for update`.execute(transaction)
  return rows[0]
}

/** What staff says of a picture. */
export type MediaFields = Pick<MediaRow, 'alt' | 'focus'>

export async function updateFields(
  db: Executor,
  merchantId: string,
  id: string,
  { alt, focus }: MediaFields,
): Promise<void> {
  await sql`
    update media set alt = ${alt}, focus = ${focus && JSON.stringify(focus)}::jsonb, changed_at = now()
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id}`.execute(db)
}

/** Another picture stands for a video; undefined if there is no such video. */
export async function updatePoster(
  db: Executor,
  merchantId: string,
  id: string,
  { width, height, sizes }: Omit<FinishedPicture, 'hash'>,
): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    update media set width = ${width}, height = ${height}, sizes = ${JSON.stringify(sizes)}::jsonb, focus = null,
                     changed_at = now()
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and state = 'ready' and video is not null
    returning ${columns}`.execute(db)
  return rows[0]
}

/** A statement of its own, behind the lock: so it sees who has begun to use the picture before. */
export async function isInUse(transaction: Transaction, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select media_in_use(${merchantId}, ${id}) as used`.execute(transaction)
  return rows[0]?.used ?? false
}

/** From here on nobody sees the picture; its row stays until its files are deleted. */
export async function markRemoved(db: Executor, merchantId: string, id: string): Promise<void> {
  await sql`
    update media set state = 'removed', changed_at = now()
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id}`.execute(db)
}

export async function deleteRemoved(db: Executor, merchantId: string, id: string): Promise<void> {
  await sql`
    delete from media where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and state = 'removed'`.execute(db)
}

/**
 * Notes that pictures are used from now on; answers which of the ids are pictures of the shop. It locks their rows, so
 * that who is about to remove one sees its use.
 */
export async function useMedia(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id, unused_since from media
       where ${isOwnedBy('merchant_id', merchantId)} and id = any (${[...ids]}::uuid[]) and ${isShown}
       order by id for no key update),
    noted as (
      update media set unused_since = null from locked
       where ${isOwnedBy('media.merchant_id', merchantId)} and media.id = locked.id and locked.unused_since is not null)
    select id from locked`.execute(transaction)
  return new Set(rows.map(({ id }) => id))
}
