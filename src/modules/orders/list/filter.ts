import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { endOf, readDateOrTime } from '#src/platform/lib/moment.ts'
import { boundToMinor, isCurrency } from '#src/platform/lib/money.ts'
import { readOrderNumber, withoutMark } from '#src/platform/lib/sought-text.ts'
import {
  type FulfillmentStatus,
  fulfillmentStatuses,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
  readNumber,
} from '../rules.ts'

/** The filter of a list of orders; an absent field does not restrict it. */
export interface OrderFilter {
  /** One of these. */
  ids?: readonly string[]
  userId?: string
  /** Also what staff ordered for the confirmed address of this account. */
  asShopper?: true
  /** One of these. */
  statuses?: readonly OrderStatus[]
  paymentStatuses?: readonly PaymentStatus[]
  fulfillmentStatuses?: readonly FulfillmentStatus[]
  /** Created from `from` on and before `to`. */
  from?: Date
  to?: Date
  /** In this currency alone; `own`: which is the shop's. */
  inCurrency?: { currency: string; own: boolean }
  /** Bounds of the total in minor units, both included. */
  minTotal?: number
  maxTotal?: number
  promotionId?: string
  /** Orders with a refund that waits for staff. */
  refundFailed?: true
  /** Orders that should have been paid by now. */
  overdue?: true
  /** One of these, in any case. */
  tags?: readonly string[]
  /** The member of the staff who takes care of them. */
  assignee?: { id: string } | 'none'
  sought?: Sought
}

/** A half-open range of moments. */
export interface Span {
  from: Date
  to: Date
}

export interface OrderSort {
  by: 'created_at' | 'total'
  direction: 'asc' | 'desc'
}

/** A text to find in numbers, people and addresses, with the matching forms of numbers. */
export interface Sought {
  text: string
  /** The text in the form of a number. */
  number: string
  /** The text is the id of an order, or of a customer. */
  id?: string
  /** Searched in numbers only. */
  inNumber?: true
  /** The text is a prefix of a number that ends within its date: only orders of these moments match. */
  begun?: { digits: string; span: Span }
  /** Numbers with this prefix. */
  beginning?: string
  /** Numbers with this prefix after the date, of days whose date (YYMMDD) matches a `like` pattern. */
  ofDates?: { dates: string; begin: string }
  /** Numbers that contain this after the date. */
  part?: string
}

export interface FilterQuery {
  user_id?: string
  promotion_id?: string
  refund_failed?: 'true'
  overdue?: 'true'
  /** One tag, or several separated by commas. */
  tags?: string
  assignee_id?: string
  /** One value, or several separated by commas. */
  status?: string
  payment_status?: string
  fulfillment_status?: string
  created_from?: string
  created_to?: string
  currency?: string
  min_total?: number
  max_total?: number
  q?: string
}

type StateField = 'status' | 'payment_status' | 'fulfillment_status'

/** Shorter texts must begin a word or the number: no index finds them inside. */
export const shortestPart = 3

/**
 * @param hasMarkets whether the shop may have orders in several currencies: a total is compared within one
 * @throws AppError VALIDATION_ERROR
 */
