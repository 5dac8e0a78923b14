import { type RawBuilder, sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { boundToCommonScale } from '#src/platform/lib/money.ts'
import { foundCards } from '../listing/own-queries.ts'
import { joinGroup } from '../products/queries.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { BulkFilter, Chosen } from './chosen.ts'
import type { JobRow } from './job-queries.ts'

/** The filter as a condition on `products product`. */
function matches(merchantId: string, filter: BulkFilter): RawBuilder<boolean> {
  const { q, sku, status, category, brand, tag, group_id: groupId, collection } = filter
  const { min_price: least, max_price: most, in_stock: inStock } = filter
  const conditions = [
    sku !== undefined && sql`product.sku = ${sku}`,
    status !== undefined && sql`product.status = ${status}`,
    category !== undefined && sql`product.category = ${category}`,
    brand !== undefined && sql`product.brand = ${brand}`,
    tag !== undefined && sql`product.tags @> array[${tag}]`,
    groupId !== undefined && sql`product.group_id = ${groupId}::uuid`,
    least !== undefined && sql`product.price_common >= ${boundToCommonScale(least, 'min')}::bigint`,
    most !== undefined && sql`product.price_common <= ${boundToCommonScale(most, 'max')}::bigint`,
    inStock !== undefined && sql`product.in_stock = ${inStock}::boolean`,
    ...optionsOf(filter).map(([name, value]) => sql`product.in_stock and product.options ->> ${name} = ${value}`),
    q?.trim() && sql`product.id in (select card_id from (${foundCards({ merchantId, variants: 'all' }, q)}) found)`,
    collection !== undefined &&
      sql`coalesce(product.group_id, product.id) in (
            select card_id from collection_cards card
              join collections collection on collection.merchant_id = card.merchant_id
                                         and collection.id = card.collection_id
             where card.merchant_id = ${merchantId} and ${collectionIs(collection)})`,
  ].filter((condition): condition is RawBuilder<unknown> => Boolean(condition))
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** `option.Size`: variants with this value that can be bought now, as lists find them. */
function optionsOf(filter: BulkFilter): [name: string, value: string][] {
  const mark = 'option.'
  const given = Object.entries(filter).filter(([name]) => name.startsWith(mark))
  return given.map(([name, value]) => [name.slice(mark.length), String(value)])
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
  gift_card: boolean
  group_name: string | null
}

const candidates = sql`
  select product.id, product.sku, product.name, product.status, product.category, product.tags, product.price_minor,
         product.compare_at_minor, product.currency, product.gift_card,
         product_group.name as group_name
    from products product ${joinGroup('product_group')}`

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
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = any (${[...ids]}::uuid[])
     order by product.id for no key update of product`.execute(transaction)
  return rows
}
