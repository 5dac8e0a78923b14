import { type RawBuilder, sql } from 'kysely'
import { productQuery } from '#src/platform/db/statements/product-query.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { BulkFilter, Chosen } from './chosen.ts'
import type { JobRow } from './job-queries.ts'

/** The filter as a condition on `products product`. */
function matches(merchantId: string, filter: BulkFilter): RawBuilder<boolean> {
  const { q, sku, status, category, brand, tag, group_id: groupId, collection } = filter
  const conditions = [
    sku !== undefined && sql`product.sku = ${sku}`,
    status !== undefined && sql`product.status = ${status}`,
    category !== undefined && sql`product.category = ${category}`,
    brand !== undefined && sql`product.brand = ${brand}`,
    tag !== undefined && sql`product.tags @> array[${tag}]`,
    groupId !== undefined && sql`product.group_id = ${groupId}::uuid`,
    q?.trim() &&
      sql`product.id in (select product_id from product_documents found
                          where found.merchant_id = ${merchantId} and found.document @@ ${productQuery(q)})`,
    collection !== undefined &&
      sql`coalesce(product.group_id, product.id) in (
            select card_id from collection_cards card
              join collections collection on collection.merchant_id = card.merchant_id
                                         and collection.id = card.collection_id
             where card.merchant_id = ${merchantId} and ${collectionIs(collection)})`,
  ].filter((condition): condition is RawBuilder<unknown> => Boolean(condition))
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function collectionIs(idOrSlug: string): RawBuilder<boolean> {
  if (isUuid(idOrSlug)) return sql<boolean>`collection.id = ${idOrSlug.toLowerCase()}::uuid`
  return sql<boolean>`collection.slug = ${idOrSlug}`
}

function among(merchantId: string, chosen: Chosen): RawBuilder<boolean> {
  if ('ids' in chosen) return sql<boolean>`product.id = any (${[...chosen.ids]}::uuid[])`
  return matches(merchantId, chosen.filter)
}

/** A product that is to be changed, as it is. */
export interface CandidateRow {
  id: string
  sku: string
  name: string
  status: ProductStatus
  category: string | null
  tags: string[]
  price_minor: number
  compare_at_minor: number | null
  currency: string
  group_name: string | null
}

const candidates = sql`
  select product.id, product.sku, product.name, product.status, product.category, product.tags, product.price_minor,
         product.compare_at_minor, product.currency, product_group.name as group_name
    from products product
    left join product_groups product_group
      on product_group.merchant_id = product.merchant_id and product_group.id = product.group_id`

/** The next of the chosen products in the order of their ids, without a lock. */
export async function selectCandidates(
  db: Executor,
  merchantId: string,
  chosen: Chosen,
  { after, limit }: { after: string | null; limit: number },
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    ${candidates}
     where product.merchant_id = ${merchantId} and ${among(merchantId, chosen)} and ${behind(after)}
     order by product.id limit ${limit}`.execute(db)
  return rows
}

export async function countChosen(db: Executor, merchantId: string, filter: BulkFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products product
     where product.merchant_id = ${merchantId} and ${matches(merchantId, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

const behind = (after: string | null) =>
  after === null ? sql<boolean>`true` : sql<boolean>`product.id > ${after}::uuid`

/**
 * The ids of the next products of a job. Of a filter, those that were there when the job began, and that it still
 * finds.
 */
export async function selectNextIds(
  transaction: Transaction,
  { merchant_id: merchantId, ids, filter, position, created_at: createdAt }: JobRow,
  limit: number,
): Promise<string[]> {
  if (ids !== null) return ids.slice(firstBehind(ids, position)).slice(0, limit)
  const { rows } = await sql<{ id: string }>`
    select product.id from products product
     where product.merchant_id = ${merchantId} and ${matches(merchantId, filter ?? {})} and ${behind(position)}
       and product.created_at <= ${createdAt}
     order by product.id limit ${limit}`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** In a list that is sorted. */
function firstBehind(ids: readonly string[], position: string | null): number {
  const index = position === null ? 0 : ids.findIndex((id) => id > position)
  return index === -1 ? ids.length : index
}

/** Locks products in the order of their ids. Call it after `lockStocks` where their stock is locked, too. */
export async function lockCandidates(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    ${candidates}
     where product.merchant_id = ${merchantId} and product.id = any (${[...ids]}::uuid[])
     order by product.id for no key update of product`.execute(transaction)
  return rows
}

/** The values of a product that differ. */
export interface ValuesRow {
  id: string
  status?: ProductStatus
  category?: string | null
  tags?: string[]
  price_minor?: number
  price_common?: number
  compare_at_minor?: number | null
}

/** Writes values of products that are locked, in one statement. All rows set the same columns, or leave some as is. */
export async function updateValues(
  transaction: Transaction,
  merchantId: string,
  rows: readonly ValuesRow[],
): Promise<void> {
  if (rows.length === 0) return
  const given = (name: keyof ValuesRow) => rows.map((row) => row[name] !== undefined)
  const column = <K extends keyof ValuesRow>(name: K) => rows.map((row) => row[name] ?? null)
  const tags = rows.map((row) => (row.tags === undefined ? null : JSON.stringify(row.tags)))
  await sql`
    update products product
       set status = coalesce(given.status, product.status),
           category = case when sets_category then given.category else product.category end,
           tags = case when given.tags is null then product.tags
                       else array(select jsonb_array_elements_text(given.tags)) end,
           price_minor = coalesce(given.price_minor, product.price_minor),
           price_common = coalesce(given.price_common, product.price_common),
           compare_at_minor = case when sets_compare_at then given.compare_at_minor else product.compare_at_minor end,
           updated_at = now()
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${column('status')}::text[],
                  ${column('category')}::text[], ${given('category')}::boolean[], ${tags}::jsonb[],
                  ${column('price_minor')}::bigint[], ${column('price_common')}::bigint[],
                  ${column('compare_at_minor')}::bigint[], ${given('compare_at_minor')}::boolean[])
           as given (id, status, category, sets_category, tags, price_minor, price_common,
                     compare_at_minor, sets_compare_at)
     where product.merchant_id = ${merchantId} and product.id = given.id`.execute(transaction)
}
