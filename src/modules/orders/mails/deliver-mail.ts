import { selectPolicyTexts } from '#src/modules/content/index.ts'
import { countMails, emailKey, sendLimited } from '#src/modules/identity/index.ts'
import { inOwnWords } from '#src/modules/mails/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { qrCode, qrPng } from '#src/platform/lib/qr-code.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import type { Dependencies } from '../dependencies.ts'
import { orderLink, sealToken } from '../return/order-token.ts'
import { type OrderMail, writeOrderMail } from './letters.ts'
import { mailId } from './mail-of-event.ts'
import { mailShopOf, type selectOrderToMail } from './mail-queries.ts'
import { valuesOfMail } from './own-words.ts'
import { sendRecorded } from './sent-mails.ts'

type Order = NonNullable<Awaited<ReturnType<typeof selectOrderToMail>>>

/** Where mails about an order go, and whether that is the confirmed address of its account. */
export function recipientOf(order: Order): { to: string; isProved: boolean } | undefined {
  const to = order.email ?? order.account_email
  if (to === null || order.is_erased) return undefined
  return { to, isProved: order.is_verified && emailKey(to) === emailKey(order.account_email ?? '') }
}

interface Delivery {
  order: Order
  mail: OrderMail
  /** Of which there is one mail of a kind. */
  subject: string
  to: string
  /** Limits by the minute. */
  accounts: string[]
  /** Nobody has proved the address, so it counts to the hourly limit. */
  isUnproved: boolean
}

export type DeliveryServices = Pick<Dependencies, 'db' | 'shop' | 'config' | 'mailer' | 'logger' | 'seal'>

/** Sends a mail about an order in the shop's words, within the limits of mails, and keeps that it was sent. */
export async function deliverMail(
  deps: DeliveryServices,
  { order, mail, subject, to, accounts, isUnproved }: Delivery,
): Promise<void> {
  const { config, mailer, logger } = deps
  const { merchant_id: merchantId, id: orderId } = order
  const { kind } = mail
  const db = deps.shop(merchantId)
  const { name: sender, support_email } = mailShopOf(order)
  const token = sealToken(deps.seal, { merchantId, orderId, until: order.link_until })
  const written = writeOrderMail({ ...mail, url: orderLink(config, order.storefront_url, token) })
  const worded = await inOwnWords(db, merchantId, kind, { document: written, values: valuesOfMail(mail) })
  const document = kind === 'order_confirmation' ? await withPolicies(db, merchantId, worded) : worded
  const about = { merchantId, orderId, kind: String(kind), to }
  const send = () =>
    sendRecorded(db, about, () =>
      mailer.send({ id: mailId(kind, subject), to, document, sender, replyTo: support_email, ...codeOf(mail) }),
    )
  const by = order.source === 'staff' ? { staffOf: merchantId } : { userId: order.user_id, merchantId }
  if (isUnproved && !(await countMails(deps.db, config, by)))
    return logger.warn({ order: orderId, kind }, 'a mail too many in an hour is not sent')
  try {
    if (!(await sendLimited(deps, accounts, send)))
      logger.warn({ order: orderId, kind }, 'a mail too many in a minute is not sent')
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    logger.warn({ err: error, order: orderId, kind }, 'mail refused for good')
  }
}

/**
 * A customer is to keep the instruction of withdrawal and the terms (Directive 2011/83/EU, Article 8(7)): they stand in
 * the mail as the shop has published them.
 */
async function withPolicies(db: Executor, merchantId: string, document: MailDocument): Promise<MailDocument> {
  const policies = await selectPolicyTexts(db, merchantId, ['withdrawal', 'terms'])
  const blocks = policies.map(({ title, text }) => ({
    type: 'columns' as const,
    columns: [{ title, lines: text.split('\n') }],
  }))
  return { ...document, blocks: [...document.blocks, ...blocks] }
}

/** The code that a mail has attached which says how to pay by a transfer. */
function codeOf(mail: OrderMail) {
  const code = 'payment' in mail ? mail.payment?.code : undefined
  if (code === undefined) return {}
  return { attachments: [{ name: 'payment.png', type: 'image/png', content: qrPng(qrCode(code.text)) }] }
}
