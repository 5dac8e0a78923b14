import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'

/** Somebody for whom staff of a shop orders, as the shop knows them. */
export interface ShopCustomer {
  userId: string
  /** An account that the shop knows by itself; else the shop has only what it was told. */
  isAccount: boolean
  /** What the shop was told; null: the account has it. */
  email: string | null
}

const columns = sql`
  customer.user_id, not customer.by_staff and not users.is_guest as is_account,
  case when customer.by_staff then customer.email
       when users.is_guest then (
         select email from orders
          where orders.merchant_id = customer.merchant_id and orders.user_id = users.id and email is not null
          order by created_at desc, id desc limit 1) end as email`

interface Row {
  user_id: string
  is_account: boolean
  email: string | null
}

const customerOf = (rows: readonly Row[]): ShopCustomer | undefined =>
  rows.map((row) => ({ userId: row.user_id, isAccount: row.is_account, email: row.email }))[0]

/** Erased ones, too. */
export async function isCustomer(db: Executor, merchantId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from customers where merchant_id = ${merchantId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** A customer of the shop by their id, or by one that they had before; unless erased. */
export async function selectShopCustomer(
  db: Executor,
  merchantId: string,
  id: string,
  { lock } = { lock: false },
): Promise<ShopCustomer | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from customers customer
      join users on users.id = customer.user_id and users.deleted_at is null
     where customer.merchant_id = ${merchantId} and customer.user_id = customer_id(${merchantId}, ${id})
     ${lock ? sql`for share of customer` : sql``}`.execute(db)
  return customerOf(rows)
}

/**
 * Who has this address, as far as the shop knows: an account that has ordered, registered or filled a cart here and has
 * confirmed it, else the record that staff made. No other account is looked at. The row is locked, so that it
 * becomes no account's meanwhile.
 */
export async function selectShopCustomerByEmail(
  db: Executor,
  merchantId: string,
  emailKey: string,
  { lock }: { lock: boolean },
): Promise<ShopCustomer | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from customers customer
     cross join lateral (select * from users where id = customer.user_id and deleted_at is null limit 1) users
     where customer.merchant_id = ${merchantId} and customer.email_key = ${emailKey}
       and (not users.is_guest and users.is_verified and users.email_key = customer.email_key
            or customer.by_staff and users.is_guest)
     order by customer.by_staff limit 1 ${lock ? sql`for share of customer` : sql``}`.execute(db)
  return customerOf(rows)
}

const lockOf = (merchantId: string, key: unknown) =>
  sql`pg_advisory_xact_lock(hashtextextended('customer:' || ${merchantId}::uuid || ':' || ${key}, 0))`

/** Until the transaction ends nobody else becomes a customer of the shop by this address. */
export async function lockAddress(transaction: Transaction, merchantId: string, emailKey: string): Promise<void> {
  await sql`select ${lockOf(merchantId, sql`${emailKey}::text`)}`.execute(transaction)
}

/**
 * The record that staff made for the confirmed address of an account that is about to become a customer. Staff who
 * order for the address at the same time are waited for, and then wait for the account.
 */
export async function selectRecordAlone(
  transaction: Transaction,
  merchantId: string,
  userId: string,
): Promise<string | null> {
  await sql`
    select ${lockOf(merchantId, sql`email_key`)} from users
     where id = ${userId} and is_verified and not is_guest and deleted_at is null`.execute(transaction)
  const { rows } = await sql<{ id: string | null }>`
    select record_for(${merchantId}, ${userId}) as id`.execute(transaction)
  return rows[0]?.id ?? null
}

/** Makes a record of what staff was told, unless there is one of this address; returns its id. */
export async function insertRecord(
  transaction: Transaction,
  merchantId: string,
  {
    email,
    emailKey,
    name,
    since = null,
  }: { email: string | null; emailKey: string; name: string | null; since?: Date | null },
): Promise<string | undefined> {
  // An account that only staff knew had the address once, and has another now.
  await sql`
    update customers record set email = null, email_key = '' from users
     where record.merchant_id = ${merchantId} and record.email_key = ${emailKey} and record.by_staff
       and record.email_key <> ''
       and users.id = record.user_id and not users.is_guest
       and users.email_key is distinct from record.email_key`.execute(transaction)
  const { rows } = await sql<{ user_id: string }>`
    insert into customers (merchant_id, user_id, by_staff, told, name, email, name_key, email_key, created_at)
    values (${merchantId}, ${newId()}, true, true, ${name}, ${email}, customer_name_key(${name}), ${emailKey},
            coalesce(${since}::timestamptz, now()))
    on conflict (merchant_id, email_key) where by_staff and email_key <> '' do nothing
    returning user_id`.execute(transaction)
  return rows[0]?.user_id
}

/** Locks a customer of the shop, by an id that may be of before; false if there is none. */
export async function lockCustomer(transaction: Transaction, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from customers
     where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${id}) for update`.execute(transaction)
  return rows.length > 0
}

/** The last name that staff typed counts. */
export async function renameRecord(
  transaction: Transaction,
  merchantId: string,
  userId: string,
  name: string,
): Promise<void> {
  await sql`
    update customers set name = ${name}, name_key = customer_name_key(${name}), version = version + 1
     where merchant_id = ${merchantId} and user_id = ${userId} and by_staff
       and name is distinct from ${name}`.execute(transaction)
}

/** Makes the record the account's that orders at the shop itself (customers.sql). */
export async function joinRecord(
  transaction: Transaction,
  merchantId: string,
  recordId: string,
  userId: string,
): Promise<void> {
  await sql`select join_record(${merchantId}, ${recordId}, ${userId})`.execute(transaction)
}

/** The id that a customer of the shop has now; that of nobody stays as it is. */
export async function selectCurrentId(db: Executor, merchantId: string, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select customer_id(${merchantId}, ${id}) as id`.execute(db)
  return rows[0]?.id ?? id
}

/** Clears what shops were told of somebody who is erased; what was bought and paid stays counted. */
export async function eraseRecords(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    update customers
       set name = null, email = null, phone = null, company = null, vat_number = null, addresses = '[]', tags = '{}',
           note = null, locale = null, consent_at = null, consent_source = null, consent_withdrawn_at = null,
           tax_exempt = false, send_before_paid = false, told = true, name_key = '', email_key = '', phone_key = '',
           version = version + 1
     where user_id = ${userId}`.execute(transaction)
}
