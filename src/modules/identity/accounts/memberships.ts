import type { Cause } from '#src/platform/audit/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Permissions, Role } from '#src/platform/lib/permissions.ts'
import type { AccountRow } from './queries.ts'

export interface RoleAtMerchant {
  merchant_id: string
  merchant_name: string
  role: Role
  /** Display name. */
  role_name: string
}

/** What a mail says of its shop. */
export interface MailedShop {
  name: string
  support_email: string | null
  storefront_url: string | null
  /** In which its mails are written. */
  locale: string
}

/**
 * The interface of identity to merchants: their staff and customers. Implemented by `merchants` and passed in by `app`,
 * so that identity does not depend on merchants.
 */
export interface Memberships {
  /** The shop with this id, or the default one; undefined if there is none. */
  findMerchantId(db: Executor, id: string | undefined): Promise<string | undefined>
  /** The account's name is copied. */
  makeCustomer(transaction: Transaction, merchantIds: readonly string[], account: AccountRow): Promise<void>
  /** Copies the account's name to the shops of which it is a customer; returns the shops. */
  renameCustomer(transaction: Transaction, account: AccountRow): Promise<string[]>
  merchantsOfCustomer(transaction: Transaction, userId: string): Promise<string[]>
  /** Shops that do not know the account, and whose staff has ordered for its confirmed address. */
  merchantsWithRecord(transaction: Transaction, userId: string): Promise<string[]>
  /** The users that are customers of a shop. */
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
