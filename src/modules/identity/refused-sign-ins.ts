import { byUser, recordRefusals } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Origin } from '#src/platform/http/authentication.ts'
import type { Dependencies } from './dependencies.ts'
import { selectUserByEmail } from './queries.ts'
import { emailKey } from './rules.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Writes a refused admin sign-in to the audit log of each merchant that the account works for, or of the one that was
 * named. The entry names the account if it works there; elsewhere nobody learns of it. The same statements run for an
 * unknown account.
 */
export async function recordRefusedSignIn(
  { identity, shop, everyShop, memberships }: Databases & Pick<Dependencies, 'memberships'>,
  email: string,
  origin: Origin,
  namedMerchantId: string | undefined,
): Promise<void> {
  const userId = (await selectUserByEmail(identity, emailKey(email)))?.id ?? nobody
  const employers = (await memberships.rolesOf(identity, userId)).map((role) => role.merchant_id)
  const named = namedMerchantId && (await memberships.findMerchantId(identity, namedMerchantId))
  const merchantIds = namedMerchantId === undefined ? employers : named ? [named] : []
  const atShops = Map.groupBy(merchantIds, shop)
  // Also without entries: nobody is to learn by the time that there are none.
  const [first] = everyShop
  if (first && atShops.size === 0) atShops.set(first, [])
  for (const [db, ids] of atShops) {
    const entries = ids.map((merchantId) => ({
      merchantId,
      cause: byUser(employers.includes(merchantId) ? userId : null, origin),
      entry: { action: 'staff.sign_in_refused', targetId: merchantId } as const,
    }))
    await inTransaction(db, (transaction) => recordRefusals(transaction, entries))
  }
}
