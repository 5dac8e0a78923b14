import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, selectUserByEmail } from './queries.ts'
import { emailKey } from './rules.ts'

interface KnownUser {
  id: string
  /** True if this call created the account. */
  isNew: boolean
}

/**
 * Finds or creates the account with this address. Without a password it is set later by a mailed link. A password is
 * given only from the server's console, so the address then counts as verified.
 */
export async function findOrMakeUser(
  transaction: Transaction,
  { email, password }: { email: string; password?: string | undefined },
): Promise<KnownUser> {
  const key = emailKey(email)
  const known = await selectUserByEmail(transaction, key)
  if (known) return { id: known.id, isNew: false }
  const user = {
    id: newId(),
    email,
    email_key: key,
    name: null,
    phone: null,
    is_verified: password !== undefined,
    password_hash: password === undefined ? null : await hashPassword(password),
  }
  if (await insertUser(transaction, user)) return { id: user.id, isNew: true }
  // A concurrent registration took the address; the insert waited for its commit.
  const other = await selectUserByEmail(transaction, key)
  if (other === undefined) throw new Error('the account was created and deleted meanwhile')
  return { id: other.id, isNew: false }
}
