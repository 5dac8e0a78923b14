import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#src/platform/db/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { dictionaryMark } from '../word-queries.ts'
import type { DocumentRow } from './documents.ts'
import type { Snapshot } from './snapshots.ts'

/**
 * Another whenever numbers of transactions may begin anew or mean others: after a failover or a restart, in another
 * database, and in one that was restored.
 */
const server = sql<string>`
  date_part('epoch', pg_postmaster_start_time()) || ' ' || 'product_changes'::regclass::oid || ' '
  || (select oid from pg_database where datname = current_database())`

/** A snapshot as values of a statement. */
type SnapshotValues<T = unknown> = Record<keyof Snapshot, T>

const valuesOf = ({ running, ...numbers }: Snapshot): SnapshotValues<string> => ({
  ...numbers,
  running: `{${running.join()}}`,
})

/** What was committed since a snapshot. */
function committedSince({ running, next }: SnapshotValues): RawBuilder<unknown> {
  return sql`select * from product_changes_since(${next}::xid8, ${running}::xid8[])`
}

/** Whether some of it may be deleted already. */
function isForgotten({ oldest }: SnapshotValues): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select oldest_running from product_change_horizons where server = ${server} order by noted_at limit 1)
    > ${oldest}::xid8, false)`
}

/** The state that a statement saw. */
export interface SeenState {
  snapshot: string
  server: string
}

export interface AskedStock extends SeenState {
  /** Products were changed since the snapshot that was asked with, or it is too old to tell. */
  changed: boolean
  /** The state of the dictionary. */
  mark: string
  /** What is available of each product, in the order that they were asked in; empty where this service sees none. */
  available: string | null
}

const stockAtSnapshot = compileOnce(
  (_: null, { ids, merchants, ...since }: SnapshotValues & { ids: string; merchants: string }) => sql<AskedStock>`
    select pg_current_snapshot()::text as snapshot, ${server} as server, ${dictionaryMark} as mark,
           exists (${committedSince(since)}) or ${isForgotten(since)} as changed,
           (select string_agg(coalesce((on_hand - reserved)::text, ''), ',' order by place)
              from unnest(${merchants}::uuid[], ${ids}::uuid[]) with ordinality asked (merchant_id, product_id, place)
              left join stock using (merchant_id, product_id)) as available`,
)

/** What is available of products, and whether any product has changed since a snapshot, as one statement sees both. */
export async function readStockAt(
  db: Executor,
  since: Snapshot,
  products: readonly { id: string; merchantId: string }[],
): Promise<AskedStock> {
  const ids = `{${products.map(({ id }) => id).join()}}`
  const merchants = `{${products.map(({ merchantId }) => merchantId).join()}}`
  const { rows } = await stockAtSnapshot(null, { ...valuesOf(since), ids, merchants }).execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without from has one row')
  return row
}

/** Of a document but the id. */
const documentColumns = sql`
  document.merchant_id, document.category, document.price_common::float8 as price_common, document.name_words,
  document.in_stock, document.active, document.document::text as document, product.version,
  date_part('epoch', product.updated_at) as changed`

/** The product of a document. LIMIT keeps the planner from joining the whole tables. */
const productOfDocument = sql`(select version, updated_at from products where id = document.product_id limit 1) product`

/** A document that was changed, or the id of one that was deleted or is hidden from this service. */
export type ChangedDocument = DocumentRow | { product_id: string; version: null }

export interface ChangedDocuments extends SeenState {
  /** Undefined if there are more than `most`, or the snapshot is too old to tell. */
  documents: ChangedDocument[] | undefined
}

/** Documents that were changed since a snapshot, as they are in the next one. */
export async function readChanges(db: Executor, snapshot: Snapshot, most: number): Promise<ChangedDocuments> {
  const since = valuesOf(snapshot)
  const { rows } = await sql<ChangedRow>`
    with changed as materialized (
      select distinct unnest(products) as id from (${committedSince(since)}) change
    ), counted as (
      select case when ${isForgotten(since)} then ${most} + 1 else count(*) end::int as changes from changed
    )
    select pg_current_snapshot()::text as snapshot, ${server} as server, changes, listed.*
      from counted
      left join lateral (
        select changed.id as product_id, found.*
          from changed
          left join lateral (select ${documentColumns}
                               from product_documents document
                              cross join lateral ${productOfDocument}
                              where document.product_id = changed.id limit 1) found on true
         where changes <= ${most}) listed on true`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('an aggregate has one row')
  const { snapshot: text, changes } = first
  return {
    snapshot: text,
    server: first.server,
    documents: changes > most ? undefined : rows.filter((row) => row.product_id !== null),
  }
}

type ChangedRow = SeenState & { changes: number } & (ChangedDocument | { product_id: null })

/** A batch of all documents of active products in the order of their ids, behind one. */
export async function readDocuments(db: Executor, after: string | undefined): Promise<ChangedDocument[]> {
  const { rows } = await sql<ChangedDocument>`
    select document.product_id, ${documentColumns}
      from (select * from product_documents
             where ${after === undefined ? sql`active` : sql`active and product_id > ${after}::uuid`}
             order by product_id limit ${sql.lit(documentsAtOnce)}) document
      left join lateral ${productOfDocument} on true
     order by document.product_id`.execute(db)
  return rows
}

/** A batch with fewer is the last. */
export const documentsAtOnce = 500

/**
 * Notes the present number of transactions, and deletes changes below one that was noted so long ago. The oldest note
 * that is left says below which changes are deleted.
 */
export async function deleteOldChanges(db: Executor, keepSeconds: number): Promise<void> {
  await sql`
    with noted as (
      insert into product_change_horizons (server) values (${server}) on conflict do nothing
    ), past as (
      select max(noted_at) as noted_at from product_change_horizons
       where noted_at < now() - make_interval(secs => ${keepSeconds}) and server = ${server}
    ), forgotten as (
      delete from product_change_horizons old using past
       where old.noted_at < past.noted_at
          or (old.server <> ${server} and old.noted_at < now() - make_interval(secs => ${keepSeconds}))
    )
    delete from product_changes
     where xid < (select oldest_running from product_change_horizons join past using (noted_at))`.execute(db)
}
