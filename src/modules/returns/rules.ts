import { leftOf, type OrderRow, type RequestedUnits, unitsOfItems } from '#src/modules/orders/index.ts'
import type { Place } from '#src/modules/taxes/index.ts'
import { addDays, addMonths, dayOf, startOfDay } from '#src/platform/lib/days.ts'
import { AppError } from '#src/platform/lib/errors.ts'

export const returnStatuses = [
  'requested',
  'approved',
  'declined',
  'received',
  'refunded',
  'closed',
  'cancelled',
] as const
export type ReturnStatus = (typeof returnStatuses)[number]

export const returnReasons = [
  'too_small',
  'too_large',
  'damaged',
  'wrong_item',
  'not_as_described',
  'changed_mind',
  'other',
] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The shop answers for these for 24 months, whatever its `return_days` are. */
const faultReasons: readonly string[] = ['damaged', 'wrong_item', 'not_as_described'] satisfies ReturnReason[]

export const conditions = ['resell', 'damaged', 'missing'] as const
export type Condition = (typeof conditions)[number]

/** The customer, the shop, or the clock, which ends what nobody sends. */
export type ReturnMover = 'customer' | 'staff' | 'clock'

interface Transition {
  from: ReturnStatus
  to: ReturnStatus
  by: readonly ReturnMover[]
}

/** All changes of status. A withdrawal begins approved. Refunding an approved one lets the customer keep the goods. */
const transitions: readonly Transition[] = [
  { from: 'requested', to: 'approved', by: ['staff'] },
  { from: 'requested', to: 'declined', by: ['staff'] },
  { from: 'requested', to: 'cancelled', by: ['customer'] },
  { from: 'approved', to: 'received', by: ['staff'] },
  { from: 'approved', to: 'refunded', by: ['staff'] },
  { from: 'approved', to: 'closed', by: ['clock'] },
  { from: 'approved', to: 'cancelled', by: ['customer'] },
  { from: 'received', to: 'refunded', by: ['staff'] },
  { from: 'received', to: 'closed', by: ['staff'] },
]

/** In these a return holds its units. */
export const openStatuses: readonly ReturnStatus[] = ['requested', 'approved', 'received']

export function transitionsOf(status: ReturnStatus, mover: ReturnMover): ReturnStatus[] {
  return transitions.filter((one) => one.from === status && one.by.includes(mover)).map(({ to }) => to)
}

/** @throws AppError INVALID_TRANSITION */
export function refuseTransition(from: ReturnStatus, to: ReturnStatus, mover: ReturnMover): void {
  const allowed = transitionsOf(from, mover)
  if (allowed.includes(to)) return
  const details = { status: from, allowed_transitions: allowed }
  throw new AppError('INVALID_TRANSITION', `a return that is ${from} cannot become ${to} here`, { details })
}

/** Terms of a shop for an order, with its times. */
export interface ReturnTerms {
  now: Date
  /** Whether consumers may withdraw; null: if the order goes to a country of the EU. */
  withdrawal: boolean | null
  /** The address of the shop on invoices, if it has one. */
  seat: Place | null
  vat_number: string | null
  /** Null: the shop offers no returns. */
  return_days: number | null
  /** Ends of the times that run from the last delivery; null: nothing was sent. */
  withdraw_until: Date | null
  return_until: Date | null
  fault_until: Date | null
}

/** Terms as they are stored. */
export interface GivenTerms extends Pick<ReturnTerms, 'now' | 'withdrawal' | 'return_days' | 'seat' | 'vat_number'> {
  timezone: string
  received_at: Date | null
}

/**
 * Times end with the last of their days at the shop (Regulation 1182/71, article 3). Days are those of this process and
 * not of the database, whose table of time zones may be of another year.
 */
export function withTimes({ timezone, received_at, ...terms }: GivenTerms): ReturnTerms {
  const received = received_at === null ? null : dayOf(received_at.getTime(), timezone)
  const endOf = (day: string) => new Date(startOfDay(addDays(day, 1), timezone))
  return {
    ...terms,
    withdraw_until: received === null ? null : endOf(addDays(received, 14)),
    return_until: received === null || terms.return_days === null ? null : endOf(addDays(received, terms.return_days)),
    fault_until: received === null ? null : endOf(addMonths(received, 24)),
  }
}

