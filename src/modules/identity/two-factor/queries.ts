import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { recentSignInSeconds } from './rules.ts'

/** True if the account needs a code to sign in. */
export async function hasSecondFactor(db: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from two_factors where user_id = ${userId} and confirmed_at is not null`.execute(db)
  return rows.length > 0
}

export interface Owner {
  email: string | null
  password_hash: string | null
  is_guest: boolean
  /** True if the session was opened a short time ago. */
  signed_in_recently: boolean
}

export async function selectOwner(db: Executor, userId: string, sessionId: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select email, password_hash, is_guest,
           exists (select from sessions
                    where sessions.id = ${sessionId} and sessions.user_id = users.id
                      and sessions.created_at > now() - make_interval(secs => ${recentSignInSeconds}::float8)
                  ) as signed_in_recently
      from users where id = ${userId} and deleted_at is null`.execute(db)
  return rows[0]
}

/** Stores an unconfirmed secret instead of any other unconfirmed one. False if the account has a second factor. */
export async function putSecret(db: Executor, userId: string, secret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    with account as (select id from users where id = ${userId} and deleted_at is null for share)
    insert into two_factors as known (user_id, secret, created_at, tries_since)
    select id, ${secret}::bytea, now(), now() from account
    on conflict (user_id) do update
      set secret = excluded.secret, created_at = excluded.created_at, tries = 0, tries_since = excluded.tries_since
    where known.confirmed_at is null
    returning user_id`.execute(db)
  return rows.length > 0
}

export interface SecondFactor {
  secret: Buffer
  confirmed: boolean
  /** The database's time, which decides for all processes which codes are current. */
  unix_seconds: number
}

const factorColumns = sql`
  secret, confirmed_at is not null as confirmed,
  extract(epoch from clock_timestamp())::float8 as unix_seconds`

/** The second factor, confirmed or not. */
export async function selectSecondFactor(db: Executor, userId: string): Promise<SecondFactor | undefined> {
  const { rows } = await sql<SecondFactor>`
    select ${factorColumns} from two_factors where user_id = ${userId}`.execute(db)
  return rows[0]
}

export interface CountedFactor extends SecondFactor {
  /** Number of wrong codes, including this one. */
  tries: number
  /** Seconds until the day of the count ends. */
  seconds_left: number
}

/** Counts a try before its code is checked, so that concurrent tries cannot exceed the limit. */
export async function countCode(db: Executor, userId: string): Promise<CountedFactor | undefined> {
  const { rows } = await sql<CountedFactor>`
    update two_factors
       set tries = case when tries_since > clock_timestamp() - interval '1 day' then tries + 1 else 1 end,
           tries_since = case when tries_since > clock_timestamp() - interval '1 day'
                              then tries_since else clock_timestamp() end
     where user_id = ${userId}
    returning ${factorColumns}, tries,
      extract(epoch from tries_since + interval '1 day' - clock_timestamp())::float8 as seconds_left`.execute(db)
  return rows[0]
}

/** Confirms the secret that was read; false if it was replaced or confirmed meanwhile. */
export async function confirmSecret(
  transaction: Transaction,
  userId: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const { rows } = await sql`
    update two_factors set confirmed_at = now(), last_step = ${step}, tries = 0
     where user_id = ${userId} and secret = ${secret} and confirmed_at is null
    returning user_id`.execute(transaction)
  return rows.length > 0
}

/** Spends a code; false if one of its time step or a later one was spent before. */
export async function spendStep(transaction: Transaction, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update two_factors set last_step = ${step}, tries = 0
     where user_id = ${userId} and last_step < ${step}
    returning user_id`.execute(transaction)
  return rows.length > 0
}

export async function insertRecoveryCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, code_hash from unnest(${hashes}::bytea[]) as given (code_hash)`.execute(transaction)
}

export async function hasRecoveryCode(db: Executor, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from recovery_codes where user_id = ${userId} and code_hash = ${hash}`.execute(db)
  return rows.length > 0
}

/** Spends a recovery code; false if it was spent before. Locks the factor first, as its removal does. */
export async function spendRecoveryCode(transaction: Transaction, userId: string, hash: Buffer): Promise<boolean> {
  await sql`update two_factors set tries = 0 where user_id = ${userId}`.execute(transaction)
  const { rows } = await sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hash} returning user_id`.execute(transaction)
  return rows.length > 0
}

/** Deletes a second factor that was confirmed after that moment of the database's clock. */
export async function deleteSecondFactorSince(transaction: Transaction, userId: string, moment: Date): Promise<void> {
  await sql`delete from two_factors where user_id = ${userId} and confirmed_at > ${moment}`.execute(transaction)
}

/** Deletes the second factor with its recovery codes and the sign-ins that wait for it. */
export async function deleteSecondFactor(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('two_factors').where('user_id', '=', userId).execute()
}
