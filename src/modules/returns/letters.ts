import {
  linesBlock,
  linesOf,
  type MailOrder,
  type MailShop,
  orderFacts,
  orderFooter,
  support,
  waysOf,
} from '#src/modules/orders/index.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { fill } from '#src/platform/lib/texts/texts.ts'
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
import { returnLetterTexts } from './letter-texts.ts'
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

/** A mail to a customer about a return. */
export function writeReturnMail(dirty: ReturnLetter): MailDocument {
  const { kind, shop, order, row, url } = clean(dirty)
  const t = returnLetterTexts(shop)
  const number = order.order_number
  const label = webAddress(row.label_url)
  const unsent = row.items.filter((item) => item.quantity_cancelled > 0)
  const sent = row.items.filter((item) => item.quantity > 0)
  return {
    locale: shop.locale,
    subject: fill(t[kind], { number }),
    title: t[`${kind}Title`],
    blocks: [
      { type: 'paragraph', text: textOf(kind, row, shop), keeps: keptOf(kind, row, shop) },
      ...(row.message === null ? [] : [{ type: 'paragraph' as const, text: isolate(row.message) }]),
      ...(row.label_type !== null && (kind === 'approved' || kind === 'label')
        ? [{ type: 'paragraph' as const, text: t.labelAttached }]
        : []),
      ...(label === undefined ? [] : [{ type: 'link' as const, label: t.labelTitle, url: label }]),
      orderFacts(shop, order, factsOf(row, shop)),
      ...block(t.toSendBack, order, sent, 'quantity'),
      ...block(t.notSent, order, unsent, 'quantity_cancelled'),
      { type: 'link', label: t.yourOrder, url },
      support(shop),
    ],
    footer: [orderFooter(shop, number)],
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
  const t = returnLetterTexts(shop)
  const { deduction_minor, deduction_reason, carrier, tracking_number, refund_due_at, status } = row
  const isDue = refund_due_at !== null && (status === 'approved' || status === 'received')
  const refunded = row.refunds.reduce((sum, refund) => sum + refund.amount_minor, 0)
  const at = (time: Date) => moment(time, shop.timezone, shop.locale)
  const amount = (minor: number) => money(minor, row.currency, shop.locale)
  const deduction = `${amount(deduction_minor)}: ${deduction_reason ?? ''}`
  return [
    ...(row.kind === 'withdrawal' ? [{ label: t.withdrawnAt, value: at(row.created_at) }] : []),
    ...(carrier === null ? [] : [{ label: t.carrier, value: isolate(carrier) }]),
    ...(tracking_number === null ? [] : [{ label: t.trackingNumber, value: isolate(tracking_number) }]),
    ...(deduction_minor === 0 ? [] : [{ label: t.deduction, value: deduction }]),
    ...(refunded === 0 ? [] : [{ label: isCredited(row) ? t.storeCredit : t.refund, value: amount(refunded) }]),
    ...(isDue ? [{ label: t.refundBy, value: at(refund_due_at) }] : []),
  ]
}

function isCredited({ refunds }: ReturnRow): boolean {
  return refunds.some(({ refunded_to }) => refunded_to === 'store_credit')
}

/** Money that only the shop itself moves. */
function isByHand({ refunds }: ReturnRow): boolean {
  return refunds.flatMap(waysOf).some(({ destination }) => destination === 'manual')
}

/** What the law or the money asks for stays, whatever a shop writes before it. */
function keptOf(kind: ReturnMailKind, row: ReturnRow, shop: MailShop): string {
  const t = returnLetterTexts(shop)
  if (kind === 'approved') return row.exchange_order_id === null ? '' : t.exchangeKept
  if (kind === 'requested') return youWrote(row, shop).join(' ')
  return kind === 'withdrawn' || kind === 'refunded' ? textOf(kind, row, shop) : ''
}

function youWrote({ items }: ReturnRow, shop: MailShop): string[] {
  const notes = items.flatMap(({ note }) => (note ? [quoted(note, languageOf(shop.locale))] : []))
  return notes.length === 0 ? [] : [fill(returnLetterTexts(shop).youWrote, { notes: notes.join(' ') })]
}

function textOf(kind: ReturnMailKind, row: ReturnRow, shop: MailShop): string {
  const t = returnLetterTexts(shop)
  switch (kind) {
    case 'withdrawn': {
      const at = moment(row.created_at, shop.timezone, shop.locale)
      const next = row.items.some((item) => item.quantity > 0) ? [t.withdrawnNext] : []
      return [fill(t.withdrawnText, { at }), ...next].join(' ')
    }
    case 'requested':
      return [t.requestedText, ...youWrote(row, shop)].join(' ')
    case 'approved':
      return [t.approvedText, ...(row.exchange_order_id === null ? [] : [t.exchangeKept])].join(' ')
    case 'refunded':
      if (!isCredited(row))
        return [t.refundedText, ...(isByHand(row) ? [fill(t.byHandText, { shop: isolate(shop.name) })] : [])].join(' ')
      return row.exchange_order_id === null ? t.creditedText : t.exchangedText
    case 'closed':
      return row.received_at === null ? t.notReceivedText : t.closedText
    default:
      return t[`${kind}Text`]
  }
}
