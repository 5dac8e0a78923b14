import { countMailOfStaff, selectUser, sendLimited } from '#src/modules/identity/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { MailRefused, type ShopMail } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { writeDraft } from './draft.ts'
import type { DraftRequest } from './schemas.ts'

interface TestMail {
  id: string
  merchant_id: string
  user_id: string
  kind: string
  request: DraftRequest
}

/** Mails a draft to the member of staff who asked for it, where they have confirmed their address. */
export const sendTestMail: Job<TestMail, Dependencies> = {
  name: 'mails.send_test',
  async run(deps, { id, merchant_id: merchantId, user_id: userId, kind, request }) {
    const mail = deps.shopMails.find((one) => one.kind === kind)
    const user = await selectUser(deps.db, userId)
    if (!deps.config.MAIL || mail === undefined || user?.email == null || !user.is_verified) return
    const { email: to } = user
    try {
      const { document, shop } = await writeDraft(deps, deps.shop(merchantId), merchantId, mail, request)
      const send = () => deps.mailer.send({ id, to, document, sender: shop.name, replyTo: shop.support_email })
      if (!(await sendLimited(deps, [`test mails to ${userId}`], send)))
        deps.logger.warn({ kind }, 'a test mail too many in a minute is not sent')
    } catch (error) {
      // Deleted meanwhile, or refused by the mailbox's server.
      if (!(error instanceof MailRefused) && !(error instanceof AppError)) throw error
      deps.logger.warn({ err: error, kind }, 'test mail not sent')
    }
  },
}

/**
 * Queues it, and returns the address that it goes to: the caller's, and no other.
 * @throws AppError CONFLICT, NOT_FOUND, RATE_LIMITED, VALIDATION_ERROR
 */
export function mailTest(
  deps: Dependencies,
  db: Executor,
  { merchantId, userId }: Staff,
  mail: ShopMail,
  request: DraftRequest,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    await writeDraft(deps, transaction, merchantId, mail, request)
    const user = await selectUser(transaction, userId)
    if (user?.email == null || !user.is_verified)
      throw new AppError('CONFLICT', 'confirm your own e-mail address first; test mails go there only')
    await countMailOfStaff(transaction, deps.config, merchantId)
    await enqueue(transaction, sendTestMail, {
      id: newId(),
      merchant_id: merchantId,
      user_id: userId,
      kind: mail.kind,
      request,
    })
    return user.email
  })
}
