import { lockAccount } from '#src/modules/identity/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { insertCustomer } from '../customers/copy-queries.ts'
import { type ConsentRow, giveConsent, selectOwnConsent, withdrawConsent } from './queries.ts'

export interface ConsentChange {
  accepts_marketing: boolean
  /** Where the shopper was asked. */
  source?: string
}

interface Shopper {
  userId: string
  merchant: { id: string }
}

/**
 * Gives or withdraws the shopper's own consent to marketing of the shop. To give one that is given, or to withdraw
 * none, changes nothing. An account becomes a customer of the shop with it, as with a cart.
 * @throws AppError CONFLICT for a guest of whom the shop has no e-mail address
 */
export function changeOwnConsent(
  db: Executor,
  { userId, merchant: { id: merchantId } }: Shopper,
  { accepts_marketing, source = 'profile' }: ConsentChange,
): Promise<ConsentRow> {
  return inTransaction(db, async (transaction) => {
    if (accepts_marketing) {
      const account = await lockAccount(transaction, userId)
      if (!account.is_guest) await insertCustomer(transaction, [merchantId], account, 'cart')
      if (!(await giveConsent(transaction, merchantId, userId, source)))
        throw new AppError('CONFLICT', 'the shop has no e-mail address of this guest yet: agree after the first order')
    } else await withdrawConsent(transaction, merchantId, userId)
    return selectOwnConsent(transaction, merchantId, userId)
  })
}
