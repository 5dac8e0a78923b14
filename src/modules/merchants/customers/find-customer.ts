import { emailKey, enterGuest } from '#src/modules/identity/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import {
  insertRecord,
  lockAddress,
  renameRecord,
  type ShopCustomer,
  selectShopCustomer,
  selectShopCustomerByEmail,
} from './record-queries.ts'

/** Whom staff orders for: by the id of a customer, or by an address. */
export interface NamedCustomer {
  user_id?: string
  email?: string
  name?: string
  /** Of a record that is made: since when they are a customer. Default: now. */
  since?: Date
}

/**
 * The customer of the shop whom staff names; undefined: the address is new to the shop. Whether it has an account is
 * never looked at.
 * @throws AppError NOT_FOUND
 */
export async function findCustomer(
  db: Executor,
  merchantId: string,
  { user_id, email }: NamedCustomer,
  lock = false,
): Promise<ShopCustomer | undefined> {
  if (user_id !== undefined) {
    const found = await selectShopCustomer(db, merchantId, user_id, { lock })
    // Who was being merged has another id now.
    const again = found ?? (lock ? await selectShopCustomer(db, merchantId, user_id, { lock }) : undefined)
    if (again !== undefined) return again
    throw new AppError('NOT_FOUND', 'customer not found', { details: { fields: ['customer.user_id'] } })
  }
  return email === undefined ? undefined : selectShopCustomerByEmail(db, merchantId, emailKey(email), { lock })
}

/** Whoever is not found is looked for again while no account with the address places its first order. */
async function findAlone(
  transaction: Transaction,
  merchantId: string,
  named: NamedCustomer,
): Promise<ShopCustomer | undefined> {
  const found = await findCustomer(transaction, merchantId, named, true)
  if (found !== undefined || named.email === undefined) return found
  await lockAddress(transaction, merchantId, emailKey(named.email))
  return findCustomer(transaction, merchantId, named, true)
}

/** The same; a new address gets a record of what staff typed. @throws AppError NOT_FOUND, CONFLICT */
export async function findOrMakeCustomer(
  transaction: Transaction,
  merchantId: string,
  named: NamedCustomer,
): Promise<ShopCustomer> {
  const { email, name, since } = named
  for (let attempt = 1; attempt <= 3; attempt++) {
    const found = await findAlone(transaction, merchantId, named)
    if (found !== undefined) {
      if (name !== undefined) await renameRecord(transaction, merchantId, found.userId, name)
      return email === undefined || found.isAccount ? found : { ...found, email }
    }
    if (email === undefined && name === undefined) break
    const contact = { email: email ?? null, emailKey: email === undefined ? '' : emailKey(email), name: name ?? null }
    const userId = await insertRecord(transaction, merchantId, { ...contact, ...(since && { since }) })
    if (userId === undefined) continue
    await enterGuest(transaction, userId)
    return { userId, isAccount: false, email: email ?? null }
  }
  throw new AppError('CONFLICT', 'this customer is being changed; try again')
}
