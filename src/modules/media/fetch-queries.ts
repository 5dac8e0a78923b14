import { sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { videoAt } from '#src/platform/rich-text/index.ts'
import type { MediaRow } from './queries.ts'

/** A picture to be fetched; of an import with the row and the SKU that name it. */
export interface RequestedPicture {
  id: string
  url: string
  alt: string | null
  row?: number
  sku?: string | null
  /** What shows it, where that is no gallery. */
  field?: string
}

const columns = sql`id, state, failure, alt, focus, width, height, sizes, video, created_at`
const isToFetch = sql<boolean>`state = 'processing' and source_url is not null`

const videoOf = (url: string) => (videoAt(url) === undefined ? null : JSON.stringify({ url }))

/** The rows as `given (id, url, alt, row, sku, field, video)`. */
function given(pictures: readonly RequestedPicture[]) {
  return sql`unnest(${pictures.map(({ id }) => id)}::uuid[], ${pictures.map(({ url }) => url)}::text[],
                    ${pictures.map(({ alt }) => alt)}::text[], ${pictures.map(({ row }) => row ?? null)}::int[],
                    ${pictures.map(({ sku }) => sku ?? null)}::text[],
                    ${pictures.map(({ field }) => field ?? null)}::text[],
                    ${pictures.map(({ url }) => videoOf(url))}::jsonb[]) given (id, url, alt, row, sku, field, video)`
}

/** Pictures that a job will fetch. */
export async function insertFetched(
  db: Executor,
  merchantId: string,
  pictures: readonly RequestedPicture[],
  importId?: string,
): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    insert into media (merchant_id, id, state, source_url, alt, import_id, import_row, import_sku, import_field,
                       video)
    select ${merchantId}, id, 'processing', url, alt, ${importId ?? null}::uuid, row, sku, field,
           video from ${given(pictures)}
    returning ${columns}`.execute(db)
  return rows
}

/**
 * Those that have failed are fetched anew, behind those that were never tried. The failure stays until the end: it
 * tells them from those that wait for their first try.
 */
export async function fetchAnew(
  transaction: Transaction,
  merchantId: string,
  pictures: readonly RequestedPicture[],
  importId: string,
): Promise<void> {
  await sql`
    update media set state = 'processing', fetches = 0, fetch_at = now(), changed_at = now(),
                     import_id = ${importId}, import_row = given.row, import_sku = given.sku,
                     import_field = given.field
      from ${given(pictures)}
     where media.merchant_id = ${merchantId} and media.id = given.id and media.state = 'failed'`.execute(transaction)
}

export interface SourcedPicture {
  id: string
  source_url: string
  hasFailed: boolean
  /** It has failed before, and is tried anew. */
  isTriedAnew: boolean
}

/** Those of these addresses that the shop has asked for: one that is or will be a picture, else the failed. */
export async function selectBySource(
  db: Executor,
  merchantId: string,
  urls: readonly string[],
): Promise<Map<string, SourcedPicture>> {
  const { rows } = await sql<SourcedPicture>`
    select distinct on (source_url) id, source_url, state = 'failed' as "hasFailed",
           state = 'processing' and failure is not null as "isTriedAnew"
      from media
     where merchant_id = ${merchantId}
       and md5(source_url) = any (array(select md5(url) from unnest(${urls}::text[]) url))
       and source_url = any (${urls}::text[]) and state in ('processing', 'ready', 'failed')
     order by source_url, state = 'failed', id`.execute(db)
  return new Map(rows.map((row) => [row.source_url, row]))
}

/** Of these ids those that are pictures of the shop. */
export async function selectShown(db: Executor, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from media where ${isOwnedBy('merchant_id', merchantId)} and id = any (${[...ids]}::uuid[])
                           and state in ('processing', 'ready', 'failed')`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How many pictures of a shop wait for being fetched. */
export async function countToFetch(db: Executor, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from media where merchant_id = ${merchantId} and ${isToFetch}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface BegunFetch {
  id: string
  source_url: string
  fetches: number
  /** At a host of videos: nothing is fetched of it. */
  isVideo: boolean
}

/**
 * Leases the next picture of a shop that is due, and counts the try: those that somebody asked for by hand first, then
 * those never tried, in the order of the files, then the others.
 */
export async function beginFetch(db: Executor, merchantId: string, leaseMs: number): Promise<BegunFetch | undefined> {
  const { rows } = await sql<BegunFetch>`
    update media set fetches = fetches + 1, fetch_at = now() + ${leaseMs} * interval '1 ms', changed_at = now()
     where ${isOwnedBy('merchant_id', merchantId)} and id = (
             select id from media
              where merchant_id = ${merchantId} and ${isToFetch} and (fetch_at is null or fetch_at <= now())
              order by import_id is not null, fetch_at nulls first, id limit 1 for update skip locked)
    returning id, source_url, fetches, video is not null as "isVideo"`.execute(db)
  return rows[0]
}

/** In how many milliseconds the next picture of a shop is due; undefined if none is to be fetched. */
export async function nextFetchMs(db: Executor, merchantId: string): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select greatest(0, extract(epoch from min(coalesce(fetch_at, now())) - now()) * 1000)::float8 as ms
      from media where merchant_id = ${merchantId} and ${isToFetch} having count(*) > 0`.execute(db)
  return rows[0]?.ms ?? undefined
}

/** The next try of a picture is made after a pause. */
export async function pauseFetch(db: Executor, merchantId: string, id: string, pauseMs: number): Promise<void> {
  await sql`
    update media set fetch_at = now() + ${pauseMs} * interval '1 ms'
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and ${isToFetch}`.execute(db)
}

/** False if it is not being fetched any more. */
export async function failFetch(db: Executor, merchantId: string, id: string, failure: string): Promise<boolean> {
  const { rows } = await sql`
    update media set state = 'failed', failure = ${failure}, changed_at = now()
     where ${isOwnedBy('merchant_id', merchantId)} and id = ${id} and state = 'processing'
    returning id`.execute(db)
  return rows.length > 0
}

/** Those of these pictures that are not being fetched: ready, or failed. */
export async function selectSettled(db: Executor, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from media where ${isOwnedBy('merchant_id', merchantId)} and id = any (${[...ids]}::uuid[])
                           and state in ('ready', 'failed')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Shops with pictures that have been due for an hour: the job that would fetch them is lost, or has given up. */
export async function selectForgottenFetches(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct merchant_id from media
     where ${isToFetch} and changed_at < now() - interval '1 hour'
       and (fetch_at is null or fetch_at < now() - interval '1 hour')`.execute(db)
  return rows.map(({ merchant_id }) => merchant_id)
}

/** How far the pictures are that an import asked for first. */
export interface ImportPictures {
  asked: number
  /** Of them, those that were asked for by texts. */
  in_texts: number
  ready: number
  failed: number
}

export async function countOfImport(db: Executor, merchantId: string, importId: string): Promise<ImportPictures> {
  const { rows } = await sql<ImportPictures>`
    select count(*)::int as asked, count(import_field)::int as in_texts,
           count(*) filter (where state = 'ready')::int as ready,
           count(*) filter (where state = 'failed')::int as failed
      from media where merchant_id = ${merchantId} and import_id = ${importId}
                   and state in ('processing', 'ready', 'failed')`.execute(db)
  return rows[0] ?? { asked: 0, in_texts: 0, ready: 0, failed: 0 }
}

export interface FailedPicture {
  row: number
  sku: string | null
  /** Null: a gallery. */
  field: string | null
  url: string
  failure: string
}

/** Pictures of an import that could not be fetched, in the order of its rows. */
export async function selectFailedOfImport(
  db: Executor,
  merchantId: string,
  importId: string,
  limit: number,
): Promise<FailedPicture[]> {
  const { rows } = await sql<FailedPicture>`
    select import_row as row, import_sku as sku, import_field as field, source_url as url, failure from media
     where merchant_id = ${merchantId} and import_id = ${importId} and state = 'failed'
     order by import_row, id limit ${limit}`.execute(db)
  return rows
}
