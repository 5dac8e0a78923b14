import { findOrMakeUser, isEmail, mailUser } from '#src/modules/identity/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { isCurrency } from '#src/platform/lib/money.ts'
import { findDefaultMerchant, insertMerchant, insertStaff, lockFirstMerchant } from '../queries.ts'

export interface NewMerchant {
  name: string
  currency: string
  /** Without a password a new owner gets a mailed link to set one. An existing account keeps its password. */
  owner: { email: string; password?: string }
}

export interface FoundedMerchant {
  merchantId: string
  ownerId: string
  /** False if the owner had an account before. */
  ownerIsNew: boolean
}

/** Creates a merchant with its owner. @throws AppError VALIDATION_ERROR with all faults */
export async function createMerchantWithOwner(db: Executor, input: NewMerchant): Promise<FoundedMerchant> {
  checkMerchant(input)
  const merchant = { id: newId(), name: input.name.trim(), currency: input.currency }
  return inTransaction(db, async (transaction) => {
    await insertMerchant(transaction, merchant)
    const owner = await findOrMakeUser(transaction, input.owner)
    await insertStaff(transaction, merchant.id, owner.id, 'owner')
    await welcomeOwner(transaction, owner, merchant.name, input.owner.password !== undefined)
    return { merchantId: merchant.id, ownerId: owner.id, ownerIsNew: owner.isNew }
  })
}

/** Creates the first merchant; undefined if there is one. Safe if several processes start at the same time. */
export async function createFirstMerchant(db: Database, input: NewMerchant): Promise<FoundedMerchant | undefined> {
  if ((await findDefaultMerchant(db)) !== undefined) return undefined
  return inTransaction(db, async (transaction) => {
    await lockFirstMerchant(transaction)
    if ((await findDefaultMerchant(transaction)) !== undefined) return undefined
    return createMerchantWithOwner(transaction, input)
  })
}

async function welcomeOwner(
  transaction: Transaction,
  owner: { id: string; isNew: boolean },
  merchant: string,
  hasPassword: boolean,
): Promise<void> {
  if (owner.isNew && hasPassword) return
  await mailUser(transaction, owner.id, owner.isNew ? 'staff_invited' : 'staff_added', { merchant, role: 'owner' })
}

function checkMerchant({ name, currency, owner }: NewMerchant): void {
  const faults = [
    ...(/^[^\p{Cc}\p{Cs}]{1,200}$/u.test(name.trim())
      ? []
      : [{ field: 'name', message: 'must be 1 to 200 characters' }]),
    ...(isCurrency(currency) ? [] : [{ field: 'currency', message: 'must be an ISO 4217 code such as GBP' }]),
    ...(isEmail(owner.email) ? [] : [{ field: 'owner-email', message: 'must be an e-mail address' }]),
  ]
  if (faults.length > 0) throw invalid(...faults)
}
