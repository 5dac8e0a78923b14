import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

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

/** Joins the guests that have the address of this one (customers.sql): who stays, and whose ids lead there now. */
export async function joinGuestsOf(
  transaction: Transaction,
  merchantId: string,
  userId: string,
): Promise<{ stays: string | null; gone: string[] }> {
  const { rows } = await sql<{ stays: string | null; gone: string[] }>`
    select stays, gone from join_guests(${merchantId}, ${userId})`.execute(transaction)
  return rows[0] ?? { stays: null, gone: [] }
}
