import type { Cause } from '#src/platform/audit/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Permissions, Role } from '#src/platform/lib/permissions.ts'
import type { OwnTexts } from '#src/platform/lib/texts/spoken.ts'
import type { MailLook } from '#src/platform/mail/index.ts'
import type { AccountRow } from './queries.ts'

export interface RoleAtMerchant {
  merchant_id: string
  merchant_name: string
  role: Role
  /** Display name. */
  role_name: string
}

/** A user as a shop knows them. */
export interface KnownUser {
  merchant_id: string
  created_at: Date
  name: string | null
  email: string | null
  email_key: string
  phone: string | null
}

/** What a mail says of its shop. */
export interface MailedShop {
  id: string
  name: string
  support_email: string | null
  storefront_url: string | null
  /** In which its mails are written. */
  locale: string
  look?: MailLook | undefined
  /** What it says in its own words; undefined: nothing. */
  texts?: OwnTexts | undefined
}

/**
 * The interface of identity to merchants: their staff and customers. Implemented by `merchants` and passed in by `app`,
 * so that identity does not depend on merchants.
 */
export interface Memberships {
  /** The shop with this id, or the default one; undefined if there is none. */
  findMerchantId(db: Executor, id: string | undefined): Promise<string | undefined>
  /** Where a user is signed in: the shop that is named, else the only one that knows them, else the default one. */
  findShopOf(db: Executor, userId: string, named: string | undefined): Promise<string | undefined>
  /** Shops know of an account what it told them: with its registration all, with a cart name and e-mail address. */
  makeCustomer(
    transaction: Transaction,
    merchantIds: readonly string[],
    account: AccountRow,
    by: 'cart' | 'registration',
  ): Promise<void>
  /** What the shops know of which the account is a customer. */
  recordsOf(transaction: Transaction, userId: string): Promise<KnownUser[]>
  /** Copies what was saved in the profile to the shop where it was saved; false if that changes nothing. */
  saveProfile(
    transaction: Transaction,
    merchantId: string,
    account: AccountRow,
    saved: { name: boolean; phone: boolean; email: boolean },
  ): Promise<boolean>
  /**
   * The account has another address: told at once are the shop where it was asked for, or on the way back those that
   * have the address given up. Returns them; the others get it with the next order.
   */
  moveEmail(
    transaction: Transaction,
    userId: string,
    address: { email: string; email_key: string },
    to: { merchantId: string | null } | { instead: string },
  ): Promise<string[]>
  merchantsOfCustomer(transaction: Transaction, userId: string): Promise<string[]>
  /** Shops that do not know the account, and whose staff has ordered for its confirmed address. */
  merchantsWithRecord(transaction: Transaction, userId: string): Promise<string[]>
  customersAmong(transaction: Transaction, userIds: readonly string[]): Promise<string[]>
  /**
   * The shop in whose name a customer gets mails of their account: the one that was named, if they are a customer of
   * it; else the only one of somebody who works for none. Undefined: the platform.
   */
  shopOfMails(db: Executor, userId: string, named: string | undefined): Promise<MailedShop | undefined>
  rolesOf(db: Executor, userId: string): Promise<RoleAtMerchant[]>
  /** Name and permissions of a role of a shop; undefined if there is none. */
  describeRole(
    db: Executor,
    merchantId: string,
    role: Role,
  ): Promise<{ name: string; permissions: Permissions } | undefined>
  /** Removes all roles of a user. Returns false if a merchant would have no owner; the caller must then roll back. */
  leaveAllMerchants(transaction: Transaction, userId: string, cause: Cause): Promise<boolean>
}
