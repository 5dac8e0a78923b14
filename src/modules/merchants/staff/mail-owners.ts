import { mailUser } from '#src/modules/identity/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { applyOnce } from '#src/platform/jobs/across.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { MailData, MailTemplate } from '#src/platform/mail/index.ts'
import { merchantName, ownersOf } from '../queries.ts'

type OwnersMail = 'subscription_disabled' | 'deliveries_expired'

interface MailOwners<Name extends OwnersMail> {
  id: string
  merchant_id: string
  template: Name
  data: Omit<MailData[Name], 'merchant'>
}

/** Queues a mail to each owner of a merchant, in the transaction of its cause, which is the shop's. */
export async function mailOwners<Name extends OwnersMail>(
  transaction: Transaction,
  merchantId: string,
  template: Name,
  data: Omit<MailData[Name], 'merchant'>,
): Promise<void> {
  await enqueue(transaction, mailOwnersLater, { id: newId(), merchant_id: merchantId, template, data })
}

/** Each mail is a job of its own, so that one mailbox that cannot be reached does not make the others get it twice. */
export const mailOwnersLater: Job<MailOwners<OwnersMail>, Databases> = {
  name: 'merchants.mail_owners',
  run: ({ identity }, { id, merchant_id, template, data }) =>
    applyOnce(identity, id, async (transaction) => {
      const merchant = await merchantName(transaction, merchant_id)
      for (const ownerId of await ownersOf(transaction, merchant_id)) {
        await mailUser(transaction, ownerId, template, { ...data, merchant } as MailData[MailTemplate & OwnersMail])
      }
    }),
}
