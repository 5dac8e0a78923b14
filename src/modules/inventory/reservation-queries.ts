import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MovementContext, StockChange } from './queries.ts'

/** Units of a product; name a product once. */
export interface StockLine {
  productId: string
  quantity: number
}

/** What an order's statement learns of each of its products: the stock before it, and whether its units are now reserved. */
export interface ReservedStock {
  product_id: string
  on_hand: number
  reserved: number
  taken: boolean
}

/**
 * Common table expressions that reserve all lines or none, to stand at the head of the statement that writes the order:
 * one round trip, and the rows are locked no longer than they must be. Nothing happens unless `condition` holds. They end
 * in `stock_outcome`, which has a row for each product that has stock here (see `ReservedStock`).
 *
 * Rows are locked in product id order, so that orders over the same products wait for each other and never in a circle.
 * Only what the lock has read is written (see `updateOnHand`).
 */
export function reserveStock(
  merchantId: string,
  lines: readonly StockLine[],
  context: MovementContext,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    stock_wanted as (
      select * from unnest(
        ${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
        as wanted (product_id, quantity)
    ), stock_locked as (
      select stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, wanted.quantity
        from stock join stock_wanted wanted on wanted.product_id = stock.product_id
       where stock.merchant_id = ${merchantId} and ${condition}
       order by stock.product_id
         for no key update of stock
    ), stock_reserved as (
      update stock
         set on_hand = locked.on_hand, reserved = locked.reserved + locked.quantity,
             movement_count = locked.movement_count + 1, ordered = true, updated_at = ${context.at}
        from stock_locked locked
       where stock.merchant_id = ${merchantId} and stock.product_id = locked.product_id
         and (select count(*) from stock_locked) = ${lines.length}::int
         and not exists (select from stock_locked where on_hand - reserved < quantity)
      returning stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, locked.quantity
    ), stock_movement as (
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at)
      select ${merchantId}::uuid, product_id, movement_count, ${context.type}, 0, quantity, on_hand, reserved,
             ${context.orderId}::uuid, ${context.actorId}::uuid, ${context.at}::timestamptz
        from stock_reserved
    ), stock_outcome as (
      select locked.product_id, locked.on_hand, locked.reserved, reserved.product_id is not null as taken
        from stock_locked locked left join stock_reserved reserved using (product_id)
    )`
}

/**
 * Ends the reservations of an order: `release` makes the units available again, `fulfil` takes them out of the shop.
 * Answers the stock after it, a row for each line.
 */
export async function endReservations(
  transaction: Transaction,
  how: 'release' | 'fulfil',
  merchantId: string,
  lines: readonly StockLine[],
  context: MovementContext,
): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`
    with wanted as (
      select * from unnest(
        ${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
        as wanted (product_id, quantity)
    ), locked as (
      select stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, wanted.quantity,
             case when ${how}::text = 'fulfil' then wanted.quantity else 0 end as leaving
        from stock join wanted on wanted.product_id = stock.product_id
       where stock.merchant_id = ${merchantId}
       order by stock.product_id
         for no key update of stock
    ), changed as (
      update stock
         set on_hand = locked.on_hand - locked.leaving, reserved = locked.reserved - locked.quantity,
             movement_count = locked.movement_count + 1, updated_at = ${context.at}
        from locked
       where stock.merchant_id = ${merchantId} and stock.product_id = locked.product_id
      returning stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, locked.quantity, locked.leaving
    ), movement as (
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at)
      select ${merchantId}::uuid, product_id, movement_count, ${context.type}, -leaving, -quantity, on_hand, reserved,
             ${context.orderId}::uuid, ${context.actorId}::uuid, ${context.at}::timestamptz
        from changed
    )
    select changed.product_id, product.sku, product.name, changed.on_hand + changed.leaving as previous_on_hand,
           changed.on_hand, changed.reserved
      from changed
      join products product on product.merchant_id = ${merchantId} and product.id = changed.product_id
     order by changed.product_id`.execute(transaction)
  return rows
}
