import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { markVerified, replacePassword, selectUser, selectUserByEmail, setPassword } from '../accounts/queries.ts'
import { type AtShops, emitAtShops } from '../accounts/user-events.ts'
import { limitMails } from '../attempts/attempts.ts'
import { countMails } from '../attempts/mail-limits.ts'
import type { Dependencies } from '../dependencies.ts'
import { confirmPendingEmail } from '../email-change/email-change.ts'
import { deletePendingEmail } from '../email-change/queries.ts'
import { refuseGuest } from '../guests/guests.ts'
import { passwordChanged } from '../mails/letters.ts'
import { mailPasswordReset, mailUser, mailVerification } from '../mails/mailing.ts'
import { consumeMailToken, deleteMailTokens, lockTokenOwner, selectMailToken } from '../mails/token-queries.ts'
import { checkCurrentPassword } from '../passwords/current-password.ts'
import { prepareNewPassword } from '../passwords/new-password.ts'
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts'
import { refuseToken, type StaffRole, shopsOfStaff, signOutEverywhere } from '../passwords/recovery.ts'
import { emailKey } from '../rules.ts'
import { endSessions } from '../sessions/sessions.ts'
import { deleteSecondFactor } from '../two-factor/queries.ts'

type Services = AtShops & Pick<Dependencies, 'config' | 'signInTurns' | 'tokens' | 'revocations'>

/**
 * Confirms an address with the token mailed to it: the account's own, or the pending one, which replaces it. Returns
 * the shops that the user works for.
 * @throws AppError VALIDATION_ERROR (token), EMAIL_TAKEN if another account has the pending address by now
 */
export async function verifyEmail(deps: AtShops, token: string): Promise<StaffRole[]> {
  const tokenHash = hashToken(token)
  const userId = await inTransaction(deps.db, async (transaction) => {
    await lockTokenOwner(transaction, tokenHash)
    const taken = await consumeMailToken(transaction, tokenHash, 'verify_email')
    if (taken === undefined) return (await confirmPendingEmail(transaction, deps, tokenHash)) ?? refuseToken()
    await confirmAddress(transaction, deps, taken)
    await deleteMailTokens(transaction, taken.user_id, 'verify_email')
    return taken.user_id
  })
  return shopsOfStaff(deps, userId)
}

/**
 * Marks the address as confirmed; the shops of which the user is a customer get `user.verified`. False if it was
 * confirmed before.
 */
export async function confirmAddress(
  transaction: Transaction,
  deps: AtShops,
  proof: { user_id: string; email_key: string },
): Promise<boolean> {
  const verified = await markVerified(transaction, proof.user_id, proof.email_key)
  if (verified) await emitAtShops(transaction, deps, 'user.verified', verified.id)
  return verified !== undefined
}

/**
 * Mails a new link to confirm the address; false if the limit of mails is reached (`countMails`).
 * @throws AppError CONFLICT if it is confirmed, RATE_LIMITED
 */
export async function resendVerification(services: Services, actor: Actor, origin: Origin): Promise<boolean> {
  const user = await selectUser(services.db, actor.userId)
  if (user === undefined) throw new AppError('UNAUTHORIZED', 'the account no longer exists')
  if (user.is_guest) refuseGuest()
  if (user.is_verified) throw new AppError('CONFLICT', 'the e-mail address is already verified')
  await limitMails(services, actor.userId, origin)
  const cause = { address: origin.address, userId: user.id }
  const isMailed = await countMails(services.db, services.config, cause)
  if (isMailed) await mailVerification(services.db, user.id, origin.merchantId)
  return isMailed
}

/**
 * Mails a link to set a new password if the address has an account. The same statements run and one job is queued in
 * either case, so that neither answer nor timing reveals whether it has one. For the same reason every request counts
 * as a mail to an unconfirmed address (`countMails`). Beyond the limit it returns false, and only confirmed addresses
 * get the mail.
 * @throws AppError RATE_LIMITED
 */
export async function forgotPassword(services: Services, email: string, origin: Origin): Promise<boolean> {
  const key = emailKey(email)
  await limitMails(services, key, origin)
  const user = await selectUserByEmail(services.db, [key])
  const mayBeNew = await countMails(services.db, services.config, { address: origin.address })
  await mailPasswordReset(services.db, key, user?.id ?? null, mayBeNew, origin.merchantId)
  return mayBeNew
}

/**
 * Sets a new password with a mailed token and ends all sessions. The token proves access to the mailbox, so the address
 * counts as verified; if it was not before, a second factor is deleted. Returns the shops that the user works for.
 * @throws AppError VALIDATION_ERROR (token, password), RATE_LIMITED
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<StaffRole[]> {
  const tokenHash = hashToken(token)
  const sent = (await selectMailToken(services.db, tokenHash, 'reset_password')) ?? refuseToken()
  const password_hash = await prepareNewPassword(services, password, sent.email_key, origin)
  const userId = await inTransaction(services.db, async (transaction) => {
    await lockTokenOwner(transaction, tokenHash)
    const taken = (await consumeMailToken(transaction, tokenHash, 'reset_password')) ?? refuseToken()
    const { user_id: id } = taken
    if (!(await setPassword(transaction, id, taken.email_key, password_hash))) refuseToken()
    // Until now anybody could have registered the account with this address (`claimAccount`).
    if (await confirmAddress(transaction, services, taken)) await deleteSecondFactor(transaction, id)
    // Requested by somebody who knew the old password.
    await deletePendingEmail(transaction, id)
    await signOutEverywhere(transaction, services, { id, password_hash }, origin)
    return id
  })
  return shopsOfStaff(services, userId)
}

/**
 * Replaces the password and ends all other sessions.
 * @throws AppError VALIDATION_ERROR (password), INVALID_CREDENTIALS, RATE_LIMITED, CONFLICT if the password was changed
 * at the same time
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  input: { current_password: string; password: string },
  origin: Origin,
): Promise<void> {
  const { db, revocations } = services
  const user = await checkCurrentPassword(services, actor, input.current_password, origin)
  await checkNewPassword(input.password, user.email)
  const next = await hashPassword(input.password, origin.address)
  await inTransaction(db, async (transaction) => {
    if (!(await replacePassword(transaction, user.id, user.password_hash, next))) {
      throw new AppError('CONFLICT', 'another request has just changed the password; sign in again')
    }
    await deleteMailTokens(transaction, user.id, 'reset_password')
    await deletePendingEmail(transaction, user.id)
    await endSessions(transaction, revocations, user.id, actor.sessionId)
    await mailUser(transaction, user.id, passwordChanged, {}, { merchantId: origin.merchantId })
  })
}
