import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, moment, money, webAddress } from '#src/platform/mail/templates/values.ts'
import type { RefundDestination } from '../destinations.ts'
import { addressBlocks, linesBlock, linesOf, orderFacts, orderLines, support, taxTotals } from './order-blocks.ts'
import type { MailOrder, MailShop, MailTaxLine, Units } from './order-data.ts'
import { refundWords, wayLines } from './refund-words.ts'

export type OrderMailKind = 'order_confirmation' | 'shipment' | 'refund' | 'cancellation'

interface Details {
  /** `pay_before`: the time at which an unpaid order is cancelled; null if it is paid. */
  order_confirmation: { pay_before: Date | null }
  shipment: {
    fulfillment: {
      items: readonly Units[]
      carrier: string | null
      tracking_number: string | null
      tracking_url: string | null
    }
    /** The current state of the order: another change may have followed by the time the mail is sent. */
    is_newest: boolean
  }
  /** `items` null: a refund of an amount alone. */
  refund: {
    refund: {
      amount_minor: number
      shipping_minor: number
      items: readonly Units[] | null
      /** Null: of a release that did not say. */
      tax_lines: readonly MailTaxLine[] | null
      /** How each part of it goes back. */
      ways: readonly { destination: RefundDestination; amount_minor: number }[]
    }
  }
  cancellation: object
}

export type OrderMail = {
  /** `url`: the page of the order. */
  [Kind in OrderMailKind]: { kind: Kind; shop: MailShop; order: MailOrder; url?: string } & Details[Kind]
}[OrderMailKind]

type MailOf<Kind extends OrderMailKind> = Extract<OrderMail, { kind: Kind }>

/** A mail to a customer about an order, in English. */
export function writeOrderMail(dirty: OrderMail): MailDocument {
  const mail = clean(dirty)
  const { subject, title, blocks } = writeKind(mail)
  const footer = [
    `You get this mail because order ${mail.order.order_number} was placed at ${isolate(mail.shop.name)}.`,
  ]
  const url = mail.url === undefined ? [] : [{ type: 'link' as const, label: 'Your order', url: mail.url }]
  return { subject, title, blocks: [...blocks, ...url, support(mail.shop)], footer }
}

function writeKind(mail: OrderMail): Omit<MailDocument, 'footer'> {
  switch (mail.kind) {
    case 'order_confirmation':
      return writeConfirmation(mail)
    case 'shipment':
      return writeShipment(mail)
    case 'refund':
      return writeRefund(mail)
    case 'cancellation':
      return writeCancellation(mail)
  }
}

function writeConfirmation({ shop, order, pay_before }: MailOf<'order_confirmation'>): MailDocument {
  const open =
    pay_before === null
      ? ''
      : ` If you have not paid yet, it is kept for you until ${moment(pay_before, shop.timezone)}.`
  return {
    subject: `We have received your order ${order.order_number}`,
    title: 'Thank you for your order',
    blocks: [
      { type: 'paragraph', text: `We have received your order.${open}` },
      orderFacts(shop, order),
      orderLines(order),
      ...addressBlocks(order),
    ],
  }
}

function writeShipment({ shop, order, fulfillment, is_newest }: MailOf<'shipment'>): MailDocument {
  const { items, carrier, tracking_number, tracking_url } = fulfillment
  const waiting = linesOf(order, order.items.map(unitsLeft))
  const what = `${is_newest ? partOf(order, items) : 'Part of your'} order`
  const sent = new Set(items.map((item) => item.product_id))
  const isParcel = order.items.some((item) => item.requires_shipping && sent.has(item.product_id))
  const happened = isParcel ? 'is on its way' : 'is complete'
  const by = carrier === null ? '' : ` with ${isolate(carrier)}`
  const tracking = tracking_number === null ? [] : [{ label: 'Tracking number', value: tracking_number }]
  const url = webAddress(tracking_url)
  const more = waiting.length === 0 ? '' : ' The rest will follow.'
  const text = isParcel ? `These products are on their way to you${by}.` : 'These products are done.'
  return {
    subject: `${what} ${order.order_number} ${happened}`,
    title: `${what} ${happened}`,
    blocks: [
      { type: 'paragraph', text: text + more },
      ...(url === undefined ? [] : [{ type: 'link' as const, label: 'Follow your parcel', url }]),
      orderFacts(shop, order, tracking),
      linesBlock(isParcel ? 'In this parcel' : 'Done', linesOf(order, items)),
      ...(waiting.length === 0 ? [] : [linesBlock('Still to come', waiting)]),
      ...addressBlocks({ ...order, billing_address: null }),
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

function partOf({ items }: MailOrder, sent: readonly Units[]): 'Your' | 'Part of your' | 'The rest of your' {
  const count = (units: readonly { quantity: number }[]) => units.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count(items.map(unitsLeft)) > 0) return 'Part of your'
  const all = count(items.map((item) => ({ quantity: item.quantity_fulfilled })))
  return all > count(sent) ? 'The rest of your' : 'Your'
}

function writeRefund({ shop, order, refund }: MailOf<'refund'>): MailDocument {
  const { amount_minor, shipping_minor, items, tax_lines, ways } = refund
  const amount = money(amount_minor, order.currency)
  const words = refundWords(shop, amount, ways)
  const parts = [
    { label: 'Products', amount: money(amount_minor - shipping_minor, order.currency) },
    { label: 'Shipping', amount: money(shipping_minor, order.currency) },
  ]
  return {
    subject: `Refund for your order ${order.order_number}`,
    title: words.title,
    blocks: [
      { type: 'paragraph', text: words.text },
      orderFacts(shop, order),
      linesBlock('Refund', linesOf(order, items ?? []), [
        ...(shipping_minor > 0 ? parts : []),
        ...wayLines(ways, order.currency),
        { label: `${words.sum} (${order.currency})`, amount, strong: true },
        ...taxTotals(
          (tax_lines ?? []).filter((line) => line.amount_minor > 0),
          order.currency,
          true,
        ),
      ]),
    ],
  }
}

const cancelled: Record<string, string> = {
  requested_by_customer: 'As you asked, we have cancelled your order.',
  requested_by_merchant: 'We are sorry: we had to cancel your order.',
  payment_window_expired: 'Your order was not paid in time, so we have cancelled it.',
  released: 'Your order was not paid, and somebody else has bought what it held. So we have cancelled it.',
}

/** An order can be cancelled and keep a part of the money, such as its shipping. */
function moneyBack({ payment_status, refunded_total_minor, total_minor, currency }: MailOrder): string {
  // Whether the money has moved, the mail about the refund says.
  if (payment_status === 'refunded' && refunded_total_minor === 0) return ' You will get back what you have paid.'
  if (refunded_total_minor === 0) return ''
  if (refunded_total_minor === total_minor) return ' You will get back what you have paid.'
  return ` You will get back ${money(refunded_total_minor, currency)} of what you have paid.`
}

function writeCancellation({ shop, order }: MailOf<'cancellation'>): MailDocument {
  const why = cancelled[order.cancel_reason ?? ''] ?? 'We have cancelled your order.'
  return {
    subject: `Your order ${order.order_number} is cancelled`,
    title: 'Your order is cancelled',
    blocks: [{ type: 'paragraph', text: why + moneyBack(order) }, orderFacts(shop, order), orderLines(order)],
  }
}
