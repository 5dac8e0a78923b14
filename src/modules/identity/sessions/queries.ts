import { sql } from 'kysely'
import { behindCursor, countUpToMaximum } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { sessionLife, staffIdle } from '../rules.ts'

/** Condition of a live session: unused admin sessions expire, too. */
export const isLive = sql<boolean>`(
  revoked_at is null and expires_at > now() and created_at > now() - make_interval(secs => ${sessionLife.maxSeconds})
  and (role is null or last_used_at > now() - make_interval(secs => ${staffIdle.seconds + staffIdle.stepSeconds})))`

export interface NewSession {
  id: string
  user_id: string
  device_id: string
  merchant_id: string | null
  role: Role | null
}

/**
 * Inserts a session with its first refresh token, and returns whether the user had one on this device before. Undefined
 * if the password or the role has changed or the account is gone. Only guests have no password. The account and staff
 * rows are locked (`for share`), so a concurrent change of password or role either revokes this session too or is seen
 * here.
 */
export async function insertSession(
  db: Executor,
  session: NewSession,
  passwordHash: string | null,
  refreshHash: Buffer,
  lifetimeSeconds: number,
): Promise<{ known_device: boolean } | undefined> {
  const staff =
    session.merchant_id === null
      ? sql``
      : sql`join staff on staff.user_id = users.id and staff.merchant_id = ${session.merchant_id}
                      and staff.role = ${session.role}`
  const proof =
    passwordHash === null ? sql`users.is_guest and deleted_at is null` : sql`users.password_hash = ${passwordHash}`
  const { rows } = await sql<{ known_device: boolean }>`
    with account as (
      select users.id from users ${staff}
       where users.id = ${session.user_id} and ${proof}
         for share
    ), session as (
      insert into sessions (id, user_id, device_id, merchant_id, role, created_at, last_used_at, expires_at)
      select ${session.id}::uuid, id, ${session.device_id}::text, ${session.merchant_id}::uuid, ${session.role}::text,
             now(), now(), now() + make_interval(secs => ${lifetimeSeconds}::float8)
        from account
      returning id, created_at
    ), token as (
      insert into refresh_tokens (token_hash, session_id, created_at)
      select ${refreshHash}::bytea, id, created_at from session
    )
    select exists (select from sessions
                    where user_id = ${session.user_id} and device_id = ${session.device_id}) as known_device
      from session`.execute(db)
  return rows[0]
}

/**
 * Records a request in an admin session, unless one was recorded within the last interval. False if the session has
 * ended.
 */
export async function useStaffSession(db: Executor, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    with session as (
      select id, last_used_at from sessions where id = ${sessionId} and ${isLive}
    ), used as (
      update sessions set last_used_at = now()
        from session
       where sessions.id = session.id
         and session.last_used_at < now() - make_interval(secs => ${staffIdle.stepSeconds})
    )
    select from session`.execute(db)
  return rows.length > 0
}

export interface SessionRow {
  id: string
  device_id: string
  merchant_id: string | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

export function selectSessions(db: Executor, userId: string, page: PageRequest): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where(isLive)
    .select(['id', 'device_id', 'merchant_id', 'created_at', 'last_used_at', 'expires_at'])
    .where(behindCursor(page, 'desc', ['id', 'uuid']))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute()
}

export function countSessions(db: Executor, userId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from sessions where user_id = ${userId} and ${isLive}`)
}

export interface ActiveSession extends SessionRow {
  /** Display name. */
  role_name: string | null
  revoked_at: Date | null
}

/** Live and ended sessions after `last`, along the index of devices. */
export async function selectAllSessions(
  db: Executor,
  userId: string,
  last: Pick<ActiveSession, 'device_id' | 'id'> | undefined,
  limit: number,
): Promise<ActiveSession[]> {
  const behind = last ? sql`(device_id, id) > (${last.device_id}, ${last.id}::uuid)` : sql`true`
  const { rows } = await sql<ActiveSession>`
    select id, device_id, merchant_id,
           coalesce((select name from roles
                      where roles.merchant_id = sessions.merchant_id and roles.id::text = sessions.role),
                    sessions.role) as role_name,
           created_at, last_used_at, expires_at, revoked_at
      from sessions where user_id = ${userId} and ${behind} order by device_id, id limit ${limit}`.execute(db)
  return rows
}

