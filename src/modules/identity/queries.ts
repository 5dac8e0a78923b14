import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

export interface UserRow {
  id: string
  email: string | null
  name: string | null
  phone: string | null
  is_verified: boolean
  created_at: Date
}

const userColumns = ['id', 'email', 'name', 'phone', 'is_verified', 'created_at'] as const

/** Undefined if the address has an account. */
export async function insertUser(
  db: Executor,
  user: Omit<UserRow, 'created_at'> & { email_key: string; password_hash: string | null },
): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, created_at: sql`now()`, updated_at: sql`now()` })
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
}

export async function selectCredentials(
  db: Executor,
  emailKey: string,
): Promise<(UserRow & { password_hash: string | null }) | undefined> {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('email_key', '=', emailKey)
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

export async function selectUserByEmail(db: Executor, emailKey: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(userColumns).where('email_key', '=', emailKey).executeTakeFirst()
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

/** Selects the user and locks the row until the transaction ends. */
export async function lockUser(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  return transaction
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Updates the profile. @throws the violation of `users_email_key` if the address has an account */
export async function updateProfile(
  transaction: Transaction,
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'phone' | 'is_verified'> & { email_key: string },
): Promise<void> {
  const { id, ...changes } = user
  await transaction
    .updateTable('users')
    .set({ ...changes, updated_at: sql`now()` })
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

/** Deletes the personal data of an account. The id stays, because orders and ledgers refer to it. */
export async function eraseUser(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  return transaction
    .updateTable('users')
    .set({
      email: null,
      email_key: null,
      name: null,
      phone: null,
      password_hash: null,
      is_verified: false,
      updated_at: sql`now()`,
      deleted_at: sql`now()`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(userColumns)
    .executeTakeFirst()
}
