import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type AddressInput, checkAddress } from './address.ts'
import {
  type AddressRow,
  clearDefault,
  deleteAddress,
  insertAddress,
  lockAddressBook,
  selectAddress,
  updateAddress,
} from './queries.ts'
import { maxAddresses } from './rules.ts'
import type { AddressChange } from './schemas.ts'

/** Changes lock the account first, so that concurrent requests leave at most one default address. */

/** @throws AppError VALIDATION_ERROR, CONFLICT (as many as are allowed), UNAUTHORIZED */
export async function addAddress(
  db: Executor,
  userId: string,
  { is_default = false, ...input }: AddressInput & { is_default?: boolean },
): Promise<AddressRow> {
  const address = { ...checkAddress(input), id: newId(), is_default }
  return inTransaction(db, async (transaction) => {
    await lock(transaction, userId)
    if (is_default) await clearDefault(transaction, userId, address.id)
    return (await insertAddress(transaction, userId, address, maxAddresses)) ?? refuseOneMore()
  })
}

/**
 * Changes the given fields; null clears. The resulting address is checked as a whole.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, UNAUTHORIZED
 */
export async function changeAddress(
  db: Executor,
  userId: string,
  addressId: string,
  changes: AddressChange,
): Promise<AddressRow> {
  return inTransaction(db, async (transaction) => {
    await lock(transaction, userId)
    const before = (await selectAddress(transaction, userId, addressId)) ?? noAddress()
    const merged = { ...before, ...changes }
    const address = { ...checkAddress(merged), id: before.id, is_default: merged.is_default }
    if (address.is_default) await clearDefault(transaction, userId, address.id)
    return (await updateAddress(transaction, userId, address)) ?? noAddress()
  })
}

/** @throws AppError NOT_FOUND */
export async function removeAddress(db: Executor, userId: string, addressId: string): Promise<void> {
  if (!(await deleteAddress(db, userId, addressId))) noAddress()
}

async function lock(transaction: Transaction, userId: string): Promise<void> {
  if (!(await lockAddressBook(transaction, userId))) throw new AppError('UNAUTHORIZED', 'the account no longer exists')
}

function refuseOneMore(): never {
  throw new AppError('CONFLICT', `an address book holds at most ${maxAddresses} addresses`)
}

function noAddress(): never {
  throw notFound('address')
}
