import { type RawBuilder, sql } from 'kysely'
import type { ProductFilter } from './filter.ts'

/** A card is a plain product, a group, or a variant by itself. */
export type CardForm = 'p' | 'g' | 'v'

/** `listings` orders cards by time and price, `listing_texts` by name. Conditions refer to either as `card`. */
export type CardTable = 'listings' | 'listing_texts'

export function tableOf(table: CardTable): RawBuilder<unknown> {
  return sql`${sql.ref(table)} card`
}

/** The shop's own prices, and its one language. */
export function contextOf(table: CardTable): RawBuilder<boolean> {
  return table === 'listings' ? sql<boolean>`card.context = 0` : sql<boolean>`card.language = ''`
}

export function formsOf({ variants }: Pick<ProductFilter, 'variants'>): readonly CardForm[] {
  return variants === 'all' ? ['p', 'v'] : ['g', 'p']
}

export function hasForm(form: CardForm): RawBuilder<boolean> {
  return sql<boolean>`card.form = ${sql.lit(form)}::"char"`
}

/** Merchant and category of a filter. */
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
  if (!isNarrow(filter)) return sql<boolean>`true`
  if (table === 'listings') return chosenListings(filter)
  return sql<boolean>`(card.merchant_id, card.card_id) in (
    select card.merchant_id, card.card_id from listings card where card.context = 0 and ${chosenListings(filter)})`
}

function chosenListings({
  merchantId,
  variants,
  keys,
  groupId,
  exactSku,
  collectionId,
}: ProductFilter): RawBuilder<boolean> {
  const isAll = variants === 'all'
  const conditions = [
    ...(keys === undefined ? [] : [hasKeys(sql`${keys}::text[]`)]),
    ...(groupId === undefined ? [] : [ofGroup(groupId, isAll)]),
    ...(exactSku === undefined ? [] : [hasSku(exactSku, merchantId, isAll)]),
    ...(collectionId === undefined ? [] : [inCollection(collectionId, isAll)]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** By the index, which has no cards without keys. */
function hasKeys(keys: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`card.keys <> '{}' and card.keys @> ${keys}`
}

function ofGroup(groupId: string, isAll: boolean): RawBuilder<boolean> {
  return isAll
    ? hasKeys(sql`array['g:' || ${groupId}::uuid]`)
    : sql<boolean>`card.card_id = ${groupId}::uuid and ${hasForm('g')}`
}

/** Of all merchants, documents have each SKU as one word, folded: found by that, and compared as it is. */
function hasSku(sku: string, merchantId: string | undefined, isAll: boolean): RawBuilder<boolean> {
  const card = isAll ? sql`product.id` : sql`coalesce(product.group_id, product.id)`
  if (merchantId !== undefined) {
    return sql<boolean>`card.card_id in (
      select ${card} from products product
       where product.merchant_id = ${merchantId}::uuid and product.sku = ${sku})`
  }
  const found = (form: RawBuilder<unknown>) => sql`
    select found.merchant_id, found.card_id from listing_texts found
     where ${form} and found.document @@ sku_query(${sku})`
  return sql<boolean>`(card.merchant_id, card.card_id) in (
    select product.merchant_id, ${card}
      from (${found(sql`found.form <> 'v' and found.form = 'p'`)} union all ${found(sql`found.form = 'v'`)}) found
      join products product on product.merchant_id = found.merchant_id and product.id = found.card_id
     where product.sku = ${sku})`
}

function inCollection(collectionId: string, isAll: boolean): RawBuilder<boolean> {
  const group = sql`
    (select group_id from products where products.merchant_id = card.merchant_id and products.id = card.card_id)`
  return sql<boolean>`exists (
    select from collection_cards member
     where member.merchant_id = card.merchant_id and member.collection_id = ${collectionId}::uuid
       and member.card_id ${isAll ? sql`in (card.card_id, ${group})` : sql`= card.card_id`})`
}
