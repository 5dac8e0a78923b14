import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { behindCursor } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import { detailColumns, joinGroup, joinStock, type ProductRow } from '../products/queries.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { productQuery } from '../products/text-queries.ts'
import { type CardRow, cardColumns } from './card-queries.ts'
import { formsOf, isChosen, isNarrow, ownersOf, withinPrices } from './condition-queries.ts'
import type { ProductFilter } from './filter.ts'
import {
  activeRanges,
  directionOf,
  joinNames,
  type Listing,
  type ListPlan,
  pageOrder,
  rangeOf,
  sortColumns,
} from './queries.ts'

export interface OwnListing extends Listing {
  filter: ProductFilter & { merchantId: string }
  statuses: readonly ProductStatus[]
}

/**
 * Columns of CardRow, from `page`, which has the cards in order. Each is looked up by what no other index has: joined
 * by their shop, all products were read for each card while PostgreSQL took the tables for empty (docs/decisions/0127).
 */
const rowsOfPage = sql`
  select ${cardColumns}
    from page
   cross join lateral (
     select * from listings card
      where card.merchant_id = page.merchant_id and card.context = 0 and card.card_id = page.card_id offset 0) card
   cross join lateral (select * from products product where product.id = card.shown_id offset 0) product
   ${joinStock}`

/** A merchant's own cards of these statuses. Those that shoppers do not see are sorted by name and price: few. */
export async function selectOwnCards(
  db: Executor,
  list: OwnListing,
  page: PageRange,
  plan: ListPlan | undefined,
): Promise<CardRow[]> {
  const direction = directionOf(list)
  const cards = plan === 'gather' ? gatheredCards(list, page) : walkedCards(list, page)
  const { rows } = await sql<CardRow>`
    with page as (${cards})
    ${rowsOfPage} order by page.position ${direction}, page.card_id ${direction}`.execute(db)
  return rows
}

/** The page's cards by a merge of ordered ranges: active ones by form and stock, the others by status. */
function walkedCards(list: OwnListing, page: PageRange): RawBuilder<unknown> {
  const { filter, statuses } = list
  const { table } = sortColumns[list.sort]
  const condition = sql<boolean>`${withinPrices(filter)} and ${isChosen(filter, table)}`
  const narrow = isNarrow(filter) ? sql<boolean>`case when ${condition} then true else false end` : condition
  const seen = activeRanges(list).map((rows) => rangeOf(list, page, sql`card.active and ${rows} and ${narrow}`))
  const unseen = statuses.map((status) => unseenCards(list, page, status))
  const branches = [...(statuses.includes('active') ? seen : []), ...unseen]
  return sql`select * from (${sql.join(branches, sql` union all `)}) candidate ${pageOrder(list, page)}`
}

/** All cards that match, by the index of what the filter names, sorted. */
function gatheredCards(list: OwnListing, page: PageRange): RawBuilder<unknown> {
  const { filter, sort, order, statuses } = list
  const position = sort === 'name' ? sql`text.name_key` : sortColumns[sort].column
  const stock = filter.inStock === undefined ? sql`true` : sql`card.in_stock = ${filter.inStock}`
  return sql`
    select * from (
      select card.merchant_id, card.card_id, ${position} as position
        from listings card ${sort === 'name' ? joinNames(filter) : sql``}
       where card.context = 0 and ${ownersOf(filter)} and ${isChosen(filter, 'listings')} and ${stock}
         and card.form in (${sql.join(formsOf(filter).map((form) => sql.lit(form)))})
         and card.status in (${sql.join(statuses.map((status) => sql.lit(status)))}) and ${withinPrices(filter)}
      offset 0) candidate
     where ${behindCursor(page, order, ['position', sortColumns[sort].type], ['card_id', 'uuid'])}
     ${pageOrder(list, page)}`
}

function unseenCards(list: OwnListing, page: PageRange, status: ProductStatus): RawBuilder<unknown> {
  const { filter, sort, order } = list
  const { column, type } = sortColumns[sort]
  const position = sort === 'name' ? sql`text.name_key` : column
  const stock = filter.inStock === undefined ? sql`true` : sql`card.in_stock = ${filter.inStock}`
  return sql`
    (select card.merchant_id, card.card_id, ${position} as position
       from listings card ${sort === 'name' ? joinNames(filter) : sql``}
      where not card.active and card.context = 0 and card.status = ${sql.lit(status)}
        and card.form in (${sql.join(formsOf(filter).map((form) => sql.lit(form)))}) and ${ownersOf(filter)}
        and ${stock}
        and ${withinPrices(filter)} and ${isChosen(filter, 'listings')}
        and ${behindCursor(page, order, [position, type], ['card.card_id', 'uuid'])}
      order by ${position} ${directionOf(list)}, card.card_id ${directionOf(list)})`
}

/**
 * A merchant's own cards with all words of `q`, in any form or as prefixes, or a SKU with this prefix. All matches are
 * read and sorted.
 */
export async function searchOwnCards(db: Executor, list: OwnListing, q: string, page: PageRange): Promise<CardRow[]> {
  const direction = directionOf(list)
  const { type } = sortColumns[list.sort]
  const { rows } = await sql<CardRow>`
    with match as (${matchesOf(list, q)}), page as (
      select * from match where ${behindCursor(page, list.order, ['position', type], ['card_id', 'uuid'])}
      ${pageOrder(list, page)}
    )
    ${rowsOfPage} order by page.position ${direction}, page.card_id ${direction}`.execute(db)
  return rows
}

