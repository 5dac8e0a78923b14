import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'

export interface AddressFields {
  name: string
  company: string | null
  line1: string
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
  phone: string | null
}

export interface AddressRow extends AddressFields {
  id: string
  is_default: boolean
  created_at: Date
  updated_at: Date
}

const fields = sql`name, company, line1, line2, city, region, postal_code, country, phone`
const columns = sql`id, is_default, ${fields}, created_at, updated_at`

/** Locks the account, so that its addresses change one request at a time; false if it is gone. */
export async function lockAddressBook(transaction: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and deleted_at is null for no key update`.execute(transaction)
  return rows.length > 0
}

/** Undefined if the user has the maximum already. Call under the lock of the address book. */
export async function insertAddress(
  transaction: Transaction,
  userId: string,
  address: AddressFields & { id: string; is_default: boolean },
  max: number,
): Promise<AddressRow | undefined> {
  const { name, company, line1, line2, city, region, postal_code, country, phone } = address
  const { rows } = await sql<AddressRow>`
    insert into addresses (user_id, id, is_default, ${fields}, created_at, updated_at)
    select ${userId}::uuid, ${address.id}::uuid, ${address.is_default}::boolean, ${name}::text, ${company}::text,
           ${line1}::text, ${line2}::text, ${city}::text, ${region}::text, ${postal_code}::text, ${country}::text,
           ${phone}::text, now(), now()
     where (select count(*) from addresses where user_id = ${userId}) < ${max}
    returning ${columns}`.execute(transaction)
  return rows[0]
}

/** Clears the default before another one is set. Call under the lock of the address book. */
export async function clearDefault(transaction: Transaction, userId: string, exceptId: string): Promise<void> {
  await sql`
    update addresses set is_default = false, updated_at = now()
     where user_id = ${userId} and is_default and id <> ${exceptId}`.execute(transaction)
}

export async function updateAddress(
  transaction: Transaction,
  userId: string,
  address: AddressFields & { id: string; is_default: boolean },
): Promise<AddressRow | undefined> {
  const { name, company, line1, line2, city, region, postal_code, country, phone } = address
  const { rows } = await sql<AddressRow>`
    update addresses
       set is_default = ${address.is_default}, name = ${name}, company = ${company}, line1 = ${line1},
           line2 = ${line2}, city = ${city}, region = ${region}, postal_code = ${postal_code}, country = ${country},
           phone = ${phone}, updated_at = now()
     where user_id = ${userId} and id = ${address.id}
    returning ${columns}`.execute(transaction)
  return rows[0]
}

export async function selectAddress(db: Executor, userId: string, addressId: string): Promise<AddressRow | undefined> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from addresses where user_id = ${userId} and id = ${addressId}`.execute(db)
  return rows[0]
}

/** Newest first. */
export async function selectAddresses(db: Executor, userId: string, page: PageRange): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from addresses
     where user_id = ${userId} and ${behindCursor(page, 'desc', ['id', 'uuid'])}
     order by id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countAddresses(db: Executor, userId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from addresses where user_id = ${userId}`)
}

export async function deleteAddress(db: Executor, userId: string, addressId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from addresses where user_id = ${userId} and id = ${addressId} returning id`.execute(db)
  return rows.length > 0
}

/** Deletes the address book of an erased account. */
export async function eraseAddresses(transaction: Transaction, userId: string): Promise<void> {
  await sql`delete from addresses where user_id = ${userId}`.execute(transaction)
}
