import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MovementContext, StockChange } from './queries.ts'

/** A change of a product's stock; name a product once. */
export interface UnitChange {
  productId: string
  onHandChange: number
  reservedChange: number
}

/** A row of `reserve_units` (reservations.sql): a product's stock before it. */
export interface ReservedStock {
  product_id: string
  on_hand: number
  reserved: number
  /** Null if nothing was reserved. */
  movement: number | null
}

/**
 * Changes the stock of an order's products. Returns the resulting stock, a row per line. Locks and writes like
 * `reserve_units`.
 */
export async function changeUnits(
  transaction: Transaction,
  merchantId: string,
  changes: readonly UnitChange[],
  context: MovementContext,
): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`
    with wanted as materialized (
      select ${merchantId}::uuid as merchant_id, product_id, on_hand_change, reserved_change
        from unnest(${changes.map((change) => change.productId)}::uuid[],
                    ${changes.map((change) => change.onHandChange)}::int[],
                    ${changes.map((change) => change.reservedChange)}::int[])
             as wanted (product_id, on_hand_change, reserved_change)
    ), locked as (
      select stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
             wanted.on_hand_change, wanted.reserved_change
        from wanted
        join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
       order by stock.product_id
         for no key update of stock
    ), changed as (
      update stock
         set on_hand = locked.on_hand + locked.on_hand_change, reserved = locked.reserved + locked.reserved_change,
             movement_count = locked.movement_count + 1, updated_at = now()
        from locked
       where stock.merchant_id = locked.merchant_id and stock.product_id = locked.product_id
      returning stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
                locked.on_hand_change, locked.reserved_change
    ), movement as (
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at)
      select merchant_id, product_id, movement_count, ${context.type}, on_hand_change, reserved_change, on_hand,
             reserved, ${context.orderId}::uuid, ${context.actorId}::uuid, now()
        from changed
    )
    select changed.product_id, product.sku, product.name, changed.on_hand - changed.on_hand_change as previous_on_hand,
           changed.on_hand, changed.reserved, changed.movement_count as movement
      from changed
      join products product on product.id = changed.product_id
     order by changed.product_id`.execute(transaction)
  return rows
}

/** Locks stock in product id order, as everywhere. */
export async function lockUnits(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<void> {
  await sql`
    with wanted as materialized (
      select ${merchantId}::uuid as merchant_id, product_id
        from unnest(${[...productIds]}::uuid[]) as wanted (product_id)
    )
    select from wanted
      join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
     order by stock.product_id
       for no key update of stock`.execute(transaction)
}

/** Missing units of each line, in the order of the lines; 0 if enough are available. */
export async function selectMissing(
  transaction: Transaction,
  merchantId: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<{ productId: string; quantity: number }[]> {
  const { rows } = await sql<{ product_id: string; missing: number }>`
    select stock.product_id, greatest(wanted.quantity - (stock.on_hand - stock.reserved), 0) as missing
      from unnest(${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
             as wanted (product_id, quantity)
      join stock on stock.merchant_id = ${merchantId} and stock.product_id = wanted.product_id`.execute(transaction)
  const missing = new Map(rows.map((row) => [row.product_id, row.missing]))
  return lines.map(({ productId, quantity }) => ({ productId, quantity: missing.get(productId) ?? quantity }))
}
