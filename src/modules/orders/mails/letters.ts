import type { HowToPay } from '#src/modules/payment-methods/index.ts'
import { fill } from '#src/platform/lib/texts/texts.ts'
import type { Block, MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, moment, money as moneyOf, webAddress } from '#src/platform/mail/templates/values.ts'
import type { RefundDestination } from '../destinations.ts'
import { orderTexts, titleOf } from './letter-texts.ts'
import {
  addressBlocks,
  linesBlock,
  linesOf,
  orderFacts,
  orderFooter,
  orderLines,
  support,
  taxTotals,
} from './order-blocks.ts'
import type { MailOrder, MailShop, MailTaxLine, Units } from './order-data.ts'
import { refundWords, wayLines } from './refund-words.ts'

/** In their order. */
export const reminderKinds = ['payment_reminder_1', 'payment_reminder_2', 'payment_reminder_3'] as const
export type ReminderKind = (typeof reminderKinds)[number]

export type OrderMailKind =
  | 'order_confirmation'
  | 'address_change'
  | 'shipment'
  | 'refund'
  | 'cancellation'
  | ReminderKind

interface Reminder {
  payment?: HowToPay | undefined
}

interface Details {
  /** `pay_before`: the time at which an unpaid order is cancelled; null if it is paid. */
  order_confirmation: { pay_before: Date | null; payment?: HowToPay | undefined }
  address_change: object
  shipment: {
    fulfillment: {
      items: readonly Units[]
      carrier: string | null
      tracking_number: string | null
      tracking_url: string | null
      shipping_address: MailOrder['shipping_address']
    }
    /** The current state of the order: another change may have followed by the time the mail is sent. */
    is_newest: boolean
  }
  /** `items` null: a refund of an amount alone. */
  refund: {
    refund: {
      amount_minor: number
      shipping_minor: number
      /** Default: 0. */
      payment_fee_minor?: number
      items: readonly Units[] | null
      /** Null: of a release that did not say. */
      tax_lines: readonly MailTaxLine[] | null
      /** How each part of it goes back. */
      ways: readonly { destination: RefundDestination; amount_minor: number }[]
    }
  }
  cancellation: object
  payment_reminder_1: Reminder
  payment_reminder_2: Reminder
  payment_reminder_3: Reminder
}

export type OrderMail = {
  /** `url`: the page of the order. */
  [Kind in OrderMailKind]: { kind: Kind; shop: MailShop; order: MailOrder; url?: string } & Details[Kind]
}[OrderMailKind]

type MailOf<Kind extends OrderMailKind> = Extract<OrderMail, { kind: Kind }>

type Written = Omit<MailDocument, 'locale' | 'footer'>

/** A mail to a customer about an order. */
export function writeOrderMail(dirty: OrderMail): MailDocument {
  const mail = clean(dirty)
  const { shop, order } = mail
  const t = orderTexts(shop)
  const { subject, title, blocks } = writeKind(mail)
  const footer = [orderFooter(shop, order.order_number)]
  const url = mail.url === undefined ? [] : [{ type: 'link' as const, label: t.yourOrder, url: mail.url }]
  return { locale: shop.locale, subject, title, blocks: [...blocks, ...url, support(shop)], footer }
}

function writeKind(mail: OrderMail): Written {
  switch (mail.kind) {
    case 'order_confirmation':
      return writeConfirmation(mail)
    case 'address_change':
      return writeAddressChange(mail)
    case 'shipment':
      return writeShipment(mail)
    case 'refund':
      return writeRefund(mail)
    case 'cancellation':
      return writeCancellation(mail)
    default:
      return writeReminder(mail)
  }
}

function titled(text: string, order: MailOrder): { subject: string; title: string } {
  return { subject: fill(text, { number: order.order_number }), title: titleOf(text, order) }
}

function writeConfirmation({ shop, order, pay_before, payment }: MailOf<'order_confirmation'>): Written {
  const t = orderTexts(shop)
  const until = pay_before && moment(pay_before, shop.timezone, shop.locale)
  const open = until === null ? [] : [fill(t.keptUntil, { until })]
  return {
    subject: titled(t.received, order).subject,
    title: t.thanks,
    blocks: [
      { type: 'paragraph', text: [t.receivedText, ...open].join(' '), keeps: open.join(' ') },
      ...paymentBlocks(payment),
      orderFacts(shop, order),
      orderLines(shop, order),
      ...addressBlocks(shop, order),
    ],
  }
}

function writeReminder({ kind, shop, order, payment }: MailOf<ReminderKind>): Written {
  const t = orderTexts(shop)
  const words = {
    payment_reminder_1: [t.reminder, t.reminderText],
    payment_reminder_2: [t.secondReminder, t.secondReminderText],
    payment_reminder_3: [t.lastReminder, t.lastReminderText],
  } as const
  const [title, text] = words[kind]
  return {
    ...titled(title, order),
    blocks: [
      { type: 'paragraph', text, keeps: '' },
      ...paymentBlocks(payment),
      orderFacts(shop, order),
      orderLines(shop, order),
    ],
  }
}

function paymentBlocks(payment: HowToPay | undefined): Block[] {
  if (payment === undefined) return []
  const { title, instructions, facts, code } = payment
  const texts = instructions === null ? [title] : [title, instructions]
  const attached: Block[] = code === undefined ? [] : [{ type: 'paragraph', text: code.attached }]
  return [...texts.map((text): Block => ({ type: 'paragraph', text })), { type: 'facts', facts }, ...attached]
}

