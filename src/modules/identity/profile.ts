import { byUser } from '#src/platform/audit/index.ts'
import { inTransaction, onCommit } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/authentication.ts'
import { forgetResponses } from '#src/platform/http/idempotency.ts'
import { followUp } from '#src/platform/jobs/across.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { limitMails } from './attempts.ts'
import { checkCurrentPassword, refuseCurrentPassword } from './current-password.ts'
import type { Dependencies } from './dependencies.ts'
import { beginEmailChange } from './email-change.ts'
import { deletePendingEmail, eraseEmailChanges } from './email-change-queries.ts'
import { deleteMailTokens } from './mail-token-queries.ts'
import { withdrawMails } from './mailing.ts'
import { eraseUser, lockProfile, type ProfileRow, selectProfile, updateProfile } from './queries.ts'
import { emailKey, readPhone } from './rules.ts'
import { eraseSessions, selectDevices } from './session-queries.ts'
import { deleteSecondFactor } from './two-factor/queries.ts'
import { type AtShops, emitUserEvent, eraseAtShops } from './user-events.ts'

export interface ProfileChanges {
  email?: string
  name?: string | null
  phone?: string | null
  /** Needed with `email`. */
  current_password?: string
}

/** @throws AppError UNAUTHORIZED if the account is gone */
export async function readProfile({ identity }: Pick<Dependencies, 'identity'>, actor: Actor): Promise<ProfileRow> {
  return (await selectProfile(identity, actor.userId)) ?? accountGone()
}

/**
 * Changes the given fields; null clears. Another e-mail address waits until the link mailed to it is used; the address
 * the account has gives that up.
 * @throws AppError VALIDATION_ERROR (phone, current_password), INVALID_CREDENTIALS, EMAIL_TAKEN, RATE_LIMITED,
 * UNAUTHORIZED
 */
export async function changeProfile(
  deps: AtShops & Pick<Dependencies, 'config' | 'signInTurns'>,
  actor: Actor,
  changes: ProfileChanges,
  origin: Origin,
): Promise<ProfileRow> {
  const phone = readPhone(changes.phone)
  const { email: wanted } = changes
  const proven = wanted === undefined ? undefined : await proveForEmail(deps, actor, changes, origin)
  return inTransaction(deps.identity, async (transaction) => {
    const { password_hash, ...before } = (await lockProfile(transaction, actor.userId)) ?? accountGone()
    if (proven && password_hash !== proven.password_hash) refuseCurrentPassword()
    const email = before.email ?? ''
    const moves = wanted !== undefined && emailKey(wanted) !== emailKey(email)
    const after = {
      ...before,
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.phone !== undefined && { phone }),
      ...(wanted !== undefined && (moves ? { pending_email: wanted } : { email: wanted, pending_email: null })),
    }
    if (moves) await beginEmailChange(transaction, { id: before.id, email }, wanted)
    else if (wanted !== undefined) await deletePendingEmail(transaction, before.id)
    if ((['email', 'name', 'phone'] as const).some((field) => after[field] !== before[field])) {
      await updateProfile(transaction, after)
      await emitUserEvent(transaction, deps, 'user.updated', after)
    }
    return after
  })
}

async function proveForEmail(
  deps: Pick<Dependencies, 'identity' | 'config' | 'signInTurns'>,
  actor: Actor,
  { current_password: password }: ProfileChanges,
  origin: Origin,
) {
  if (password === undefined) {
    throw invalid({ field: 'current_password', message: 'is needed to change the e-mail address' })
  }
  const proven = await checkCurrentPassword(deps, actor, password, origin)
  await limitMails(deps, actor.userId, origin)
  return proven
}

/**
 * Erases the account: deletes all personal data and ends all sessions. Orders stay with an id that no longer identifies
 * a person. The merchants whose customer the user was get `user.deleted` with the id.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED, CONFLICT for the last owner of a merchant, UNAUTHORIZED
 */
export async function deleteAccount(
  deps: AtShops & Pick<Dependencies, 'config' | 'signInTurns' | 'revocations'>,
  actor: Actor,
  currentPassword: string,
  origin: Origin,
): Promise<void> {
  const { identity, revocations, memberships } = deps
  const { password_hash } = await checkCurrentPassword(deps, actor, currentPassword, origin)
  await inTransaction(identity, async (transaction) => {
    const erased = (await eraseUser(transaction, actor.userId, password_hash)) ?? refuseCurrentPassword()
    if (!(await memberships.leaveAllMerchants(transaction, deps, erased.id, byUser(erased.id, origin)))) {
      throw new AppError('CONFLICT', 'this account is the last owner of a merchant; make somebody else owner first')
    }
    await deleteSecondFactor(transaction, erased.id)
    await deleteMailTokens(transaction, erased.id)
    await eraseEmailChanges(transaction, erased.id)
    await withdrawMails(transaction, erased.id)
    const deviceIds = await selectDevices(transaction, erased.id)
    const ended = await eraseSessions(transaction, erased.id)
    onCommit(transaction, () => revocations.add(ended))
    await forgetResponses(transaction, { id: erased.id, deviceIds })
    await followUp(transaction, deps, eraseAtShops, { id: newId(), user_id: erased.id, device_ids: deviceIds })
  })
}

function accountGone(): never {
  throw new AppError('UNAUTHORIZED', 'the account no longer exists')
}
