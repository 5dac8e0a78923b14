import type { Memberships } from '#src/modules/identity/index.ts'
import { type Cause, recordAuditAcross } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Across } from '#src/platform/jobs/across.ts'
import { customersAmong, insertCustomer, merchantsOfCustomer, renameCustomer } from './customers/copy-queries.ts'
import type { MerchantDirectory } from './directory.ts'
import { deleteAllRoles, findDefaultMerchant, rolesOf } from './queries.ts'

/** Implements what identity needs of merchants. */
export function createMemberships(directory: MerchantDirectory): Memberships {
  return {
    async findMerchantId(db, id) {
      const merchant = id === undefined ? await findDefaultMerchant(db) : await directory.find(id)
      return merchant?.id
    },
    makeCustomer: insertCustomer,
    renameCustomer,
    merchantsOfCustomer,
    customersAmong,
    rolesOf,
    leaveAllMerchants,
  }
}

async function leaveAllMerchants(
  transaction: Transaction,
  deps: Across,
  userId: string,
  cause: Cause,
): Promise<boolean> {
  const left = await deleteAllRoles(transaction, userId)
  if (left === undefined) return false
  for (const { merchant_id: merchantId, role } of left) {
    const entry = { action: 'staff.left', targetId: userId, changes: { role: [role, null] } } as const
    await recordAuditAcross(transaction, deps, { merchantId, cause }, [entry])
  }
  return true
}
