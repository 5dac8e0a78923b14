import { sql } from 'kysely'
import type { MailedShop } from '#src/modules/identity/index.ts'
import { type Executor, type Transaction, writeBehind } from '#src/platform/db/transaction.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'

/**
 * A shop stores copies of its customers' account fields, by which it sorts and searches. The writer of a copy locks the
 * account, so that no copy is of an earlier state.
 */

interface Account {
  id: string
  name: string | null
  email_key: string | null
  phone: string | null
  is_guest: boolean
  deleted_at: Date | null
}

/** Null for a guest: the shop has the address of their orders, and keeps it. */
function emailKeyOf({ email_key, is_guest, deleted_at }: Account): string | null {
  return is_guest && deleted_at === null ? null : (email_key ?? '')
}

const phoneKeyOf = ({ phone }: Account) => phone?.replace(/\D/g, '') ?? ''

/**
 * Makes a user a customer of merchants, sent together with the next statement. A shop whose staff alone knew of
 * somebody sees the account from then on.
 */
export function insertCustomer(
  transaction: Transaction,
  merchantIds: readonly string[],
  account: Account,
): Promise<void> {
  const statement = sql`
    insert into customers (merchant_id, user_id, name_key, email_key, phone_key)
    select merchant_id, ${account.id}, customer_name_key(${account.name}), ${emailKeyOf(account) ?? ''},
           ${phoneKeyOf(account)}
      from unnest(${[...merchantIds]}::uuid[]) merchant_id
    on conflict (merchant_id, user_id) do update
      set by_staff = false, name = null, email = null, name_key = excluded.name_key, email_key = excluded.email_key,
          phone_key = excluded.phone_key
    where customers.by_staff`
  return writeBehind(transaction, statement)
}

/** Makes a guest who orders a customer of the merchant, found by the address of their last order. */
export async function upsertGuestCustomer(
  transaction: Transaction,
  merchantId: string,
  guest: Account,
  emailKey: string,
): Promise<void> {
  const key = emailKeyOf(guest) ?? emailKey
  await sql`
    insert into customers as known (merchant_id, user_id, name_key, email_key, phone_key)
    values (${merchantId}, ${guest.id}, customer_name_key(${guest.name}), ${key}, ${phoneKeyOf(guest)})
    on conflict (merchant_id, user_id) do update set email_key = excluded.email_key
     where known.email_key <> excluded.email_key and not known.by_staff`.execute(transaction)
}

/** Copies the account's name to all shops of which the user is a customer, and returns these. */
export async function renameCustomer(transaction: Transaction, account: Account): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    update customers set name_key = customer_name_key(${account.name}), phone_key = ${phoneKeyOf(account)},
                         email_key = coalesce(${emailKeyOf(account)}::text, email_key)
     where user_id = ${account.id} and not by_staff
    returning merchant_id`.execute(transaction)
  return rows.map((row) => row.merchant_id)
}

export async function merchantsOfCustomer(db: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from customers where user_id = ${userId} and not by_staff`.execute(db)
  return rows.map((row) => row.merchant_id)
}

/** Shops that do not know the account, and whose staff has ordered for its confirmed address. */
export async function merchantsWithRecord(db: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from customers where user_id = ${userId} and by_staff
    union
    select record.merchant_id
      from users
      join customers record on record.email_key = users.email_key and record.by_staff and record.email_key <> ''
      join users person on person.id = record.user_id and person.is_guest
     where users.id = ${userId} and users.is_verified
       and not exists (select from customers known
                        where known.merchant_id = record.merchant_id and known.user_id = users.id)`.execute(db)
  return rows.map((row) => row.merchant_id)
}

export async function customersAmong(db: Executor, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from customers where user_id = any (${[...userIds]}::uuid[])`.execute(db)
  return rows.map((row) => row.user_id)
}

/** As `Memberships` says: a shop puts its name above mails to nobody but its own customers. */
export async function shopOfMails(
  db: Executor,
  userId: string,
  named: string | undefined,
): Promise<MailedShop | undefined> {
  const { rows } = await sql<MailedShop>`
    with shops as (
      select merchant_id, merchant_id is not distinct from ${named ?? null}::uuid as is_named, count(*) over () as shops
        from customers where user_id = ${userId} and not by_staff
    )
    select merchant.name, settings.support_email, settings.storefront_url, settings.locale
      from shops
      join merchants merchant on merchant.id = shops.merchant_id
      join merchant_settings settings on settings.merchant_id = shops.merchant_id
     where is_named or (shops.shops = 1 and not exists (select from staff where staff.user_id = ${userId}))
     order by is_named desc
     limit 1`.execute(db)
  const [shop] = rows
  return shop && { ...shop, locale: writtenLocale(shop.locale) }
}
