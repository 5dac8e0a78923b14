import { sql } from 'kysely'
import type { MailedShop } from '#src/modules/identity/index.ts'
import { type Executor, type Transaction, writeBehind } from '#src/platform/db/transaction.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'

/**
 * A shop's record of an account: what the account told this shop. The writer locks the account, so that no record is of
 * an earlier state.
 */

interface Account {
  id: string
  name: string | null
  email: string | null
  email_key: string | null
  phone: string | null
  is_guest: boolean
  deleted_at: Date | null
}

/** What an order says of its customer, besides the e-mail address. */
export interface ToldByOrder {
  name: string | null
  phone: string | null
  company: string | null
  vat_number: string | null
}

/** How an account becomes known to a shop: a cart tells e-mail and name, an order more, a registration all of it. */
export type Becoming = 'cart' | 'registration' | ToldByOrder

const phoneKeyOf = (phone: string | null) => phone?.replace(/\D/g, '') ?? ''

/**
 * Makes a user a customer of merchants, sent together with the next statement. A shop whose staff alone knew of
 * somebody knows the account from then on. A cart changes no record of an account, an order only its e-mail address.
 */
export function insertCustomer(
  transaction: Transaction,
  merchantIds: readonly string[],
  account: Account,
  by: Becoming,
): Promise<void> {
  const order = typeof by === 'object' ? by : undefined
  const phone = by === 'registration' ? account.phone : (order?.phone ?? null)
  const keeps = sql`known.told and not known.by_staff and ${by !== 'registration'}::boolean`
  const name = sql`case when ${keeps} then coalesce(known.name, excluded.name)
                        else coalesce(excluded.name, known.name) end`
  const newPhone = sql`case when ${keeps} then coalesce(known.phone, excluded.phone)
                            else coalesce(excluded.phone, known.phone) end`
  const statement = sql`
    insert into customers as known (merchant_id, user_id, told, name, email, phone, company, vat_number,
                                    name_key, email_key, phone_key)
    select merchant_id, ${account.id}, true, ${account.name}, ${account.email}, ${phone}, ${order?.company ?? null},
           ${order?.vat_number ?? null}, customer_name_key(${account.name}), ${account.email_key ?? ''},
           ${phoneKeyOf(phone)}
      from unnest(${[...merchantIds]}::uuid[]) merchant_id
    on conflict (merchant_id, user_id) do update
      set by_staff = false, told = true, moved = false, version = known.version + 1,
          name = ${name}, name_key = customer_name_key(${name}), email = excluded.email,
          email_key = excluded.email_key, phone = ${newPhone},
          phone_key = regexp_replace(coalesce(${newPhone}, ''), '\\D', '', 'g'),
          company = coalesce(known.company, excluded.company),
          vat_number = coalesce(known.vat_number, excluded.vat_number)
    where known.by_staff or not known.told or ${by === 'registration'}::boolean
       or known.moved and ${by !== 'cart'}::boolean`
  return writeBehind(transaction, statement)
}

/** Makes a guest who orders a customer of the merchant, with what the order says. Its last address counts. */
export async function upsertGuestCustomer(
  transaction: Transaction,
  merchantId: string,
  guest: Account,
  { email, emailKey, told }: { email: string; emailKey: string; told: ToldByOrder },
): Promise<void> {
  const isGuest = guest.is_guest && guest.deleted_at === null
  const name = guest.name ?? told.name
  const phone = guest.phone ?? told.phone
  await sql`
    insert into customers as known (merchant_id, user_id, told, name, email, phone, company, vat_number,
                                    name_key, email_key, phone_key)
    values (${merchantId}, ${guest.id}, true, ${name}, ${isGuest ? email : guest.email}, ${phone}, ${told.company},
            ${told.vat_number}, customer_name_key(${name}), ${isGuest ? emailKey : (guest.email_key ?? '')},
            ${phoneKeyOf(phone)})
    on conflict (merchant_id, user_id) do update
      set told = true, email = excluded.email, email_key = excluded.email_key, version = known.version + 1,
          name = case when known.told then known.name else excluded.name end,
          name_key = customer_name_key(case when known.told then known.name else excluded.name end),
          phone = case when known.told then known.phone else excluded.phone end,
          phone_key = case when known.told then known.phone_key else excluded.phone_key end
     where (known.email_key <> excluded.email_key or not known.told) and not known.by_staff`.execute(transaction)
}

