import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { selectMerchant } from '../queries.ts'
import { updateStripeAccount } from './stripe-account-queries.ts'

/**
 * Sets the Stripe account of a shop's future payments; null: the platform's own. Begun payments stay at their account.
 * Writes an audit entry. @throws AppError VALIDATION_ERROR, NOT_FOUND
 */
export async function setStripeAccount(
  { db, shop }: Databases,
  merchantId: string,
  account: string | null,
): Promise<void> {
  if (account !== null && !/^acct_[A-Za-z0-9]{1,250}$/.test(account))
    throw invalid({
      field: 'account',
      message: 'must be the id of a Stripe account, such as acct_1032D82eZvKYlo2C, or none',
    })
  const merchant = isUuid(merchantId) ? await selectMerchant(db, merchantId) : undefined
  if (merchant === undefined) throw notFound('merchant')
  await inTransaction(shop(merchant.id), async (transaction) => {
    const before = await updateStripeAccount(transaction, merchant.id, account)
    if (before === account) return
    const changes = { stripe_account: [before, account] } as const
    await recordAudit(transaction, { merchantId: merchant.id, cause: bySystem }, [
      { action: 'settings.updated', targetId: merchant.id, changes },
    ])
  })
}
