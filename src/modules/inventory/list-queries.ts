import { sql } from 'kysely'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

export interface InventoryRow {
  product_id: string
  sku: string
  name: string
  on_hand: number
  reserved: number
  version: number
  updated_at: Date
}

export interface InventoryFilter {
  /** Words of the product, or a prefix of its SKU. */
  text: string | undefined
  /** At most this many available. */
  availableAtMost: number | undefined
}

/** The table `low_stock` has the products of which at most so many are available; its triggers have the same number. */
const lowStockLimit = 5

/** The merchant's stock by SKU, or with `availableAtMost` by what is available; each page with the exact total. */
export async function selectInventory(
  db: Executor,
  merchantId: string,
  filter: InventoryFilter,
  page: PageRequest,
): Promise<{ rows: InventoryRow[]; total: number }> {
  const { from, total } = sourceOf(merchantId, filter)
  const bySku = filter.availableAtMost === undefined
  const order = bySku ? sql`sku` : sql`available, product_id`
  const behind = bySku
    ? behindCursor(page, 'asc', ['sku', 'text'])
    : behindCursor(page, 'asc', ['available', 'int'], ['product_id', 'uuid'])
  // `limit 1` keeps the planner to a look-up for each item: it takes a page for a tenth of the list, and at 20,000
  // products it read all of them instead.
  const { rows } = await sql<InventoryRow & { total: number }>`
    with ${from}, page as materialized (
      select * from listed where ${behind} order by ${order} ${pageWindow(page)}
    )
    select counted.total, item.*
      from (select ${total}::int as total) counted
      left join (
        select product.id as product_id, product.sku, product.name, coalesce(stock.on_hand, 0) as on_hand,
               coalesce(stock.reserved, 0) as reserved, coalesce(stock.movement_count, 0) as version,
               coalesce(stock.updated_at, product.updated_at) as updated_at,
               page.available
          from page
         cross join lateral (
           select id, sku, name, updated_at from products
            where merchant_id = ${merchantId} and id = page.product_id limit 1) product
          left join lateral (
           select on_hand, reserved, movement_count, updated_at from stock
            where merchant_id = ${merchantId} and product_id = page.product_id limit 1) stock on true) item on true
     order by ${bySku ? sql`item.sku` : sql`item.available, item.product_id`}`.execute(db)
  return { rows: rows.filter((row) => row.product_id !== null), total: rows[0]?.total ?? 0 }
}

/** The position of a row in the list, for its cursor. */
export function positionOf({ availableAtMost }: InventoryFilter, row: InventoryRow): (string | number)[] {
  return availableAtMost === undefined ? [row.sku] : [row.on_hand - row.reserved, row.product_id]
}

/**
 * The common table expression `listed` (product_id, sku, available), and how to count it. The whole list and low stock
 * each have an index and a rollup of counts. Matches of a text are read one by one, and so is all stock for a bound
 * above the limit: every order would have to rewrite an index of what is available.
 */
function sourceOf(merchantId: string, { text, availableAtMost }: InventoryFilter) {
  const mine = sql`merchant_id = ${merchantId}`
  if (text === undefined && availableAtMost === undefined) {
    return {
      from: sql`listed as (select id as product_id, sku, null::int as available from products where ${mine})`,
      total: sql`(
        (select coalesce(sum(total), 0) from product_counts
          where ${mine} and category = '' and status = any ('{draft,active,archived}'))
        + (select coalesce(sum(amount), 0) from product_count_changes where ${mine}))`,
    }
  }
  const isLow = sql`available <= ${availableAtMost ?? 0}::int`
  if (text === undefined && (availableAtMost ?? 0) <= lowStockLimit) {
    return {
      from: sql`listed as (select product_id, available from low_stock where ${mine} and ${isLow})`,
      total: sql`(
        (select coalesce(sum(products), 0) from low_stock_counts where ${mine} and ${isLow})
        + (select coalesce(sum(low_products), 0) from figure_changes where ${mine} and ${isLow}))`,
    }
  }
  const found = text === undefined ? sql`true` : sql`found.document @@ product_query(${text})`
  return {
    from: sql`
      listed as materialized (
        select * from (
          select product.id as product_id, product.sku, coalesce(stock.on_hand - stock.reserved, 0) as available
            from products product
            ${
              text === undefined
                ? sql``
                : sql`join product_documents found
                        on found.merchant_id = product.merchant_id and found.product_id = product.id`
            }
            left join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id
           where product.merchant_id = ${merchantId} and ${found}) item
         where ${availableAtMost === undefined ? sql`true` : isLow}
      )`,
    total: sql`(select count(*) from listed)`,
  }
}

export async function selectInventoryItem(
  db: Executor,
  merchantId: string,
  productId: string,
): Promise<InventoryRow | undefined> {
  return db
    .selectFrom('stock')
    .innerJoin('products as product', (join) =>
      join.onRef('product.merchant_id', '=', 'stock.merchant_id').onRef('product.id', '=', 'stock.product_id'),
    )
    .where('stock.merchant_id', '=', merchantId)
    .where('stock.product_id', '=', productId)
    .select([
      'product.id as product_id',
      'product.sku',
      'product.name',
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
}

/** A product's ledger, newest first; undefined if the merchant has no such product. */
export async function selectMovements(
  db: Executor,
  merchantId: string,
  productId: string,
  page: PageRequest,
): Promise<{ rows: MovementRow[]; total: number } | undefined> {
  // Movements are numbered without a gap, so the first and the last number are their count.
  const { rows: found } = await sql<{ total: number }>`
    select coalesce(stock.movement_count + 1 - first.number, 0) as total
      from stock
      left join lateral (
        select number from stock_movements movement
         where movement.merchant_id = stock.merchant_id and movement.product_id = stock.product_id
         order by number limit 1) first on true
     where stock.merchant_id = ${merchantId} and stock.product_id = ${productId}`.execute(db)
  const [counted] = found
  if (counted === undefined) return undefined
  const rows = await db
    .selectFrom('stock_movements')
    .select(['number', 'type', 'reason', 'on_hand_change', 'reserved_change', 'on_hand_after', 'reserved_after'])
    .select(['order_id', 'actor_id', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('product_id', '=', productId)
    .where(behindCursor(page, 'desc', ['number', 'bigint']))
    .orderBy('number', 'desc')
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute()
  return { rows, total: counted.total }
}
