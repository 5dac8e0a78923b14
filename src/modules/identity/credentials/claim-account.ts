import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { insertUser, lockCredentials, setPassword } from '../accounts/queries.ts'
import type { AtShops } from '../accounts/user-events.ts'
import type { Dependencies } from '../dependencies.ts'
import { deletePendingEmail } from '../email-change/queries.ts'
import { passwordChanged } from '../mails/letters.ts'
import { mailUser } from '../mails/mailing.ts'
import { deleteMailTokens } from '../mails/token-queries.ts'
import { emailKey } from '../rules.ts'
import { endSessions, openSession } from '../sessions/sessions.ts'
import { deleteSecondFactor } from '../two-factor/queries.ts'
import { confirmAddress } from './credentials.ts'

type Services = AtShops & Pick<Dependencies, 'tokens' | 'revocations'>

interface Claim {
  /** The caller has verified that this mailbox is the claimant's. */
  email: string
  /** Hashed before, so that no transaction waits for the slow hash. */
  passwordHash: string | undefined
  /** Device and address of the claimant, if known. */
  deviceId?: string
}

/**
 * Returns the id of the account of a mailbox's holder. A confirmed account stays unchanged. An account without a
 * password or with an unconfirmed address may have been registered by anybody: it gets the claimant's password, loses
 * its sessions and second factor, and its address counts as confirmed. A missing account is created.
 *
 * Writes nothing and returns undefined if a password is needed and none is given.
 */
export async function claimAccount(
  transaction: Transaction,
  services: Services,
  claim: Claim,
): Promise<string | undefined> {
  const { email, passwordHash, deviceId } = claim
  const key = emailKey(email)
  const user = await lockCredentials(transaction, key)
  if (user?.is_verified && user.password_hash !== null) return user.id
  if (passwordHash === undefined) return undefined
  if (user === undefined) {
    const account = { id: newId(), email, email_key: key, name: null, phone: null, is_verified: true }
    const made = await insertUser(transaction, { ...account, password_hash: passwordHash })
    // No row: a registration took the address meanwhile, and the insert waited for its commit.
    return made?.id ?? claimAccount(transaction, services, claim)
  }
  const { id } = user
  if (!(await setPassword(transaction, id, key, passwordHash))) throw new Error('the account is locked')
  await confirmAddress(transaction, services, { user_id: id, email_key: key })
  await deleteMailTokens(transaction, id)
  await deletePendingEmail(transaction, id)
  await deleteSecondFactor(transaction, id)
  // Opened and ended at once: it makes the claimant's device known (attempts.ts).
  if (deviceId) await openSession(transaction, services.tokens, { id, password_hash: passwordHash }, deviceId)
  await endSessions(transaction, services.revocations, id)
  if (user.password_hash !== null) await mailUser(transaction, id, passwordChanged, {})
  return id
}
