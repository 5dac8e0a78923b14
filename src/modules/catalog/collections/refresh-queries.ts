import { type RawBuilder, sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { maxExactTotal } from '#src/platform/lib/totals.ts'
import { joinGroup } from '../products/queries.ts'
import { matchesRules } from './rule-queries.ts'
import type { CollectionRules, CollectionSort } from './rules.ts'

/** What decides what a collection holds. */
export interface CollectionShape {
  merchant_id: string
  id: string
  sort: CollectionSort
  rules: CollectionRules | null
}

/** Locks a collection: what it holds is written by one at a time. */
export async function lockCollection(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<(CollectionShape & { version: number }) | undefined> {
  const { rows } = await sql<CollectionShape & { version: number }>`
    select merchant_id, id, sort, rules, version from collections
     where merchant_id = ${merchantId} and id = ${id} for no key update`.execute(transaction)
  return rows[0]
}

const onSale = (merchantId: string) => sql`
  products product ${joinGroup('product_group')}
   where product.merchant_id = ${merchantId} and product.status = 'active'
     and (product.group_id is null or product_group.status = 'active')`

/** The cards that rules find: groups by any of their variants. */
export const matchingCards = (merchantId: string, rules: CollectionRules, currency: string) => sql`
  select distinct coalesce(product.group_id, product.id) as card_id
    from ${onSale(merchantId)} and ${matchesRules(rules, currency)}`

/** A product that has joined a group since is in it by its group. */
const presentCards = ({ merchant_id: merchantId, id }: CollectionShape) => sql`
  select distinct coalesce(product.group_id, card.card_id) as card_id
    from collection_cards card
    left join products product on product.merchant_id = card.merchant_id and product.id = card.card_id
   where card.merchant_id = ${merchantId} and card.collection_id = ${id}`

/** The order of each sort. The newest have the lowest numbers, below 0: one more leaves the others where they are. */
const positions: Record<Exclude<CollectionSort, 'manual'>, RawBuilder<unknown>> = {
  newest: sql`-row_number() over (order by created_at, card_id)`,
  price_asc: sql`row_number() over (order by price, card_id)`,
  price_desc: sql`row_number() over (order by price desc, card_id desc)`,
  name: sql`row_number() over (order by name_key collate "C", card_id)`,
}

/** Those that were in it stay where they are; further ones come behind them, the newest first. */
const manualPosition = ({ merchant_id: merchantId, id }: CollectionShape) => sql`
  row_number() over (order by (
    select position from collection_cards present
     where present.merchant_id = ${merchantId} and present.collection_id = ${id}
       and present.card_id = valued.card_id) nulls last, created_at desc, card_id desc)`

/**
 * Writes the cards of a collection that is locked, with their positions: only the rows that differ. They are sorted by
 * what lists show of them, and what was deleted is left out.
 */
export async function writeCards(transaction: Transaction, shape: CollectionShape, currency: string): Promise<void> {
  const { merchant_id: merchantId, id, sort, rules } = shape
  const position = sort === 'manual' ? manualPosition(shape) : positions[sort]
  await sql`
    with found as materialized (${rules === null ? presentCards(shape) : matchingCards(merchantId, rules, currency)}),
    valued as (
      select found.card_id, listing.created_at, listing.price_common as price, text.name_key
        from found
        left join listings listing on listing.merchant_id = ${merchantId} and listing.context = 0
                                  and listing.card_id = found.card_id
        left join listing_texts text on text.merchant_id = ${merchantId} and text.language = ''
                                    and text.card_id = found.card_id
       where exists (select from products where merchant_id = ${merchantId} and id = found.card_id)
          or exists (select from product_groups where merchant_id = ${merchantId} and id = found.card_id)
    ), wanted as materialized (select card_id, (${position})::int as position from valued),
    stale as (
      delete from collection_cards card
       where card.merchant_id = ${merchantId} and card.collection_id = ${id}
         and not exists (select from wanted where wanted.card_id = card.card_id and wanted.position = card.position)
      returning 1
    ), deleted as materialized (select count(*) from stale)
    -- Joined so that no row is inserted before all stale ones are deleted.
    insert into collection_cards (merchant_id, collection_id, position, card_id)
    select ${merchantId}, ${id}, wanted.position, wanted.card_id from wanted cross join deleted
     where not exists (select from collection_cards card
                        where card.merchant_id = ${merchantId} and card.collection_id = ${id}
                          and card.card_id = wanted.card_id and card.position = wanted.position)`.execute(transaction)
}

/** Counts what shoppers see of it, and says when. */
export async function recordRefresh(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`
    update collections set updated_at = now(), product_count = (
      select count(*)
        from collection_cards card
        join listings listing on listing.merchant_id = card.merchant_id and listing.context = 0
                             and listing.card_id = card.card_id
       where card.merchant_id = ${merchantId} and card.collection_id = ${id} and listing.active)
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** The currency of a shop's prices; undefined as long as it has no product. */
export async function selectCurrency(db: Executor, merchantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ currency: string }>`
    select currency from products where merchant_id = ${merchantId} limit 1`.execute(db)
  return rows[0]?.currency
}

/** How many cards rules find, up to one more than a list tells. */
export async function countMatching(
  db: Executor,
  merchantId: string,
  rules: CollectionRules,
  currency: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (${matchingCards(merchantId, rules, currency)} limit ${sql.lit(maxExactTotal + 1)}) found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Shops whose products have changed, with the rows that say so. */
export async function selectChangedShops(db: Executor): Promise<{ merchant_id: string; changes: string[] }[]> {
  const { rows } = await sql<{ merchant_id: string; changes: string[] }>`
    select merchant_id, array_agg(id::text) as changes from collection_changes
     group by merchant_id order by min(id)`.execute(db)
  return rows
}

export async function deleteChanges(db: Executor, changes: readonly string[]): Promise<void> {
  await sql`delete from collection_changes where id = any (${[...changes]}::bigint[])`.execute(db)
}

export async function noteChange(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`insert into collection_changes (merchant_id) values (${merchantId})`.execute(transaction)
}

export async function selectCollectionIds(db: Executor, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from collections where merchant_id = ${merchantId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
