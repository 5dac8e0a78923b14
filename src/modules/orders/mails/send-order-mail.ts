import { emailKey } from '#src/modules/identity/index.ts'
import { inTextsOf, type TextServices } from '#src/modules/merchants/index.ts'
import { selectPaymentsOfOrders } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { type DeliveryServices, deliverMail, recipientOf } from './deliver-mail.ts'
import {
  type EventMailKind,
  isCausedByShopper,
  kindOf,
  type MailCause,
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

/** Queued by `queue_order_mails`, in the transaction that gives the event its place in the log. */
interface OrderMailJob {
  merchant_id: string
  event_id: string
  kind: MailCause
}

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
} as const satisfies Record<EventMailKind, keyof MailSettings>

/** Sends the mail that an event of an order causes. Content and recipient are read when it is sent. */
export const sendOrderMail: Job<OrderMailJob, DeliveryServices & TextServices> = {
  name: 'orders.send_mail',
  bulk: true,
  async run(deps, { merchant_id: merchantId, event_id, kind: cause }) {
    const { shop, config } = deps
    if (!config.MAIL) return
    const kind = kindOf(cause)
    const db = shop(merchantId)
    const body = await selectRecentEvent(db, merchantId, event_id)
    if (body === undefined) return
    const { data }: { data: { order?: OrderOfEvent } } = JSON.parse(body.toString())
    if (data.order === undefined) return
    const order = await selectOrderToMail(db, merchantId, data.order.id)
    if (order === undefined || !order[settingOf[kind]]) return
    const recipient = recipientOf(order)
    if (recipient === undefined) return
    const { to, isProved } = recipient
    if (!mayGo(cause, order, { isProved, since: order.verified_at })) return
    const named = subjectOf(kind, data.order)
    const key = { merchantId, orderId: order.id }
    const subject = 'id' in named ? named.id : await selectSettledRefund(db, key, named.settledAt)
    if (subject === undefined) return // The refund is not confirmed.
    const payments = kind === 'refund' ? await refundedPayments(db, merchantId, order.id) : []
    const accounts = isCausedByShopper(kind, order) ? [`orders to ${emailKey(to)}`, `orders of ${order.user_id}`] : []
    // An order that is paid by hand is told to any address; and a payment of 0 does not prove one.
    const isUnproved = !isProved && (order.paid_at === null || (cause === 'order_paid' && order.total_minor === 0))
    await inTextsOf(deps, merchantId, async () => {
      const paymentWindowSeconds = config.ORDER_PAYMENT_WINDOW_SECONDS
      const mail = orderMail(kind, { order, subject, paymentWindowSeconds, shop: mailShopOf(order), payments })
      if (mail !== undefined) await deliverMail(deps, { order, mail, subject, to, accounts, isUnproved })
    })
  },
}
