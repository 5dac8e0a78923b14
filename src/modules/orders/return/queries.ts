import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { OrderKey } from '../queries.ts'

/** Units of an item of an order. */
interface LineUnits {
  line: number
  quantity: number
}

/**
 * Lets a return hold sent units of a locked order: a refund takes them only for that return. False, and nothing is
 * held, if fewer were sent and not returned yet.
 */
export async function holdReturning(
  transaction: Transaction,
  key: OrderKey,
  lines: readonly LineUnits[],
): Promise<boolean> {
  if (lines.length === 0) return true
  const units = unnested(lines)
  const { rows } = await sql<{ held: boolean }>`
    with free as (
      select item.line, units.quantity, case when orders.status = 'completed' then item.quantity - quantity_cancelled
                                            else quantity_fulfilled end as fulfilled
        from orders
        join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
        join ${units} on units.line = item.line
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
  lines: readonly LineUnits[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update order_items item set quantity_returning = quantity_returning - units.quantity
      from ${unnested(lines)}
     where item.merchant_id = ${key.merchantId} and item.order_id = ${key.orderId}
       and item.line = units.line`.execute(transaction)
}

function unnested(lines: readonly LineUnits[]) {
  const numbers = lines.map(({ line }) => line)
  const quantities = lines.map(({ quantity }) => quantity)
  return sql`unnest(${numbers}::int[], ${quantities}::int[]) as units (line, quantity)`
}

/** The customer of an order, if a link to it has not ended and their account is not erased. */
export async function selectLinkedUser(
  db: Executor,
  { merchantId, orderId, until }: { merchantId: string; orderId: string; until: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select users.id from orders join users on users.id = orders.user_id
     where orders.merchant_id = ${merchantId} and orders.id = ${orderId} and users.deleted_at is null
       and to_timestamp(${until}::float8) > now()`.execute(db)
  return rows[0]?.id
}
