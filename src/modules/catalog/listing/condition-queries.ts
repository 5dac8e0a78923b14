import { type RawBuilder, sql } from 'kysely'
import type { ProductFilter } from './filter.ts'

/** A card is a plain product, a group, or a variant by itself. */
export type CardForm = 'p' | 'g' | 'v'

/** `listings` orders cards by time and price, `listing_texts` by name. Conditions refer to either as `card`. */
export type CardTable = 'listings' | 'listing_texts'

export function tableOf(table: CardTable, { context }: Pick<ProductFilter, 'context'>): RawBuilder<unknown> {
  if (table === 'listings' || context === undefined) return sql`${sql.ref(table)} card`
  return sql`
    (select text.merchant_id, text.language, text.card_id, text.form, text.active, text.in_stock, its.price_common,
            text.created_at, text.category, text.name_key, text.name_words, text.document
       from listing_texts text
      cross join lateral (
        select price_common from listings
         where listings.merchant_id = text.merchant_id and listings.context = ${context}::smallint
           and listings.card_id = text.card_id and listings.active offset 0) its) card`
}

/** The prices of a context, and the texts of a language. */
export function contextOf(table: CardTable, filter: Pick<ProductFilter, 'language' | 'context'>): RawBuilder<boolean> {
  return table === 'listings'
    ? sql<boolean>`card.context = ${contextIn(filter)}`
    : sql<boolean>`card.language = ${languageIn(filter)}`
}

/** The shop's own prices are named in the statement, because indexes have them as their condition. */
export function contextIn({ context }: Pick<ProductFilter, 'context'>): RawBuilder<unknown> {
  return context === undefined ? sql`0` : sql`${context}::smallint`
}

/** A text of `listing_texts`; the shop's own is named in the statement, because indexes have it as their condition. */
export function languageIn({ language }: Pick<ProductFilter, 'language'>): RawBuilder<unknown> {
  return language === undefined ? sql`''` : sql`${language}`
}

export function formsOf({ variants }: Pick<ProductFilter, 'variants'>): readonly CardForm[] {
  return variants === 'all' ? ['p', 'v'] : ['g', 'p']
}

export function hasForm(form: CardForm): RawBuilder<boolean> {
  return sql<boolean>`card.form = ${sql.lit(form)}::"char"`
}

export function ownersOf({ merchantId, category }: ProductFilter): RawBuilder<boolean> {
  const merchant = merchantId === undefined ? sql`` : sql` and card.merchant_id = ${merchantId}::uuid`
  return sql<boolean>`true${merchant}${category === undefined ? sql`` : sql` and card.category = ${category}`}`
}

/**
 * Merchant, category and stock of a filter. Stock is always named, as the index column before the sort: PostgreSQL has
 * no skip scan before version 18.
 */
export function rowsOf(filter: ProductFilter): RawBuilder<boolean> {
  const stock = filter.inStock === undefined ? sql`any ('{true,false}'::boolean[])` : sql.lit(filter.inStock)
  return sql<boolean>`${ownersOf(filter)} and card.in_stock = ${stock}`
}

export function isPriced({ minPrice, maxPrice }: ProductFilter): boolean {
  return minPrice !== undefined || maxPrice !== undefined
}

/**
 * Price bounds. Beside a filter that has an index of its own, CASE hides them: the planner takes any two bounds for few
 * rows, and would read the whole range of prices.
 */
export function withinPrices(filter: ProductFilter): RawBuilder<boolean> {
  if (!isPriced(filter)) return sql<boolean>`true`
  const within = sql<boolean>`
    card.price_common between ${filter.minPrice ?? 0}::bigint
                          and ${filter.maxPrice ?? Number.MAX_SAFE_INTEGER}::bigint`
  return isNarrow(filter) ? sql<boolean>`case when ${within} then true else false end` : within
}

/** Whether the filter has a condition that no sort index contains: brand, tag, options, group, SKU or collection. */
export function isNarrow({ keys, groupId, exactSku, collectionId }: ProductFilter): boolean {
  return [keys, groupId, exactSku, collectionId].some((part) => part !== undefined)
}

