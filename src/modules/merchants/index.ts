export { isAllowed, type Permission, type Role, roles } from '#src/platform/lib/permissions.ts'
export { makeCustomerFrom } from './customer-queries.ts'
export { createMerchantDirectory, type MerchantDirectory } from './directory.ts'
export {
  deleteAllRoles as leaveAllMerchants,
  deleteRole,
  insertCustomer as makeCustomer,
  insertMerchant,
  insertStaff,
  lockFirstMerchant,
  type Merchant,
  selectDefaultMerchant as findDefaultMerchant,
  selectMerchantsOfCustomer as merchantsOfCustomer,
  selectOwners as ownersOf,
  selectRoles as rolesOf,
  updateRole,
} from './queries.ts'
