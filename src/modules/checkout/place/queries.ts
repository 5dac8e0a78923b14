import { sql } from 'kysely'
import type { ReservedStock } from '#src/modules/inventory/index.ts'
import type { NewOrder } from '#src/modules/orders/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** Reserves the lines of a new order that lacked stock when it was written. Roll back unless all are reserved. */
export async function reserveLate(
  transaction: Transaction,
  { merchant_id, id, actor_id }: Pick<NewOrder, 'merchant_id' | 'id' | 'actor_id'>,
  lines: readonly { product_id: string; quantity: number }[],
): Promise<ReservedStock[]> {
  const { rows } = await sql<ReservedStock>`
    select * from reserve_units(${merchant_id}, ${id}, ${actor_id}, ${lines.map((line) => line.product_id)}::uuid[],
                                ${lines.map((line) => line.quantity)}::int[])`.execute(transaction)
  return rows
}