/** The conditions that no sort index contains. */
export function isChosen(filter: ProductFilter, table: CardTable): RawBuilder<boolean> {
  const { merchantId, variants, keys, groupId, exactSku, collectionId } = filter
  const isAll = variants === 'all'
  const keyed = [
    ...(keys === undefined ? [] : [hasKeys(sql`${keys}::text[]`)]),
    ...(groupId === undefined || !isAll ? [] : [hasKeys(sql`array['g:' || ${groupId}::uuid]`)]),
  ]
  const others = [
    ...(groupId === undefined || isAll ? [] : [sql<boolean>`card.card_id = ${groupId}::uuid and ${hasForm('g')}`]),
    ...(exactSku === undefined ? [] : [hasSku(exactSku, merchantId, isAll, table)]),
  ]
  // Alone, a collection may lead to its cards.
  const isRead = table === 'listings' && keyed.length + others.length === 0
  const conditions = [
    ...(table === 'listings' ? keyed : keyed.map(inListing)),
    ...others,
    ...(collectionId === undefined ? [] : [inCollection(collectionId, isAll, isRead)]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A look-up of the card: joined, all cards were compared with each while the tables were taken for empty. */
function inListing(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from (
      select keys from listings known
       where known.merchant_id = card.merchant_id and known.context = 0 and known.card_id = card.card_id
      offset 0) card
     where ${condition})`
}

/** By the index, which has no cards without keys. */
function hasKeys(keys: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`card.keys <> '{}' and card.keys @> ${keys}`
}

/** Of all merchants, documents have each SKU as one word, folded: found by that, and compared as it is. Found once. */
function hasSku(sku: string, merchantId: string | undefined, isAll: boolean, table: CardTable): RawBuilder<boolean> {
  const card = isAll ? sql`product.id` : sql`coalesce(product.group_id, product.id)`
  if (merchantId !== undefined) {
    // In the order of the key, as below.
    const key = sql`(${merchantId}::uuid, ${sku})`
    return sql<boolean>`card.card_id = any (array(
      select ${card}
        from (select * from products where (merchant_id, sku) >= ${key} order by merchant_id, sku limit 1) product
       where (product.merchant_id, product.sku) = ${key}))`
  }
  const found = (form: RawBuilder<unknown>) => sql`
    select found.card_id from listing_texts found where ${form} and found.document @@ sku_query(${sku})`
  const isFound = sql<boolean>`(card.merchant_id, card.card_id) in (
    select product.merchant_id, ${card}
      from (${found(sql`found.form <> 'v' and found.form = 'p'`)} union all ${found(sql`found.form = 'v'`)}) found
     cross join lateral (select * from products where products.id = found.card_id offset 0) product
     where product.sku = ${sku})`
  // IS TRUE: they are found once, and not for each match of a text.
  return table === 'listings' ? isFound : sql<boolean>`(${isFound}) is true`
}

/** @param isRead whether the collection may be read for all cards together; else it is looked up for each */
function inCollection(collectionId: string, isAll: boolean, isRead: boolean): RawBuilder<boolean> {
  const group = sql`
    (select group_id from products
      where products.merchant_id is not distinct from card.merchant_id and products.id = card.card_id)`
  if (!isRead) {
    const own = holds(collectionId, sql`card.card_id`)
    return isAll ? sql<boolean>`(${own} or ${holds(collectionId, group)})` : own
  }
  return sql<boolean>`exists (
    select from collection_cards member
     where member.merchant_id = card.merchant_id and member.collection_id = ${collectionId}::uuid
       and member.card_id ${isAll ? sql`in (card.card_id, ${group})` : sql`= card.card_id`})`
}

/** In the order of the key, which no other index has: see docs/decisions/0127. */
function holds(collectionId: string, cardId: RawBuilder<unknown>): RawBuilder<boolean> {
  const key = sql`(card.merchant_id, ${collectionId}::uuid, ${cardId})`
  return sql<boolean>`exists (
    select from (
      select merchant_id, collection_id, card_id from collection_cards
       where (merchant_id, collection_id, card_id) >= ${key}
       order by merchant_id, collection_id, card_id limit 1) member
     where (member.merchant_id, member.collection_id, member.card_id) = ${key})`
}
