import {
  type MailOrder,
  type MailShop,
  orderFacts,
  orderLines,
  selectOrderToMail,
  support,
} from '#src/modules/orders/index.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, moment } from '#src/platform/mail/templates/values.ts'
import type { Dependencies } from '../dependencies.ts'
import { newPayToken, payAddress } from './pay-token.ts'
import { insertLink } from './queries.ts'

interface LinkMail {
  merchant_id: string
  order_id: string
}

/** Mails a payment link. The link is made here, and again with each attempt: no secret waits in the queue. */
export const mailPaymentLink: Job<LinkMail, Pick<Dependencies, 'shop' | 'config' | 'mailer' | 'logger'>> = {
  name: 'orders.mail_payment_link',
  async run({ shop, config, mailer, logger }, { merchant_id: merchantId, order_id: orderId }) {
    if (!config.MAIL) return
    const db = shop(merchantId)
    const order = await selectOrderToMail(db, merchantId, orderId)
    const to = order?.email ?? order?.account_email
    if (order === undefined || !to || order.is_erased) return
    const { token, hash } = newPayToken(merchantId)
    const made = await insertLink(db, { merchantId, orderId }, hash, config.ORDER_PAYMENT_WINDOW_SECONDS)
    if (made?.expires_at == null) return // Paid, cancelled or expired meanwhile.
    const { shop_name: name, support_email, timezone } = order
    const link = payAddress(config, token)
    const document = writeLetter({ name, support_email, timezone }, order, link, made.expires_at)
    try {
      await mailer.send({ id: newId(), to, document, sender: name, replyTo: support_email, link })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, order: orderId }, 'mail refused for good')
    }
  },
}

function writeLetter(dirtyShop: MailShop, dirtyOrder: MailOrder, url: string, until: Date): MailDocument {
  const { shop, order } = clean({ shop: dirtyShop, order: dirtyOrder })
  const { order_number: number } = order
  return {
    subject: `Pay for your order ${number}`,
    title: 'Pay for your order',
    blocks: [
      {
        type: 'paragraph',
        text: `${isolate(shop.name)} has placed this order for you. It is kept until ${moment(until, shop.timezone)}.`,
      },
      { type: 'link', label: 'Look at it and pay', url },
      orderFacts(shop, order),
      orderLines(order),
      support(shop),
    ],
    footer: [`You get this mail because ${isolate(shop.name)} has sent it to you.`],
  }
}