function writeAddressChange({ shop, order }: MailOf<'address_change'>): Written {
  const t = orderTexts(shop)
  return {
    ...titled(t.newAddress, order),
    blocks: [
      { type: 'paragraph', text: `${t.newAddressText} ${t.newAddressWarning}`, keeps: t.newAddressWarning },
      orderFacts(shop, order),
      ...addressBlocks(shop, { ...order, billing_address: null }),
      linesBlock(t.toCome, linesOf(order, order.items.map(unitsLeft))),
    ],
  }
}

function writeShipment({ shop, order, fulfillment, is_newest }: MailOf<'shipment'>): Written {
  const t = orderTexts(shop)
  const { items, carrier, tracking_number, tracking_url } = fulfillment
  const waiting = linesOf(order, order.items.map(unitsLeft))
  const part = is_newest ? partOf(order, items) : 'part'
  const sent = new Set(items.map((item) => item.product_id))
  const isParcel = order.items.some((item) => item.requires_shipping && sent.has(item.product_id))
  const tracking = tracking_number === null ? [] : [{ label: t.trackingNumber, value: tracking_number }]
  const url = webAddress(tracking_url)
  const way = carrier === null ? t.onTheirWay : fill(t.onTheirWayBy, { carrier: isolate(carrier) })
  const more = waiting.length === 0 ? [] : [t.restFollows]
  return {
    ...titled(t[`${part}${isParcel ? 'Sent' : 'Done'}`], order),
    blocks: [
      { type: 'paragraph', text: [isParcel ? way : t.areDone, ...more].join(' '), keeps: more.join(' ') },
      ...(url === undefined ? [] : [{ type: 'link' as const, label: t.follow, url }]),
      orderFacts(shop, order, tracking),
      linesBlock(isParcel ? t.inParcel : t.done, linesOf(order, items)),
      ...(waiting.length === 0 ? [] : [linesBlock(t.toCome, waiting)]),
      ...addressBlocks(shop, { shipping_address: fulfillment.shipping_address, billing_address: null }),
    ],
  }
}

function unitsLeft({
  product_id,
  quantity,
  quantity_fulfilled,
  quantity_cancelled,
}: MailOrder['items'][number]): Units {
  return { product_id, quantity: quantity - quantity_fulfilled - quantity_cancelled }
}

function partOf({ items }: MailOrder, sent: readonly Units[]): 'whole' | 'part' | 'rest' {
  const count = (units: readonly { quantity: number }[]) => units.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count(items.map(unitsLeft)) > 0) return 'part'
  const all = count(items.map((item) => ({ quantity: item.quantity_fulfilled })))
  return all > count(sent) ? 'rest' : 'whole'
}

function writeRefund({ shop, order, refund }: MailOf<'refund'>): Written {
  const t = orderTexts(shop)
  const { amount_minor, shipping_minor, payment_fee_minor: fee = 0, items, tax_lines, ways } = refund
  const money = (minor: number) => moneyOf(minor, order.currency, shop.locale)
  const words = refundWords(shop, money(amount_minor), ways)
  const parts = [
    { label: t.products, amount: money(amount_minor - shipping_minor - fee) },
    ...(shipping_minor > 0 ? [{ label: t.shipping, amount: money(shipping_minor) }] : []),
    ...(fee > 0 ? [{ label: t.fee, amount: money(fee) }] : []),
  ]
  const taxes = (tax_lines ?? []).filter((line) => line.amount_minor > 0)
  return {
    subject: titled(t.refundOf, order).subject,
    title: words.title,
    blocks: [
      { type: 'paragraph', text: words.text, keeps: words.text },
      orderFacts(shop, order),
      linesBlock(t.refund, linesOf(order, items ?? []), [
        ...(shipping_minor + fee > 0 ? parts : []),
        ...wayLines(shop, ways, order.currency),
        { label: `${words.sum} (${order.currency})`, amount: money(amount_minor), strong: true },
        ...taxTotals(taxes, order.currency, true, shop.locale),
      ]),
    ],
  }
}

/** An order can be cancelled and keep a part of the money, such as its shipping. */
function moneyBack(shop: MailShop, order: MailOrder): string[] {
  const { payment_status, refunded_total_minor: refunded, total_minor, currency } = order
  const t = orderTexts(shop)
  // Whether the money has moved, the mail about the refund says.
  if (refunded === 0 ? payment_status === 'refunded' : refunded === total_minor) return [t.allBack]
  return refunded === 0 ? [] : [fill(t.partBack, { amount: moneyOf(refunded, currency, shop.locale) })]
}

function writeCancellation({ shop, order }: MailOf<'cancellation'>): Written {
  const t = orderTexts(shop)
  const money = moneyBack(shop, order)
  const text = [causeOf(order, t), ...money].join(' ')
  return {
    ...titled(t.cancelled, order),
    blocks: [{ type: 'paragraph', text, keeps: money.join(' ') }, orderFacts(shop, order), orderLines(shop, order)],
  }
}

function causeOf({ cancel_reason: reason }: MailOrder, t: ReturnType<typeof orderTexts>): string {
  switch (reason) {
    case 'requested_by_customer':
    case 'requested_by_merchant':
    case 'payment_window_expired':
    case 'released':
      return t[reason]
    default:
      return t.cancelledText
  }
}
