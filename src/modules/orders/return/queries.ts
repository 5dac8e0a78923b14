import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { OrderKey } from '../queries.ts'
import type { OrderLine } from '../rules.ts'

/**
 * Lets a return hold sent units of a locked order: a refund takes them only for that return. False, and nothing is
 * held, if fewer were sent and not returned yet.
 */
export async function holdReturning(
  transaction: Transaction,
  key: OrderKey,
  lines: readonly OrderLine[],
): Promise<boolean> {
  if (lines.length === 0) return true
  const units = unnested(lines)
  const { rows } = await sql<{ held: boolean }>`
    with free as (
      select item.line, line.quantity, case when orders.status = 'completed' then item.quantity - quantity_cancelled
                                            else quantity_fulfilled end as fulfilled
        from orders
        join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
        join ${units} on line.product_id = item.product_id
       where orders.merchant_id = ${key.merchantId} and orders.id = ${key.orderId}
    ), fitting as (
      select free.* from free
        join order_items item on item.merchant_id = ${key.merchantId} and item.order_id = ${key.orderId}
             and item.line = free.line
       where fulfilled - quantity_returned - quantity_returning >= free.quantity
    ), held as (
      update order_items item
         set quantity_fulfilled = fitting.fulfilled, quantity_returning = quantity_returning + fitting.quantity
        from fitting
       where item.merchant_id = ${key.merchantId} and item.order_id = ${key.orderId} and item.line = fitting.line
         and (select count(*) from fitting) = ${lines.length}
      returning item.line
    )
    select count(*) = ${lines.length} as held from held`.execute(transaction)
  return rows[0]?.held ?? false
}

/** Ends that of units of a locked order. */
export async function releaseReturning(
  transaction: Transaction,
  key: OrderKey,
  lines: readonly OrderLine[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update order_items item set quantity_returning = quantity_returning - line.quantity
      from ${unnested(lines)}
     where item.merchant_id = ${key.merchantId} and item.order_id = ${key.orderId}
       and item.product_id = line.product_id`.execute(transaction)
}

function unnested(lines: readonly OrderLine[]) {
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  return sql`unnest(${ids}::uuid[], ${quantities}::int[]) as line (product_id, quantity)`
}