export function readFilter(
  query: FilterQuery,
  { currency: own, timezone, hasMarkets }: Pick<Merchant, 'currency' | 'timezone'> & { hasMarkets: boolean },
  more: Pick<Sought, 'inNumber'> = {},
): OrderFilter {
  const faults: FieldFault[] = []
  const read = (field: 'created_from' | 'created_to') => {
    const text = query[field]
    if (text === undefined) return undefined
    const moment = readDateOrTime(text, timezone)
    if (moment === undefined) faults.push({ field, message: 'must be a date, or a time with its zone, from 1970 on' })
    return moment
  }
  const readStates = <State extends string>(field: StateField, states: readonly State[]) => {
    const given = query[field]?.split(',')
    const chosen = states.filter((state) => given?.includes(state))
    if (given?.some((state) => !chosen.includes(state as State)))
      faults.push({ field, message: `must be one or more of ${states.join(', ')}, separated by commas` })
    return given && chosen
  }
  const statuses = readStates('status', orderStatuses)
  const payment = readStates('payment_status', paymentStatuses)
  const fulfillment = readStates('fulfillment_status', fulfillmentStatuses)
  const tags = query.tags
    ?.split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const { assignee_id } = query
  if (assignee_id !== undefined && assignee_id !== 'none' && !isUuid(assignee_id))
    faults.push({ field: 'assignee_id', message: 'must be the id of a member of staff, or none' })
  const [from, to] = [read('created_from'), read('created_to')]
  const end = to && endOf(to, timezone)
  if (from && end !== undefined && from.at >= end) {
    faults.push({ field: 'created_from', message: 'must be before created_to' })
  }
  const { min_total, max_total, currency = own } = query
  if (!isCurrency(currency)) faults.push({ field: 'currency', message: 'must be the code of a currency, such as EUR' })
  const isBounded = min_total !== undefined || max_total !== undefined
  if (min_total !== undefined && max_total !== undefined && min_total > max_total) {
    faults.push({ field: 'min_total', message: 'must not be more than max_total' })
  }
  if (faults.length > 0) throw invalid(...faults)
  const q = query.q?.trim()
  return {
    ...(query.user_id !== undefined && { userId: query.user_id }),
    ...(query.promotion_id !== undefined && { promotionId: query.promotion_id }),
    ...(query.refund_failed !== undefined && { refundFailed: true as const }),
    ...(query.overdue !== undefined && { overdue: true as const }),
    ...(tags && tags.length > 0 && { tags }),
    ...(assignee_id !== undefined && {
      assignee: assignee_id === 'none' ? ('none' as const) : { id: assignee_id.toLowerCase() },
    }),
    ...(statuses && { statuses }),
    ...(payment && { paymentStatuses: payment }),
    ...(fulfillment && { fulfillmentStatuses: fulfillment }),
    ...(from && { from: new Date(from.at) }),
    ...(end !== undefined && { to: new Date(end) }),
    ...((query.currency !== undefined || (isBounded && hasMarkets)) && {
      inCurrency: { currency, own: currency === own },
    }),
    ...(min_total !== undefined && { minTotal: boundToMinor(min_total, currency, 'min') }),
    ...(max_total !== undefined && { maxTotal: boundToMinor(max_total, currency, 'max') }),
    ...(q && { sought: { ...readSought(q), ...more } }),
  }
}

/**
 * The positions where a text can stand in `YYMMDD-XXXXXX`, which people also write with `#`, without the hyphen, or
 * with an O for 0.
 */
function readSought(typed: string): Sought {
  const text = withoutMark(typed)
  const number = readOrderNumber(text)
  const said = { text, number, ...(isUuid(text) && { id: text.toLowerCase() }) }
  const days = /^\d{1,6}$|^\d{6}-$/.test(number) ? readNumber(number) : undefined
  const begun = typeof days === 'object' && { begun: { digits: number, span: days.days } }
  if ([...text].length < shortestPart) return { ...said, ...begun }
  const [, dates, begin] = /^(\d{0,6})-([0-9A-Z]*)$/.exec(number) ?? []
  if (dates !== undefined && begin !== undefined) {
    if (begun) return { ...said, ...begun }
    return dates.length === 6 ? { ...said, beginning: number } : { ...said, ofDates: { dates: `%${dates}`, begin } }
  }
  return {
    ...said,
    ...begun,
    ...(/^\d{1,6}$/.test(number) && { ofDates: { dates: `%${number}%`, begin: '' } }),
    ...(/^[0-9A-Z]+$/.test(number) && { part: number }),
  }
}

/** Intersection of both spans; undefined if it is empty. */
export function intersect({ from, to }: Partial<Span>, other: Span): Span | undefined {
  const both = {
    from: from === undefined || from < other.from ? other.from : from,
    to: to === undefined || to > other.to ? other.to : to,
  }
  return both.from < both.to ? both : undefined
}
