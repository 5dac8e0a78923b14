import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface StockPosition {
  merchant_id: string
  product_id: string
}

/**
 * Sums up old movements of the next products: the last of them becomes an `opening` with the resulting quantities, and
 * earlier ones are deleted. So the numbers have no gap, and the changes still add up to the stock. Locks no stock:
 * movements are never changed otherwise, and new ones come after them. Returns the last scanned product, undefined if
 * there was none, and the number of products with old movements.
 */
export async function foldMovements(
  db: Executor,
  behind: StockPosition | undefined,
  retentionDays: number,
  limits: { products: number; movements: number },
): Promise<{ last: StockPosition | undefined; folded: number }> {
  const isNext = behind
    ? sql`(merchant_id, product_id) > (${behind.merchant_id}::uuid, ${behind.product_id}::uuid)`
    : sql`true`
  const { rows } = await sql<StockPosition & { folded: number }>`
    with kept as (
      select now() - make_interval(days => ${retentionDays}::int) as since
    ), looked_at as materialized (
      select merchant_id, product_id, movement_count from stock where ${isNext}
       order by merchant_id, product_id limit ${limits.products}
    ), old as materialized (
      select looked_at.merchant_id, looked_at.product_id, last.number
        from looked_at cross join kept
       cross join lateral (
         select created_at from stock_movements movement
          where movement.merchant_id = looked_at.merchant_id and movement.product_id = looked_at.product_id
          order by number offset 1 limit 1) second
       cross join lateral (
         select max(number) as number
           from (select number, created_at from stock_movements movement
                  where movement.merchant_id = looked_at.merchant_id and movement.product_id = looked_at.product_id
                  order by number limit ${limits.movements}) oldest
          where created_at < kept.since) last
       where looked_at.movement_count > 1 and second.created_at < kept.since
    ), summed_up as (
      delete from stock_movements movement using old
       where movement.merchant_id = old.merchant_id and movement.product_id = old.product_id
         and movement.number < old.number
    ), opening as (
      update stock_movements movement
         set type = 'opening', reason = null, order_id = null, actor_id = null, counted_at = null,
             on_hand_change = movement.on_hand_after, reserved_change = movement.reserved_after
        from old
       where movement.merchant_id = old.merchant_id and movement.product_id = old.product_id
         and movement.number = old.number
      returning 1
    )
    select merchant_id, product_id, (select count(*) from opening) as folded
      from looked_at order by merchant_id desc, product_id desc limit 1`.execute(db)
  const [last] = rows
  return { last: last && { merchant_id: last.merchant_id, product_id: last.product_id }, folded: last?.folded ?? 0 }
}
