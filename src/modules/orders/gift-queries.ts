import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { OrderKey } from './queries.ts'

/** Takes a user who is erased out of gifts: their words as a buyer, and all of it where they were to get it. */
export async function eraseGifts(transaction: Transaction, userId: string, email: string | null): Promise<void> {
  await sql`
    update orders set gift = jsonb_set(gift, '{message}', 'null')
     where user_id = ${userId} and gift is not null and gift ->> 'message' is not null and merchant_id in (
       select merchant_id from customers where user_id = ${userId})`.execute(transaction)
  if (email === null) return
  await sql`update orders set gift = null where gift is not null and lower(gift ->> 'email') = lower(${email})`.execute(
    transaction,
  )
}

/** Whether gift cards are among the lines of an order. No edit changes that. */
export async function hasGiftCards(transaction: Transaction, { merchantId, orderId }: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from order_items
     where merchant_id = ${merchantId} and order_id = ${orderId} and voucher is not null limit 1`.execute(transaction)
  return rows.length > 0
}
