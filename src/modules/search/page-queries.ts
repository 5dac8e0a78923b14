import { type RawBuilder, sql } from 'kysely'
import {
  type CardKey,
  type ProductFilter,
  type ProductSort,
  readKeys,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { contextOf, isChosen, joinKeys, languageIn, tableOf } from '#src/modules/catalog/shared-queries.ts'
import { behindCursor, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

/** The whole text as a SKU, and each word: a group shows the variant that matches most of them. */
interface ShownBy {
  shownSku: string
  shownWords: string[]
}

/** Conditions of a search. */
export interface Matching extends ShownBy {
  /** A `tsquery`. */
  words: string
  filter: ProductFilter
  /** Whether most products have the words. */
  common: boolean
}

/** The cards of a page, one more if there is another page, with their scores if they are sorted by relevance. */
export interface FoundKeys {
  keys: CardKey[]
  scores: number[]
}

/** The start of a page; `after` is the last two values of a cursor. */
export type Positions = Pick<PageRequest, 'limit' | 'offset' | 'after'>

/** `listing_texts card`, with the prices that the filter is about. */
export function textCards(filter: Pick<ProductFilter, 'context'>): RawBuilder<unknown> {
  return tableOf('listing_texts', filter)
}

/** The condition of texts in the language of the search on `listing_texts card`. */
export function hasLanguage(filter: Pick<ProductFilter, 'language'>): RawBuilder<boolean> {
  return contextOf('listing_texts', filter)
}

/** The filter as conditions on `listing_texts card`. */
export function matchesFilter(filter: ProductFilter): RawBuilder<boolean> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const conditions = [
    sql`card.active and ${hasLanguage(filter)}`,
    ...(merchantId === undefined ? [] : [sql`card.merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`card.category = ${category}`]),
    ...(inStock === undefined ? [] : [sql`card.in_stock = ${inStock}`]),
    ...(minPrice === undefined ? [] : [sql`card.price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`card.price_common <= ${maxPrice}::bigint`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)} and ${isChosen(filter, 'listing_texts')}`
}

/** The condition of cards of the filter's forms. Each form has an index of words. */
export function ofForms(
  condition: RawBuilder<boolean>,
  { variants }: Pick<ProductFilter, 'variants'>,
): RawBuilder<boolean> {
  return variants === 'all'
    ? sql<boolean>`(card.form <> 'v' and card.form = 'p' and ${condition} or card.form = 'v' and ${condition})`
    : sql<boolean>`card.form <> 'v' and ${condition}`
}

export interface FoundRow {
  keys: string | null
  scores: string | null
}

export function foundKeys({ keys, scores }: FoundRow = { keys: null, scores: null }): FoundKeys {
  return { keys: readKeys(keys), scores: scores?.split(',').map(Number) ?? [] }
}

export interface PageValues extends ShownBy, Omit<ProductFilter, 'variants'> {
  words: string
  offset: number | undefined
  behind: string | number | boolean | null | undefined
  behindId: string | number | boolean | null | undefined
}

export function pageValues({ offset, after }: Positions): Pick<PageValues, 'behind' | 'behindId' | 'offset'> {
  const [behind, behindId] = after ?? []
  return { behind, behindId, offset: offset === 0 ? undefined : offset }
}

export const sortColumns: Record<ProductSort, { column: string; type: string }> = {
  created_at: { column: 'card.created_at', type: 'timestamptz(3)' },
  price: { column: 'card.price_common', type: 'bigint' },
  name: { column: 'card.name_key', type: 'text' },
}

/** SQL for the page of a query of (merchant_id, card_id, position), and for the keys of its cards. */
export function pageOf(
  { order, type, limit }: { order: SortOrder; type: string; limit: number },
  { behind, behindId, offset = 0 }: Pick<PageValues, 'behind' | 'behindId' | 'offset'>,
  source: RawBuilder<unknown>,
) {
  const direction = sql.raw(order)
  const after = behind === undefined || behindId === undefined ? undefined : [behind, behindId]
  const onPage = behindCursor({ after }, order, ['position', type], ['card_id', 'uuid'])
  const inOrder = sql`position ${direction}, card_id ${direction}`
  return {
    page: sql`
      select merchant_id, card_id, position from ${source} where ${onPage}
       order by ${inOrder} ${pageWindow({ limit, offset })}`,
    keys: sql`string_agg(shown.key, ',' order by ${inOrder})`,
    scores: sql`string_agg(position::text, ',' order by ${inOrder})`,
  }
}

/** SQL for the cards of `page`, each with its key as `shown.key`; a group shows the variant that matches most words. */
export function shownCards(
  { shownSku, shownWords, ...filter }: ShownBy & Pick<ProductFilter, 'language'>,
  variants: ProductFilter['variants'],
): RawBuilder<unknown> {
  if (variants === 'all') return sql`page ${joinKeys('shown')}`
  // A subquery in CASE: as a join it would sort for each card of the page, also where none is a group.
  return sql`
    page ${joinKeys('card_keys')}
    cross join lateral (
      select coalesce(case when card_keys.form = 'g' then (
        select page.card_id || ' ' || coalesce(stock.available, 0) || ' ' || split_part(card_keys.key, ' ', 3) || ' '
               || variant.id
          from products variant
         cross join lateral (
           select document, active from listing_texts
            where listing_texts.merchant_id = variant.merchant_id and listing_texts.language = ${languageIn(filter)}
              and listing_texts.card_id = variant.id offset 0) text
          left join lateral (
            select on_hand - reserved as available from stock
             where stock.merchant_id = variant.merchant_id and stock.product_id = variant.id offset 0) stock on true
         where variant.merchant_id = page.merchant_id and variant.group_id = page.card_id and text.active
         order by text.document @@ ${shownSku}::tsquery desc,
                  (select count(*) from unnest(${shownWords}::text[]) word
                    where text.document @@ word::tsquery) desc,
                  variant.in_stock desc, variant.price_minor, variant.position, variant.id
         limit 1) end, card_keys.key) as key) shown`
}

/** SQL that reads the first matches: in the order of the table by the index of words, or all cards, newest first. */
export function firstMatches(
  selected: RawBuilder<unknown>,
  { words, filter, common }: { words: RawBuilder<boolean>; filter: ProductFilter; common: boolean },
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // CASE hides that the index has the words: reading all its entries takes longer than finding the first matches.
  const [matching, order] = common
    ? [sql`card.form <> 'v' and case when ${words} then true else false end`, sql`order by card.card_id desc`]
    : [ofForms(words, filter), sql``]
  return sql`
    select ${selected} from ${textCards(filter)}
     where ${matching} and ${matchesFilter(filter)} ${order} limit ${limit}`
}
