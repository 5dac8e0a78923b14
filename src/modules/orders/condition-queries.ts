import { type RawBuilder, sql } from 'kysely'
import { type OrderFilter, type Sought, shortestPart } from './filter.ts'

type Sql = RawBuilder<unknown>

/** As it is shown (`orderColumns`). */
export const shownFulfillment = sql`
  case orders.status when 'completed' then 'fulfilled' else orders.fulfillment_status end`

const lowestId = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * The bounds of an index whose last columns are the bounded one and the id. Compared as rows: of two bounds on one
 * column the generic plan expects a two hundredth of the orders, and then sorts instead of reading in order.
 */
export function timeBounds({ from, to }: Pick<OrderFilter, 'from' | 'to'>): Sql[] {
  return [
    ...(from ? [sql`(orders.created_at, orders.id) >= (${from}::timestamptz, ${lowestId})`] : []),
    ...(to ? [sql`(orders.created_at, orders.id) < (${to}::timestamptz, ${lowestId})`] : []),
  ]
}

/** The same of totals, in which `maxTotal` is included. */
export function totalBounds({ minTotal, maxTotal }: Pick<OrderFilter, 'minTotal' | 'maxTotal'>): Sql[] {
  return [
    ...(minTotal !== undefined ? [sql`(orders.total_minor, orders.id) >= (${minTotal}::bigint, ${lowestId})`] : []),
    ...(maxTotal !== undefined ? [sql`(orders.total_minor, orders.id) < (${maxTotal}::bigint + 1, ${lowestId})`] : []),
  ]
}

/** What is asked of status, payment and fulfilment. */
export function stateConditions(filter: OrderFilter): Sql[] {
  return [
    ...oneOf(sql`orders.status`, filter.statuses),
    ...oneOf(sql`orders.payment_status`, filter.paymentStatuses),
    ...fulfillmentCondition(filter),
  ]
}

export function fulfillmentCondition({ fulfillmentStatuses }: OrderFilter): Sql[] {
  return oneOf(shownFulfillment, fulfillmentStatuses)
}

/** Nothing is asked without values. */
export function oneOf(column: Sql, values: readonly string[] | undefined): Sql[] {
  return values ? [sql`${column} = any(${[...values]}::text[])`] : []
}

/** `conditions` joined by `and`. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** Whether a row of `orders` has the text: in its number, in its address, or in those of its customer. */
export function hasText({ text, inNumber }: Sought): Sql {
  const isPart = [...text].length >= shortestPart
  const number = `${isPart ? '%' : ''}${escaped(text.toUpperCase())}%`
  if (inNumber) return sql`orders.order_number like ${number}`
  return sql`(
    orders.order_number like ${number} or (orders.email is not null and ${emailHas(text)})
    or exists (select from customers customer
                where customer.merchant_id = orders.merchant_id and customer.user_id = orders.user_id
                  and ${customerHas(text)}))`
}

/** Three or more characters anywhere, fewer at the start of a word: what the trigram index can find. */
export function customerHas(text: string): Sql {
  const key = sql`(' ' || customer.name_key || ' ' || customer.email_key)`
  const pattern = wordPattern(text)
  return sql`(${key} like customer_name_key(${pattern}) or ${key} like lower(${pattern}))`
}

export function emailHas(text: string): Sql {
  return sql`(' ' || lower(orders.email)) like lower(${wordPattern(text)})`
}

function wordPattern(text: string): string {
  return [...text].length < shortestPart ? `% ${escaped(text)}%` : `%${escaped(text)}%`
}

export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
