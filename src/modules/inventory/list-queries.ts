import { sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import type { PageRequest } from '#src/http/pagination.ts'

export interface InventoryRow {
  product_id: string
  sku: string
  name: string
  on_hand: number
  reserved: number
  updated_at: Date
}

export interface InventoryFilter {
  /** Part of the SKU or the name, without case. */
  text: string | undefined
  /** At most this many available. */
  availableAtMost: number | undefined
}

/** The merchant's stock in the order of the SKU, which is unique and so is the whole keyset. */
export async function selectInventory(
  db: Executor,
  merchantId: string,
  { text, availableAtMost }: InventoryFilter,
  page: PageRequest,
): Promise<{ rows: InventoryRow[]; total: number }> {
  const matching = db
    .selectFrom('products as product')
    .innerJoin('stock', (join) =>
      join.onRef('stock.merchant_id', '=', 'product.merchant_id').onRef('stock.product_id', '=', 'product.id'),
    )
    .where('product.merchant_id', '=', merchantId)
    .$if(text !== undefined, (query) =>
      query.where(
        sql<boolean>`(strpos(lower(product.sku), lower(${text})) > 0 or strpos(lower(product.name), lower(${text})) > 0)`,
      ),
    )
    .$if(availableAtMost !== undefined, (query) =>
      query.where(sql<boolean>`stock.on_hand - stock.reserved <= ${availableAtMost}::int`),
    )
  const rows = await matching
    .select([
      'product.id as product_id',
      'product.sku',
      'product.name',
      'stock.on_hand',
      'stock.reserved',
      'stock.updated_at',
    ])
    .$if(page.after !== undefined, (query) => query.where('product.sku', '>', String(page.after?.[0])))
    .orderBy('product.sku')
    .limit(page.limit + 1)
    .$if(page.after === undefined, (query) => query.offset(page.offset))
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
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
  const stock = await db
    .selectFrom('stock')
    // Movements are numbered without a gap, so their count need not be counted.
    .select('movement_count')
    .where('merchant_id', '=', merchantId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  if (stock === undefined) return undefined
  const rows = await db
    .selectFrom('stock_movements')
    .select(['number', 'type', 'reason', 'on_hand_change', 'reserved_change', 'on_hand_after', 'reserved_after'])
    .select(['order_id', 'actor_id', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('product_id', '=', productId)
    .$if(page.after !== undefined, (query) => query.where('number', '<', Number(page.after?.[0])))
    .orderBy('number', 'desc')
    .limit(page.limit + 1)
    .$if(page.after === undefined, (query) => query.offset(page.offset))
    .execute()
  return { rows, total: stock.movement_count }
}
