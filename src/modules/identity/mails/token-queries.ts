import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

export type MailPurpose = 'verify_email' | 'reset_password' | 'change_email' | 'undo_email_change'

export interface NewMailToken {
  token_hash: Buffer
  user_id: string
  purpose: MailPurpose
  email_key: string
  lifetimeHours: number
}

/**
 * Stores the hash of a new token; false if the account was erased. The lock waits for a running erasure. A new password
 * reset token invalidates the earlier ones.
 */
export async function insertMailToken(db: Executor, token: NewMailToken): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
    select ${token.token_hash}::bytea, id, ${token.purpose}::text, ${token.email_key}::text, now(),
           now() + make_interval(hours => ${token.lifetimeHours}::int)
      from users where id = ${token.user_id} and deleted_at is null for share
    on conflict (user_id) where purpose = 'reset_password' do update
      set token_hash = excluded.token_hash, email_key = excluded.email_key,
          created_at = excluded.created_at, expires_at = excluded.expires_at
    returning user_id`.execute(db)
  return rows.length > 0
}

/**
 * Locks the account that a secret was sent to. First in each transaction that uses one, because a change of the account
 * locks it before its secrets, and the other order could deadlock.
 */
export async function lockTokenOwner(transaction: Transaction, tokenHash: Buffer): Promise<void> {
  await sql`
    select users.id from mail_tokens join users on users.id = mail_tokens.user_id
     where token_hash = ${tokenHash} for update of users`.execute(transaction)
}

/** The address that a valid secret was sent to; see `consumeMailToken`. */
export async function selectMailToken(
  db: Executor,
  tokenHash: Buffer,
  purpose: MailPurpose,
): Promise<{ email_key: string } | undefined> {
  const { rows } = await sql<{ email_key: string }>`
    select email_key from mail_tokens
     where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

/**
 * Spends a secret: of concurrent uses the statement that deletes it wins. Returns its user and address, if it has not
 * expired and the account still has that address.
 */
export async function consumeMailToken(
  db: Executor,
  tokenHash: Buffer,
  purpose: MailPurpose,
): Promise<{ user_id: string; email_key: string } | undefined> {
  const { rows } = await sql<{ user_id: string; email_key: string }>`
    delete from mail_tokens
     using users
     where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > clock_timestamp()
       and users.id = mail_tokens.user_id and users.email_key = mail_tokens.email_key
    returning mail_tokens.user_id, mail_tokens.email_key`.execute(db)
  return rows[0]
}

/** Deletes a user's tokens, for one purpose or for all. */
export async function deleteMailTokens(db: Executor, userId: string, purpose?: MailPurpose): Promise<void> {
  await db
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as MailPurpose))
    .execute()
}

export async function deleteExpiredMailTokens(db: Executor): Promise<void> {
  await sql`delete from mail_tokens where expires_at < now()`.execute(db)
}
