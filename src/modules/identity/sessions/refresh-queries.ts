import { type RawBuilder, sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { sessionLife } from '../rules.ts'
import { isLive } from './queries.ts'

export interface RefreshRow {
  session_id: string
  user_id: string
  device_id: string
  merchant_id: string | null
  role: Role | null
  is_guest: boolean
  /** True if this call used the token; false if it was used before. */
  spent_now: boolean
  live: boolean
  /** Lifetime of the session if it is extended now. */
  seconds_left: number
}

/**
 * Marks a refresh token as used. Of concurrent calls one finds it unused; the others see it used. The caller checks the
 * device, and rolls back if it is another.
 */
export async function spendRefreshToken(
  db: Transaction,
  tokenHash: Buffer,
  lifetimeSeconds: number,
): Promise<RefreshRow | undefined> {
  const { rows } = await sql<RefreshRow>`
    with token as (
      select token_hash, session_id from refresh_tokens where token_hash = ${tokenHash}
    ), spent as (
      update refresh_tokens set used_at = clock_timestamp()
       where token_hash = ${tokenHash} and used_at is null
      returning 1
    )
    select session.id as session_id, session.user_id, session.device_id, session.merchant_id, session.role,
           (select is_guest from users where users.id = session.user_id) as is_guest,
           exists (select from spent) as spent_now,
           ${isLive} as live,
           extract(epoch from ${extendedEnd(lifetimeSeconds)} - now())::float8 as seconds_left
      from token join sessions session on session.id = token.session_id`.execute(db)
  return rows[0]
}

/** End of a session that is used now. */
function extendedEnd(lifetimeSeconds: number): RawBuilder<Date> {
  return sql`least(now() + make_interval(secs => ${lifetimeSeconds}::float8),
                   created_at + make_interval(secs => ${sessionLife.maxSeconds}))`
}

/**
 * Extends the session by a refresh token that follows the spent one, and keeps the answer. False, and nothing written,
 * if the session has ended.
 */
export async function insertRefreshToken(
  transaction: Transaction,
  sessionId: string,
  { tokenHash, spentHash, answer }: { tokenHash: Buffer; spentHash: Buffer; answer: Buffer },
  lifetimeSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    with session as (
      update sessions set last_used_at = now(), expires_at = ${extendedEnd(lifetimeSeconds)}
       where id = ${sessionId} and revoked_at is null
      returning id
    ), token as (
      insert into refresh_tokens (token_hash, session_id, created_at)
      select ${tokenHash}, id, now() from session
    ), kept as (
      insert into refresh_answers (session_id, token_hash, answer, created_at)
      select id, ${spentHash}::bytea, ${answer}::bytea, clock_timestamp() from session
          on conflict (session_id) do update
         set token_hash = excluded.token_hash, answer = excluded.answer, created_at = excluded.created_at
    )
    select from session`.execute(transaction)
  return rows.length > 0
}

/**
 * The answer to the last spent token of its session, if it was spent within the last seconds. Run after
 * `spendRefreshToken` in a separate statement: that one may have waited for a concurrent refresh, whose answer its
 * snapshot lacks.
 */
export async function selectRefreshAnswer(
  transaction: Transaction,
  tokenHash: Buffer,
  graceSeconds: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ answer: Buffer }>`
    select kept.answer from refresh_tokens token
      join refresh_answers kept on kept.session_id = token.session_id and kept.token_hash = token.token_hash
     where token.token_hash = ${tokenHash}
       and exists (select from sessions where id = token.session_id and ${isLive})
       and kept.created_at > clock_timestamp() - make_interval(secs => ${graceSeconds}::float8)`.execute(transaction)
  return rows[0]?.answer
}

export async function deleteRefreshAnswers(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    delete from refresh_answers kept using sessions
     where sessions.id = kept.session_id and sessions.user_id = ${userId}`.execute(transaction)
}

/**
 * Deletes answers that are too old to be repeated. Reads the whole table, which holds the refreshes of some seconds.
 */
export async function deleteOldRefreshAnswers(db: Executor, graceSeconds: number): Promise<void> {
  await sql`
    delete from refresh_answers
     where created_at < clock_timestamp() - make_interval(secs => ${graceSeconds}::float8)`.execute(db)
}
