import { mailUser } from '#src/modules/identity/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Letter } from '#src/platform/mail/index.ts'
import { merchantName, ownersOf } from '../queries.ts'

/**
 * Queues a mail to each owner of a merchant, in the transaction of its cause. Each mail is a job of its own, so that
 * one mailbox that cannot be reached does not make the others get it twice.
 */
export async function mailOwners<Data extends object>(
  transaction: Transaction,
  merchantId: string,
  letter: Letter<Data & { merchant: string }>,
  data: Data,
): Promise<void> {
  const merchant = await merchantName(transaction, merchantId)
  for (const ownerId of await ownersOf(transaction, merchantId))
    await mailUser(transaction, ownerId, letter, { ...data, merchant })
}
