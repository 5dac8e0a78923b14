import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, selectUserByEmail } from './queries.ts'
import { emailKey } from './rules.ts'

interface KnownUser {
  id: string
  /** True if the account was made by this call. */
  isNew: boolean
}

/**
 * The account with this address, made if there is none: with the password given, or without one, to be set by a mailed
 * link. An account somebody sets up at the server's own console has a verified address.
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
    created_at: new Date(),
    password_hash: password === undefined ? null : await hashPassword(password),
  }
  if (await insertUser(transaction, user)) return { id: user.id, isNew: true }
  // Somebody registered the address in between, and has committed: the insert has waited for that.
  const other = await selectUserByEmail(transaction, key)
  if (other === undefined) throw new Error('an account has come and gone')
  return { id: other.id, isNew: false }
}
