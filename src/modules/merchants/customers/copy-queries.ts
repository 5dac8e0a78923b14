import { sql } from 'kysely'
import { compileOnce } from '#src/platform/db/compile-once.ts'
import { type Executor, type Transaction, writeBehind } from '#src/platform/db/transaction.ts'

/** A shop keeps of its customers what it sorts and searches them by, copied from their accounts. */

interface Account {
  id: string
  name: string | null
  email_key: string | null
  is_guest: boolean
  updated_at: Date
  deleted_at: Date | null
}

/** Null of a guest: the shop has the address of their orders, and keeps it. */
function emailKeyOf({ email_key, is_guest, deleted_at }: Account): string | null {
  return is_guest && deleted_at === null ? null : (email_key ?? '')
}

const writeCustomer = compileOnce(
  (_: null, { merchantId, userId }: { merchantId: string; userId: string }) => sql`
    insert into customers (merchant_id, user_id) values (${merchantId}, ${userId}) on conflict do nothing`,
)

/** Makes the user a customer of the merchant, with the next statement. The name is copied later (`nameCustomers`). */
export function makeCustomer(transaction: Transaction, merchantId: string, userId: string): Promise<void> {
  return writeBehind(transaction, writeCustomer(null, { merchantId, userId }))
}

/** Makes an account a customer of merchants, with its name. */
export async function insertCustomer(
  transaction: Transaction,
  merchantIds: readonly string[],
  account: Account,
): Promise<void> {
  await sql`
    insert into customers (merchant_id, user_id, name_key, email_key, copied_at)
    select merchant_id, ${account.id}, customer_name_key(${account.name}), ${account.email_key ?? ''},
           ${account.updated_at}::timestamptz
      from unnest(${[...merchantIds]}::uuid[]) merchant_id
    on conflict do nothing`.execute(transaction)
}

/**
 * Makes a guest who orders a customer of the merchant, found by the address of that order. Should they have registered,
 * `nameCustomers` copies the address of their account in its place.
 */
export async function makeGuestCustomer(
  db: Executor,
  merchantId: string,
  userId: string,
  emailKey: string,
): Promise<void> {
  await sql`
    insert into customers as known (merchant_id, user_id, email_key)
    values (${merchantId}, ${userId}, ${emailKey})
    on conflict (merchant_id, user_id) do update set email_key = excluded.email_key, copied_at = null
     where known.email_key <> excluded.email_key`.execute(db)
}

/**
 * Copies the account's name wherever the user is a customer, and answers where.
 * @throws if a later state of the account was copied before
 */
export async function renameCustomer(transaction: Transaction, account: Account): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string; is_later: boolean }>`
    update customers set name_key = customer_name_key(${account.name}),
                         email_key = coalesce(${emailKeyOf(account)}::text, email_key),
                         copied_at = greatest(copied_at, ${account.updated_at})
     where user_id = ${account.id}
    returning merchant_id, copied_at > ${account.updated_at} as is_later`.execute(transaction)
  if (rows.some((row) => row.is_later)) throw new Error('a later state of this account was copied before')
  return rows.map((row) => row.merchant_id)
}

export async function merchantsOfCustomer(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('customers').select('merchant_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.merchant_id)
}

export async function customersAmong(db: Executor, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from customers where user_id = any (${[...userIds]}::uuid[])`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Since when the user is a customer, of those of these shops whose customer they are. */
export async function customerSince(
  db: Executor,
  userId: string,
  merchantIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ merchant_id: string; created_at: Date }>`
    select merchant_id, created_at from customers
     where user_id = ${userId} and merchant_id = any (${[...merchantIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.merchant_id, row.created_at]))
}

export async function selectUnnamed(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from customers where copied_at is null limit ${limit}`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Names customers that have no copy yet. */
export async function nameUnnamed(db: Executor, accounts: readonly Account[]): Promise<void> {
  await sql`
    update customers set name_key = customer_name_key(account.name),
                         email_key = coalesce(account.email_key, customers.email_key),
                         copied_at = account.updated_at
      from unnest(${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ name }) => name)}::text[],
                  ${accounts.map(emailKeyOf)}::text[],
                  ${accounts.map((account) => account.updated_at)}::timestamptz[])
           account (id, name, email_key, updated_at)
     where user_id = account.id and copied_at is null`.execute(db)
}
