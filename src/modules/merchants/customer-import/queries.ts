import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** By what a row of a file names a customer. */
export interface Named {
  id: string | undefined
  emailKey: string
  phoneKey: string
  name: string | undefined
}

/**
 * The customer of the shop whom a row names: by id, else by e-mail address, else, without one, a record with the same
 * name and phone and no address. An account comes before records, and a record before guests.
 */
export async function selectNamed(
  transaction: Transaction,
  merchantId: string,
  { id, emailKey, phoneKey, name }: Named,
): Promise<string | undefined> {
  if (id !== undefined) {
    const { rows } = await sql<{ user_id: string }>`
      select customer.user_id from customers customer
        join users on users.id = customer.user_id and users.deleted_at is null
       where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${id})`.execute(transaction)
    if (rows[0] !== undefined) return rows[0].user_id
  }
  const which =
    emailKey === ''
      ? sql`customer.by_staff and customer.email_key = '' and customer.email is null
            and customer.name_key = customer_name_key(${name ?? null}) and customer.phone_key = ${phoneKey}`
      : sql`customer.email_key = ${emailKey}`
  const { rows } = await sql<{ user_id: string }>`
    select customer.user_id from customers customer
     cross join lateral (
       select is_guest, is_verified from users where id = customer.user_id and deleted_at is null limit 1) users
     where customer.merchant_id = ${merchantId} and ${which}
     order by users.is_guest, users.is_verified desc, customer.by_staff desc, customer.created_at, customer.user_id
     limit 1`.execute(transaction)
  return rows[0]?.user_id
}
