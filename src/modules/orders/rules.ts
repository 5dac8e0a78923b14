export const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStatuses = [
  ...(['unpaid', 'failed', 'partially_paid', 'paid', 'partially_refunded', 'refunded'] as const),
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Who has placed an order. */
export const orderSources = ['storefront', 'staff', 'agent'] as const
export type OrderSource = (typeof orderSources)[number]

export const fulfillmentStatuses = ['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

/**
 * Causes of a change of status: the user who placed the order, staff, a payment, the end of the payment window, or
 * another order that takes the units.
 */
export type Mover = 'owner' | 'staff' | 'payment' | 'clock' | 'release'

interface Transition {
  from: OrderStatus
  to: OrderStatus
  by: readonly Mover[]
}

/** All allowed changes of status. */
const transitions: readonly Transition[] = [
  { from: 'pending', to: 'paid', by: ['payment'] },
  { from: 'pending', to: 'cancelled', by: ['owner', 'staff', 'clock', 'release'] },
  { from: 'paid', to: 'processing', by: ['staff'] },
  { from: 'paid', to: 'completed', by: ['staff'] },
  { from: 'paid', to: 'cancelled', by: ['staff'] },
  { from: 'processing', to: 'completed', by: ['staff'] },
  { from: 'processing', to: 'cancelled', by: ['staff'] },
]

/** Effects of reaching a status, besides `order.updated`. */
export const effects = {
  pending: {},
  paid: {},
  processing: {},
  completed: { stock: 'order_completed', event: 'order.completed' },
  cancelled: { stock: 'order_cancelled', event: 'order.cancelled' },
} as const satisfies Record<OrderStatus, Effects>

export interface Effects {
  /** The movement of the remaining units; the rest of a cancelled order's money is refunded. */
  stock?: 'order_completed' | 'order_cancelled'
  event?: 'order.completed' | 'order.cancelled'
}

/** The statuses from which `mover` can change an order to `to`. */
export function sourcesOf(to: OrderStatus, mover: Mover): OrderStatus[] {
  return transitions.filter((one) => one.to === to && one.by.includes(mover)).map((one) => one.from)
}

/** The statuses to which `mover` can change an order. An order with sent units is not cancelled. */
export function allowedTransitions(
  { status, fulfillment_status }: { status: OrderStatus; fulfillment_status: FulfillmentStatus },
  mover: Mover,
): OrderStatus[] {
  const isSent = fulfillment_status !== 'unfulfilled'
  return transitions
    .filter((one) => one.from === status && one.by.includes(mover) && !(isSent && one.to === 'cancelled'))
    .map((one) => one.to)
}

/** What is left to pay of an order. */
export function dueOf(order: { status: OrderStatus; total_minor: number; paid_minor: number }): number {
  return order.status === 'cancelled' ? 0 : order.total_minor - order.paid_minor
}

/** Whether an edit has made a paid order dearer, and the difference is not paid. */
export function hasUnpaidEdit(order: {
  status: OrderStatus
  paid_at: Date | null
  total_minor: number
  paid_minor?: number
}): boolean {
  const { status, paid_at, total_minor, paid_minor = total_minor } = order
  return paid_at !== null && status !== 'cancelled' && paid_minor < total_minor
}

/** Kinds of changes in `order.updated`. */
export const orderChanges = [
  ...(['status', 'fulfilled', 'refunded', 'payment_status', 'edited', 'corrected'] as const),
  ...(['return_requested', 'return_approved', 'return_declined', 'return_received'] as const),
  ...(['return_refunded', 'return_closed', 'return_cancelled'] as const),
  ...(['invoiced', 'credited'] as const),
] as const
export type OrderChange = (typeof orderChanges)[number]

/** What staff corrects of an order. */
export const correctedFields = [
  ...(['email', 'phone', 'shipping_address', 'billing_address', 'tags', 'assignee_id', 'note'] as const),
] as const
export type CorrectedField = (typeof correctedFields)[number]

/** Units of an item of an order, by state. */
export interface CountedItem {
  line: number
  product_id: string
  quantity: number
  quantity_fulfilled: number
  /** Refunded before, and after, it was fulfilled. */
  quantity_cancelled: number
  quantity_returned: number
}

/** Units neither sent nor cancelled; none for a cancelled order. */
export function leftOf({ status }: { status: OrderStatus }, item: CountedItem): number {
  return status === 'cancelled' ? 0 : item.quantity - item.quantity_fulfilled - item.quantity_cancelled
}

/** Time range of orders with a prefix of the number, in any time zone; or part of one day. */
export type NumberRange = { days: { from: Date; to: Date } } | 'within a day'

/** Reads a prefix of an order number (`YYMMDD-` and more); undefined if no number has it. */
export function readNumber(prefix: string): NumberRange | undefined {
  const [, short, day, more = ''] = /^(?:(\d{1,6})|(\d{6})-(.*))$/.exec(prefix) ?? []
  const digits = short ?? day
  if (digits === undefined) return undefined
  const years = rangeOf(digits.slice(0, 2), 0, 99)
  const months = rangeOf(digits.slice(2, 4), 1, 12)
  const endOfMonth = new Date(Date.UTC(2000 + years.last, months.last, 0)).getUTCDate()
  const days = rangeOf(digits.slice(4, 6), 1, endOfMonth)
  if (months.first > months.last || days.first > days.last) return undefined
  if (more !== '') return 'within a day'
  const from = new Date(Date.UTC(2000 + years.first, months.first - 1, days.first - 1))
  const to = new Date(Date.UTC(2000 + years.last, months.last - 1, days.last + 2))
  return { days: { from, to } }
}

/** The two-digit numbers that begin with these digits, within bounds. */
function rangeOf(digits: string, min: number, max: number): { first: number; last: number } {
  return { first: Math.max(min, Number(digits.padEnd(2, '0'))), last: Math.min(max, Number(digits.padEnd(2, '9'))) }
}
