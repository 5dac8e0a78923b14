import { byUser } from '#src/platform/audit/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import {
  eraseUser,
  lockAccount,
  lockProfile,
  type ProfileRow,
  selectProfile,
  selectUser,
  updateProfile,
} from '../accounts/queries.ts'
import { type AtShops, emitAtShops } from '../accounts/user-events.ts'
import { limitMails } from '../attempts/attempts.ts'
import type { Dependencies } from '../dependencies.ts'
import { beginEmailChange } from '../email-change/email-change.ts'
import { deletePendingEmail } from '../email-change/queries.ts'
import { refuseIfGuest } from '../guests/guests.ts'
import { checkCurrentPassword, refuseCurrentPassword } from '../passwords/current-password.ts'
import { checkPhone, emailKey } from '../rules.ts'
import { erasePerson } from './erase-person.ts'

export interface ProfileChanges {
  email?: string
  name?: string | null
  phone?: string | null
  /** Needed with `email`. */
  current_password?: string
}

/** @throws AppError UNAUTHORIZED if the account is gone */
export async function readProfile({ db }: Pick<Dependencies, 'db'>, actor: Actor): Promise<ProfileRow> {
  return (await selectProfile(db, actor.userId)) ?? accountGone()
}

/**
 * Changes the given fields; null clears. A new e-mail address is pending until the link mailed to it is used; sending
 * the current address cancels that. `isMailed` is false if the limit of mails is reached. A guest has no address to
 * change.
 * @throws AppError VALIDATION_ERROR (phone, current_password), INVALID_CREDENTIALS, EMAIL_TAKEN, RATE_LIMITED, CONFLICT
 * (email of a guest), UNAUTHORIZED
 */
export async function changeProfile(
  deps: AtShops & Pick<Dependencies, 'config' | 'signInTurns'>,
  actor: Actor,
  changes: ProfileChanges,
  origin: Origin,
): Promise<{ profile: ProfileRow; isMailed: boolean }> {
  const phone = checkPhone(changes.phone)
  const { email: newEmail } = changes
  const proven = newEmail === undefined ? undefined : await proveForEmail(deps, actor, changes, origin)
  return inTransaction(deps.db, async (transaction) => {
    const { password_hash, ...before } = (await lockProfile(transaction, actor.userId)) ?? accountGone()
    if (proven && password_hash !== proven.password_hash) refuseCurrentPassword()
    const email = before.email ?? ''
    const moves = newEmail !== undefined && emailKey(newEmail) !== emailKey(email)
    const after = {
      ...before,
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.phone !== undefined && { phone }),
      ...(newEmail !== undefined && (moves ? { pending_email: newEmail } : { email: newEmail, pending_email: null })),
    }
    let isMailed = true
    if (moves) {
      const user = { id: before.id, email, is_verified: before.is_verified }
      isMailed = await beginEmailChange(transaction, deps, user, newEmail, origin)
    } else if (newEmail !== undefined) await deletePendingEmail(transaction, before.id)
    if ((['email', 'name', 'phone'] as const).some((field) => after[field] !== before[field]))
      await updateProfile(transaction, after)
    await tellShop(transaction, deps, after.id, changes, origin)
    return { profile: after, isMailed }
  })
}

/** The shop at which the user is signed in has what they save there; the other ones are not told. */
async function tellShop(
  transaction: Transaction,
  deps: AtShops,
  userId: string,
  { name, phone, email }: ProfileChanges,
  { merchantId: named }: Origin,
): Promise<void> {
  const merchantId = await deps.memberships.findShopOf(transaction, userId, named)
  if (merchantId === undefined) return
  const saved = { name: name !== undefined, phone: phone !== undefined, email: email !== undefined }
  const account = await lockAccount(transaction, userId)
  if (await deps.memberships.saveProfile(transaction, merchantId, account, saved))
    await emitAtShops(transaction, deps, 'user.updated', userId, [merchantId])
}

async function proveForEmail(
  deps: Pick<Dependencies, 'db' | 'config' | 'signInTurns'>,
  actor: Actor,
  { current_password: password }: ProfileChanges,
  origin: Origin,
) {
  if (password === undefined) {
    await refuseIfGuest(deps, actor.userId)
    return needCurrentPassword('to change the e-mail address')
  }
  const proven = await checkCurrentPassword(deps, actor, password, origin)
  await limitMails(deps, actor.userId, origin)
  return proven
}

/**
 * Erases the account: deletes all personal data and ends all sessions. Orders stay with an id that no longer identifies
 * a person. The merchants of which the user was a customer get `user.deleted` with the id. A guest needs no password.
 * @throws AppError VALIDATION_ERROR (current_password), INVALID_CREDENTIALS, RATE_LIMITED, CONFLICT for the last owner
 * of a merchant and for a password from a guest, UNAUTHORIZED
 */
export async function deleteAccount(
  deps: AtShops & Pick<Dependencies, 'config' | 'signInTurns' | 'revocations'>,
  actor: Actor,
  currentPassword: string | undefined,
  origin: Origin,
): Promise<void> {
  const { db, memberships } = deps
  const proven =
    currentPassword === undefined ? undefined : await checkCurrentPassword(deps, actor, currentPassword, origin)
  await inTransaction(db, async (transaction) => {
    const email = (await selectUser(transaction, actor.userId))?.email ?? null
    const erased = await eraseUser(transaction, actor.userId, proven?.password_hash)
    if (erased === undefined) return proven ? refuseCurrentPassword() : needCurrentPassword('to delete the account')
    if (!(await memberships.leaveAllMerchants(transaction, erased.id, byUser(erased.id, origin)))) {
      throw new AppError('CONFLICT', 'this account is the only owner of a shop; make somebody else an owner first')
    }
    await erasePerson(transaction, deps, erased.id, email)
  })
}

function needCurrentPassword(what: string): never {
  throw invalid({ field: 'current_password', message: `is required ${what}` })
}

function accountGone(): never {
  throw new AppError('UNAUTHORIZED', 'the account no longer exists')
}
