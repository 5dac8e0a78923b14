import type { Transaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { presentUser } from '../schemas.ts'
import type { KnownUser } from './memberships.ts'
import { type AccountRow, lockAccount } from './queries.ts'

/**
 * Effects of an account's change at the shops of which the user is a customer, in the transaction of the change, whose
 * lock on the account serializes changes. A shop gets what it was told, and nothing that was told elsewhere.
 */

/** Interfaces by which identity reaches tables of the shops, in its own transaction. */
export type AtShops = Pick<Dependencies, 'db' | 'memberships' | 'guestCarts' | 'erasers'>

type Named = Pick<AtShops, 'memberships'>

/** Emits the event at these shops, else at all that know the account; `user.verified` where they know its address. */
export async function emitAtShops(
  transaction: Transaction,
  { memberships }: Named,
  name: 'user.updated' | 'user.verified' | 'user.deleted',
  userId: string,
  merchantIds?: readonly string[],
): Promise<void> {
  if (merchantIds?.length === 0) return
  const account = await lockAccount(transaction, userId)
  const records = (await memberships.recordsOf(transaction, userId)).filter(
    (record) =>
      (merchantIds?.includes(record.merchant_id) ?? true) &&
      (name !== 'user.verified' || record.email_key === account.email_key),
  )
  await emitAt(transaction, records, name, account)
}

/** Makes a new account a customer of the shop it registered at. */
export async function joinShop(
  transaction: Transaction,
  { memberships }: Named,
  userId: string,
  merchantId: string,
): Promise<void> {
  const account = await lockAccount(transaction, userId)
  await memberships.makeCustomer(transaction, [merchantId], account, 'registration')
  const { created_at, name, email, phone } = account
  const record = { merchant_id: merchantId, created_at, name, email, email_key: account.email_key ?? '', phone }
  await emitAt(transaction, [record], 'user.created', account)
}

/** A guest's new account becomes a customer of the shop it registered at, and of shops with its orders or carts. */
export async function joinShopsOfGuest(
  transaction: Transaction,
  { memberships, guestCarts }: Named & Pick<AtShops, 'guestCarts'>,
  userId: string,
  merchantId: string | undefined,
): Promise<void> {
  const account = await lockAccount(transaction, userId)
  const withCart = await guestCarts.merchantsOf(transaction, userId)
  if (merchantId !== undefined) await memberships.makeCustomer(transaction, [merchantId], account, 'registration')
  await memberships.makeCustomer(
    transaction,
    withCart.filter((id) => id !== merchantId),
    account,
    'cart',
  )
  await emitAt(transaction, await memberships.recordsOf(transaction, userId), 'user.created', account)
}

async function emitAt(
  transaction: Transaction,
  records: readonly KnownUser[],
  name: 'user.created' | 'user.updated' | 'user.verified' | 'user.deleted',
  account: AccountRow,
): Promise<void> {
  await emit(
    transaction,
    records.map(({ merchant_id: merchantId, name: known, email, email_key, phone, created_at: since }) => {
      const is_verified = account.is_verified && email_key === account.email_key
      const created_at = name === 'user.created' ? account.created_at : since
      const user = presentUser({ ...account, name: known, email, phone, is_verified, created_at })
      return { merchantId, userId: account.id, name, data: { user } }
    }),
  )
}
