import { mailUser } from '#src/modules/identity/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MailData, MailTemplate } from '#src/platform/mail/index.ts'
import { ownersOf } from '../queries.ts'

/**
 * Queues a mail to each owner of a merchant, in the transaction of its cause. Each is a job of its own, so that one
 * mailbox that cannot be reached does not make the others get the mail twice.
 */
export async function mailOwners<Name extends MailTemplate>(
  transaction: Transaction,
  merchantId: string,
  template: Name,
  data: MailData[Name],
): Promise<void> {
  for (const ownerId of await ownersOf(transaction, merchantId)) await mailUser(transaction, ownerId, template, data)
}
