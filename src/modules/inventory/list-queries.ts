import { type RawBuilder, sql } from 'kysely'
import { firstPictureOfProduct, productQuery } from '#src/modules/catalog/shared-queries.ts'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { behindCursor, countUpToMaximum, type KeysetColumn, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'

export interface InventoryRow {
  product_id: string
  sku: string
  name: string
  category: string | null
  image_url: string | null
  /** The name of the first picture’s file. */
  picture: string | null
  on_hand: number
  reserved: number
  version: number
  updated_at: Date
}

/** A row of a list, with its sort keys. */
export interface ListedStock extends InventoryRow {
  name_key: string
}

export interface InventoryFilter {
  /** Words of the product, or a prefix of its SKU. */
  text: string | undefined
  category: string | undefined
  /** Only products with at most this many available units. */
  maxAvailable: number | undefined
  sort: InventorySort
  order: 'asc' | 'desc'
}

export type InventorySort = 'sku' | 'name' | 'available'

/** The table `low_stock` has the products with at most this many available units; its triggers use the same number. */
const lowStockLimit = 5

/** The column of `listed` that a list is sorted by, and its type; a SKU needs no second one. */
const sortKeys: Record<InventorySort, KeysetColumn[]> = {
  sku: [['sku', 'text']],
  name: [
    ['name_key', 'text'],
    ['product_id', 'uuid'],
  ],
  available: [
    ['available', 'int'],
    ['product_id', 'uuid'],
  ],
}

/** A page of the merchant's stock. */
export async function selectInventory(
  db: Executor,
  merchantId: string,
  filter: InventoryFilter,
  page: PageRange,
): Promise<ListedStock[]> {
  const keys = sortKeys[filter.sort]
  const direction = sql.raw(filter.order)
  const order = sql.join(keys.map(([column]) => sql`${sql.raw(String(column))} ${direction}`))
  const behind = behindCursor(page, filter.order, ...keys)
  // `limit 1` forces one look-up per item: the planner estimates a page at 10 % of the list, and at 20,000 products it
  // read all of them.
  const { rows } = await sql<ListedStock>`
    with page as materialized (
      select * from (${listed(merchantId, filter)}) listed where ${behind} order by ${order} ${pageWindow(page)}
    )
    select product.id as product_id, product.sku, product.name, product.category, product.image_url,
           ${firstPictureOfProduct} as picture,
           coalesce(stock.on_hand, 0) as on_hand, coalesce(stock.reserved, 0) as reserved,
           coalesce(stock.movement_count, 0) as version,
           coalesce(stock.updated_at, product.updated_at) as updated_at, product.name_key
      from page
     cross join lateral (
       select merchant_id, id, sku, name, category, image_url, media, group_id, options, name_key, updated_at
         from products
        where ${isOwnedBy('merchant_id', merchantId)} and id = page.product_id limit 1) product
      left join lateral (
       select on_hand, reserved, movement_count, updated_at from stock
        where merchant_id = ${merchantId} and product_id = page.product_id limit 1) stock on true
     order by ${sql.join(keys.map(([column]) => sql`page.${sql.raw(String(column))} ${direction}`))}`.execute(db)
  return rows
}

export function countInventory(db: Executor, merchantId: string, filter: InventoryFilter): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from (${listed(merchantId, filter)}) listed`)
}

/** The position of a row in the list, for its cursor. */
export function positionOf({ sort }: InventoryFilter, row: ListedStock): (string | number)[] {
  if (sort === 'sku') return [row.sku]
  return [sort === 'name' ? row.name_key : row.on_hand - row.reserved, row.product_id]
}

/**
 * Rows of the list (product_id, sku, name_key, available). The whole list by SKU, and low stock by available units,
 * each have an index. Matches of a text or a category are read one by one, and so is all stock for another sort or a
 * higher bound: an index of available units would be written by every order.
 */
function listed(merchantId: string, { text, category, maxAvailable, sort }: InventoryFilter): RawBuilder<unknown> {
  const isWhole = text === undefined && category === undefined
  if (isWhole && maxAvailable === undefined && sort === 'sku') {
    return sql`select id as product_id, sku, null::int as available from products where merchant_id = ${merchantId}`
  }
  const isLow = maxAvailable === undefined ? sql`true` : sql`available <= ${maxAvailable}::int`
  if (isWhole && maxAvailable !== undefined && maxAvailable <= lowStockLimit) {
    const low = sql`low_stock where merchant_id = ${merchantId} and ${isLow}`
    if (sort === 'available') return sql`select product_id, available from ${low}`
    return sql`
      select low.product_id, sku, name_key, available
        from (select product_id, available from ${low}) low
       cross join lateral (
         select sku, name_key from products
          where ${isOwnedBy('merchant_id', merchantId)} and id = low.product_id limit 1) product`
  }
  const found = [
    ...(text === undefined ? [] : [withText(merchantId, text)]),
    ...(category === undefined ? [] : [ofCategory(merchantId, category)]),
  ]
  const products =
    found.length === 0
      ? sql`products product where product.merchant_id = ${merchantId}`
      : sql`(${sql.join(found, sql` intersect `)}) found (product_id)
            cross join lateral (
              select id, sku, name_key from products
               where ${isOwnedBy('merchant_id', merchantId)} and id = found.product_id offset 0) product`
  // Nothing is joined by the shop alone: by a plan of a time when it had one product, that reads all for each.
  return sql`
    select product_id, sku, name_key, coalesce(stock.available, 0) as available
      from (select product.id as product_id, product.sku, product.name_key from ${products}) item
      left join lateral (
        select on_hand - reserved as available from stock
         where merchant_id = ${merchantId} and product_id = item.product_id offset 0) stock on true
     where ${maxAvailable === undefined ? sql`true` : sql`coalesce(stock.available, 0) <= ${maxAvailable}::int`}`
}

/** Plain products and variants with the words of a text, each by its own index. */
function withText(merchantId: string, text: string): RawBuilder<unknown> {
  const found = (form: RawBuilder<unknown>) => sql`
    select card_id from listing_texts
     where merchant_id = ${merchantId} and ${form} and document @@ ${productQuery(text)}`
  return sql`(${found(sql`form <> 'v' and form = 'p'`)} union ${found(sql`form = 'v'`)})`
}

/** The indexes of categories contain active products; the others have a separate index. */
function ofCategory(merchantId: string, category: string): RawBuilder<unknown> {
  return sql`
    select card_id from listings
     where merchant_id = ${merchantId} and context = 0 and category = ${category}
       and (active and form in ('p', 'v') or not active and form <> 'g')`
}

export async function selectInventoryItem(
  db: Executor,
  merchantId: string,
  productId: string,
): Promise<InventoryRow | undefined> {
  return db
    .selectFrom('stock')
    .innerJoin('products as product', 'product.id', 'stock.product_id')
    .where('stock.merchant_id', '=', merchantId)
    .where('stock.product_id', '=', productId)
    .select([
      'product.id as product_id',
      'product.sku',
      'product.name',
      'product.category',
      'product.image_url',
      firstPictureOfProduct.as('picture'),
      'stock.on_hand',
      'stock.reserved',
      'stock.movement_count as version',
      'stock.updated_at',
    ])
    .executeTakeFirst()
}

export interface MovementRow {
  number: number
  type: string
  reason: string | null
  on_hand_change: number
  reserved_change: number
  on_hand_after: number
  reserved_after: number
  order_id: string | null
  actor_id: string | null
  created_at: Date
  counted_at: Date | null
}

/** A product's ledger, newest first. */
export function selectMovements(
  db: Executor,
  merchantId: string,
  productId: string,
  page: PageRange,
): Promise<MovementRow[]> {
  return db
    .selectFrom('stock_movements')
    .select(['number', 'type', 'reason', 'on_hand_change', 'reserved_change', 'on_hand_after', 'reserved_after'])
    .select(['order_id', 'actor_id', 'created_at', 'counted_at'])
    .where('merchant_id', '=', merchantId)
    .where('product_id', '=', productId)
    .where(behindCursor(page, 'desc', ['number', 'bigint']))
    .orderBy('number', 'desc')
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute()
}

export function countMovements(db: Executor, merchantId: string, productId: string): Promise<number> {
  return countUpToMaximum(
    db,
    sql`select 1 from stock_movements where merchant_id = ${merchantId} and product_id = ${productId}`,
  )
}
