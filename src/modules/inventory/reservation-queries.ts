import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MovementContext, StockChange } from './queries.ts'

/** Units of a product; name a product once. */
export interface StockLine {
  productId: string
  quantity: number
}

/** A row of `reserve_units` (migrations/repeatable): a product's stock before it. */
export interface ReservedStock {
  product_id: string
  on_hand: number
  reserved: number
  /** Null if nothing was reserved. */
  movement: number | null
}

/**
 * Ends the reservations of an order: `release` makes the units available again, `fulfil` takes them out of the shop.
 * Answers the stock afterwards, a row for each line. Locks and writes as `reserve_units` does.
 */
export async function endReservations(
  transaction: Transaction,
  how: 'release' | 'fulfil',
  merchantId: string,
  lines: readonly StockLine[],
  context: MovementContext,
): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`
    with wanted as materialized (
      select ${merchantId}::uuid as merchant_id, product_id, quantity
        from unnest(${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
             as wanted (product_id, quantity)
    ), locked as (
      select stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
             wanted.quantity, case when ${how}::text = 'fulfil' then wanted.quantity else 0 end as leaving
        from wanted
        join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
       order by stock.product_id
         for no key update of stock
    ), changed as (
      update stock
         set on_hand = locked.on_hand - locked.leaving, reserved = locked.reserved - locked.quantity,
             movement_count = locked.movement_count + 1, updated_at = now()
        from locked
       where stock.merchant_id = locked.merchant_id and stock.product_id = locked.product_id
      returning stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
                locked.quantity, locked.leaving
    ), movement as (
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at)
      select merchant_id, product_id, movement_count, ${context.type}, -leaving, -quantity, on_hand, reserved,
             ${context.orderId}::uuid, ${context.actorId}::uuid, now()
        from changed
    )
    select changed.product_id, product.sku, product.name, changed.on_hand + changed.leaving as previous_on_hand,
           changed.on_hand, changed.reserved, changed.movement_count as movement
      from changed
      join products product on product.merchant_id = changed.merchant_id and product.id = changed.product_id
     order by changed.product_id`.execute(transaction)
  return rows
}
