import { violates } from '#src/platform/db/sql-errors.ts'
import { inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { limitMails } from './attempts.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteMailTokens } from './mail-token-queries.ts'
import { mailFormerAddress, mailVerification, withdrawMails } from './mailing.ts'
import { eraseUser, lockUser, selectUser, type UserRow, updateProfile } from './queries.ts'
import { emailKey, readPhone } from './rules.ts'
import { eraseSessions, selectDevices } from './session-queries.ts'
import { deleteSecondFactor } from './two-factor/queries.ts'
import { emitUserEvent } from './user-events.ts'

export interface ProfileChanges {
  email?: string
  name?: string | null
  phone?: string | null
}

/** @throws AppError UNAUTHORIZED if the account is gone */
export async function readProfile({ db }: Pick<Dependencies, 'db'>, actor: Actor): Promise<UserRow> {
  return (await selectUser(db, actor.userId)) ?? accountGone()
}

/**
 * Changes the given fields; null clears. A new e-mail address is unverified until its mailed link is used, and the
 * former address gets a notice.
 * @throws AppError VALIDATION_ERROR (phone), EMAIL_TAKEN, RATE_LIMITED, UNAUTHORIZED
 */
export async function changeProfile(
  deps: Pick<Dependencies, 'db' | 'config' | 'memberships'>,
  actor: Actor,
  changes: ProfileChanges,
  origin: Origin,
): Promise<UserRow> {
  const phone = readPhone(changes.phone)
  if (changes.email !== undefined) await limitMails(deps, actor.userId, origin)
  return inTransaction(deps.db, async (transaction) => {
    const before = (await lockUser(transaction, actor.userId)) ?? accountGone()
    const after = {
      ...before,
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.phone !== undefined && { phone }),
      ...(changes.email !== undefined && { email: changes.email }),
    }
    const moved = emailKey(after.email ?? '') !== emailKey(before.email ?? '')
    if (moved) after.is_verified = false
    const unchanged = (['email', 'name', 'phone'] as const).every((field) => after[field] === before[field])
    if (unchanged) return before
    await writeProfile(transaction, after)
    if (moved) await confirmNewAddress(transaction, before)
    await emitUserEvent(transaction, deps.memberships, 'user.updated', after)
    return after
  })
}

async function writeProfile(transaction: Transaction, user: UserRow): Promise<void> {
  const { id, email, name, phone, is_verified } = user
  try {
    await updateProfile(transaction, { id, email, email_key: emailKey(email ?? ''), name, phone, is_verified })
  } catch (error) {
    throw violates(error, 'users_email_key') ? new AppError('EMAIL_TAKEN', 'this e-mail address has an account') : error
  }
}

async function confirmNewAddress(transaction: Transaction, before: UserRow): Promise<void> {
  await mailVerification(transaction, before.id)
  if (before.email !== null) await mailFormerAddress(transaction, before.id, before.email)
}

/**
 * Erases the account: deletes all personal data and ends all sessions. Orders stay with an id that no longer identifies
 * a person. The merchants whose customer the user was get `user.deleted` with the id.
 * @throws AppError CONFLICT for the last owner of a merchant, UNAUTHORIZED
 */
export async function deleteAccount(
  { db, revocations, memberships, erasers }: Pick<Dependencies, 'db' | 'revocations' | 'memberships' | 'erasers'>,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const erased = (await eraseUser(transaction, actor.userId)) ?? accountGone()
    if (!(await memberships.leaveAllMerchants(transaction, erased.id))) {
      throw new AppError('CONFLICT', 'this account is the last owner of a merchant; make somebody else owner first')
    }
    await deleteSecondFactor(transaction, erased.id)
    await deleteMailTokens(transaction, erased.id)
    await withdrawMails(transaction, erased.id)
    const user = { id: erased.id, deviceIds: await selectDevices(transaction, erased.id) }
    const ended = await eraseSessions(transaction, erased.id)
    onCommit(transaction, () => revocations.add(ended))
    for (const erase of erasers) await erase(transaction, user)
    await emitUserEvent(transaction, memberships, 'user.deleted', erased)
  })
}

function accountGone(): never {
  throw new AppError('UNAUTHORIZED', 'the account no longer exists')
}
