import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'

/** Like the dashboard, this reads what other modules write, and writes nothing. */

export interface CustomerRow {
  id: string
  email: string | null
  name: string | null
  phone: string | null
  is_verified: boolean
  created_at: Date
  customer_since: Date
  order_count: number
  order_total_minor: number
  /** The value it is sorted by, to the last digit, for the cursor. */
  position: string
}

export type CustomerSort = 'customer_since' | 'name' | 'email' | 'order_count' | 'order_total'

export interface CustomerFilter {
  q: string | undefined
  sort: CustomerSort
  order: 'asc' | 'desc'
}

type Sql = RawBuilder<unknown>

interface PageRequest {
  limit: number
  offset: number
  after: (string | number | boolean | null)[] | undefined
}

/** What each sort compares, and the tables it takes beside `customers`: only those are joined before the page is cut out. */
const sorts: Record<CustomerSort, { key: Sql; type: Sql; needs: 'nothing' | 'account' | 'orders' }> = {
  customer_since: { key: sql`customer.created_at`, type: sql`timestamptz`, needs: 'nothing' },
  name: { key: sql`lower(coalesce(account.name, ''))`, type: sql`text`, needs: 'account' },
  email: { key: sql`coalesce(account.email_key, '')`, type: sql`text`, needs: 'account' },
  order_count: { key: sql`coalesce(orders.count, 0)`, type: sql`bigint`, needs: 'orders' },
  order_total: { key: sql`coalesce(orders.total_minor, 0)`, type: sql`bigint`, needs: 'orders' },
}

const joinAccount = sql`join users account on account.id = customer.user_id`

/** A customer's order figures: the rollup plus what is not folded yet. */
const joinOrders = sql`
  left join customer_sales sales on sales.merchant_id = customer.merchant_id and sales.user_id = customer.user_id
  left join fresh on fresh.user_id = customer.user_id
  cross join lateral (
    select coalesce(sales.order_count, 0) + coalesce(fresh.order_count, 0) as count,
           coalesce(sales.order_total_minor, 0) + coalesce(fresh.order_total_minor, 0) as total_minor
  ) orders`

/** A page of a merchant's customers and one row more, with the sums of their orders. */
export async function selectCustomers(
  db: Executor,
  merchantId: string,
  { q, sort, order }: CustomerFilter,
  page: PageRequest,
): Promise<CustomerRow[]> {
  const { key, type, needs } = sorts[sort]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const behind = order === 'asc' ? sql`>` : sql`<`
  const [value, userId] = page.after ?? []
  const after =
    page.after === undefined
      ? sql``
      : sql`and (${key}, customer.user_id) ${behind} (${value}::${type}, ${userId}::uuid)`
  const { rows } = await sql<CustomerRow>`
    with fresh as (
      select user_id, sum(order_count) as order_count, sum(order_total_minor) as order_total_minor
        from figure_changes where merchant_id = ${merchantId} and user_id is not null group by user_id
    ), customer as (
      select customer.merchant_id, customer.user_id, customer.created_at, ${key} as position
        from customers customer
             ${q !== undefined || needs === 'account' ? joinAccount : sql``} ${needs === 'orders' ? joinOrders : sql``}
       where customer.merchant_id = ${merchantId} ${matches(q)} ${after}
       order by ${key} ${direction}, customer.user_id ${direction}
       limit ${page.limit + 1} offset ${page.after === undefined ? page.offset : 0}
    )
    select account.id, account.email, account.name, account.phone, account.is_verified, account.created_at,
           customer.created_at as customer_since, orders.count as order_count,
           orders.total_minor as order_total_minor, customer.position::text as position
      from customer ${joinAccount} ${joinOrders}
     order by customer.position ${direction}, customer.user_id ${direction}`.execute(db)
  return rows
}

/**
 * How many customers there are. All of them are the sum of the hours in which they came, which does not grow with their
 * number; those who match a search are counted.
 */
export async function countCustomers(db: Executor, merchantId: string, q: string | undefined): Promise<number> {
  const { rows } =
    q === undefined
      ? await sql<{ total: number }>`
          select coalesce(sum(new_customers), 0) as total
            from (select new_customers from figure_hours where merchant_id = ${merchantId}
                  union all
                  select new_customers from figure_changes where merchant_id = ${merchantId}) figures`.execute(db)
      : await sql<{ total: number }>`
          select count(*) as total
            from customers customer join users account on account.id = customer.user_id
           where customer.merchant_id = ${merchantId} ${matches(q)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A part of three characters or more anywhere; a shorter one at the start of a word, which the trigram index can find. */
function matches(q: string | undefined) {
  if (q === undefined) return sql``
  const part = q.replace(/[\\%_]/g, '\\$&')
  const pattern = [...q].length < 3 ? `% ${part}%` : `%${part}%`
  return sql`and user_search_text(account.name, account.email_key) like lower(${pattern})`
}
