import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#src/platform/db/pool.ts'
import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { Revocations } from './revocations.ts'
import {
  insertRefreshToken,
  insertSession,
  revokeSession as revokeSessionRow,
  revokeSessions,
  revokeStaffSessions,
  spendRefreshToken,
} from './session-queries.ts'
import { type AccessTokens, hashDevice } from './tokens.ts'

/** A session ends this long after its last refresh. */
const sessionDays = 30

export interface TokenPair {
  access_token: string
  refresh_token: string
  /** Seconds the access token lives. */
  expires_in: number
}

export interface SessionServices {
  tokens: AccessTokens
  revocations: Revocations
}

/**
 * Opens a session for a user on a device; with `staff` set, an admin session for one merchant. Undefined if the password
 * that was checked, or the role, is no longer the user's.
 */
export async function openSession(
  db: Executor,
  tokens: AccessTokens,
  user: { id: string; password_hash: string },
  deviceId: string,
  staff?: { merchantId: string; role: Role },
): Promise<TokenPair | undefined> {
  const refresh = newRefreshToken()
  const now = new Date()
  const session = {
    id: newId(),
    user_id: user.id,
    device_id: deviceId,
    merchant_id: staff?.merchantId ?? null,
    role: staff?.role ?? null,
    created_at: now,
    expires_at: sessionEnd(now, tokens),
  }
  if (!(await insertSession(db, session, user.password_hash, refresh.hash))) return undefined
  return {
    access_token: tokens.sign({ userId: user.id, sessionId: session.id, device: hashDevice(deviceId), ...staff }),
    refresh_token: refresh.token,
    expires_in: Math.floor(tokens.ttlSeconds),
  }
}

/**
 * A new pair for a refresh token, which is spent by this. A spent token used again means that two parties hold it: the
 * session is revoked for both.
 * @throws AppError UNAUTHORIZED, INVALID_DEVICE
 */
export async function refreshSession(
  db: Database,
  { tokens, revocations }: SessionServices,
  refreshToken: string,
  deviceId: string,
): Promise<TokenPair> {
  const hash = hashRefreshToken(refreshToken)
  // Spending and the successor commit together; the revocation of a stolen one must outlive the error, hence outside.
  const outcome = await inTransaction(db, async (transaction) => {
    const row = await spendRefreshToken(transaction, hash, deviceId)
    if (row === undefined) throw new AppError('UNAUTHORIZED', 'the refresh token is not valid')
    if (row.device_id !== deviceId) throw new AppError('INVALID_DEVICE', 'the session belongs to another device')
    if (!row.live) throw new AppError('UNAUTHORIZED', 'the session has ended')
    if (!row.spent_now) {
      const revoked = await revokeSessionRow(transaction, row.user_id, row.session_id)
      onCommit(transaction, () => revocations.add(revoked))
      return undefined
    }
    const next = newRefreshToken()
    const now = new Date()
    await insertRefreshToken(transaction, row.session_id, next.hash, now, sessionEnd(now, tokens))
    const staff = row.merchant_id && row.role ? { merchantId: row.merchant_id, role: row.role } : undefined
    return {
      access_token: tokens.sign({
        userId: row.user_id,
        sessionId: row.session_id,
        device: hashDevice(deviceId),
        ...staff,
      }),
      refresh_token: next.token,
      expires_in: Math.floor(tokens.ttlSeconds),
    }
  })
  if (outcome === undefined) {
    throw new AppError('UNAUTHORIZED', 'the refresh token was used before; the session is revoked')
  }
  return outcome
}

/** Ends one of the user's sessions. @throws AppError NOT_FOUND */
export async function endSession(
  db: Executor,
  revocations: Revocations,
  userId: string,
  sessionId: string,
): Promise<void> {
  const revoked = await revokeSessionRow(db, userId, sessionId)
  if (revoked.length === 0) throw notFound('session')
  revocations.add(revoked)
}

/** Ends all of the user's sessions, or all but one, in the caller's transaction; requests are refused once it commits. */
export async function endSessions(
  transaction: Transaction,
  revocations: Revocations,
  userId: string,
  exceptSessionId?: string,
): Promise<void> {
  const revoked = await revokeSessions(transaction, userId, exceptSessionId)
  onCommit(transaction, () => revocations.add(revoked))
}

/** Ends the user's admin sessions at one merchant: their role there has changed. */
export async function endStaffSessions(
  transaction: Transaction,
  revocations: Revocations,
  merchantId: string,
  userId: string,
): Promise<void> {
  const revoked = await revokeStaffSessions(transaction, merchantId, userId)
  onCommit(transaction, () => revocations.add(revoked))
}

function newRefreshToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashRefreshToken(token) }
}

/** 256 random bits need no salt and no slow hash: they cannot be guessed. */
function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Never before the access token's own end. */
function sessionEnd(now: Date, tokens: AccessTokens): Date {
  return new Date(now.getTime() + Math.max(sessionDays * 86_400, tokens.ttlSeconds) * 1000)
}
