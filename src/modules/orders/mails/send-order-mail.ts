import { countMails, emailKey, sendLimited } from '#src/modules/identity/index.ts'
import { inOwnWords } from '#src/modules/mails/index.ts'
import { selectPaymentsOfOrders } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { qrCode, qrPng } from '#src/platform/lib/qr-code.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { orderLink, sealToken } from '../return/order-token.ts'
import { type OrderMail, type OrderMailKind, writeOrderMail } from './letters.ts'
import {
  isCausedByShopper,
  kindOf,
  type MailCause,
  mailId,
  mayGo,
  type OrderOfEvent,
  orderMail,
  subjectOf,
} from './mail-of-event.ts'
import {
  type MailSettings,
  mailShopOf,
  selectOrderToMail,
  selectRecentEvent,
  selectSettledRefund,
} from './mail-queries.ts'
import { valuesOfMail } from './own-words.ts'
import { sendKept } from './sent-mails.ts'

/** Queued by `queue_order_mails`, in the transaction that gives the event its place in the log. */
interface OrderMailJob {
  merchant_id: string
  event_id: string
  kind: MailCause
}

type Services = Pick<Dependencies, 'db' | 'shop' | 'config' | 'mailer' | 'logger' | 'seal'>

async function refundedPayments(db: Executor, merchantId: string, orderId: string) {
  const payments = await selectPaymentsOfOrders(db, merchantId, [orderId])
  return payments.filter(({ status }) => status === 'refunded')
}

/** The setting that switches a mail off. */
const settingOf = {
  order_confirmation: 'mail_order_confirmation',
  cancellation: 'mail_order_confirmation',
  address_change: 'mail_address_change',
  shipment: 'mail_shipment',
  refund: 'mail_refund',
} as const satisfies Record<OrderMailKind, keyof MailSettings>

/** Sends the mail that an event of an order causes. Content and recipient are read when it is sent. */
export const sendOrderMail: Job<OrderMailJob, Services> = {
  name: 'orders.send_mail',
  bulk: true,
  async run(deps, { merchant_id: merchantId, event_id, kind: cause }) {
    const { shop, config, mailer, logger } = deps
    if (!config.MAIL) return
    const kind = kindOf(cause)
    const db = shop(merchantId)
    const body = await selectRecentEvent(db, merchantId, event_id)
    if (body === undefined) return
    const { data }: { data: { order?: OrderOfEvent } } = JSON.parse(body.toString())
    if (data.order === undefined) return
    const order = await selectOrderToMail(db, merchantId, data.order.id)
    if (order === undefined || !order[settingOf[kind]] || order.is_erased) return
    const to = order.email ?? order.account_email
    if (to === null) return
    const isProved = order.is_verified && emailKey(to) === emailKey(order.account_email ?? '')
    if (!mayGo(cause, order, { isProved, since: order.verified_at })) return
    const named = subjectOf(kind, data.order)
    const key = { merchantId, orderId: order.id }
    const subject = 'id' in named ? named.id : await selectSettledRefund(db, key, named.settledAt)
    if (subject === undefined) return // The refund is not confirmed.
    const ofShop = mailShopOf(order)
    const { name: sender, support_email } = ofShop
    const mail = orderMail(kind, {
      order,
      subject,
      paymentWindowSeconds: config.ORDER_PAYMENT_WINDOW_SECONDS,
      shop: ofShop,
      payments: kind === 'refund' ? await refundedPayments(db, merchantId, order.id) : [],
    })
    if (mail === undefined) return
    const token = sealToken(deps.seal, { merchantId, orderId: order.id, until: order.link_until })
    const written = writeOrderMail({ ...mail, url: orderLink(config, order.storefront_url, token) })
    const document = await inOwnWords(db, merchantId, kind, { document: written, values: valuesOfMail(mail) })
    const about = { ...key, kind: String(kind), to }
    const send = () =>
      sendKept(db, about, () =>
        mailer.send({ id: mailId(kind, subject), to, document, sender, replyTo: support_email, ...codeOf(mail) }),
      )
    const accounts = isCausedByShopper(kind, order) ? [`orders to ${emailKey(to)}`, `orders of ${order.user_id}`] : []
    // An order that is paid by hand is told to any address; and a payment of 0 does not prove one.
    const isUnproved = !isProved && (order.paid_at === null || (cause === 'order_paid' && order.total_minor === 0))
    const by = order.source === 'staff' ? { staffOf: merchantId } : { userId: order.user_id, merchantId }
    if (isUnproved && !(await countMails(deps.db, config, by)))
      return logger.warn({ order: order.id, kind }, 'a mail too many in an hour is not sent')
    try {
      if (!(await sendLimited(deps, accounts, send)))
        logger.warn({ order: order.id, kind }, 'a mail too many in a minute is not sent')
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, order: order.id, kind }, 'mail refused for good')
    }
  },
}

/** The code that a confirmation has attached, of an order that is paid by a transfer. */
function codeOf(mail: OrderMail) {
  const code = mail.kind === 'order_confirmation' ? mail.payment?.code : undefined
  if (code === undefined) return {}
  return { attachments: [{ name: 'payment.png', type: 'image/png', content: qrPng(qrCode(code.text)) }] }
}
