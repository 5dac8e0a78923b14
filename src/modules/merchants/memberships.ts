import type { Memberships } from '#src/modules/identity/index.ts'
import type { MerchantDirectory } from './directory.ts'
import { findDefaultMerchant, leaveAllMerchants, makeCustomer, merchantsOfCustomer, rolesOf } from './queries.ts'

/** Implements what identity needs of merchants. */
export function createMemberships(directory: MerchantDirectory): Memberships {
  return {
    async findMerchantId(db, id) {
      const merchant = id === undefined ? await findDefaultMerchant(db) : await directory.find(id)
      return merchant?.id
    },
    makeCustomer,
    merchantsOfCustomer,
    rolesOf,
    leaveAllMerchants,
  }
}
