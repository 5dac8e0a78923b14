import type { Transaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { presentUser } from '../schemas.ts'
import { type AccountRow, lockAccount } from './queries.ts'

/**
 * Effects of an account's change at the shops of which the user is a customer: a copy of the name, and an event. Both
 * are in the transaction of the change, whose lock on the account serializes changes.
 */

/** Interfaces by which identity reaches tables of the shops, in its own transaction. */
export type AtShops = Pick<Dependencies, 'db' | 'memberships' | 'guestCarts' | 'erasers'>

type Named = Pick<AtShops, 'memberships'>

/** Copies the current account to the shops, and emits the event there. */
export async function emitAtShops(
  transaction: Transaction,
  { memberships }: Named,
  name: 'user.updated' | 'user.verified' | 'user.deleted',
  userId: string,
): Promise<void> {
  const account = await lockAccount(transaction, userId)
  await emitAt(transaction, await memberships.renameCustomer(transaction, account), name, account)
}

/** Makes a new account a customer of the shop it registered at. */
export async function joinShop(
  transaction: Transaction,
  { memberships }: Named,
  userId: string,
  merchantId: string,
): Promise<void> {
  const account = await lockAccount(transaction, userId)
  await memberships.makeCustomer(transaction, [merchantId], account)
  await emitAt(transaction, [merchantId], 'user.created', account)
}

/** A guest's new account becomes a customer of the shop it registered at, and of shops with its orders or carts. */
export async function joinShopsOfGuest(
  transaction: Transaction,
  { memberships, guestCarts }: Named & Pick<AtShops, 'guestCarts'>,
  userId: string,
  merchantId: string | undefined,
): Promise<void> {
  const account = await lockAccount(transaction, userId)
  const ordered = await memberships.renameCustomer(transaction, account)
  const withCart = await guestCarts.merchantsOf(transaction, userId)
  const registered = merchantId === undefined ? [] : [merchantId]
  const merchantIds = [...new Set([...ordered, ...withCart, ...registered])]
  await memberships.makeCustomer(transaction, merchantIds, account)
  await emitAt(transaction, merchantIds, 'user.created', account)
}

async function emitAt(
  transaction: Transaction,
  merchantIds: readonly string[],
  name: 'user.created' | 'user.updated' | 'user.verified' | 'user.deleted',
  account: AccountRow,
): Promise<void> {
  const data = { user: presentUser(account) }
  await emit(
    transaction,
    merchantIds.map((merchantId) => ({ merchantId, userId: account.id, name, data })),
  )
}
