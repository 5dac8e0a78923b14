import type { Memberships } from '#src/modules/identity/index.ts'
import { type Cause, recordAudits } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import {
  customersAmong,
  insertCustomer,
  merchantsOfCustomer,
  merchantsWithRecord,
  moveEmail,
  saveProfile,
  selectRecords,
  shopOfMails,
} from './customers/copy-queries.ts'
import type { MerchantDirectory } from './directory.ts'
import { deleteAllRoles, findDefaultMerchant, rolesOf } from './queries.ts'
import { findRole } from './roles/authority.ts'
import { mailLookOf } from './settings/brand.ts'
import { selectOwnTexts } from './texts/queries.ts'

/** Implements the interface of identity to merchants. */
export function createMemberships(directory: MerchantDirectory): Memberships {
  return {
    async findMerchantId(db, id) {
      const merchant = id === undefined ? await findDefaultMerchant(db) : await directory.find(id)
      return merchant?.id
    },
    async findShopOf(db, userId, named) {
      if (named !== undefined) return (await directory.find(named))?.id
      const [only, ...others] = await merchantsOfCustomer(db, userId)
      return others.length === 0 ? only : (await findDefaultMerchant(db))?.id
    },
    makeCustomer: insertCustomer,
    recordsOf: selectRecords,
    saveProfile,
    moveEmail,
    merchantsOfCustomer,
    merchantsWithRecord,
    customersAmong,
    async shopOfMails(db, userId, named) {
      const shop = await shopOfMails(db, userId, named)
      if (shop === undefined) return undefined
      const texts = directory.hasTexts(shop.id) ? await selectOwnTexts(db, shop.id) : undefined
      return { ...shop, look: await mailLookOf(db, shop.id), texts }
    },
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
