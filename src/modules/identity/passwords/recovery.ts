import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { passwordChanged } from '../mails/letters.ts'
import { mailUser } from '../mails/mailing.ts'
import { endSessions, openSession } from '../sessions/sessions.ts'

export interface StaffRole {
  id: string
  name: string
  role: string
}

/** The shops that a person works for, so that the page of a mailed link can link to them. Customers have none. */
export async function shopsOfStaff(
  { db, memberships }: Pick<Dependencies, 'db' | 'memberships'>,
  userId: string,
): Promise<StaffRole[]> {
  const roles = await memberships.rolesOf(db, userId)
  return roles.map(({ merchant_id: id, merchant_name: name, role_name: role }) => ({ id, name, role }))
}

/** Ends every session of an account whose password was set by a mailed link, and tells its owner. */
export async function signOutEverywhere(
  transaction: Transaction,
  { tokens, revocations }: Pick<Dependencies, 'tokens' | 'revocations'>,
  user: { id: string; password_hash: string },
  { deviceId, merchantId }: Pick<Origin, 'deviceId' | 'merchantId'>,
): Promise<void> {
  // Opened and ended at once: it makes this device known, so that an owner locked out by somebody else's wrong
  // passwords (LOGIN_LIMIT_PER_MINUTE) can sign in from it.
  await openSession(transaction, tokens, user, deviceId)
  await endSessions(transaction, revocations, user.id)
  await mailUser(transaction, user.id, passwordChanged, {}, { merchantId })
}

export function refuseToken(): never {
  throw invalid({ field: 'token', message: 'is not valid, was used, or has expired' })
}
