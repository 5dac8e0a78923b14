import type { Cause } from '#src/platform/audit/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Permissions, Role } from '#src/platform/lib/permissions.ts'
import type { AccountRow } from './queries.ts'

export interface RoleAtMerchant {
  merchant_id: string
  merchant_name: string
  role: Role
  /** What people know it by. */
  role_name: string
}

/**
 * What identity needs to know about merchants: who works for them and who is a customer. Implemented by `merchants` and
 * handed in by `app`, so that identity does not depend on merchants.
 */
export interface Memberships {
  /** The shop with this id, or the default one; undefined if there is none. */
  findMerchantId(db: Executor, id: string | undefined): Promise<string | undefined>
  /** The account's name is copied. */
  makeCustomer(transaction: Transaction, merchantIds: readonly string[], account: AccountRow): Promise<void>
  /** Copies the account's name to the shops whose customer it is; the shops. */
  renameCustomer(transaction: Transaction, account: AccountRow): Promise<string[]>
  merchantsOfCustomer(transaction: Transaction, userId: string): Promise<string[]>
  /** Those of the users who are a customer of a shop. */
  customersAmong(transaction: Transaction, userIds: readonly string[]): Promise<string[]>
  rolesOf(db: Executor, userId: string): Promise<RoleAtMerchant[]>
  /** What a role of a shop is called and allows; undefined if there is none. */
  describeRole(
    db: Executor,
    merchantId: string,
    role: Role,
  ): Promise<{ name: string; permissions: Permissions } | undefined>
  /** Removes all roles of a user. False, and the caller must roll back, if a merchant would have no owner. */
  leaveAllMerchants(transaction: Transaction, userId: string, cause: Cause): Promise<boolean>
}
