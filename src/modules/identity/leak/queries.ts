import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** The time of the database: later secrets were not in the leak. */
export async function databaseTime(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns one row')
  return row.now
}

const batch = sql`5000`

/** Deletes a batch of the refresh tokens made until then. Returns how many. */
export async function deleteRefreshTokensUntil(db: Executor, until: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where created_at <= ${until} limit ${batch})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Ends a batch of the sessions opened until then. Returns how many. */
export async function revokeSessionsUntil(db: Executor, until: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set revoked_at = clock_timestamp()
     where revoked_at is null and id in (
       select id from sessions
        where revoked_at is null and expires_at > now() and created_at <= ${until} limit ${batch})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch of the links that were mailed until then. Returns how many. */
export async function deleteMailTokensUntil(db: Executor, until: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_tokens where token_hash in (
      select token_hash from mail_tokens where created_at <= ${until} limit ${batch})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes all sign-ins that wait for their code. They last five minutes; the users sign in again. */
export async function deleteChallenges(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`delete from sign_in_challenges`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the recovery codes of some accounts whose second factor is older than `until`, and returns the accounts. */
export async function deleteRecoveryCodesUntil(
  db: Executor,
  until: Date,
): Promise<{ user_id: string; codes: number }[]> {
  const { rows } = await sql<{ user_id: string; codes: number }>`
    with account as (
      select user_id from two_factors
       where confirmed_at <= ${until}
         and exists (select from recovery_codes where recovery_codes.user_id = two_factors.user_id)
       order by user_id limit 100 for update
    ), deleted as (
      delete from recovery_codes using account where recovery_codes.user_id = account.user_id
      returning recovery_codes.user_id
    )
    select user_id, count(*)::int as codes from deleted group by user_id`.execute(db)
  return rows
}

/** Accounts with an address: people to tell. */
export async function countAccounts(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where email is not null and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
