import { type RawBuilder, sql } from 'kysely'
import { readSoughtText } from '#src/platform/lib/sought-text.ts'
import { orderStatuses, paymentStatuses } from '../rules.ts'
import { type OrderFilter, type Sought, shortestPart } from './filter.ts'

type Sql = RawBuilder<unknown>

/** As `stateOf` of the payment methods says it; `orders_to_be_paid` has the first three conditions. */
const isOverdue = sql`
  orders.payment_terms is not null and orders.status <> 'cancelled'
  and (orders.paid_at is null or orders.paid_minor < orders.total_minor)
  and coalesce(orders.created_at + make_interval(secs => 86400.0 * (orders.payment_terms ->> 'net_days')::int),
               orders.expires_at) < now()`

/** Bounds of time and total, what staff has said of an order, its promotion, and whether a refund of it failed. */
export function bounds({
  from,
  to,
  inCurrency,
  minTotal,
  maxTotal,
  promotionId,
  refundFailed,
  overdue,
  ...ofStaff
}: OrderFilter): Sql[] {
  const { tags, assignee } = ofStaff
  return [
    ...(tags ? [sql`orders.tags <> '{}' and tag_keys(orders.tags) && tag_keys(${[...tags]}::text[])`] : []),
    ...(assignee === 'none' ? [sql`orders.assignee_id is null`] : []),
    ...(assignee && assignee !== 'none' ? [sql`orders.assignee_id = ${assignee.id}::uuid`] : []),
    ...(from ? [sql`orders.created_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`orders.created_at < ${to}::timestamptz`] : []),
    ...(inCurrency?.own ? [sql`not orders.other_currency`] : []),
    ...(inCurrency?.own === false ? [sql`orders.other_currency and orders.currency = ${inCurrency.currency}`] : []),
    ...(minTotal !== undefined ? [sql`orders.total_minor >= ${minTotal}::bigint`] : []),
    ...(maxTotal !== undefined ? [sql`orders.total_minor <= ${maxTotal}::bigint`] : []),
    ...(promotionId === undefined
      ? []
      : [
          sql`(orders.merchant_id, orders.id) in (
               select used.merchant_id, used.order_id from promotion_uses used
                where used.merchant_id = orders.merchant_id and used.promotion_id = ${promotionId}::uuid)`,
        ]),
    ...(refundFailed ? [sql`orders.id in (select order_id from failed_refunds(orders.merchant_id))`] : []),
    ...(overdue ? [isOverdue] : []),
  ]
}

/** Conditions on status, payment and fulfilment. A completed order is shown as fulfilled (`orderColumns`). */
export function stateConditions({ statuses, paymentStatuses, fulfillmentStatuses: shown }: OrderFilter): Sql[] {
  return [
    ...oneOf(sql`orders.status`, statuses),
    ...oneOf(sql`orders.payment_status`, paymentStatuses),
    ...(shown === undefined
      ? []
      : shown.includes('fulfilled')
        ? [sql`(orders.status = 'completed' or ${all(oneOf(sql`orders.fulfillment_status`, shown))})`]
        : [sql`orders.status <> 'completed'`, ...oneOf(sql`orders.fulfillment_status`, shown)]),
  ]
}

/**
 * The same as alternatives, each one range of an index ordered by time: a status and a payment status, or the partly
 * sent orders in `orders_sent`. PostgreSQL cannot keep that order for `status = any (…)`, and would read the whole shop
 * to find few old orders.
 */
export function stateRanges({ statuses, paymentStatuses: payments, fulfillmentStatuses: shown }: OrderFilter): Sql[][] {
  if ((statuses ?? payments ?? shown) === undefined) return [[]]
  const chosen = statuses ?? orderStatuses
  const isShown = (status: string) => shown === undefined || shown.includes('fulfilled') || status !== 'completed'
  const sentOnly = shown !== undefined && !shown.includes('unfulfilled')
  const pairs = chosen
    .filter((status) => isShown(status) && !(sentOnly && status !== 'completed'))
    .flatMap((status) =>
      (payments ?? paymentStatuses).map((payment) => [
        sql`orders.status = ${sql.lit(status)} and orders.payment_status = ${sql.lit(payment)}`,
        ...(status === 'completed' ? [] : oneOf(sql`orders.fulfillment_status`, shown)),
      ]),
    )
  const sent = [
    sql`orders.status <> 'completed' and orders.fulfillment_status <> 'unfulfilled'`,
    ...oneOf(sql`orders.status`, statuses),
    ...oneOf(sql`orders.payment_status`, payments),
    ...oneOf(sql`orders.fulfillment_status`, shown),
  ]
  return sentOnly ? [...pairs, sent] : pairs
}

/** No condition without values. */
function oneOf(column: Sql, values: readonly string[] | undefined): Sql[] {
  return values ? [sql`${column} = any(${[...values]}::text[])`] : []
}

/** `conditions` joined by `and`. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** Numbers that count up have no day. */
export const isOwnNumber = sql`orders.order_number !~ '^\\d{6}-'`

/** In a number of the shop's own, in any case. */
export function ownNumberHas(text: string): Sql {
  const isPart = [...text].length >= shortestPart
  const pattern = `${isPart ? '%' : ''}${escaped(text.toLowerCase())}%`
  return sql`(${isOwnNumber} and lower(orders.order_number) like ${pattern})`
}

/** Whether a row of `orders` contains the text: in its number, its addresses, or its customer's name and e-mail. */
export function hasText({ text, number, id, inNumber }: Sought): Sql {
  const isPart = [...text].length >= shortestPart
  const pattern = `${isPart ? '%' : ''}${escaped(number)}%`
  const inIts = sql`(orders.order_number like ${pattern} or ${ownNumberHas(text)})`
  if (inNumber) return inIts
  return sql`(
    ${inIts} or (orders.email is not null and ${emailHas(text)}) or ${addressesHave(text)}
    or exists (select from customers customer
                where customer.merchant_id = orders.merchant_id and customer.user_id = orders.user_id
                  and ${customerHas(text)})
    ${id === undefined ? sql`` : sql`or orders.id = ${id}::uuid or orders.user_id = ${id}::uuid`})`
}

/**
 * Three or more characters match anywhere in a word, fewer only at its start: the matches that a trigram index can
 * find.
 */
export function customerHas(text: string): Sql {
  const { words, phone } = readSoughtText(text)
  const key = sql`(' ' || customer.name_key || ' ' || customer.email_key)`
  const named = words
    .map(wordPattern)
    .map((pattern) => sql`(${key} like customer_name_key(${pattern}) or ${key} like lower(${pattern}))`)
  const called = phone === undefined ? [] : [sql`customer.phone_key <> '' and customer.phone_key like ${`%${phone}%`}`]
  return sql`(${sql.join([all(named), ...called], sql` or `)})`
}

export function emailHas(text: string): Sql {
  return sql`(' ' || lower(orders.email)) like lower(${wordPattern(text)})`
}

/** Names and companies by their words, postal codes and phones in any notation. */
export function addressesHave(text: string): Sql {
  const { words, squeezed, phone } = readSoughtText(text)
  const key = sql`order_found_text(orders.shipping_address, orders.billing_address)`
  const forms = [squeezed, phone].filter((form) => form !== undefined)
  const found = [
    all(words.map((word) => sql`${key} like customer_name_key(${wordPattern(word)})`)),
    ...forms.map((form) => sql`${key} like ${`%${form}%`}`),
  ]
  return sql`(
    (orders.shipping_address is not null or orders.billing_address is not null) and (${sql.join(found, sql` or `)}))`
}

function wordPattern(text: string): string {
  return [...text].length < shortestPart ? `% ${escaped(text)}%` : `%${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
