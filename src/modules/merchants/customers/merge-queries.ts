import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** The present ids of customers of the shop; null for none. */
export async function selectPresentIds(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select customer.user_id as id
      from unnest(${[...ids]}::uuid[]) with ordinality given (id, place)
      left join customer_aliases alias on alias.merchant_id = ${merchantId} and alias.id = given.id
      left join customers customer
        on customer.merchant_id = ${merchantId} and customer.user_id = coalesce(alias.user_id, given.id)
     order by given.place`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Locks customers in the order of their ids; returns how many are still there. */
export async function lockBoth(transaction: Transaction, merchantId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    select from customers where merchant_id = ${merchantId} and user_id = any (${[...ids]}::uuid[])
     order by user_id for update`.execute(transaction)
  return rows.length
}

/** Those of the customers who have an account of store credit. */
export async function selectCreditHolders(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from stored_value_accounts
     where merchant_id = ${merchantId} and user_id = any (${[...ids]}::uuid[])`.execute(transaction)
  return rows.map(({ user_id }) => user_id)
}

/** Merges two locked customers (customers.sql). */
export async function mergeRecords(
  transaction: Transaction,
  merchantId: string,
  gone: string,
  stays: string,
): Promise<void> {
  const { rows } = await sql<{ merged: boolean }>`
    select merge_customers(${merchantId}, ${gone}, ${stays}) as merged`.execute(transaction)
  if (rows[0]?.merged !== true) throw new Error('both customers are locked, and one has no store credit')
}

/** Who has the address of a guest, as that guest typed it; undefined: they have none by now. */
export async function selectAddress(
  db: Executor,
  merchantId: string,
  userId: string,
): Promise<{ email: string; email_key: string } | undefined> {
  const { rows } = await sql<{ email: string; email_key: string }>`
    select coalesce(email, email_key) as email, email_key from customers
     where merchant_id = ${merchantId} and user_id = ${userId} and email_key <> ''`.execute(db)
  return rows[0]
}

export interface Joinable {
  user_id: string
  by_staff: boolean
  created_at: Date
}

/** Locks the guests of an address and the record that staff made for it, the oldest first (customers.sql). */
export async function lockJoinable(
  transaction: Transaction,
  merchantId: string,
  emailKey: string,
  limit: number,
): Promise<Joinable[]> {
  const { rows } = await sql<Joinable>`
    select user_id, by_staff, created_at from lock_joinable(${merchantId}, ${emailKey}, ${limit})`.execute(transaction)
  return rows
}
