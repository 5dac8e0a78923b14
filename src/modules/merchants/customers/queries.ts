import { type RawBuilder, sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { readOrderNumber, readSoughtText, withoutMark } from '#src/platform/lib/sought-text.ts'
import { type ShownCustomer, shownColumns } from './shown-queries.ts'

/** Read-only: like the dashboard, it reads tables of other modules. */

export interface CustomerRow extends ShownCustomer {
  user_id: string
  customer_since: Date
  order_count: number
  order_total_minor: number
  /** The sort value as exact text, for the cursor. */
  position: string
}

export type CustomerSort = 'customer_since' | 'name' | 'email' | 'order_count' | 'order_total'

export interface CustomerFilter {
  q: string | undefined
  /** Only these ids. */
  ids?: readonly string[] | undefined
  tag?: string | undefined
  /** Who has agreed and has not withdrawn it. */
  acceptsMarketing?: boolean | undefined
  spentMinMinor?: number | undefined
  orderedAfter?: Date | undefined
  groupId?: string | undefined
  sort: CustomerSort
  order: 'asc' | 'desc'
}

/** `index`: finds customers with the text by its index; `row`: checks the text in each customer of the list. */
export type TextBy = 'index' | 'row'

type Sql = RawBuilder<unknown>

interface Sort {
  /** The indexed sort column of `customers` or `customer_sales`. */
  column: Sql
  type: string
}

const accountSorts: Record<Exclude<CustomerSort, keyof typeof orderSorts>, Sort> = {
  customer_since: { column: sql`created_at`, type: 'timestamptz' },
  name: { column: sql`name_key`, type: 'text' },
  email: { column: sql`email_key`, type: 'text' },
}

const orderSorts: Record<'order_count' | 'order_total', Sort> = {
  order_count: { column: sql`order_count`, type: 'bigint' },
  order_total: { column: sql`order_total_minor`, type: 'bigint' },
}

/** A page of a merchant's customers with their order totals: the rollup plus changes not yet folded. */
export async function selectCustomers(
  db: Executor,
  merchantId: string,
  filter: CustomerFilter,
  textBy: TextBy,
  page: PageRange,
): Promise<CustomerRow[]> {
  const direction = filter.order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<CustomerRow>`
    with fresh as materialized (
      select user_id, sum(order_count)::bigint as order_count, sum(order_total_minor)::bigint as order_total_minor
        from figure_changes where merchant_id = ${merchantId} and user_id is not null group by user_id
    ), page as materialized (
      ${pageOf(merchantId, filter, textBy, page, direction)}
       order by position ${direction}, user_id ${direction} ${pageWindow(page)}
    )
    select page.user_id, customer.created_at as customer_since,
           coalesce(sales.order_count, 0) + coalesce(fresh.order_count, 0) as order_count,
           coalesce(sales.order_total_minor, 0) + coalesce(fresh.order_total_minor, 0) as order_total_minor,
           page.position::text as position, ${shownColumns}
      from page
      -- With a limit it is a look-up for each customer, whatever a generic plan expects of the page.
      left join lateral (select * from users where users.id = page.user_id limit 1) users on true
     cross join lateral (
       select * from customers
        where ${isOwnedBy('customers.merchant_id', merchantId)} and customers.user_id = page.user_id offset 0) customer
      left join customer_sales sales on sales.merchant_id = ${merchantId} and sales.user_id = page.user_id
      left join fresh on fresh.user_id = page.user_id
     order by page.position ${direction}, page.user_id ${direction}`.execute(db)
  return rows
}

export interface CustomerDetailsRow extends Omit<CustomerRow, 'position'> {
  last_order: { id: string; order_number: string; created_at: string } | null
  groups: { id: string; name: string }[]
  /** Of orders in other currencies than the shop's own; null: it sells in one. */
  elsewhere: { currency: string; orders: number; minor: number }[] | null
}

/** One customer with their figures, and their newest order of any status. */
export async function selectCustomer(
  db: Executor,
  merchantId: string,
  userId: string,
): Promise<CustomerDetailsRow | undefined> {
  const { rows } = await sql<CustomerDetailsRow>`
    select customer.user_id, customer.created_at as customer_since,
           coalesce(sum(figure.order_count), 0)::int as order_count,
           coalesce(sum(figure.order_total_minor), 0)::bigint as order_total_minor,
           (select json_build_object('id', id, 'order_number', order_number, 'created_at', created_at)
              from orders where merchant_id = ${merchantId} and user_id = customer.user_id
             order by created_at desc, id desc limit 1) as last_order,
           (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name_key), '[]')
              from customer_group_members member
              join customer_groups joined on joined.merchant_id = member.merchant_id and joined.id = member.group_id
             where member.merchant_id = ${merchantId} and member.user_id = customer.user_id) as groups,
           case when (select has_markets from merchant_settings where merchant_id = ${merchantId}) then (
             select json_agg(of order by currency)
               from (select currency, count(*)::int as orders, sum(total_minor)::bigint as minor from orders
                      where merchant_id = ${merchantId} and user_id = customer.user_id and other_currency
                        and status <> 'cancelled'
                      group by currency) of) end as elsewhere, ${shownColumns}
      from customers customer
      left join users on users.id = customer.user_id
      left join (
        select order_count, order_total_minor from customer_sales
         where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${userId})
         union all
        select order_count, order_total_minor from figure_changes
         where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${userId})) figure on true
     where customer.merchant_id = ${merchantId} and customer.user_id = customer_id(${merchantId}, ${userId})
     group by customer.merchant_id, customer.user_id, users.id`.execute(db)
  return rows[0]
}

/** Ids with sort values: along an index of the sort, or all matches of the text index. */
function pageOf(merchantId: string, filter: CustomerFilter, textBy: TextBy, page: PageRange, direction: Sql): Sql {
  const { q, sort, order } = filter
  const byOrders = sort === 'order_count' || sort === 'order_total'
  const { column, type } = byOrders ? orderSorts[sort] : accountSorts[sort]
  const mine = chosenOf(merchantId, filter)
  const found =
    q === undefined
      ? sql`true`
      : textBy === 'index'
        ? matches(merchantId, q)
        : sql`case when ${matches(merchantId, q)} then true end`
  const behind = (key: Sql, userId: Sql) => behindCursor(page, order, [key, type], [userId, 'uuid'])
  const exact = sql`coalesce(sales.${column}, 0) + coalesce(fresh.${column}, 0)`
  const joinSales = sql`
    left join customer_sales sales on sales.merchant_id = customer.merchant_id and sales.user_id = customer.user_id`
  if (!byOrders) {
    return sql`
      select customer.user_id, customer.${column} as position from customers customer
       where ${mine} and ${found} and ${behind(sql`customer.${column}`, sql`customer.user_id`)}`
  }
  if (q !== undefined && textBy === 'index') {
    return sql`
      select customer.user_id, ${exact} as position
        from customers customer ${joinSales} left join fresh on fresh.user_id = customer.user_id
       where ${mine} and ${found} and ${behind(exact, sql`customer.user_id`)}`
  }
  // The index has the rollup's values only. Customers with changes not folded yet are few and are added separately.
  const needed = sql`${page.limit + 1 + page.offset}`
  return sql`
    select * from (
      (select sales.user_id, sales.${column}::bigint as position from customer_sales sales
        where sales.merchant_id = ${merchantId} and ${behind(sql`sales.${column}`, sql`sales.user_id`)}
          and not exists (select from fresh where fresh.user_id = sales.user_id)
          and (select ${found} from customers customer where ${mine} and customer.user_id = sales.user_id)
        order by sales.${column} ${direction}, sales.user_id ${direction} limit ${needed})
      union all
      (select customer.user_id, (${exact})::bigint
         from fresh join customers customer on ${mine} and customer.user_id = fresh.user_id ${joinSales}
        where ${found} and ${behind(exact, sql`customer.user_id`)})
    ) candidate`
}

/** Conditions of a list besides its text. */
function chosenOf(merchantId: string, filter: Omit<CustomerFilter, 'sort' | 'order'>): Sql {
  const { ids, tag, acceptsMarketing, spentMinMinor, orderedAfter, groupId } = filter
  const accepts = sql`customer.consent_at is not null and customer.consent_withdrawn_at is null`
  const of = (table: 'customer_sales' | 'figure_changes') => sql`
    select user_id, order_total_minor from ${sql.table(table)}
     where merchant_id = ${merchantId} and user_id is not null`
  return and([
    sql`customer.merchant_id = ${merchantId}`,
    ...(ids === undefined ? [] : [sql`customer.user_id = any (${[...ids]}::uuid[])`]),
    ...(tag === undefined ? [] : [sql`customer.tags <> '{}' and tag_keys(customer.tags) && tag_keys(array[${tag}])`]),
    ...(acceptsMarketing === undefined ? [] : [acceptsMarketing ? sql`(${accepts})` : sql`not (${accepts})`]),
    ...(spentMinMinor === undefined
      ? []
      : [
          sql`customer.user_id in (
            select user_id from (${of('customer_sales')} union all ${of('figure_changes')}) sold
             group by user_id having sum(order_total_minor) >= ${spentMinMinor})`,
        ]),
    ...(orderedAfter === undefined
      ? []
      : [
          sql`customer.user_id in (
            select user_id from orders where merchant_id = ${merchantId} and created_at > ${orderedAfter})`,
        ]),
    ...(groupId === undefined
      ? []
      : [
          sql`customer.user_id in (
            select user_id from customer_group_members where merchant_id = ${merchantId} and group_id = ${groupId})`,
        ]),
  ])
}

export function countCustomers(
  db: Executor,
  merchantId: string,
  filter: Omit<CustomerFilter, 'sort' | 'order'>,
): Promise<number> {
  const { q } = filter
  const found = q === undefined ? sql`` : sql`and ${matches(merchantId, q)}`
  return countUpToMaximum(db, sql`select 1 from customers customer where ${chosenOf(merchantId, filter)} ${found}`)
}

/** Maximum number of customers whose orders are searched. */
const maxOrders = 10_000

/**
 * Customers by name, e-mail address and phone of their account, by id, and by the addresses of their orders at the
 * shop. Three or more characters match anywhere in a word, fewer only at its start: the matches that trigram indexes
 * can find. Names are compared without case and accents, addresses without case.
 */
function matches(merchantId: string, q: string): Sql {
  const text = withoutMark(q)
  const { words, squeezed, phone } = readSoughtText(text)
  const key = sql`(' ' || customer.name_key || ' ' || customer.email_key)`
  const named = words
    .map(patternOf)
    .map((pattern) => sql`(${key} like customer_name_key(${pattern}) or ${key} like lower(${pattern}))`)
  const addressText = sql`order_found_text(shipping_address, billing_address)`
  const inAddress = [
    and(words.map((word) => sql`${addressText} like customer_name_key(${patternOf(word)})`)),
    ...[squeezed, phone].flatMap((form) => (form === undefined ? [] : [sql`${addressText} like ${`%${form}%`}`])),
  ]
  const orders = sql`select user_id from orders where merchant_id = ${merchantId}`
  const ordered = sql`
    (${orders} and (shipping_address is not null or billing_address is not null) and (${or(inAddress)})
      limit ${sql.lit(maxOrders)})
    union all (${orders} and email is not null and ${and(
      words.map((word) => sql`(' ' || lower(email)) like lower(${patternOf(word)})`),
    )} limit ${sql.lit(maxOrders)})
    union all ${orders} and order_number = ${readOrderNumber(text)}
    union all ${orders} and order_number !~ '^\\d{6}-' and lower(order_number) = ${text.toLowerCase()}`
  const found = [
    and(named),
    // An erased account has no address here.
    sql`customer.email_key <> '' and customer.user_id = any (array(${ordered}))`,
    ...(phone === undefined ? [] : [sql`customer.phone_key <> '' and customer.phone_key like ${`%${phone}%`}`]),
    ...(isUuid(text) ? [sql`customer.user_id = ${text}::uuid`] : []),
  ]
  return sql`(${or(found)})`
}

const and = (conditions: readonly Sql[]) => sql.join(conditions, sql` and `)
const or = (conditions: readonly Sql[]) => sql.join(conditions, sql` or `)

function patternOf(word: string): string {
  const part = word.replace(/[\\%_]/g, '\\$&')
  return [...word].length < 3 ? `% ${part}%` : `%${part}%`
}
