import { mailUser } from '#src/modules/identity/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import type { Letter } from '#src/platform/mail/index.ts'
import { merchantName, ownersOf } from '../queries.ts'
import { selectSettings } from '../settings/queries.ts'

/**
 * Queues a mail to each owner of a merchant, in the transaction of its cause. Each mail is a separate job, so that the
 * retry of one does not send the others twice.
 */
export async function mailOwners<Data extends object>(
  transaction: Transaction,
  merchantId: string,
  letter: Letter<Data & { merchant: string }>,
  data: Data,
): Promise<void> {
  const merchant = await merchantName(transaction, merchantId)
  const locale = writtenLocale((await selectSettings(transaction, merchantId)).locale)
  for (const ownerId of await ownersOf(transaction, merchantId))
    await mailUser(transaction, ownerId, letter, { ...data, merchant }, { locale })
}
