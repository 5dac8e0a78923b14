import { emailKey, lockAccount } from '#src/modules/identity/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { type Becoming, insertCustomer, type ToldByOrder, upsertGuestCustomer } from './copy-queries.ts'

/** Makes a user a customer of the merchant, by a cart or an order. */
export async function makeCustomer(
  transaction: Transaction,
  merchantId: string,
  userId: string,
  by: Exclude<Becoming, 'registration'>,
): Promise<void> {
  await insertCustomer(transaction, [merchantId], await lockAccount(transaction, userId), by)
}

/**
 * Makes a guest who orders a customer of the merchant, found by the address of that order, or by that of their account
 * if they have registered.
 */
export async function makeGuestCustomer(
  transaction: Transaction,
  merchantId: string,
  userId: string,
  email: string,
  told: ToldByOrder,
): Promise<void> {
  const account = await lockAccount(transaction, userId)
  await upsertGuestCustomer(transaction, merchantId, account, { email, emailKey: emailKey(email), told })
}
