import type { FulfillmentRow, OrderRow } from '../row-queries.ts'
import type { OrderMail, OrderMailKind } from './letters.ts'

/** The order that an event shows, as far as mails need it. */
export interface OrderOfEvent {
  id: string
  updated_at: string
  fulfillments?: { id: string }[]
  refunds?: { id: string }[]
}

/** What a mail is about. A refund is known by when it was settled; an order without refunds was given back as one. */
export type Subject = { id: string } | { settledAt: string }

export function subjectOf(kind: OrderMailKind, order: OrderOfEvent): Subject {
  if (kind === 'refund' && order.refunds !== undefined && order.refunds.length > 0) {
    return { settledAt: order.updated_at }
  }
  // The order was locked when it was sent: the newest is the one that the event is about.
  return { id: (kind === 'shipment' ? order.fulfillments?.at(-1)?.id : undefined) ?? order.id }
}

/** Whether shoppers cause it, unpaid and as often as they like. */
export function isCausedByShopper(
  kind: OrderMailKind,
  { cancel_reason, paid_at }: Pick<OrderRow, 'cancel_reason' | 'paid_at'>,
): boolean {
  if (paid_at !== null) return false
  return kind === 'order_confirmation' || (kind === 'cancellation' && cancel_reason === 'requested_by_customer')
}

/** What queues a mail: its kind, or a payment, which lets a confirmation go that has waited for it. */
export type MailCause = OrderMailKind | 'order_paid'

export function kindOf(cause: MailCause): OrderMailKind {
  return cause === 'order_paid' ? 'order_confirmation' : cause
}

/** Whose an address is. */
export interface Proof {
  /** The address of the mail is the confirmed one of the account. */
  isProved: boolean
  /** Since when; null: for longer than orders wait. */
  since: Date | null
}

/**
 * Whether the mail may go. An order can be placed with anybody's address and cancelled, for nothing: until it is paid,
 * mails about it go to proved addresses alone. A confirmation goes once: when the order was placed if the address was
 * proved then, else when it is paid.
 */
export function mayGo(cause: MailCause, order: Pick<OrderRow, 'created_at' | 'paid_at'>, proof: Proof): boolean {
  const wasProved = proof.isProved && (proof.since === null || proof.since <= order.created_at)
  if (cause === 'order_confirmation') return wasProved
  if (cause === 'order_paid') return !wasProved && order.paid_at !== null
  return proof.isProved || order.paid_at !== null
}

/** Of the mail's `Message-ID`: the same whenever and however often it is sent. */
export function mailId(kind: OrderMailKind, subject: string): string {
  return `${kind.replace('_', '-')}-${subject}`
}

interface Facts {
  order: OrderRow
  /** A fulfilment, a refund or the order (`subjectOf`). */
  subject: string
  shop: OrderMail['shop']
  paymentWindowSeconds: number
}

/** The mail as the order is now; undefined if there is nothing to tell any more. */
export function orderMail(kind: OrderMailKind, { order, subject, shop, paymentWindowSeconds }: Facts) {
  switch (kind) {
    case 'order_confirmation':
      if (order.status === 'cancelled') return undefined
      return { kind, shop, order, pay_before: payBefore(order, paymentWindowSeconds) } satisfies OrderMail
    case 'cancellation':
      return { kind, shop, order } satisfies OrderMail
    case 'shipment': {
      const fulfillment = order.fulfillments?.find(({ id }) => id === subject)
      if (fulfillment === undefined) return undefined
      const is_newest = fulfillment === order.fulfillments?.at(-1)
      return { kind, shop, order, fulfillment: shipped(order, fulfillment), is_newest } satisfies OrderMail
    }
    case 'refund': {
      const refund = order.refunds?.find(({ id }) => id === subject) ?? wholeOf(order)
      if (refund === undefined || refund.amount_minor === 0) return undefined
      return { kind, shop, order, refund } satisfies OrderMail
    }
  }
}

function payBefore({ status, created_at }: OrderRow, windowSeconds: number): Date | null {
  return status === 'pending' ? new Date(created_at.getTime() + windowSeconds * 1000) : null
}

/** Lines in the order of the order. */
function shipped(order: OrderRow, fulfillment: FulfillmentRow): FulfillmentRow {
  const place = new Map(order.items.map((item, index) => [item.product_id, index]))
  const items = fulfillment.items.toSorted(
    (one, other) => (place.get(one.product_id) ?? 0) - (place.get(other.product_id) ?? 0),
  )
  return { ...fulfillment, items }
}

/** An order without refunds, whose payment was given back. */
function wholeOf({ total_minor, payment_status, refunds }: OrderRow) {
  if (refunds !== null || payment_status !== 'refunded') return undefined
  return { amount_minor: total_minor, shipping_minor: 0, items: null, tax_lines: null }
}
