import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import { behindCursor, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { stockOf } from '../products/line-queries.ts'
import { detailColumns, joinStock, type ProductRow } from '../products/queries.ts'
import type { SortValues } from './cards.ts'
import {
  type CardTable,
  contextOf,
  formsOf,
  hasForm,
  isChosen,
  isNarrow,
  languageIn,
  ownersOf,
  rowsOf,
  tableOf,
  withinPrices,
} from './condition-queries.ts'
import type { ProductFilter, ProductSort, SortOrder } from './filter.ts'
import { type CardKey, joinKeys, readKeys } from './key-queries.ts'

export interface Listing {
  filter: ProductFilter
  sort: ProductSort
  order: SortOrder
}

/** Sort columns of cards, with their table and the type of their values in a cursor. */
export const sortColumns: Record<ProductSort, { table: CardTable; column: RawBuilder<unknown>; type: string }> = {
  created_at: { table: 'listings', column: sql`card.created_at`, type: 'timestamptz(3)' },
  price: { table: 'listings', column: sql`card.price_common`, type: 'bigint' },
  name: { table: 'listing_texts', column: sql`card.name_key`, type: 'text' },
}

/** Sort values of a card, for cursors. */
export function positionOf(sort: ProductSort, card: SortValues): [string | number, string] {
  const value = { created_at: card.created_at.toISOString(), price: card.price_common, name: card.name_key }[sort]
  return [value, card.id]
}

/**
 * How to read a list whose filter is in no sort index. `walk`: scan the sort index and filter. `gather`: read all
 * matches and sort them. Each alone can take time linear in the size of the catalog.
 */
export type ListPlan = 'walk' | 'gather'

/** Keys of a page of active cards, and one more if there is another page. */
export async function selectCards(
  db: Executor,
  { filter: { inStock, variants, ...values }, sort, order }: Listing,
  { limit, offset, after = [] }: PageRange,
  plan: ListPlan | undefined,
): Promise<CardKey[]> {
  const [sortValue, id] = after
  const { rows } = await keyPage(
    { sort, order, limit, inStock, variants, plan },
    { ...values, sortValue, id, offset: offset === 0 ? undefined : offset },
  ).execute(db)
  return readKeys(rows[0]?.keys ?? null)
}

interface PageShape extends Pick<Listing, 'sort' | 'order'> {
  limit: number
  inStock: boolean | undefined
  variants: 'all' | undefined
  plan: ListPlan | undefined
}

interface PageValues extends Omit<ProductFilter, 'inStock' | 'variants'> {
  offset: number | undefined
  sortValue: string | number | boolean | null | undefined
  id: string | number | boolean | null | undefined
}

const keyPage = compileOnce(
  (
    { sort, order, limit, inStock, variants, plan }: PageShape,
    { sortValue, id, offset = 0, ...values }: PageValues,
  ) => {
    const stock = inStock !== undefined && { inStock }
    const filter: ProductFilter = { ...values, ...stock, ...(variants !== undefined && { variants }) }
    const list: Listing = { filter, sort, order }
    const after = sortValue === undefined || id === undefined ? undefined : [sortValue, id]
    const direction = directionOf(list)
    return sql<{ keys: string | null }>`
      with page as (${pageOfCards(list, { limit, offset, after }, plan)})
      select string_agg(key, ',' order by position ${direction}, card_id ${direction}) as keys
        from ${sort === 'name' ? keysByCard : filter.context === undefined ? keysOfPage : keysInContext}`
  },
)

const keysByCard = sql`page ${joinKeys('card_keys')}`

/** `listings` has what the key consists of, so that a page of it needs no look-up of its cards. */
const keysOfPage = sql`
  (select position, card_id, card_key(card_id, form, shown_id, on_hand - reserved, stamp) as key
     from page ${stockOf('page.merchant_id', 'page.shown_id')}) page`

/** The same in a context of prices. The cache of cards knows their stamps with the shop's own prices. */
const keysInContext = sql`
  (select position, card_id, card_key(card_id, form, shown_id, on_hand - reserved, own.stamp) as key
     from page
    cross join lateral (
      select stamp from listings
       where listings.merchant_id = page.merchant_id and listings.context = 0 and listings.card_id = page.card_id
      offset 0) own
    ${stockOf('page.merchant_id', 'page.shown_id')}) page`

/** Columns of a page by the sort, from `card`. */
function columnsOf(sort: ProductSort): RawBuilder<unknown> {
  return sort === 'name'
    ? sql`card.merchant_id, card.card_id`
    : sql`card.merchant_id, card.card_id, card.form, card.shown_id, card.stamp`
}

function pageOfCards(list: Listing, page: PageRange, plan: ListPlan | undefined): RawBuilder<unknown> {
  const within = withinPrices(list.filter)
  if (plan === undefined) return walkedCards(list, page, within)
  const chosen = sql<boolean>`${within} and ${isChosen(list.filter, sortColumns[list.sort].table)}`
  if (plan === 'gather') return gatheredCards(list, page)
  // CASE hides the selectivity, so the planner keeps the sort's index. Without it, it read the whole price range: 92 ms
  // instead of 0.3 for a page of 155,000 matches.
  return walkedCards(list, page, sql`case when ${chosen} then true else false end`)
}

/**
 * The page by a merge of one ordered index range for each form and stock, the leading columns of the indexes. Each
 * branch has its own ORDER BY, without which the planner sorts everything (400 ms of 300,000 products, not 0.1).
 */
function walkedCards(list: Listing, page: PageRange, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  const branches = activeRanges(list).map((rows) =>
    rangeOf(list, page, sql`active and ${rows} and ${condition}`, columnsOf(list.sort)),
  )
  return sql`select * from (${sql.join(branches, sql` union all `)}) candidate ${pageOrder(list, page)}`
}

/** The newest cards of all shops or of one have an index without the stock. */
export function activeRanges({ filter, sort }: Listing): RawBuilder<boolean>[] {
  const { inStock, category } = filter
  const bothAtOnce = sort === 'created_at' && category === undefined && inStock === undefined
  const stocks = inStock === undefined ? [true, false] : [inStock]
  return formsOf(filter).flatMap((form) =>
    bothAtOnce
      ? [sql<boolean>`${hasForm(form)} and ${ownersOf(filter)}`]
      : stocks.map((stock) => sql<boolean>`${hasForm(form)} and ${rowsOf({ ...filter, inStock: stock })}`),
  )
}

export function rangeOf(
  list: Listing,
  page: PageRange,
  condition: RawBuilder<unknown>,
  columns = sql`card.merchant_id, card.card_id`,
): RawBuilder<unknown> {
  const { table, column, type } = sortColumns[list.sort]
  return sql`
    (select ${columns}, ${column} as position from ${tableOf(table, list.filter)}
      where ${contextOf(table, list.filter)} and ${condition}
        and ${behindCursor(page, list.order, [column, type], ['card.card_id', 'uuid'])}
      order by ${column} ${directionOf(list)}, card.card_id ${directionOf(list)})`
}

/** The name of each `listings card`, by its key. */
export const joinNames = (filter: Pick<ProductFilter, 'language'>) => sql`
  cross join lateral (
    select name_key from listing_texts
     where listing_texts.merchant_id = card.merchant_id and listing_texts.language = ${languageIn(filter)}
       and listing_texts.card_id = card.card_id offset 0) text`

/**
 * OFFSET 0 keeps the planner from scanning the sort's index: for the order (53 ms of 300,000 products, not 0.1), or for
 * the rows behind a cursor.
 */
function gatheredCards(list: Listing, page: PageRange): RawBuilder<unknown> {
  const { filter, sort, order } = list
  // Conditions without a sort index are gathered by their own index, and sorted by name afterwards; only the price
  // index contains names.
  const isRead = isNarrow(filter) || sort !== 'name' ? 'listings' : 'listing_texts'
  const isJoined = sort === 'name' && isRead === 'listings'
  const branches = formsOf(filter).map(
    (form) => sql`
      select ${columnsOf(sort)}, ${isJoined ? sql`text.name_key` : sortColumns[sort].column} as position
        from ${tableOf(isRead, filter)} ${isJoined ? joinNames(filter) : sql``}
       where card.active and ${contextOf(isRead, filter)} and ${hasForm(form)} and ${rowsOf(filter)}
         and ${withinPrices(filter)} and ${isChosen(filter, isRead)}`,
  )
  return sql`
    select * from (select * from (${sql.join(branches, sql` union all `)}) matching offset 0) candidate
     where ${behindCursor(page, order, ['position', sortColumns[sort].type], ['card_id', 'uuid'])}
     ${pageOrder(list, page)}`
}

export function directionOf({ order }: Pick<Listing, 'order'>): RawBuilder<unknown> {
  return order === 'asc' ? sql`asc` : sql`desc`
}

export function pageOrder(list: Listing, page: PageRange): RawBuilder<unknown> {
  const direction = directionOf(list)
  return sql`
    order by position ${direction}, card_id ${direction} ${pageWindow(page)}`
}

/** What a card is sorted by among the names of a language. */
export async function selectNameKey(
  db: Executor,
  { merchantId, language }: { merchantId: string; language: string },
  cardId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name_key: string }>`
    select name_key from listing_texts
     where merchant_id = ${merchantId} and language = ${language} and card_id = ${cardId}`.execute(db)
  return rows[0]?.name_key
}

/** What a card is sorted by among the prices of a context. */
export async function selectPriceKey(
  db: Executor,
  { merchantId, context }: { merchantId: string; context: number },
  cardId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ price_common: number }>`
    select price_common from listings
     where merchant_id = ${merchantId} and context = ${context} and card_id = ${cardId}`.execute(db)
  return rows[0]?.price_common
}

/** One active product, of any merchant. */
export async function selectActiveProduct(db: Executor, productId: string): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${detailColumns} from products product ${joinStock}
     where product.id = ${productId}
       and (select active from listings card
             where card.merchant_id = product.merchant_id and card.context = 0 and card.card_id = product.id)`.execute(
    db,
  )
  return rows[0]
}
