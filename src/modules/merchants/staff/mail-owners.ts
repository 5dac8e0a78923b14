import { mailUser } from '#src/modules/identity/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MailData } from '#src/platform/mail/index.ts'
import { merchantName, ownersOf } from '../queries.ts'

type OwnersMail = 'subscription_disabled' | 'deliveries_expired' | 'secrets_replaced'

/**
 * Queues a mail to each owner of a merchant, in the transaction of its cause. Each mail is a separate job, so that the
 * retry of one does not send the others twice.
 */
export async function mailOwners<Name extends OwnersMail>(
  transaction: Transaction,
  merchantId: string,
  template: Name,
  data: Omit<MailData[Name], 'merchant'>,
): Promise<void> {
  const merchant = await merchantName(transaction, merchantId)
  const complete = { ...data, merchant } as unknown as MailData[Name]
  for (const ownerId of await ownersOf(transaction, merchantId)) {
    await mailUser(transaction, ownerId, template, complete)
  }
}
