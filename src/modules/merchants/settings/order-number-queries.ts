import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** As src/modules/merchants/settings/order-numbers.sql adds them. */
const block = 500

/** The least number that waits. Locks all of them, after orders that take one have ended. */
export async function lockOrderNumbers(transaction: Transaction, merchantId: string): Promise<number | undefined> {
  const { rows } = await sql<{ free: number | null }>`
    select min(number)::float8 as free
      from (select number from order_numbers where merchant_id = ${merchantId} order by number for update) waiting
    `.execute(transaction)
  return rows[0]?.free ?? undefined
}

/** Lets the numbers begin with `next`. Call it after `lockOrderNumbers`. */
export async function replaceOrderNumbers(transaction: Transaction, merchantId: string, next: number): Promise<void> {
  await sql`delete from order_numbers where merchant_id = ${merchantId}`.execute(transaction)
  const last = (Math.floor(next / block) + 2) * block
  await sql`select add_order_numbers(${merchantId}, ${next}, ${last})`.execute(transaction)
}
