import type { AtShops } from '#src/modules/identity/index.ts'
import { claimAccount, hashPassword } from '#src/modules/identity/index.ts'
import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { isEmail, readEmail } from '#src/platform/lib/email.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { isUuid, newId } from '#src/platform/lib/ids.ts'
import { isCurrency } from '#src/platform/lib/money.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { isName } from '#src/platform/lib/text-pattern.ts'
import type { Dependencies } from '../dependencies.ts'
import { findDefaultMerchant, insertMerchant, insertStaff, lockFirstMerchant, selectMerchant } from '../queries.ts'
import { invite } from './invitations.ts'

export interface NewMerchant {
  name: string
  currency: string
  ownerEmail: string
}

/** Creates a merchant and invites its owner; resolves to its id. @throws AppError VALIDATION_ERROR with all faults */
export async function createMerchant({ db }: Pick<Databases, 'db'>, input: NewMerchant): Promise<string> {
  checkMerchant(input)
  return inTransaction(db, async (transaction) => {
    const merchantId = await addMerchant(transaction, input)
    await invite(transaction, { merchantId, cause: bySystem }, { email: readEmail(input.ownerEmail), role: 'owner' })
    return merchantId
  })
}

/** Invites an owner to a merchant without one who can sign in. @throws AppError NOT_FOUND, CONFLICT */
export async function inviteOwner({ db }: Pick<Databases, 'db'>, merchantId: string, email: string): Promise<void> {
  if (!isEmail(email)) throw invalid(wrongEmail)
  const merchant = isUuid(merchantId) ? await selectMerchant(db, merchantId) : undefined
  if (merchant === undefined) throw notFound('merchant')
  await invite(db, { merchantId: merchant.id, cause: bySystem }, { email: readEmail(email), role: 'owner' })
}

/**
 * Creates the first merchant, with an owner who can sign in at once: the address and the password come from the
 * operator. Undefined if there is a merchant. Safe if several processes start at the same time.
 */
export async function createFirstMerchant(
  deps: Pick<Dependencies, keyof AtShops | 'tokens' | 'revocations'>,
  input: NewMerchant & { password: string },
): Promise<string | undefined> {
  const { db } = deps
  if ((await findDefaultMerchant(db)) !== undefined) return undefined
  checkMerchant(input)
  const passwordHash = await hashPassword(input.password)
  return inTransaction(db, async (transaction) => {
    await lockFirstMerchant(transaction)
    if ((await findDefaultMerchant(transaction)) !== undefined) return undefined
    const merchantId = await addMerchant(transaction, input)
    const ownerId = await claimAccount(transaction, deps, { email: readEmail(input.ownerEmail), passwordHash })
    if (ownerId === undefined) throw new Error('a password is given')
    await insertStaff(transaction, merchantId, ownerId, 'owner')
    await recordAudit(transaction, { merchantId, cause: bySystem }, [
      { action: 'staff.added', targetId: ownerId, changes: { role: [null, 'owner'] } },
    ])
    return merchantId
  })
}

async function addMerchant(transaction: Transaction, { name, currency }: NewMerchant): Promise<string> {
  const merchant = { id: newId(), name: name.trim(), currency }
  const word = slugOf(name) || 'shop'
  for (const slug of [word, `${word}-2`, `${word}-3`, `${word}-${merchant.id}`]) {
    if (await insertMerchant(transaction, { ...merchant, slug })) return merchant.id
  }
  throw new Error('its id makes the last slug its own')
}

const wrongEmail = { field: 'owner-email', message: 'must be an e-mail address' }

function checkMerchant({ name, currency, ownerEmail }: NewMerchant): void {
  const faults = [
    ...(isName(name.trim()) ? [] : [{ field: 'name', message: 'must be 1 to 200 characters' }]),
    ...(isCurrency(currency) ? [] : [{ field: 'currency', message: 'must be an ISO 4217 code such as GBP' }]),
    ...(isEmail(ownerEmail) ? [] : [wrongEmail]),
  ]
  if (faults.length > 0) throw invalid(...faults)
}