type ReturnableOrder = Pick<OrderRow, 'status' | 'paid_at' | 'items' | 'shipping_address' | 'billing_address'> &
  Pick<OrderRow, 'buyer_vat'>

/** Sent units that are neither returned nor in an open return. */
export function returnableOf(order: ReturnableOrder, item: OrderRow['items'][number]): number {
  if (order.status === 'cancelled') return 0
  return item.quantity_fulfilled - item.quantity_returned - item.quantity_returning
}

/** Units of a withdrawal. */
export interface WithdrawnLine {
  line: number
  productId: string
  /** Not sent yet: they are refunded at once. */
  cancelled: number
  /** Sent: they come back first. */
  returning: number
}

export interface WithdrawalPlan {
  lines: WithdrawnLine[]
  /** Nothing of the order is kept, so its shipping goes back, too. */
  isWhole: boolean
}

/** Why there is no withdrawal from an order. */
type WithdrawalFault = 'not_offered' | 'business' | 'too_late' | 'exempt' | 'nothing_left'

/** Until when the whole order can be withdrawn from: `null` while anything is still to be sent. */
export function withdrawUntil(order: ReturnableOrder, terms: ReturnTerms): Date | null {
  return order.items.some((item) => leftOf(order, item) > 0) ? null : terms.withdraw_until
}

export function isWithdrawalOffered(order: ReturnableOrder, terms: ReturnTerms, isInUnion: boolean): boolean {
  return (terms.withdrawal ?? isInUnion) && order.buyer_vat?.reverse_charge !== true
}

/** Something of it was sent before it is paid. */
export function isSentUnpaid({ status, paid_at }: Pick<OrderRow, 'status' | 'paid_at'>): boolean {
  return paid_at === null && (status === 'processing' || status === 'completed')
}

/**
 * The units that may be withdrawn from: what was sealed is exempt once it was sent, since it may be open by then; the
 * others always. What is not sent of an order that is not paid gives nothing back: only what was sent comes back.
 */
export function withdrawableLines(order: ReturnableOrder): WithdrawnLine[] {
  return order.items.flatMap((item) => {
    const exempt = item.withdrawal ?? 'allowed'
    const isCancellable = (exempt === 'allowed' || exempt.startsWith('sealed_')) && !isSentUnpaid(order)
    const cancelled = isCancellable ? leftOf(order, item) : 0
    const returning = exempt === 'allowed' ? returnableOf(order, item) : 0
    const { line, product_id: productId } = item
    return cancelled + returning > 0 ? [{ line, productId, cancelled, returning }] : []
  })
}

/**
 * What a withdrawal from these units does, by default from all that it can be. Unsent units are taken first.
 * @throws AppError VALIDATION_ERROR, INVALID_TRANSITION with `details.reason`
 */
export function planWithdrawal(
  order: ReturnableOrder,
  terms: ReturnTerms,
  requested: readonly RequestedUnits[] | undefined,
  isInUnion: boolean,
): WithdrawalPlan {
  if (requested !== undefined) unitsOfItems(order.items, requested, ({ quantity }) => quantity)
  if (!isWithdrawalOffered(order, terms, isInUnion)) {
    const isBusiness = order.buyer_vat?.reverse_charge === true
    throw noWithdrawal(isBusiness ? 'business' : 'not_offered', 'there is no right of withdrawal from this order')
  }
  const until = withdrawUntil(order, terms)
  if (until !== null && terms.now >= until)
    throw noWithdrawal('too_late', 'the time to withdraw has ended', { until: until.toISOString() })
  const possible = withdrawableLines(order)
  if (possible.length === 0) {
    const isLeft = order.items.some((item) => leftOf(order, item) + returnableOf(order, item) > 0)
    throw isLeft
      ? noWithdrawal('exempt', 'there is no right of withdrawal from these products', { products: exemptOf(order) })
      : noWithdrawal('nothing_left', 'nothing of this order is left to withdraw from')
  }
  const lines = requested === undefined ? possible : splitRequested(order, possible, requested)
  return { lines, isWhole: isWhole(order, lines) }
}

