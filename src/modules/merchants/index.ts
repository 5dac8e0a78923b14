export { createKeyDirectory, type KeyDirectory } from './api-keys/key-directory.ts'
export { selectPublishableKey } from './api-keys/queries.ts'
export { selectGroupsOf, selectKnownGroups } from './customer-groups/queries.ts'
export type { ToldByOrder } from './customers/copy-queries.ts'
export { findCustomer, findOrMakeCustomer } from './customers/find-customer.ts'
export { makeCustomer, makeGuestCustomer } from './customers/make-customer.ts'
export { isCustomer, joinRecord, selectCurrentId, selectRecordAlone } from './customers/record-queries.ts'
export { createMerchantDirectory, currencyOf, type MerchantDirectory, merchantOf } from './directory.ts'
export { followSettings } from './follow-settings.ts'
export { type EndedOfShop, endSecretsOfShop } from './leak.ts'
export { selectMerchantIds as merchantIds } from './leak-queries.ts'
export { lockMarketingRecipient, type MarketingRecipient } from './marketing/queries.ts'
export { unsubscribeLink } from './marketing/unsubscribe-link.ts'
export { createMemberships } from './memberships.ts'
export { findDefaultMerchant, lockFirstMerchant, merchantName } from './queries.ts'
export { createRoleDirectory, type RoleDirectory } from './roles/role-directory.ts'
export { AnnouncementSchema, announces } from './settings/announcement.ts'
export { type Brand, brandOf, mailLookOf } from './settings/brand.ts'
export { trackingUrl } from './settings/carriers.ts'
export type { UseLogo } from './settings/change-settings.ts'
export { blankInvoices, creditNoteMark, type InvoiceSettings } from './settings/invoice-settings.ts'
export { pictureLook } from './settings/picture-look.ts'
export {
  hasOtherCurrency,
  lockSettings,
  selectCarriers,
  selectMerchantSettings,
  selectSettings,
  setOffers,
} from './settings/queries.ts'
export { defaultOrderLimits, type OrderLimits, type ShopSettings } from './settings/rules.ts'
export { StorefrontUrl } from './settings/schemas.ts'
export { setStripeAccount } from './settings/stripe-account.ts'
export { selectStripeAccount } from './settings/stripe-account-queries.ts'
export { createFirstMerchant, createMerchant, inviteOwner } from './staff/found-merchant.ts'
export { acceptInvitation, readInvitation } from './staff/invitations.ts'
export { mailOwners } from './staff/mail-owners.ts'
export { isMember } from './staff/queries.ts'
export { InvitationAcceptance } from './staff/schemas.ts'
