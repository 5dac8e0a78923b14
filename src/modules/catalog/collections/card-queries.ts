import { sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { picturesOfListedGroup, picturesOfProduct } from '../products/picture-queries.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { matchingCards } from './refresh-queries.ts'
import type { CollectionRules } from './rules.ts'

/** A product or a group as a collection shows it to staff. */
export interface CardRow {
  id: string
  position: number
  type: 'product' | 'group'
  name: string
  status: ProductStatus
  /** Its own; of a product else those of its group, of a group else the first one of its variants. */
  pictures: PictureRow[] | null
  image_url: string | null
  price_minor: number | null
  currency: string
}

/** The cards `listed` (card_id, position) with what staff sees of them. */
const cardsOf = (merchantId: string, listed: ReturnType<typeof sql>) => sql<CardRow>`
  select listed.card_id as id, listed.position,
         case when product_group.id is null then 'product' else 'group' end as type,
         coalesce(product_group.name, product.name) as name, coalesce(product_group.status, product.status) as status,
         case when product_group.id is null then ${picturesOfProduct}
              else ${picturesOfListedGroup('product_group')} end as pictures,
         coalesce(product.image_url, variant.image_url) as image_url,
         coalesce(product.price_minor, variant.price_minor) as price_minor,
         coalesce(product.currency, variant.currency, '') as currency
    from (${listed}) listed
    left join lateral (
      select * from products
       where ${isOwnedBy('products.merchant_id', merchantId)} and products.id = listed.card_id offset 0) product on true
    left join lateral (
      select * from product_groups
       where ${isOwnedBy('product_groups.merchant_id', merchantId)} and product_groups.id = listed.card_id
      offset 0) product_group on true
    left join lateral (
      select min(image_url) as image_url, min(price_minor) as price_minor, min(currency) as currency from products
       where merchant_id = ${merchantId} and group_id = product_group.id) variant on product_group.id is not null
   where product.id is not null or product_group.id is not null
   order by listed.position`

/** What a collection holds, in its order. */
export async function selectCards(
  db: Executor,
  merchantId: string,
  collectionId: string,
  page: PageRange,
): Promise<CardRow[]> {
  const behind = behindCursor(page, 'asc', ['position', 'integer'])
  const { rows } = await cardsOf(
    merchantId,
    sql`select card_id, position from collection_cards
         where merchant_id = ${merchantId} and collection_id = ${collectionId} and ${behind}
         order by position ${pageWindow(page)}`,
  ).execute(db)
  return rows
}

export function countCards(db: Executor, merchantId: string, collectionId: string): Promise<number> {
  return countUpToMaximum(
    db,
    sql`select 1 from collection_cards where merchant_id = ${merchantId} and collection_id = ${collectionId}`,
  )
}

/** A few of those that rules find, newest first: ids grow with time. */
export async function selectMatching(
  db: Executor,
  merchantId: string,
  rules: CollectionRules,
  currency: string,
  limit: number,
): Promise<CardRow[]> {
  const { rows } = await cardsOf(
    merchantId,
    sql`select card_id, row_number() over (order by card_id desc) as position
          from (${matchingCards(merchantId, rules, currency)}) found order by card_id desc limit ${limit}`,
  ).execute(db)
  return rows
}

/**
 * What the ids lead to, in the order of the ids: for a variant the card is its group's. Locked, so that none is deleted
 * or joins another group until what holds them is written.
 */
export async function lockCards(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows: products } = await sql<{ id: string; group_id: string | null }>`
    select id, group_id from products where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])
     order by id for share`.execute(transaction)
  const groupIds = [...ids, ...products.flatMap((row) => row.group_id ?? [])]
  const { rows: groups } = await sql<{ id: string }>`
    select id from product_groups
     where merchant_id = ${merchantId} and id = any (${groupIds}::uuid[])
     order by id for share`.execute(transaction)
  return new Map([
    ...products.map(({ id, group_id: groupId }) => [id, groupId ?? id] as const),
    ...groups.map(({ id }) => [id, id] as const),
  ])
}

/** The cards of a collection that is locked, in their order. */
export async function selectCardIds(
  transaction: Transaction,
  merchantId: string,
  collectionId: string,
): Promise<string[]> {
  const { rows } = await sql<{ card_id: string }>`
    select card_id from collection_cards where merchant_id = ${merchantId} and collection_id = ${collectionId}
     order by position`.execute(transaction)
  return rows.map((row) => row.card_id)
}

/** Puts these cards into a collection that is locked, in this order, in place of those it has. */
export async function replaceCards(
  transaction: Transaction,
  merchantId: string,
  collectionId: string,
  cardIds: readonly string[],
): Promise<void> {
  await sql`
    delete from collection_cards
     where merchant_id = ${merchantId} and collection_id = ${collectionId}`.execute(transaction)
  await sql`
    insert into collection_cards (merchant_id, collection_id, position, card_id)
    select ${merchantId}, ${collectionId}, card.position, card.id
      from unnest(${[...cardIds]}::uuid[]) with ordinality card (id, position)`.execute(transaction)
}
