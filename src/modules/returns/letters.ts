import { linesBlock, linesOf, type MailOrder, type MailShop, orderFacts, support } from '#src/modules/orders/index.ts'
import {
  type Block,
  clean,
  isolate,
  type MailDocument,
  moment,
  money,
  quoted,
  webAddress,
} from '#src/platform/mail/index.ts'
import type { ReturnRow } from './queries.ts'

export type ReturnMailKind =
  | 'withdrawn'
  | 'requested'
  | 'approved'
  | 'label'
  | 'declined'
  | 'received'
  | 'refunded'
  | 'closed'
  | 'cancelled'

export interface ReturnLetter {
  kind: ReturnMailKind
  shop: MailShop
  order: MailOrder
  row: ReturnRow
  /** The page of the order. */
  url: string
}

type Words = { subject: string; title: string; text: string }

/** A mail to a customer about a return, in English. */
export function writeReturnMail(dirty: ReturnLetter): MailDocument {
  const { kind, shop, order, row, url } = clean(dirty)
  const { subject, title, text } = wordsOf(kind, row, shop, order.order_number)
  const label = webAddress(row.label_url)
  const unsent = row.items.filter((item) => item.quantity_cancelled > 0)
  const sent = row.items.filter((item) => item.quantity > 0)
  return {
    subject,
    title,
    blocks: [
      { type: 'paragraph', text },
      ...(row.message === null ? [] : [{ type: 'paragraph' as const, text: isolate(row.message) }]),
      ...(label === undefined ? [] : [{ type: 'link' as const, label: 'Your return label', url: label }]),
      orderFacts(shop, order, factsOf(row, shop)),
      ...block('To send back', order, sent, 'quantity'),
      ...block('Not sent to you', order, unsent, 'quantity_cancelled'),
      { type: 'link', label: 'Your order', url },
      support(shop),
    ],
    footer: [`You get this mail because order ${order.order_number} was placed at ${isolate(shop.name)}.`],
  }
}

function block(
  title: string,
  order: MailOrder,
  items: ReturnRow['items'],
  units: 'quantity' | 'quantity_cancelled',
): Block[] {
  const lines = linesOf(
    order,
    items.map((item) => ({ product_id: item.product_id, quantity: item[units] })),
  )
  return lines.length === 0 ? [] : [linesBlock(title, lines)]
}

function factsOf(row: ReturnRow, shop: MailShop) {
  const { deduction_minor, deduction_reason, carrier, tracking_number, refund_due_at, status } = row
  const isDue = refund_due_at !== null && (status === 'approved' || status === 'received')
  const amount = row.refunds.reduce((sum, refund) => sum + refund.amount_minor, 0)
  const kind = isCredited(row) ? 'Store credit' : 'Refund'
  return [
    ...(row.kind === 'withdrawal' ? [{ label: 'Withdrawn', value: moment(row.created_at, shop.timezone) }] : []),
    ...(carrier === null ? [] : [{ label: 'Carrier', value: isolate(carrier) }]),
    ...(tracking_number === null ? [] : [{ label: 'Tracking number', value: isolate(tracking_number) }]),
    ...(deduction_minor === 0
      ? []
      : [{ label: 'Deduction', value: `${money(deduction_minor, row.currency)}: ${deduction_reason ?? ''}` }]),
    ...(amount === 0 ? [] : [{ label: kind, value: money(amount, row.currency) }]),
    ...(isDue ? [{ label: 'Refund by', value: moment(refund_due_at, shop.timezone) }] : []),
  ]
}

function isCredited({ refunds }: ReturnRow): boolean {
  return refunds.some(({ store_credit }) => store_credit)
}

function wordsOf(kind: ReturnMailKind, row: ReturnRow, shop: MailShop, number: string): Words {
  const back = row.items.some((item) => item.quantity > 0)
  const notes = row.items.flatMap(({ note }) => (note === null || note === '' ? [] : [quoted(note)]))
  const said = notes.length === 0 ? '' : ` You wrote: ${notes.join(' ')}.`
  switch (kind) {
    case 'withdrawn': {
      const at = moment(row.created_at, shop.timezone)
      const next = back ? ' Please send back what you have received within 14 days.' : ''
      return {
        subject: `You have withdrawn from your order ${number}`,
        title: 'We have received your withdrawal',
        text: `You have declared the withdrawal from the contract on ${at}. It covers the products below.${next}`,
      }
    }
    case 'requested':
      return {
        subject: `Your return for order ${number}`,
        title: 'We have received your request',
        text: `You have asked to return these products. We will answer by mail.${said}`,
      }
    case 'approved':
      return {
        subject: `Your return for order ${number} is approved`,
        title: 'Please send the products back',
        text:
          'Your return is approved. Please send these products back to us within 30 days.' +
          (row.exchange_order_id === null ? '' : ' We keep for you what you get instead.'),
      }
    case 'label':
      return {
        subject: `The label for your return of order ${number}`,
        title: 'Your return label',
        text: 'Here is the label for your return.',
      }
    case 'declined':
      return {
        subject: `Your return for order ${number} is declined`,
        title: 'We cannot take these products back',
        text: 'We have declined your return.',
      }
    case 'received':
      return {
        subject: `Your return for order ${number} has arrived`,
        title: 'Your return has arrived',
        text: 'We have received your return.',
      }
    case 'refunded':
      return {
        subject: `Refund for your return for order ${number}`,
        title: 'Your return is complete',
        text: isCredited(row)
          ? row.exchange_order_id === null
            ? 'You have it as store credit, as you have chosen: it pays your next orders.'
            : 'It has paid for what you get instead; what is more is refunded.'
          : 'You will get your money back the way you paid.',
      }
    case 'closed':
      return {
        subject: `Your return for order ${number} is closed`,
        title: 'Your return is closed',
        text:
          row.received_at === null
            ? 'We have not received the products, so we have closed your return.'
            : 'We have closed your return without a refund.',
      }
    case 'cancelled':
      return {
        subject: `Your return for order ${number} is cancelled`,
        title: 'Your return is cancelled',
        text: 'You have cancelled your return.',
      }
  }
}