/** Own cards with the words, as rows (merchant_id, card_id, position). */
export function matchesOf({ filter, sort, statuses }: OwnListing, q: string): RawBuilder<unknown> {
  const position = sort === 'name' ? sql`text.name_key` : sortColumns[sort].column
  const chosen = sql.join(statuses.map((status) => sql.lit(status)))
  const stock = filter.inStock === undefined ? sql`true` : sql`card.in_stock = ${filter.inStock}`
  return sql`
    select card.merchant_id, card.card_id, ${position} as position
      from (${foundCards(filter, q)}) text
     cross join lateral (
       select * from listings card
        where card.merchant_id = ${filter.merchantId}::uuid and card.context = 0 and card.card_id = text.card_id
       offset 0) card
     where card.status in (${chosen}) and ${ownersOf(filter)} and ${stock} and ${withinPrices(filter)}
       and ${isChosen(filter, 'listings')}`
}

/**
 * Cards of a merchant with the words, each form by its own index, as rows (card_id, name_key). They are found once: on
 * tables without statistics, such as those of a shop that was just imported, the planner would find them for each row
 * that they are joined with.
 */
export function foundCards(
  { merchantId, variants }: Pick<ProductFilter, 'variants'> & { merchantId: string },
  q: string,
): RawBuilder<unknown> {
  const found = (form: RawBuilder<unknown>) => sql`
    select found.card_id, found.name_key from listing_texts found
     where found.merchant_id = ${merchantId}::uuid and ${form} and found.document @@ ${productQuery(q)}`
  const cards =
    variants === 'all'
      ? sql`${found(sql`found.form <> 'v' and found.form = 'p'`)} union all ${found(sql`found.form = 'v'`)}`
      : found(sql`found.form <> 'v'`)
  return sql`with found_cards as materialized (${cards}) select card_id, name_key from found_cards`
}

/** The filter of an export; an absent field does not restrict it. */
export interface ExportFilter {
  status?: ProductStatus | undefined
  q?: string | undefined
  ids?: readonly string[] | undefined
}

export interface ExportedProduct extends ProductRow {
  on_hand: number
  /** Of the group of a variant. */
  varies_by: string[] | null
  group_status: ProductStatus | null
  group_metadata: Record<string, string> | null
  /** Those of its own, and of its group, in their order; null: none. */
  own_pictures: ExportedPicture[] | null
  group_pictures: ExportedPicture[] | null
  group_media_options: MediaOptions | null
}

export interface ExportedPicture {
  id: string
  /** Of the largest JPEG; null until the picture is ready. */
  file: string | null
  source: string | null
  alt: string | null
  video: PictureRow['video']
}

/** Pictures of a row, also those that are not ready. One without pictures costs no look-up. */
function exportedPictures(row: string): RawBuilder<ExportedPicture[] | null> {
  const ids = sql.ref(`${row}.media`)
  return sql`case when ${ids} <> '{}' then (
    select json_agg(json_build_object('id', media.id, 'file', media.sizes -> -1 ->> 'jpeg',
                                      'source', media.source_url, 'alt', media.alt, 'video', media.video)
                    order by wanted.place)
      from unnest(${ids}) with ordinality wanted (id, place)
     cross join lateral (select * from media where media.id = wanted.id offset 0) media
     where media.merchant_id = ${sql.ref(`${row}.merchant_id`)}
       and media.state in ('processing', 'ready', 'failed')) end`
}

const exported = sql`
  select ${detailColumns}, coalesce(stock.on_hand, 0) as on_hand, owner.varies_by, owner.status as group_status,
         owner.metadata as group_metadata, owner.media_options as group_media_options,
         ${exportedPictures('product')} as own_pictures, ${exportedPictures('owner')} as group_pictures
    from products product ${joinStock} ${joinGroup('owner')}`

/** All variants of a group, in their order. */
export async function selectGroupForExport(
  db: Executor,
  merchantId: string,
  groupId: string,
): Promise<ExportedProduct[]> {
  const { rows } = await sql<ExportedProduct>`
    ${exported} where product.merchant_id = ${merchantId} and product.group_id = ${groupId}
     order by product.position, product.id`.execute(db)
  return rows
}

/**
 * A batch of a merchant's own products by id, which is the order of creation: no change moves one while the export
 * runs.
 */
export async function selectForExport(
  db: Executor,
  filter: ProductFilter & { merchantId: string },
  { status, q, ids }: ExportFilter,
  page: Pick<PageRange, 'limit' | 'after'>,
): Promise<ExportedProduct[]> {
  const { merchantId, category } = filter
  const conditions = [
    sql`product.merchant_id = ${merchantId}`,
    ...(category === undefined ? [] : [sql`product.category = ${category}`]),
    ...(status === undefined ? [] : [sql`product.status = ${status}`]),
    ...(ids === undefined ? [] : [sql`product.id = any(${[...ids]}::uuid[])`]),
    ...(q === undefined
      ? []
      : [sql`product.id in (select card_id from (${foundCards({ merchantId, variants: 'all' }, q)}) found)`]),
  ]
  const behind = behindCursor(page, 'asc', ['product.id', 'uuid'])
  const { rows } = await sql<ExportedProduct>`
    ${exported} where ${sql.join(conditions, sql` and `)} and ${behind}
     order by product.id limit ${sql.lit(page.limit)}`.execute(db)
  return rows
}
