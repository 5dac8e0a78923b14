export {
  createFirstMerchant,
  createMerchantWithOwner,
  type FoundedMerchant,
  type NewMerchant,
} from './found-merchant.ts'
export { mailOwners } from './mail-owners.ts'
