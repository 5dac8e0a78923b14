import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type UserRow, userColumns } from '../accounts/queries.ts'

/** An address as the user typed it, and normalized. */
export interface Address {
  email: string
  email_key: string
}

export async function isUsedEmail(db: Executor, emailKey: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where users.email_key = ${emailKey} and users.id <> ${userId}`.execute(db)
  return rows.length > 0
}

/** Stores the pending address of an account, in place of an earlier unconfirmed one. */
export async function upsertPendingEmail(
  transaction: Transaction,
  userId: string,
  pending: Address,
  merchantId: string | undefined,
): Promise<void> {
  await sql`
    insert into pending_emails (user_id, email, email_key, merchant_id, created_at)
    values (${userId}, ${pending.email}, ${pending.email_key}, ${merchantId ?? null}, now())
    on conflict (user_id) do update
      set email = excluded.email, email_key = excluded.email_key, merchant_id = excluded.merchant_id,
          created_at = now()`.execute(transaction)
}

export async function deletePendingEmail(transaction: Transaction, userId: string): Promise<void> {
  await sql`delete from pending_emails where user_id = ${userId}`.execute(transaction)
}

/** Spends a secret sent to the pending address, if that is still pending. */
export async function consumePendingEmail(
  transaction: Transaction,
  tokenHash: Buffer,
): Promise<(Address & { user_id: string; merchant_id: string | null }) | undefined> {
  const { rows } = await sql<Address & { user_id: string; merchant_id: string | null }>`
    with token as (
      delete from mail_tokens
       where token_hash = ${tokenHash} and purpose = 'change_email' and expires_at > clock_timestamp()
      returning user_id, email_key
    )
    delete from pending_emails pending using token
     where pending.user_id = token.user_id and pending.email_key = token.email_key
    returning pending.user_id, pending.email, pending.email_key, pending.merchant_id`.execute(transaction)
  return rows[0]
}

/** Stores the address that an account may go back to. Returns the row's id. */
export async function storeFormerEmail(
  transaction: Transaction,
  userId: string,
  former: Address,
  days: number,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into former_emails (id, user_id, email, email_key, created_at, expires_at)
    values (${newId()}, ${userId}, ${former.email}, ${former.email_key}, now(), now() + make_interval(days => ${days}))
    on conflict (user_id, email_key) do update
      set email = excluded.email, created_at = now(), expires_at = excluded.expires_at
    returning id`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns one row')
  return row.id
}

export async function selectFormerEmails(
  db: Executor,
  userId: string,
): Promise<{ email: string; created_at: Date; expires_at: Date }[]> {
  const { rows } = await sql<{ email: string; created_at: Date; expires_at: Date }>`
    select email, created_at, expires_at from former_emails where user_id = ${userId} order by id`.execute(db)
  return rows
}

/** Spends a secret sent to a former address. */
export async function consumeFormerEmail(
  transaction: Transaction,
  tokenHash: Buffer,
): Promise<(Address & { id: string; user_id: string; created_at: Date }) | undefined> {
  const { rows } = await sql<Address & { id: string; user_id: string; created_at: Date }>`
    with token as (
      delete from mail_tokens
       where token_hash = ${tokenHash} and purpose = 'undo_email_change' and expires_at > clock_timestamp()
      returning user_id, email_key
    )
    select former.id, former.user_id, former.email, former.email_key, former.created_at
      from former_emails former join token using (user_id, email_key)`.execute(transaction)
  return rows[0]
}

/**
 * Deletes the way back to this address and to later ones, the pending address, and every secret of the user except
 * those of ways back to earlier addresses: a thief who moved an account twice must not void the link of its owner.
 */
export async function forgetChangesSince(transaction: Transaction, userId: string, formerId: string): Promise<void> {
  await sql`
    with undone as (
      delete from former_emails
       where user_id = ${userId}
         and created_at >= (select created_at from former_emails where user_id = ${userId} and id = ${formerId})
      returning email_key
    ), pending as (
      delete from pending_emails where user_id = ${userId}
    )
    delete from mail_tokens
     where user_id = ${userId}
       and (purpose <> 'undo_email_change' or email_key in (select email_key from undone))`.execute(transaction)
}

/**
 * Gives an account an address that the user has proved. Undefined if the account was erased.
 * @throws the violation of `users_email_key` if another account has it
 */
export async function moveAccount(
  transaction: Transaction,
  userId: string,
  { email, email_key }: Address,
): Promise<(UserRow & { former_key: string; verified_now: boolean }) | undefined> {
  const columns = sql.join(userColumns.map((column) => sql.ref(`users.${column}`)))
  const { rows } = await sql<UserRow & { former_key: string; verified_now: boolean }>`
    update users set email = ${email}, email_key = ${email_key}, is_verified = true, updated_at = now()
      from (select id, email_key, is_verified from users where id = ${userId} for update) before
     where users.id = before.id and users.deleted_at is null
    returning ${columns}, before.email_key as former_key,
              not before.is_verified as verified_now`.execute(transaction)
  return rows[0]
}

/** Deletes pending and former addresses when the account is erased. */
export async function eraseEmailChanges(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    with pending as (delete from pending_emails where user_id = ${userId})
    delete from former_emails where user_id = ${userId}`.execute(transaction)
}

/** Deletes pending addresses that were not confirmed within so many days, and ways back that have ended. */
export async function deleteOldEmailChanges(db: Executor, pendingDays: number): Promise<void> {
  await sql`delete from pending_emails where created_at < now() - make_interval(days => ${pendingDays})`.execute(db)
  await sql`delete from former_emails where expires_at < now()`.execute(db)
}