/** What a shop knows of an account. */
export interface CustomerRecord {
  merchant_id: string
  created_at: Date
  name: string | null
  email: string | null
  email_key: string
  phone: string | null
}

/** Of the shops that know the account by itself. */
export async function selectRecords(db: Executor, userId: string): Promise<CustomerRecord[]> {
  const { rows } = await sql<CustomerRecord>`
    select known.merchant_id, known.created_at, known.email_key,
           case when known.told then known.name else users.name end as name,
           case when known.told then known.email else users.email end as email,
           case when known.told then known.phone else users.phone end as phone
      from customers known join users on users.id = known.user_id
     where known.user_id = ${userId} and not known.by_staff`.execute(db)
  return rows
}

/** Copies what was saved in the profile to the shop where it was saved; false if nothing of its record changes. */
export async function saveProfile(
  transaction: Transaction,
  merchantId: string,
  account: Account,
  saved: { name: boolean; phone: boolean; email: boolean },
): Promise<boolean> {
  const one = (field: 'name' | 'phone' | 'email') =>
    sql`case when ${saved[field]} or not told then ${account[field]} else ${sql.ref(field)} end`
  const { rows } = await sql`
    update customers
       set told = true, version = version + 1, name = ${one('name')}, name_key = customer_name_key(${one('name')}),
           phone = ${one('phone')}, phone_key = regexp_replace(coalesce(${one('phone')}, ''), '\\D', '', 'g'),
           email = ${account.is_guest ? sql`email` : one('email')}
     where merchant_id = ${merchantId} and user_id = ${account.id} and not by_staff
       and (not told or (name, phone) is distinct from (${one('name')}, ${one('phone')})
            or not ${account.is_guest}::boolean and email is distinct from ${one('email')})
    returning user_id`.execute(transaction)
  return rows.length > 0
}

/**
 * The account has another address: the shop where it was asked for has it in its record, and on the way back those that
 * have the address given up. The others get it with the next order. Returns the shops whose record has it now.
 */
export async function moveEmail(
  transaction: Transaction,
  userId: string,
  { email, email_key }: { email: string; email_key: string },
  to: { merchantId: string | null } | { instead: string },
): Promise<string[]> {
  const hit = 'instead' in to ? sql`email_key = ${to.instead}` : sql`merchant_id = ${to.merchantId}::uuid`
  const { rows } = await sql<{ merchant_id: string; has: boolean }>`
    update customers
       set email = case when ${hit} then ${email} else email end, moved = told and (${hit}) is not true,
           email_key = case when (${hit}) or not told then ${email_key} else email_key end, version = version + 1
     where user_id = ${userId} and not by_staff and email_key <> ${email_key}
    returning merchant_id, not moved as has`.execute(transaction)
  return rows.filter((row) => row.has).map((row) => row.merchant_id)
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
      select merchant_id, locale, merchant_id is not distinct from ${named ?? null}::uuid as is_named,
             count(*) over () as shops
        from customers where user_id = ${userId} and not by_staff
    )
    select merchant.id, merchant.name, settings.support_email, settings.storefront_url,
           coalesce(shops.locale, settings.locale) as locale
      from shops
      join merchants merchant on merchant.id = shops.merchant_id
      join merchant_settings settings on settings.merchant_id = shops.merchant_id
     where is_named or (shops.shops = 1 and not exists (select from staff where staff.user_id = ${userId}))
     order by is_named desc
     limit 1`.execute(db)
  const [shop] = rows
  return shop && { ...shop, locale: writtenLocale(shop.locale) }
}
