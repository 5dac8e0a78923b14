import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

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
