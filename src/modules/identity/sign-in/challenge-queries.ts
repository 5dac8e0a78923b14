import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { UserRow } from '../accounts/queries.ts'
import { challengeSeconds, triesPerChallenge } from '../two-factor/rules.ts'

export interface NewChallenge {
  token_hash: Buffer
  user_id: string
  device_id: string
  password_hash: string
  merchant_id: string | null
  role: Role | null
}

/** Inserts a challenge if the account has a second factor; false if it has none. */
export async function insertChallenge(db: Executor, challenge: NewChallenge): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_challenges (token_hash, user_id, device_id, password_check, merchant_id, role, expires_at)
    select ${challenge.token_hash}::bytea, user_id, ${challenge.device_id}::text,
           sha256(convert_to(${challenge.password_hash}::text, 'UTF8')), ${challenge.merchant_id}::uuid,
           ${challenge.role}::text, clock_timestamp() + make_interval(secs => ${challengeSeconds}::float8)
      from two_factors where user_id = ${challenge.user_id} and confirmed_at is not null
    returning user_id`.execute(db)
  return rows.length > 0
}

export interface WaitingSignIn extends UserRow {
  password_hash: string
  merchant_id: string | null
  role: Role | null
}

/** The sign-in of a challenge on this device, if the password is unchanged. */
export async function selectWaitingSignIn(
  db: Executor,
  tokenHash: Buffer,
  deviceId: string,
): Promise<WaitingSignIn | undefined> {
  const { rows } = await sql<WaitingSignIn>`
    select users.id, users.email, users.name, users.phone, users.is_verified, users.is_guest, users.created_at,
           users.password_hash, challenge.merchant_id, challenge.role
      from sign_in_challenges challenge join users on users.id = challenge.user_id
     where challenge.token_hash = ${tokenHash} and challenge.device_id = ${deviceId}
       and challenge.password_check = sha256(convert_to(users.password_hash, 'UTF8'))`.execute(db)
  return rows[0]
}

/** Counts a try before its code is checked; false if none is left or the challenge has expired. */
export async function countTry(db: Executor, userId: string, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update sign_in_challenges set tries = tries + 1
     where user_id = ${userId} and token_hash = ${tokenHash}
       and expires_at > clock_timestamp() and tries < ${triesPerChallenge}
    returning tries`.execute(db)
  return rows.length > 0
}

/** Spends a challenge; false if it was spent before. */
export async function spendChallenge(transaction: Transaction, userId: string, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_in_challenges where user_id = ${userId} and token_hash = ${tokenHash}
    returning user_id`.execute(transaction)
  return rows.length > 0
}

export async function deleteExpiredChallenges(db: Executor): Promise<void> {
  await sql`delete from sign_in_challenges where expires_at < now()`.execute(db)
}
