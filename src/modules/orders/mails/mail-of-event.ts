import { howToPay, isPaidByHand } from '#src/modules/payment-methods/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import { sumMinor } from '#src/platform/lib/money.ts'
import { destinationOfPart, waysOf } from '../destinations.ts'
import type { FulfillmentRow, OrderRow } from '../row-queries.ts'
import type { OrderChange, OrderStatus } from '../rules.ts'
import type { OrderMail, OrderMailKind, ReminderKind } from './letters.ts'

/** The part of an event's order that mails need. */
export interface OrderOfEvent {
  id: string
  version: number
  updated_at: string
  fulfillments?: { id: string }[]
  refunds?: { id: string }[]
}

/**
 * Subject of a mail. A refund is identified by the time it was settled; an order without refund rows was refunded as a
 * whole.
 */
export type Subject = { id: string } | { settledAt: string }

export function subjectOf(kind: OrderMailKind, order: OrderOfEvent): Subject {
  if (kind === 'refund' && order.refunds !== undefined && order.refunds.length > 0) {
    return { settledAt: order.updated_at }
  }
  // Each correction is told by a mail of its own.
  if (kind === 'address_change') return { id: `${order.id}-${order.version}` }
  // The order was locked when units were sent, so the newest fulfillment is that of the event.
  return { id: (kind === 'shipment' ? order.fulfillments?.at(-1)?.id : undefined) ?? order.id }
}

/** Whether shoppers can cause it repeatedly without paying. */
export function isCausedByShopper(
  kind: OrderMailKind,
  { cancel_reason, paid_at }: Pick<OrderRow, 'cancel_reason' | 'paid_at'>,
): boolean {
  if (paid_at !== null) return false
  return kind === 'order_confirmation' || (kind === 'cancellation' && cancel_reason === 'requested_by_customer')
}

/** The kinds that events cause; reminders are sent by the clock. */
export type EventMailKind = Exclude<OrderMailKind, ReminderKind>

/** Cause of a mail: its kind, or a payment, which releases a waiting confirmation. */
export type MailCause = EventMailKind | 'order_paid'

/** What an `order.updated` causes. After the payment of a new order, the confirmation that waited for it may go. */
export function mailOfChange(
  change: OrderChange,
  previous: OrderStatus,
  { payment_status }: Pick<OrderRow, 'payment_status'>,
): MailCause | undefined {
  if (change === 'fulfilled') return 'shipment'
  if (change === 'refunded') return 'refund'
  const isPaid = change === 'payment_status' && previous === 'pending' && payment_status !== 'partially_paid'
  return isPaid ? 'order_paid' : undefined
}

export function kindOf(cause: MailCause): EventMailKind {
  return cause === 'order_paid' ? 'order_confirmation' : cause
}

/** Ownership of an address. */
export interface Proof {
  /** Whether the mail goes to the confirmed address of the account. */
  isProved: boolean
  /** Time of the confirmation; null: longer ago than orders wait. */
  since: Date | null
}

/**
 * Whether the mail may be sent. Anybody can place and cancel an order for free with another person's address. So until
 * it is paid, mails about it go only to confirmed addresses. The confirmation goes once: at the order if the address
 * was confirmed then, else at the payment. Who pays the shop itself, by a transfer for example, must be told how: these
 * mails go to any address, and a shop that offers no such method sends none.
 */
export function mayGo(
  cause: MailCause,
  order: Pick<OrderRow, 'created_at' | 'paid_at' | 'payment_terms'>,
  proof: Proof,
): boolean {
  const isTold = isPaidByHand(order.payment_terms)
  const wasProved = isTold || (proof.isProved && (proof.since === null || proof.since <= order.created_at))
  if (cause === 'order_confirmation') return wasProved
  if (cause === 'order_paid') return !wasProved && order.paid_at !== null
  return isTold || proof.isProved || order.paid_at !== null
}

/** Local part of the `Message-ID`: equal at every attempt. */
export function mailId(kind: OrderMailKind, subject: string): string {
  return `${kind.replace('_', '-')}-${subject}`
}

interface Facts {
  order: OrderRow
  /** A fulfilment, a refund or the order (`subjectOf`). */
  subject: string
  shop: OrderMail['shop']
  paymentWindowSeconds: number
  /** Those that were given back whole. */
  payments: readonly Pick<PaymentRow, 'method' | 'refunded_by_hand' | 'amount_minor'>[]
}

/** The mail for the current state of the order; undefined if it is obsolete. */
export function orderMail(kind: OrderMailKind, { order, subject, shop, paymentWindowSeconds, payments }: Facts) {
  switch (kind) {
    case 'order_confirmation':
      if (order.status === 'cancelled') return undefined
      return {
        kind,
        shop,
        order,
        pay_before: payBefore(order, paymentWindowSeconds),
        payment: howToPay(order, shop),
      } satisfies OrderMail
    case 'address_change':
      if (order.status === 'cancelled' || order.status === 'completed') return undefined
      return { kind, shop, order } satisfies OrderMail
    case 'payment_reminder_1':
    case 'payment_reminder_2':
    case 'payment_reminder_3': {
      const payment = howToPay(order, shop)
      return payment && ({ kind, shop, order, payment } satisfies OrderMail)
    }
    case 'cancellation':
      return { kind, shop, order } satisfies OrderMail
    case 'shipment': {
      const fulfillment = order.fulfillments?.find(({ id }) => id === subject)
      if (fulfillment === undefined) return undefined
      const is_newest = fulfillment === order.fulfillments?.at(-1)
      return { kind, shop, order, fulfillment: shipped(order, fulfillment), is_newest } satisfies OrderMail
    }
    case 'refund': {
      const found = order.refunds?.find(({ id }) => id === subject)
      const refund = found ? { ...found, ways: waysOf(found) } : wholeOf(order, payments)
      if (refund === undefined || refund.amount_minor === 0) return undefined
      return { kind, shop, order, refund } satisfies OrderMail
    }
  }
}

function payBefore({ status, created_at, expires_at }: OrderRow, windowSeconds: number): Date | null {
  if (expires_at !== null) return status === 'pending' ? expires_at : null
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

/** An order without refunds, whose payments were given back. */
function wholeOf({ total_minor, paid_minor, payment_status, refunds }: OrderRow, payments: Facts['payments']) {
  if (refunds !== null || payment_status !== 'refunded') return undefined
  const ways = payments.map(({ method, refunded_by_hand: by_hand, amount_minor }) => ({
    destination: destinationOfPart({ method, by_hand }),
    amount_minor,
  }))
  const amount_minor = paid_minor || sumMinor(ways.map((way) => way.amount_minor)) || total_minor
  return { amount_minor, shipping_minor: 0, items: null, tax_lines: null, ways }
}
