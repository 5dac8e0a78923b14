import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Role } from '#src/platform/lib/permissions.ts'

/**
 * What identity asks about shops, for whom users work and where they buy. Declared here, implemented by `merchants` and
 * handed in by `app`: identity knows no shop's tables.
 */
export interface Memberships {
  /** The shop with this id, or the default one; undefined if there is none. */
  findMerchantId(db: Executor, id: string | undefined): Promise<string | undefined>
  makeCustomer(transaction: Transaction, merchantId: string, userId: string): Promise<unknown>
  merchantsOfCustomer(db: Executor, userId: string): Promise<string[]>
  rolesOf(db: Executor, userId: string): Promise<{ merchant_id: string; role: Role }[]>
  /** Takes away all roles of a user; false, and the caller must roll back, if a merchant would be left without an owner. */
  leaveAllMerchants(transaction: Transaction, userId: string): Promise<boolean>
}
