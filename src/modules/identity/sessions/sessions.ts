import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Actor } from '#src/platform/http/auth/authentication.ts'
import type { AccessClaims } from '#src/platform/http/auth/authentication-services.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { hashToken, newToken } from '#src/platform/lib/tokens.ts'
import { sessionLife } from '../rules.ts'
import {
  insertSession,
  revokeSessionOfToken,
  revokeSession as revokeSessionRow,
  revokeSessions,
  revokeStaffSessions,
} from './queries.ts'
import { openAnswer, sealAnswer } from './refresh-answers.ts'
import {
  deleteRefreshAnswers,
  insertRefreshToken,
  type RefreshRow,
  selectRefreshAnswer,
  spendRefreshToken,
} from './refresh-queries.ts'
import type { Revocations } from './revocations.ts'
import { type AccessTokens, hashDevice } from './tokens.ts'

export interface TokenPair {
  access_token: string
  refresh_token: string
  /** Lifetime of the access token in seconds. */
  expires_in: number
}

export interface SessionServices {
  tokens: AccessTokens
  revocations: Revocations
}

interface OpenedSession {
  tokens: TokenPair
  /** Whether the user had a session on this device before. */
  isFamiliarDevice: boolean
}

/**
 * Opens a session for a user on a device; with `staff`, an admin session for one merchant. Undefined if the checked
 * password or the role has changed meanwhile. Without a password it is a guest's session.
 */
export async function openSession(
  db: Executor,
  tokens: AccessTokens,
  user: { id: string; password_hash: string | null },
  deviceId: string,
  staff?: { merchantId: string; role: Role },
): Promise<OpenedSession | undefined> {
  const refresh = newToken()
  const session = {
    id: newId(),
    user_id: user.id,
    device_id: deviceId,
    merchant_id: staff?.merchantId ?? null,
    role: staff?.role ?? null,
  }
  const seconds = sessionSeconds(tokens)
  const inserted = await insertSession(db, session, user.password_hash, refresh.hash, seconds)
  if (inserted === undefined) return undefined
  const kind = user.password_hash === null ? { isGuest: true as const } : staff
  const claims = { userId: user.id, sessionId: session.id, device: hashDevice(deviceId), ...kind }
  return { tokens: toTokenPair(tokens, claims, refresh.token, seconds), isFamiliarDevice: inserted.known_device }
}

/**
 * Exchanges a refresh token for a new pair; each token works once. Reuse means that two parties hold the token, so the
 * session is revoked (refresh token rotation, RFC 9700 section 4.14.2). Exception: the last spent token, sent again by
 * its device within REFRESH_GRACE_SECONDS, gets the same pair again, for another tab or after a lost answer.
 * @throws AppError UNAUTHORIZED, INVALID_DEVICE
 */
export async function refreshSession(
  db: Database,
  { tokens, revocations, config }: SessionServices & { config: { REFRESH_GRACE_SECONDS: number } },
  refreshToken: string,
  deviceId: string,
): Promise<TokenPair> {
  const hash = hashToken(refreshToken)
  const lifetime = sessionSeconds(tokens)
  // The token and its successor change in one transaction. The error for a reused token is thrown outside of it, so
  // that the revocation commits.
  const outcome = await inTransaction(db, async (transaction) => {
    const row = await spendRefreshToken(transaction, hash, lifetime)
    if (row === undefined) throw new AppError('UNAUTHORIZED', 'the refresh token is not valid')
    if (row.device_id !== deviceId) throw new AppError('INVALID_DEVICE', 'the session belongs to another device')
    if (!row.live) throw sessionEnded()
    if (!row.spent_now) {
      const repeated = await selectRefreshAnswer(transaction, hash, config.REFRESH_GRACE_SECONDS)
      if (repeated !== undefined) return openAnswer<TokenPair>(refreshToken, repeated)
      const revoked = await revokeSessionRow(transaction, row.user_id, row.session_id)
      onCommit(transaction, () => revocations.add(revoked))
      return undefined
    }
    const next = newToken()
    const pair = toTokenPair(tokens, claimsOf(row), next.token, row.seconds_left)
    const repeated = { tokenHash: next.hash, spentHash: hash, answer: sealAnswer(refreshToken, pair) }
    if (!(await insertRefreshToken(transaction, row.session_id, repeated, lifetime))) throw sessionEnded()
    return pair
  })
  if (outcome === undefined) {
    throw new AppError('UNAUTHORIZED', 'the refresh token was used before; the session is revoked')
  }
  return outcome
}

function claimsOf({ user_id, session_id, device_id, merchant_id, role, is_guest }: RefreshRow): AccessClaims {
  const staff = merchant_id && role ? { merchantId: merchant_id, role } : undefined
  const kind = is_guest ? { isGuest: true as const } : staff
  return { userId: user_id, sessionId: session_id, device: hashDevice(device_id), ...kind }
}

function sessionEnded(): AppError {
  return new AppError('UNAUTHORIZED', 'the session has ended')
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

/** Ends the session that a refresh token belongs to, spent or not. Without one it does nothing. */
export async function endSessionOf(db: Executor, revocations: Revocations, refreshToken: string): Promise<void> {
  revocations.add(await revokeSessionOfToken(db, hashToken(refreshToken)))
}

/** Ends all sessions of the user. Without one it does nothing. */
export async function endAllSessions(
  { db, revocations }: Pick<SessionServices, 'revocations'> & { db: Database },
  userId: string,
): Promise<void> {
  revocations.add(await revokeSessions(db, userId))
}

/** Ends the session of the request. @throws AppError UNAUTHORIZED if another request has ended it meanwhile */
export async function endOwnSession(
  db: Executor,
  revocations: Revocations,
  { userId, sessionId }: Actor,
): Promise<void> {
  const revoked = await revokeSessionRow(db, userId, sessionId)
  if (revoked.length === 0) throw sessionEnded()
  revocations.add(revoked)
}

/**
 * Ends all sessions of the user, or all but one, whose last refresh answer is deleted. Their requests are refused once
 * the transaction commits.
 */
export async function endSessions(
  transaction: Transaction,
  revocations: Revocations,
  userId: string,
  exceptSessionId?: string,
): Promise<void> {
  const revoked = await revokeSessions(transaction, userId, exceptSessionId)
  await deleteRefreshAnswers(transaction, userId)
  onCommit(transaction, () => revocations.add(revoked))
}

/** Ends the user's admin sessions at one merchant, because their role changed. */
export async function endStaffSessions(
  transaction: Transaction,
  revocations: Revocations,
  merchantId: string,
  userId: string,
): Promise<void> {
  const revoked = await revokeStaffSessions(transaction, merchantId, userId)
  onCommit(transaction, () => revocations.add(revoked))
}

/** Not less than the access token's lifetime, but within that of any session. */
function sessionSeconds(tokens: AccessTokens): number {
  return Math.min(Math.max(sessionLife.seconds, tokens.ttlSeconds), sessionLife.maxSeconds)
}

function toTokenPair(
  tokens: AccessTokens,
  claims: AccessClaims,
  refreshToken: string,
  sessionSeconds: number,
): TokenPair {
  return {
    access_token: tokens.sign(claims, sessionSeconds),
    refresh_token: refreshToken,
    expires_in: Math.floor(Math.min(tokens.ttlSeconds, sessionSeconds)),
  }
}
