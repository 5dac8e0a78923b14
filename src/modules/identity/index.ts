export type { MailedShop, Memberships, RoleAtMerchant } from './accounts/memberships.ts'
export { lockAccount, selectUser } from './accounts/queries.ts'
export type { AtShops } from './accounts/user-events.ts'
export { Address, AddressInput, checkAddress, type PostalAddress, presentAddress } from './addresses/address.ts'
export { selectAddress } from './addresses/queries.ts'
export { createSignInTurns, limitGuesses, limitMails, sendLimited } from './attempts/attempts.ts'
export { countMailOfStaff, countMails, countMailTo, type MailLimits } from './attempts/mail-limits.ts'
export { claimAccount } from './credentials/claim-account.ts'
export { resetPassword, verifyEmail } from './credentials/credentials.ts'
export type { GuestCarts } from './dependencies.ts'
export { undoEmailChange } from './email-change/email-change.ts'
export { enterGuest } from './guests/guests.ts'
export { isGuest } from './guests/queries.ts'
export { identityBackground } from './jobs.ts'
export { type EndedSecrets, endSecrets } from './leak/leak.ts'
export { mailUser } from './mails/mailing.ts'
export { prepareNewPassword } from './passwords/new-password.ts'
export { hashPassword } from './passwords/passwords.ts'
export { emailKey } from './rules.ts'
export {
  Email,
  EmailChangeUndo,
  MailSent,
  MailToken,
  mailSent,
  Password,
  PasswordReset,
  presentUser,
  User,
  VerifyEmail,
} from './schemas.ts'
export { followRevocations, type Revocations } from './sessions/revocations.ts'
export { endStaffSessions } from './sessions/sessions.ts'
export { createStaffActivity, type StaffActivity } from './sessions/staff-activity.ts'
export { type AccessTokens, createAccessTokens } from './sessions/tokens.ts'
export { hasSecondFactor } from './two-factor/queries.ts'
