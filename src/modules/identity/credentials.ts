import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { limitFailures, limitMails } from './attempts.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteMailTokens, takeMailToken } from './mail-token-queries.ts'
import { mailPasswordReset, mailUser, mailVerification } from './mailing.ts'
import type { Memberships } from './memberships.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  markVerified,
  replacePassword,
  selectCredentialsOfUser,
  selectUser,
  selectUserByEmail,
  setPassword,
} from './queries.ts'
import { emailKey } from './rules.ts'
import { endSessions, openSession } from './sessions.ts'
import { emitUserEvent } from './user-events.ts'

type Services = Pick<Dependencies, 'db' | 'config' | 'tokens' | 'revocations' | 'memberships'>

/** Confirms the e-mail address with a mailed token. @throws AppError VALIDATION_ERROR (token) */
export async function verifyEmail(
  { db, memberships }: Pick<Dependencies, 'db' | 'memberships'>,
  token: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const taken = (await takeMailToken(transaction, hashToken(token), 'verify_email')) ?? refuseToken()
    await confirmAddress(transaction, memberships, taken)
    await deleteMailTokens(transaction, taken.user_id, 'verify_email')
  })
}

/** Marks the address as confirmed; the shops whose customer the user is get `user.verified`. */
export async function confirmAddress(
  transaction: Transaction,
  memberships: Memberships,
  proof: { user_id: string; email_key: string },
): Promise<void> {
  const verified = await markVerified(transaction, proof.user_id, proof.email_key)
  if (verified) await emitUserEvent(transaction, memberships, 'user.verified', verified)
}

/** Mails a new link to confirm the address. @throws AppError CONFLICT if it is confirmed, RATE_LIMITED */
export async function resendVerification(services: Services, actor: Actor, origin: Origin): Promise<void> {
  const user = await selectUser(services.db, actor.userId)
  if (user === undefined) throw new AppError('UNAUTHORIZED', 'the account no longer exists')
  if (user.is_verified) throw new AppError('CONFLICT', 'the e-mail address is verified already')
  await limitMails(services, actor.userId, origin)
  await mailVerification(services.db, user.id)
}

/**
 * Mails a link to set a new password if the address has an account. The same statements run and one job is queued in
 * either case, so that neither response nor timing reveals whether it has. @throws AppError RATE_LIMITED
 */
export async function forgotPassword(services: Services, email: string, origin: Origin): Promise<void> {
  const key = emailKey(email)
  await limitMails(services, key, origin)
  const user = await selectUserByEmail(services.db, key)
  await mailPasswordReset(services.db, key, user?.id ?? null)
}

/**
 * Sets a new password with a mailed token and ends all sessions. The token proves access to the mailbox, so the address
 * counts as verified.
 * @throws AppError VALIDATION_ERROR (token)
 */
export async function resetPassword(
  { db, tokens, revocations, memberships }: Services,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  const password_hash = await hashPassword(password)
  await inTransaction(db, async (transaction) => {
    const taken = (await takeMailToken(transaction, hashToken(token), 'reset_password')) ?? refuseToken()
    const { user_id: id } = taken
    if (!(await setPassword(transaction, id, taken.email_key, password_hash))) refuseToken()
    await confirmAddress(transaction, memberships, taken)
    // Opened and ended at once: it makes this device known, so that an owner locked out by somebody else's wrong
    // passwords (LOGIN_LIMIT_PER_MINUTE) can sign in from it.
    await openSession(transaction, tokens, { id, password_hash }, origin.deviceId)
    await endSessions(transaction, revocations, id)
    await mailUser(transaction, id, 'password_changed', {})
  })
}

/**
 * Replaces the password and ends all other sessions.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED, CONFLICT if the password was changed at the same time
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  input: { current_password: string; password: string },
  origin: Origin,
): Promise<void> {
  const { db, revocations } = services
  const user = await selectCredentialsOfUser(db, actor.userId)
  if (user?.email == null) throw new AppError('UNAUTHORIZED', 'the account no longer exists')
  const current = await limitFailures(services, emailKey(user.email), origin, async () =>
    (await verifyPassword(user.password_hash, input.current_password)) ? user.password_hash : undefined,
  )
  if (current == null) throw new AppError('INVALID_CREDENTIALS', 'the current password is wrong')
  const next = await hashPassword(input.password)
  await inTransaction(db, async (transaction) => {
    if (!(await replacePassword(transaction, user.id, current, next))) {
      throw new AppError('CONFLICT', 'the password was changed at the same time')
    }
    await deleteMailTokens(transaction, user.id, 'reset_password')
    await endSessions(transaction, revocations, user.id, actor.sessionId)
    await mailUser(transaction, user.id, 'password_changed', {})
  })
}

function refuseToken(): never {
  throw invalid({ field: 'token', message: 'is not valid, was used, or has expired' })
}
