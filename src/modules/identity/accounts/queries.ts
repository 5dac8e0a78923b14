import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'

export interface UserRow {
  id: string
  email: string | null
  name: string | null
  phone: string | null
  is_verified: boolean
  /** A guest has neither address nor password. */
  is_guest: boolean
  created_at: Date
}

/** The user's own view of the account. */
export interface ProfileRow extends UserRow {
  /** The address that waits to be confirmed. */
  pending_email: string | null
  has_two_factor: boolean
}

export const userColumns = ['id', 'email', 'name', 'phone', 'is_verified', 'is_guest', 'created_at'] as const

/**
 * Undefined if the address has an account, or a former account can still go back to it. Meanwhile another account can
 * get it only with proof of the mailbox, which the way back needs, too.
 */
export async function insertUser(
  db: Executor,
  user: Omit<UserRow, 'created_at' | 'is_guest'> & { email_key: string; password_hash: string | null },
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    insert into users (id, email, email_key, name, phone, password_hash, is_verified, created_at, updated_at)
    select ${user.id}::uuid, ${user.email}::text, ${user.email_key}::text, ${user.name}::text, ${user.phone}::text,
           ${user.password_hash}::text, ${user.is_verified}::boolean, now(), now()
     where ${user.is_verified}
        or not exists (select from former_emails
                        where former_emails.email_key = ${user.email_key} and expires_at > now())
    on conflict on constraint users_email_key do nothing
    returning ${sql.join(userColumns.map((column) => sql.ref(column)))}`.execute(db)
  return rows[0]
}

/** Fields of a customer that shops copy or get in events. */
export interface AccountRow extends UserRow {
  email_key: string | null
  deleted_at: Date | null
}

/** Also an erased one. A share lock keeps it unchanged until the transaction ends. */
export async function lockAccount(transaction: Transaction, userId: string): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    select id, email, name, phone, is_verified, is_guest, created_at, email_key, deleted_at
      from users where id = ${userId} for share`.execute(transaction)
  const [account] = rows
  // Accounts are not deleted.
  if (account === undefined) throw cannotBeRead('account')
  return account
}

/** Of the account with one of these keys (`emailKeys`), the first before the others. */
export async function selectCredentials(
  db: Executor,
  keys: readonly string[],
): Promise<(UserRow & { password_hash: string | null }) | undefined> {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('email_key', 'in', keys)
    .orderBy(sql`email_key = ${keys[0]}`, 'desc')
    .executeTakeFirst()
}

/** The same, and locks the row until the transaction ends. */
export async function lockCredentials(
  transaction: Transaction,
  emailKey: string,
): Promise<(UserRow & { password_hash: string | null }) | undefined> {
  return transaction
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('email_key', '=', emailKey)
    .forUpdate()
    .executeTakeFirst()
}

export async function selectUser(db: Executor, userId: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Keys as in `selectCredentials`. */
export async function selectUserByEmail(db: Executor, keys: readonly string[]): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('email_key', 'in', keys)
    .orderBy(sql`email_key = ${keys[0]}`, 'desc')
    .executeTakeFirst()
}

export async function selectCredentialsOfUser(
  db: Executor,
  userId: string,
): Promise<(UserRow & { password_hash: string | null }) | undefined> {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const profileOf = (db: Executor, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('pending_emails', 'pending_emails.user_id', 'users.id')
    .select([...userColumns.map((column) => `users.${column}` as const), 'pending_emails.email as pending_email'])
    .select(
      sql<boolean>`exists (select from two_factors where user_id = users.id and confirmed_at is not null)`.as(
        'has_two_factor',
      ),
    )
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)

export async function selectProfile(db: Executor, userId: string): Promise<ProfileRow | undefined> {
  return profileOf(db, userId).executeTakeFirst()
}

/** Selects the profile and locks the account until the transaction ends. */
export async function lockProfile(
  transaction: Transaction,
  userId: string,
): Promise<(ProfileRow & { password_hash: string | null }) | undefined> {
  return profileOf(transaction, userId).select('users.password_hash').forUpdate('users').executeTakeFirst()
}

/** Updates the profile; the address only in its spelling. */
export async function updateProfile(
  transaction: Transaction,
  { id, email, name, phone }: Pick<UserRow, 'id' | 'email' | 'name' | 'phone'>,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email, name, phone, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Marks the address as verified. Returns the user if the address is still theirs and was not verified before. */
export async function markVerified(db: Executor, userId: string, emailKey: string): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ is_verified: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_key', '=', emailKey)
    .where('is_verified', '=', false)
    .returning(userColumns)
    .executeTakeFirst()
}

/** Replaces the password; false if the given one is no longer the account's. */
export async function replacePassword(
  db: Executor,
  userId: string,
  currentHash: string,
  nextHash: string,
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: nextHash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('password_hash', '=', currentHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets a password without knowing the old one, if the account still has this address. */
export async function setPassword(db: Executor, userId: string, emailKey: string, nextHash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: nextHash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_key', '=', emailKey)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the personal data of an account, if it still has this password; without a password, of a guest. The id stays,
 * because orders and ledgers refer to it.
 */
export async function eraseUser(
  transaction: Transaction,
  userId: string,
  passwordHash: string | undefined,
): Promise<UserRow | undefined> {
  return transaction
    .updateTable('users')
    .set({
      email: null,
      email_key: null,
      name: null,
      phone: null,
      password_hash: null,
      is_verified: false,
      guest_expires_at: null,
      updated_at: sql`now()`,
      deleted_at: sql`now()`,
    })
    .where('id', '=', userId)
    .where(passwordHash === undefined ? sql<boolean>`is_guest` : sql<boolean>`password_hash = ${passwordHash}`)
    .where('deleted_at', 'is', null)
    .returning(userColumns)
    .executeTakeFirst()
}
