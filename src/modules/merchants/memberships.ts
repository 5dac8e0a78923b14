import type { Memberships } from '#src/modules/identity/index.ts'
import { type Cause, recordAudits } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import {
  customersAmong,
  insertCustomer,
  merchantsOfCustomer,
  merchantsWithRecord,
  renameCustomer,
  shopOfMails,
} from './customers/copy-queries.ts'
import type { MerchantDirectory } from './directory.ts'
import { deleteAllRoles, findDefaultMerchant, rolesOf } from './queries.ts'
import { findRole } from './roles/authority.ts'

/** Implements the interface of identity to merchants. */
export function createMemberships(directory: MerchantDirectory): Memberships {
  return {
    async findMerchantId(db, id) {
      const merchant = id === undefined ? await findDefaultMerchant(db) : await directory.find(id)
      return merchant?.id
    },
    makeCustomer: insertCustomer,
    renameCustomer,
    merchantsOfCustomer,
    merchantsWithRecord,
    customersAmong,
    shopOfMails,
    rolesOf,
    describeRole: findRole,
    leaveAllMerchants,
  }
}

async function leaveAllMerchants(transaction: Transaction, userId: string, cause: Cause): Promise<boolean> {
  const left = await deleteAllRoles(transaction, userId)
  if (left === undefined) return false
  const entries = left.map(({ merchant_id: merchantId, role_name: role }) => {
    const entry = { action: 'staff.left', targetId: userId, changes: { role: [role, null] } } as const
    return { merchantId, cause, entry }
  })
  await recordAudits(transaction, entries)
  return true
}
