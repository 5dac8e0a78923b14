import { inOwnWords } from '#src/modules/mails/index.ts'
import { inTextsOf } from '#src/modules/merchants/index.ts'
import {
  draftSubject,
  type MailOrder,
  type MailShop,
  mailShopOf,
  orderFacts,
  orderLines,
  orderTexts,
  orderValues,
  orderVariables,
  selectOrderToMail,
  sendRecorded,
  support,
  titleOf,
} from '#src/modules/orders/index.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { fill } from '#src/platform/lib/texts/texts.ts'
import { MailRefused, type ShopMail } from '#src/platform/mail/index.ts'
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
export const mailPaymentLink: Job<
  LinkMail,
  Pick<Dependencies, 'shop' | 'merchants' | 'config' | 'mailer' | 'logger'>
> = {
  name: 'orders.mail_payment_link',
  async run(deps, { merchant_id: merchantId, order_id: orderId }) {
    const { shop, config, mailer, logger } = deps
    if (!config.MAIL) return
    const db = shop(merchantId)
    const order = await selectOrderToMail(db, merchantId, orderId)
    const to = order?.email ?? order?.account_email
    if (order === undefined || !to || order.is_erased) return
    const { token, hash } = newPayToken(merchantId)
    const made = await insertLink(db, { merchantId, orderId }, hash, config.ORDER_PAYMENT_WINDOW_SECONDS)
    if (made?.expires_at == null) return // Paid, cancelled or expired meanwhile.
    const from = mailShopOf(order)
    const link = payAddress(config, token)
    const until = made.expires_at
    const document = await inTextsOf(deps, merchantId, () =>
      inOwnWords(db, merchantId, payMail.kind, {
        document: writePayMail(from, order, link, until),
        values: orderValues(from, order),
      }),
    )
    try {
      await sendRecorded(db, { merchantId, orderId, kind: payMail.kind, to }, () =>
        mailer.send({ id: newId(), to, document, sender: from.name, replyTo: from.support_email, link }),
      )
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, order: orderId }, 'mail refused for good')
    }
  },
}

/** As the shop can put it into its own words. */
export const payMail: ShopMail = {
  kind: 'payment_link',
  name: 'Payment link',
  variables: orderVariables,
  ofOrder: true,
  async draft(services, subject) {
    const { shop, order, url } = await draftSubject(services, subject)
    return { shop, document: writePayMail(shop, order, url, order.created_at), values: orderValues(shop, order) }
  },
}

export function writePayMail(dirtyShop: MailShop, dirtyOrder: MailOrder, url: string, until: Date): MailDocument {
  const { shop, order } = clean({ shop: dirtyShop, order: dirtyOrder })
  const t = orderTexts(shop)
  const name = isolate(shop.name)
  const keeps = fill(t.payUntil, { until: moment(until, shop.timezone, shop.locale) })
  const text = `${fill(t.payText, { shop: name })} ${keeps}`
  return {
    locale: shop.locale,
    subject: fill(t.pay, { number: order.order_number }),
    title: titleOf(t.pay, order),
    blocks: [
      { type: 'paragraph', text, keeps },
      { type: 'link', label: t.lookAndPay, url },
      orderFacts(shop, order),
      orderLines(shop, order),
      support(shop),
    ],
    footer: [fill(t.payFooter, { shop: name })],
  }
}
