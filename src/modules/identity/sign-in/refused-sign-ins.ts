import { byUser, recordRefusals } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { selectUserByEmail } from '../accounts/queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { emailKeys } from '../rules.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Writes a refused admin sign-in to the audit log of each merchant that the account works for, or of the named one. The
 * entry names the account only if it works there. The same statements run for an unknown account.
 */
export async function recordRefusedSignIn(
  { db, memberships }: Pick<Dependencies, 'db' | 'memberships'>,
  email: string,
  origin: Origin,
  namedMerchantId: string | undefined,
): Promise<void> {
  const userId = (await selectUserByEmail(db, emailKeys(email)))?.id ?? nobody
  const employers = (await memberships.rolesOf(db, userId)).map((role) => role.merchant_id)
  const named = namedMerchantId && (await memberships.findMerchantId(db, namedMerchantId))
  const merchantIds = namedMerchantId === undefined ? employers : named ? [named] : []
  const entries = merchantIds.map((merchantId) => ({
    merchantId,
    cause: byUser(employers.includes(merchantId) ? userId : null, origin),
    entry: { action: 'staff.sign_in_refused', targetId: merchantId } as const,
  }))
  await inTransaction(db, (transaction) => recordRefusals(transaction, entries))
}