/** Revokes one live session of the user. Returns the ids revoked. */
export async function revokeSession(db: Executor, userId: string, sessionId: string): Promise<string[]> {
  return revoke(db, sql`user_id = ${userId} and id = ${sessionId}`)
}

/** Revokes the session of a refresh token. Returns the ids revoked. */
export async function revokeSessionOfToken(db: Executor, tokenHash: Buffer): Promise<string[]> {
  return revoke(db, sql`id = (select session_id from refresh_tokens where token_hash = ${tokenHash})`)
}

/** Revokes all live sessions of the user except the one given. */
export async function revokeSessions(db: Executor, userId: string, exceptSessionId?: string): Promise<string[]> {
  return revoke(db, sql`user_id = ${userId} and id is distinct from ${exceptSessionId ?? null}::uuid`)
}

/** Revokes the user's admin sessions at one merchant. */
export async function revokeStaffSessions(db: Executor, merchantId: string, userId: string): Promise<string[]> {
  return revoke(db, sql`user_id = ${userId} and merchant_id = ${merchantId}`)
}

async function revoke(db: Executor, which: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sessions set revoked_at = clock_timestamp() where revoked_at is null and ${which} returning id`.execute(db)
  return rows.map((row) => row.id)
}

/** Ids revoked since a time of the database's clock, or within the last seconds. */
export async function selectRevokedSince(
  db: Executor,
  since: Date | { secondsAgo: number },
): Promise<{ rows: string[]; now: Date }> {
  const start = since instanceof Date ? sql`${since}` : sql`now() - make_interval(secs => ${since.secondsAgo})`
  const { rows } = await sql<{ id: string | null; now: Date }>`
    select session.id, clock.now
      from (select clock_timestamp() as now) clock
      left join sessions session on session.revoked_at > ${start}`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('the statement returns at least one row')
  return { rows: rows.flatMap(({ id }) => id ?? []), now: first.now }
}

export async function isSessionRevoked(db: Executor, sessionId: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('revoked_at').where('id', '=', sessionId).executeTakeFirst()
  return row === undefined || row.revoked_at !== null
}

/** Ends all sessions of an erased account and deletes its device ids and refresh tokens. */
export async function eraseSessions(transaction: Transaction, userId: string): Promise<string[]> {
  // Tokens first: a refresh locks in this order, so the other order could deadlock.
  await sql`
    delete from refresh_tokens using sessions
     where sessions.id = refresh_tokens.session_id and sessions.user_id = ${userId}`.execute(transaction)
  const { rows } = await sql<{ id: string }>`
    update sessions set device_id = '', revoked_at = coalesce(revoked_at, clock_timestamp())
     where user_id = ${userId}
    returning id`.execute(transaction)
  return rows.map((row) => row.id)
}

export async function selectDevices(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('device_id').distinct().where('user_id', '=', userId).execute()
  return rows.map((row) => row.device_id)
}

/** True if this device has had a session of the account. */
export async function isFamiliarDevice(db: Executor, emailKey: string, deviceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users join sessions on sessions.user_id = users.id
     where users.email_key = ${emailKey} and sessions.device_id = ${deviceId} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Deletes a batch of sessions that ended so many seconds ago. Two ordered index scans, because with one `or` condition
 * the planner read the whole table when there was nothing to delete.
 */
export async function deleteEndedSessions(db: Executor, seconds: number): Promise<number> {
  const before = sql`now() - make_interval(secs => ${seconds}::float8)`
  const { numAffectedRows } = await sql`
    delete from sessions where id = any (array(
      (select id from sessions where expires_at < ${before} order by expires_at limit 400)
      union all
      (select id from sessions where revoked_at < ${before} order by revoked_at limit 400)))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
