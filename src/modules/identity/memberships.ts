import type { Cause } from '#src/platform/audit/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Across } from '#src/platform/jobs/across.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { AccountRow } from './queries.ts'

/**
 * What identity needs to know about merchants: who works for them and who is a customer. Implemented by `merchants` and
 * handed in by `app`, so that identity does not depend on merchants.
 */
export interface Memberships {
  /** The shop with this id, or the default one; undefined if there is none. */
  findMerchantId(db: Executor, id: string | undefined): Promise<string | undefined>
  /** At shops of one database; the account's name is copied. */
  makeCustomer(shops: Transaction, merchantIds: readonly string[], account: AccountRow): Promise<void>
  /** Copies the account's name to the shops of this database whose customer it is; the shops. */
  renameCustomer(shops: Transaction, account: AccountRow): Promise<string[]>
  merchantsOfCustomer(shops: Executor, userId: string): Promise<string[]>
  /** Those of the users who are a customer of a shop of this database. */
  customersAmong(shops: Executor, userIds: readonly string[]): Promise<string[]>
  rolesOf(db: Executor, userId: string): Promise<{ merchant_id: string; merchant_name: string; role: Role }[]>
  /** Removes all roles of a user. False, and the caller must roll back, if a merchant would have no owner. */
  leaveAllMerchants(transaction: Transaction, deps: Across, userId: string, cause: Cause): Promise<boolean>
}
