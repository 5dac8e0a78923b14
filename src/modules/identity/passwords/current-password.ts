import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { selectCredentialsOfUser } from '../accounts/queries.ts'
import { limitFailures } from '../attempts/attempts.ts'
import type { Dependencies } from '../dependencies.ts'
import { refuseGuest } from '../guests/guests.ts'
import { emailKey } from '../rules.ts'
import { verifyPassword } from './passwords.ts'

/** An account whose current password was given. */
interface ProvenAccount {
  id: string
  email: string
  /** Compare it in the transaction that follows: the password may change meanwhile. */
  password_hash: string
}

/**
 * Checks the current password of the signed-in user, which the thief of a token does not have. A wrong one counts as a
 * failed sign-in.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED, CONFLICT for a guest, UNAUTHORIZED if the account is gone
 */
export async function checkCurrentPassword(
  services: Pick<Dependencies, 'db' | 'config' | 'signInTurns'>,
  actor: Actor,
  password: string,
  origin: Origin,
): Promise<ProvenAccount> {
  const user = await selectCredentialsOfUser(services.db, actor.userId)
  if (user?.is_guest) refuseGuest()
  if (user?.email == null) throw new AppError('UNAUTHORIZED', 'the account no longer exists')
  const password_hash = await limitFailures(services, emailKey(user.email), origin, async () =>
    (await verifyPassword(user.password_hash, password, origin.address))
      ? (user.password_hash ?? undefined)
      : undefined,
  )
  return { id: user.id, email: user.email, password_hash: password_hash ?? refuseCurrentPassword() }
}

export function refuseCurrentPassword(): never {
  throw new AppError('INVALID_CREDENTIALS', 'the current password is wrong')
}