function splitRequested(
  order: ReturnableOrder,
  possible: readonly WithdrawnLine[],
  requested: readonly RequestedUnits[],
): WithdrawnLine[] {
  const byLine = new Map(possible.map((one) => [one.line, one]))
  const unitsOf = (line: number) => byLine.get(line) ?? { cancelled: 0, returning: 0 }
  const units = unitsOfItems(order.items, requested, ({ line }) => unitsOf(line).cancelled + unitsOf(line).returning)
  const tooMany: { line: number; product_id: string; requested: number; left: number }[] = []
  const lines = units.map(({ line, productId, quantity }) => {
    const { cancelled, returning } = unitsOf(line)
    const left = cancelled + returning
    if (quantity > left) tooMany.push({ line, product_id: productId, requested: quantity, left })
    const unsent = Math.min(quantity, cancelled)
    return { line, productId, cancelled: unsent, returning: quantity - unsent }
  })
  if (tooMany.length === 0) return lines
  const exempt = exemptOf(order).filter(({ line }) => tooMany.some((one) => one.line === line))
  throw exempt.length > 0
    ? noWithdrawal('exempt', 'there is no right of withdrawal from these products', { products: exempt })
    : noWithdrawal('nothing_left', 'more units than are left to withdraw from', { products: tooMany })
}

function exemptOf(order: ReturnableOrder): { line: number; product_id: string; withdrawal: string }[] {
  return order.items.flatMap(({ line, product_id, withdrawal }) =>
    withdrawal === null || withdrawal === 'allowed' ? [] : [{ line, product_id, withdrawal }],
  )
}

function isWhole(order: ReturnableOrder, lines: readonly WithdrawnLine[]): boolean {
  const units = new Map(lines.map((one) => [one.line, one.cancelled + one.returning]))
  return order.items.every((item) => {
    const gone = item.quantity_cancelled + item.quantity_returned + item.quantity_returning
    return item.quantity === gone + (units.get(item.line) ?? 0)
  })
}

function noWithdrawal(reason: WithdrawalFault, message: string, details: object = {}): AppError {
  return new AppError('INVALID_TRANSITION', message, { details: { reason, ...details } })
}

/** Only units that were sent come back, and only once. @throws AppError INVALID_TRANSITION */
export function refuseUnsent(
  order: ReturnableOrder,
  requested: readonly { line: number; productId: string; quantity: number }[],
): void {
  const items = new Map(order.items.map((item) => [item.line, item]))
  const products = requested.flatMap(({ line, productId, quantity }) => {
    const item = items.get(line)
    const left = item === undefined ? 0 : returnableOf(order, item)
    return quantity > left ? [{ line, product_id: productId, requested: quantity, left }] : []
  })
  if (products.length === 0) return
  const details = { reason: 'nothing_left', products }
  throw new AppError('INVALID_TRANSITION', 'these are more units than were sent and not yet returned', { details })
}

/**
 * Whether these units may be sent back for their reasons.
 * @throws AppError INVALID_TRANSITION with `details.reason`: not offered, too late, not sent or already asked for
 */
export function refuseReturn(
  order: ReturnableOrder,
  terms: ReturnTerms,
  requested: readonly { line: number; productId: string; quantity: number; reason: ReturnReason }[],
): void {
  const refused = (reason: string, message: string, details: object = {}) =>
    new AppError('INVALID_TRANSITION', message, { details: { reason, ...details } })
  if (terms.return_days === null) throw refused('not_offered', 'this shop offers no returns')
  refuseUnsent(order, requested)
  const late = requested.filter(({ reason }) => {
    const until = faultReasons.includes(reason) ? terms.fault_until : terms.return_until
    return until === null || terms.now >= until
  })
  if (late.length > 0) {
    const until = terms.return_until?.toISOString() ?? null
    throw refused('too_late', 'the time to return has ended', { lines: late.map(({ line }) => line), until })
  }
}
