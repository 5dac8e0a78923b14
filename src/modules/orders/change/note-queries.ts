import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'

/**
 * Writes the note unless it is equal, and locks the order until the transaction ends. Undefined if there is no such
 * order.
 */
export async function updateNote(
  transaction: Transaction,
  key: OrderKey,
  note: string | null,
): Promise<{ order: OrderRow; changed: boolean; hadNote: boolean } | undefined> {
  const { rows } = await sql<OrderRow & { changed: boolean; had_note: boolean }>`
    with found as (
      select * from orders where ${isOrder(key)} for no key update
    ), changed as (
      update orders set note = ${note}::text, updated_at = now()
        from found
       where orders.merchant_id = found.merchant_id and orders.id = found.id
         and found.note is distinct from ${note}::text
      returning orders.*
    )
    select ${orderColumns}, exists (select from changed) as changed,
           (select note is not null from found) as had_note
      from (select * from changed
             union all
            select * from found where not exists (select from changed)) orders`.execute(transaction)
  const [row] = rows
  if (row === undefined) return undefined
  const { changed, had_note, ...order } = row
  return { order, changed, hadNote: had_note }
}
