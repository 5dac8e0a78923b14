import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { setPassword } from '../accounts/queries.ts'
import { type AtShops, emitAtShops } from '../accounts/user-events.ts'
import { countMails } from '../attempts/mail-limits.ts'
import type { Dependencies } from '../dependencies.ts'
import { mailFormerAddress, mailPendingAddress } from '../mails/mailing.ts'
import { lockTokenOwner, selectMailToken } from '../mails/token-queries.ts'
import { prepareNewPassword } from '../passwords/new-password.ts'
import { refuseToken, type StaffRole, shopsOfStaff, signOutEverywhere } from '../passwords/recovery.ts'
import { emailKey } from '../rules.ts'
import { deleteSecondFactorSince } from '../two-factor/queries.ts'
import {
  type Address,
  consumeFormerEmail,
  consumePendingEmail,
  forgetChangesSince,
  isUsedEmail,
  moveAccount,
  storeFormerEmail,
  upsertPendingEmail,
} from './queries.ts'

/** The link is valid for seven days after it is sent, and a mail may wait for a day (`platform/jobs`). */
const formerDays = 8

/**
 * Stores the pending address, and mails a link to it. The current address gets a link that undoes the change. Call it
 * with the account locked. False if the limit of mails is reached (`countMails`): then only a confirmed current address
 * gets its mail.
 * @throws AppError EMAIL_TAKEN
 */
export async function beginEmailChange(
  transaction: Transaction,
  { config, memberships }: Pick<Dependencies, 'config' | 'memberships'>,
  user: { id: string; email: string; is_verified: boolean },
  newEmail: string,
  { address, merchantId }: Pick<Origin, 'address' | 'merchantId'>,
): Promise<boolean> {
  // The first to confirm the address gets it (`moveAccount`); this check only saves a useless mail.
  if (await isUsedEmail(transaction, emailKey(newEmail), user.id)) throw duplicateEmail()
  const shopId = await memberships.findShopOf(transaction, user.id, merchantId)
  await upsertPendingEmail(transaction, user.id, addressOf(newEmail), shopId)
  const formerId = await storeFormerEmail(transaction, user.id, addressOf(user.email), formerDays)
  const isMailed = await countMails(transaction, config, { address, userId: user.id }, user.is_verified ? 1 : 2)
  if (isMailed) await mailPendingAddress(transaction, user.id, merchantId)
  if (isMailed || user.is_verified) await mailFormerAddress(transaction, user.id, formerId, merchantId)
  return isMailed
}

/**
 * Gives the account its pending address if the secret was sent to it; returns the user. @throws AppError EMAIL_TAKEN
 */
export async function confirmPendingEmail(
  transaction: Transaction,
  deps: AtShops,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const pending = await consumePendingEmail(transaction, tokenHash)
  if (pending) await giveAddress(transaction, deps, pending.user_id, pending, { merchantId: pending.merchant_id })
  return pending?.user_id
}

/**
 * Undoes a change of address with the token mailed to the former one, confirmed or not: the account has that address
 * again, with a new password, and every session ends. Answers the shops whose staff they are.
 * @throws AppError VALIDATION_ERROR (token, password), EMAIL_TAKEN, RATE_LIMITED
 */
export async function undoEmailChange(
  services: AtShops & Pick<Dependencies, 'config' | 'tokens' | 'revocations'>,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<StaffRole[]> {
  const tokenHash = hashToken(token)
  const sent = (await selectMailToken(services.db, tokenHash, 'undo_email_change')) ?? refuseToken()
  const password_hash = await prepareNewPassword(services, password, sent.email_key, origin)
  const userId = await inTransaction(services.db, async (transaction) => {
    await lockTokenOwner(transaction, tokenHash)
    const former = (await consumeFormerEmail(transaction, tokenHash)) ?? refuseToken()
    const { user_id: id } = former
    await giveAddress(transaction, services, id, former, 'back')
    await setPassword(transaction, id, former.email_key, password_hash)
    await forgetChangesSince(transaction, id, former.id)
    // The second factor may be a thief's, and would lock the owner out.
    await deleteSecondFactorSince(transaction, id, former.created_at)
    await signOutEverywhere(transaction, services, { id, password_hash }, origin)
    return id
  })
  return shopsOfStaff(services, userId)
}

async function giveAddress(
  transaction: Transaction,
  deps: AtShops,
  userId: string,
  { email, email_key }: Address,
  to: { merchantId: string | null } | 'back',
): Promise<void> {
  const address = { email, email_key }
  let given: Awaited<ReturnType<typeof moveAccount>>
  try {
    given = await moveAccount(transaction, userId, address)
  } catch (error) {
    throw violates(error, 'users_email_key') ? duplicateEmail() : error
  }
  if (given === undefined) refuseToken()
  if (given.former_key !== email_key) {
    const from = to === 'back' ? { instead: given.former_key } : to
    const shops = await deps.memberships.moveEmail(transaction, given.id, address, from)
    await emitAtShops(transaction, deps, 'user.updated', given.id, shops)
  }
  if (given.verified_now) await emitAtShops(transaction, deps, 'user.verified', given.id)
}

function addressOf(email: string): Address {
  return { email, email_key: emailKey(email) }
}

function duplicateEmail(): AppError {
  return new AppError('EMAIL_TAKEN', 'an account with this e-mail address exists')
}
