import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Whom an order by staff is for. */
export interface StaffCustomer {
  userId: string
  isGuest: boolean
  /** Of the last order of a guest; null: the account has it. */
  email: string | null
}

/** A customer of the merchant, unless erased. */
export async function selectCustomer(
  db: Executor,
  merchantId: string,
  userId: string,
): Promise<StaffCustomer | undefined> {
  const { rows } = await sql<{ id: string; is_guest: boolean; email: string | null }>`
    select users.id, users.is_guest,
           case when users.is_guest then (
             select email from orders
              where orders.merchant_id = ${merchantId} and orders.user_id = users.id and email is not null
              order by created_at desc, id desc limit 1) end as email
      from customers
      join users on users.id = customers.user_id and users.deleted_at is null
     where customers.merchant_id = ${merchantId} and customers.user_id = ${userId}`.execute(db)
  return rows.map((row) => ({ userId: row.id, isGuest: row.is_guest, email: row.email }))[0]
}
