import { createHash } from 'node:crypto'
import { countMails, countMailTo, emailKey } from '#src/modules/identity/index.ts'
import { withLook } from '#src/modules/mails/index.ts'
import { inTextsOf } from '#src/modules/merchants/index.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { isNumberOfDay } from '#src/platform/lib/sought-text.ts'
import { fill } from '#src/platform/lib/texts/texts.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate } from '#src/platform/mail/templates/values.ts'
import type { Dependencies } from '../dependencies.ts'
import { orderTexts } from '../mails/letter-texts.ts'
import { mailShopOf, selectOrderToMail } from '../mails/mail-queries.ts'
import { orderFacts, support } from '../mails/order-blocks.ts'
import type { MailOrder, MailShop } from '../mails/order-data.ts'
import { sendRecorded } from '../mails/sent-mails.ts'
import { orderLink, sealToken } from '../return/order-token.ts'
import { selectOrdersOfNumber, selectOrdersOfOwnNumber } from './queries.ts'

interface LinksJob {
  number: string
  /** In small letters, as it may be a number of the shop's own. Absent: a release before has queued it. */
  typed?: string
  mailbox_hash: string
  /** Null: every shop. */
  merchant_id: string | null
}

type Services = Pick<Dependencies, 'db' | 'shop' | 'merchants' | 'config' | 'mailer' | 'logger' | 'seal'>

/** Mails the links that somebody has asked for, to the addresses of the orders alone. */
export const mailOrderLinks: Job<LinksJob, Services> = {
  name: 'orders.mail_links',
  async run(deps, { number, typed = '', mailbox_hash: hash, merchant_id: merchantId }) {
    if (!deps.config.MAIL) return
    const found = isNumberOfDay(number)
      ? await selectOrdersOfNumber(deps.db, number, merchantId)
      : merchantId === null
        ? []
        : await selectOrdersOfOwnNumber(deps.shop(merchantId), typed, merchantId)
    for (const order of found) {
      if (hashMailbox(emailKey(order.email)) === hash) await mailLink(deps, order.merchant_id, order.id)
    }
  },
}

export function hashMailbox(mailbox: string): string {
  return createHash('sha256').update(mailbox).digest('base64url')
}

/** Like other mails about orders, it has no text of a shopper. */
async function mailLink(deps: Services, merchantId: string, orderId: string): Promise<void> {
  const { db, config, mailer, logger, seal } = deps
  const order = await selectOrderToMail(deps.shop(merchantId), merchantId, orderId)
  const to = order?.email ?? order?.account_email
  if (order === undefined || !to || order.is_erased) return
  const isProved = order.is_verified && emailKey(to) === emailKey(order.account_email ?? '')
  const isConfirmed = isProved || (order.paid_at !== null && order.total_minor > 0)
  const mayGo =
    (isConfirmed || (await countMails(db, config, { userId: order.user_id, merchantId }))) &&
    (await countMailTo(db, config, emailKey(to)))
  if (!mayGo) return logger.warn({ order: orderId }, 'a link too many is not mailed')
  const from = mailShopOf(order)
  const url = orderLink(config, order.storefront_url, sealToken(seal, { merchantId, orderId, until: order.link_until }))
  const written = await inTextsOf(deps, merchantId, () => writeLinkMail(from, order, url))
  const document = await withLook(deps.shop(merchantId), merchantId, written)
  try {
    await sendRecorded(deps.shop(merchantId), { merchantId, orderId, kind: 'order_link', to }, () =>
      mailer.send({ id: newId(), to, document, sender: from.name, replyTo: from.support_email, link: url }),
    )
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    logger.warn({ err: error, order: orderId }, 'mail refused for good')
  }
}

export function writeLinkMail(dirtyShop: MailShop, dirtyOrder: MailOrder, url: string): MailDocument {
  const { shop, order } = clean({ shop: dirtyShop, order: dirtyOrder })
  const t = orderTexts(shop)
  const name = isolate(shop.name)
  return {
    locale: shop.locale,
    subject: fill(t.yourOrderOf, { number: order.order_number }),
    title: t.yourOrder,
    blocks: [
      { type: 'paragraph', text: fill(t.linkText, { shop: name }) },
      { type: 'link', label: t.yourOrder, url },
      orderFacts(shop, order),
      support(shop),
    ],
    footer: [fill(t.linkFooter, { shop: name })],
  }
}
