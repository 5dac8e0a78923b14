import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { picturesOfRow } from '#src/modules/media/shared-queries.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { CollectionRules, CollectionSort } from './rules.ts'

export interface CollectionRow {
  id: string
  merchant_id: string
  name: string
  slug: string
  description: string | null
  /** Null: it was written as text. */
  description_html: string | null
  /** Ids of pictures. */
  media: string[]
  pictures: PictureRow[] | null
  seo_title: string | null
  seo_description: string | null
  status: ProductStatus
  sort: CollectionSort
  rules: CollectionRules | null
  product_count: number
  version: number
  created_at: Date
  updated_at: Date
}

const listedColumns = sql`
  id, merchant_id, name, slug, description, media, ${picturesOfRow('collections')} as pictures, seo_title,
  seo_description, status, sort, rules, product_count, version, created_at, updated_at`

const columns = sql`${listedColumns}, description_html`

/** A collection in a list. */
export type ListedCollection = Omit<CollectionRow, 'description_html'>

/** A merchant's own collections, newest first. */
export async function selectCollections(
  db: Executor,
  merchantId: string,
  page: PageRange,
): Promise<ListedCollection[]> {
  const behind = behindCursor(page, 'desc', ['created_at', 'timestamptz(3)'], ['id', 'uuid'])
  const { rows } = await sql<ListedCollection>`
    select ${listedColumns} from collections where merchant_id = ${merchantId} and ${behind}
     order by created_at desc, id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countCollections(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from collections where merchant_id = ${merchantId}`)
}

const isShown = (merchantId: string | undefined): RawBuilder<boolean> =>
  merchantId === undefined
    ? sql<boolean>`status = 'active'`
    : sql<boolean>`status = 'active' and merchant_id = ${merchantId}`

/** Active collections of a shop or of all, by name. */
export async function selectShownCollections(
  db: Executor,
  merchantId: string | undefined,
  page: PageRange,
): Promise<(ListedCollection & { name_key: string })[]> {
  const behind = behindCursor(page, 'asc', ['name_key', 'text'], ['id', 'uuid'])
  const { rows } = await sql<ListedCollection & { name_key: string }>`
    select * from (
      select ${listedColumns}, fold_text(name) collate "C" as name_key from collections where ${isShown(merchantId)}
    ) shown
     where ${behind} order by name_key, id ${pageWindow(page)}`.execute(db)
  return rows
}

export function countShownCollections(db: Executor, merchantId: string | undefined): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from collections where ${isShown(merchantId)}`)
}

/** Of all active collections with products. */
export async function selectShownAddresses(
  db: Executor,
  merchantId: string,
): Promise<{ slug: string; updated_at: Date }[]> {
  const { rows } = await sql<{ slug: string; updated_at: Date }>`
    select slug, updated_at from collections
     where merchant_id = ${merchantId} and status = 'active' and product_count > 0
     order by slug`.execute(db)
  return rows
}

export async function selectCollection(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** The collection to which a slug of another language leads. */
export async function selectCollectionOfSlug(
  db: Executor,
  merchantId: string,
  slug: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from translations
     where merchant_id = ${merchantId} and type = 'collection' and slug = ${slug}`.execute(db)
  return rows[0]?.subject_id
}

export type NewCollection = Omit<CollectionRow, 'pictures' | 'product_count' | 'version' | 'created_at' | 'updated_at'>
export type CollectionFields = Omit<NewCollection, 'id' | 'merchant_id'>

/** Locks the merchant's collections against further ones: so the most holds. */
export async function lockCollections(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collections:${merchantId}`}, 0))`.execute(transaction)
}

/** Those of the slugs that lead to collections of the merchant, in any language; `exceptId` may have them. */
export async function selectUsedSlugs(
  transaction: Transaction,
  merchantId: string,
  slugs: readonly string[],
  exceptId?: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from collections
     where merchant_id = ${merchantId} and slug = any (${[...slugs]}) and id is distinct from ${exceptId ?? null}
     union
    select slug from translations
     where merchant_id = ${merchantId} and type = 'collection' and slug = any (${[...slugs]})
       and subject_id is distinct from ${exceptId ?? null}`.execute(transaction)
  return new Set(rows.map(({ slug }) => slug))
}

/** @throws where another collection has the slug */
export async function insertCollection(transaction: Transaction, collection: NewCollection): Promise<void> {
  const { rules } = collection
  await sql`
    insert into collections (merchant_id, id, name, slug, description, description_html, media, seo_title,
                             seo_description, status, sort, rules, created_at, updated_at)
    values (${collection.merchant_id}, ${collection.id}, ${collection.name}, ${collection.slug},
            ${collection.description}, ${collection.description_html}, ${collection.media}::uuid[],
            ${collection.seo_title},
            ${collection.seo_description}, ${collection.status}, ${collection.sort},
            ${rules && JSON.stringify(rules)}::jsonb, now(), now())`.execute(transaction)
}

/** Writes all fields of a collection that is locked; it has another version then. */
export async function updateCollection(
  transaction: Transaction,
  merchantId: string,
  id: string,
  fields: CollectionFields,
): Promise<void> {
  const { rules } = fields
  await sql`
    update collections
       set name = ${fields.name}, slug = ${fields.slug}, description = ${fields.description},
           description_html = ${fields.description_html},
           media = ${fields.media}::uuid[], seo_title = ${fields.seo_title},
           seo_description = ${fields.seo_description},
           status = ${fields.status}, sort = ${fields.sort}, rules = ${rules && JSON.stringify(rules)}::jsonb,
           version = version + 1, updated_at = now()
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** With what it holds. */
export async function deleteCollection(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    delete from collections where merchant_id = ${merchantId} and id = ${id} returning ${columns}`.execute(transaction)
  return rows[0]
}

/** An active collection by its id, or of a shop by its slug. */
export async function selectShownCollection(
  db: Executor,
  merchantId: string | undefined,
  by: { id: string } | { slug: string },
): Promise<CollectionRow | undefined> {
  const named = 'id' in by ? sql`id = ${by.id}` : sql`slug = ${by.slug}`
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections where ${isShown(merchantId)} and ${named}`.execute(db)
  return rows[0]
}
