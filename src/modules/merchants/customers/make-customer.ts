import { lockAccount } from '#src/modules/identity/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { insertCustomer, upsertGuestCustomer } from './copy-queries.ts'

/** Makes a user a customer of the merchant, with a copy of their name. */
export async function makeCustomer(transaction: Transaction, merchantId: string, userId: string): Promise<void> {
  await insertCustomer(transaction, [merchantId], await lockAccount(transaction, userId))
}

/**
 * Makes a guest who orders a customer of the merchant, found by the address of that order, or by that of their account
 * if they have registered.
 */
export async function makeGuestCustomer(
  transaction: Transaction,
  merchantId: string,
  userId: string,
  emailKey: string,
): Promise<void> {
  await upsertGuestCustomer(transaction, merchantId, await lockAccount(transaction, userId), emailKey)
}
