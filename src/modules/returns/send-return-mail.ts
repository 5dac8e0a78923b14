import { emailKey, sendLimited } from '#src/modules/identity/index.ts'
import { inOwnWords } from '#src/modules/mails/index.ts'
import { inTextsOf } from '#src/modules/merchants/index.ts'
import {
  mailShopOf,
  orderLink,
  orderValues,
  sealToken,
  selectOrderToMail,
  sendRecorded,
} from '#src/modules/orders/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { labelName } from './label-file.ts'
import { selectLabelFile } from './label-queries.ts'
import { type ReturnMailKind, writeReturnMail } from './letters.ts'
import { type ReturnRow, selectReturn } from './queries.ts'

interface ReturnMail {
  merchantId: string
  returnId: string
  kind: ReturnMailKind
}

/** Sends a mail about a return. Its content and recipient are read when it is sent. */
export const sendReturnMail: Job<ReturnMail, Dependencies> = {
  name: 'returns.send_mail',
  bulk: true,
  async run(deps, { merchantId, returnId, kind }) {
    const { shop, config, mailer, logger, seal } = deps
    if (!config.MAIL) return
    const db = shop(merchantId)
    const row = await selectReturn(db, { merchantId, returnId })
    const order = row && (await selectOrderToMail(db, merchantId, row.order_id))
    if (row === undefined || order === undefined || order.is_erased) return
    // The confirmation of a withdrawal is the law's, and no shop switches it off.
    if (kind !== 'withdrawn' && !order.mail_refund) return
    const to = order.email ?? order.account_email
    if (to === null) return
    const isProved = order.is_verified && emailKey(to) === emailKey(order.account_email ?? '')
    if (order.paid_at === null && !isProved) return
    const token = sealToken(seal, { merchantId, orderId: order.id, until: order.link_until })
    const from = mailShopOf(order)
    const url = orderLink(config, order.storefront_url, token)
    const document = await inTextsOf(deps, merchantId, () =>
      inOwnWords(db, merchantId, `return_${kind}`, {
        document: writeReturnMail({ kind, row, order, url, shop: from }),
        values: orderValues(from, order),
      }),
    )
    const attachments = await labelOf(db, row, kind)
    const id = `return-${kind}-${returnId}-${row.version}`
    const about = { merchantId, orderId: order.id, kind: `return_${kind}`, to }
    const send = () =>
      sendRecorded(db, about, () =>
        mailer.send({ id, to, document, attachments, sender: from.name, replyTo: from.support_email }),
      )
    const isCausedByCustomer = kind === 'withdrawn' || kind === 'requested' || kind === 'cancelled'
    try {
      const accounts = isCausedByCustomer ? [`returns of ${row.user_id}`] : []
      if (!(await sendLimited(deps, accounts, send)))
        logger.warn({ return: returnId, kind }, 'a mail too many in a minute is not sent')
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, return: returnId, kind }, 'mail refused for good')
    }
  },
}

/** The file of the label, with the mails that ask for the goods. */
async function labelOf(db: Executor, row: ReturnRow, kind: ReturnMailKind) {
  if (row.label_type === null || (kind !== 'approved' && kind !== 'label')) return []
  const file = await selectLabelFile(db, { merchantId: row.merchant_id, returnId: row.id })
  return file ? [{ name: labelName(row.order_number, file.type), type: file.type, content: file.content }] : []
}

/** Queues a mail about a return, in the transaction that causes it. */
export function mailReturn(executor: Executor, mail: ReturnMail): Promise<void> {
  return enqueue(executor, sendReturnMail, mail)
}
