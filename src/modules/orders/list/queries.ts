import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'
import { all, bounds, hasText, isOwnNumber, stateConditions, stateRanges } from './condition-queries.ts'
import { intersect, type OrderFilter, type OrderSort } from './filter.ts'
import { foundByText } from './match-queries.ts'

type Sql = RawBuilder<unknown>

/** With its customer as the shop knows them now; null if the account is gone. */
export interface StaffOrderRow extends OrderRow {
  customer: { name: string | null; email: string | null; send_before_paid?: boolean | null } | null
  assignee: { id: string; name: string | null } | null
}

/** An order of a list, with its sort key. */
export type ListedOrder = StaffOrderRow & { position: string }

/** Not joins: whatever a generic plan expects of the page, they are look-ups for each order. */
const people = sql`(
  select json_build_object('id', users.id, 'name', users.name) from users
   where users.id = orders.assignee_id) as assignee, (
  select case when told.told or told.by_staff
              then json_build_object('name', told.name, 'email', told.email,
                                     'send_before_paid', told.send_before_paid)
              else json_build_object('name', users.name, 'email', users.email,
                                     'send_before_paid', told.send_before_paid) end
    from users
    left join customers told on told.merchant_id = orders.merchant_id and told.user_id = users.id
   where users.id = orders.user_id) as customer`

export interface OrderList {
  merchantId: string
  filter: OrderFilter
  /** `index`: finds orders with the text by indexes; `row`: checks the text in each order of the list. */
  textBy: 'index' | 'row'
}

/** A page of a list: reads enough orders of each alternative, and takes the first of them. */
export async function selectOrders(
  db: Executor,
  list: OrderList,
  { by, direction }: OrderSort,
  page: PageRange,
): Promise<ListedOrder[]> {
  const [key, type] = by === 'total' ? [sql`total_minor`, 'bigint'] : [sql`created_at`, 'timestamptz']
  const order = sql.raw(direction)
  const behind = behindCursor(page, direction, [sql`orders.${key}`, type], [sql`orders.id`, 'uuid'])
  const until = page.offset === 0 ? pageWindow(page) : sql`limit ${page.limit + 1 + page.offset}`
  const parts = alternatives(list, by).map(
    (conditions) => sql`
      (select orders.id, orders.${key} as position from orders
        where ${all([...conditions, behind])} order by orders.${key} ${order}, orders.id ${order} ${until})`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<ListedOrder>`
    select ${orderColumns}, ${people}, page.position::text as position
      from (select * from (${sql.join(parts, sql` union all `)}) found
             order by position ${order}, id ${order} ${pageWindow(page)}) page
     cross join lateral (
       select * from orders where merchant_id = ${list.merchantId} and id = page.id offset 0) orders
     order by page.position ${order}, page.id ${order}`.execute(db)
  return rows
}

export async function selectStaffOrder(
  db: Executor,
  { merchantId, orderId }: OrderKey,
): Promise<StaffOrderRow | undefined> {
  const { rows } = await sql<StaffOrderRow>`
    select ${orderColumns}, ${people} from orders
     where orders.merchant_id = ${merchantId} and orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/** The same for an order that was just changed. */
export async function withCustomer(db: Executor, order: OrderRow): Promise<StaffOrderRow> {
  const { rows } = await sql<Pick<StaffOrderRow, 'customer' | 'assignee'>>`
    select ${people} from (select ${order.merchant_id}::uuid as merchant_id, ${order.user_id}::uuid as user_id,
                                  ${order.assignee_id}::uuid as assignee_id) orders`.execute(db)
  return { ...order, customer: rows[0]?.customer ?? null, assignee: rows[0]?.assignee ?? null }
}

/** Number of orders of a list, counted up to one above its maximum total. */
export async function countOrders(db: Executor, list: OrderList): Promise<number> {
  const parts = alternatives(list, 'created_at').map((conditions) => sql`select 1 from orders where ${all(conditions)}`)
  return parts.length === 0 ? 0 : countUpToMaximum(db, sql.join(parts, sql` union all `))
}

/**
 * The list as disjoint alternatives, each with its conditions. A text that is a prefix of a date becomes a range of
 * time, which needs no text index.
 */
function alternatives({ merchantId, filter, textBy }: OrderList, by: OrderSort['by']): Sql[][] {
  const { sought, ...rest } = filter
  const chosen = filter.ids ? sql` and orders.id = any(${[...filter.ids]}::uuid[])` : sql``
  const mine = sql`orders.merchant_id = ${merchantId}${chosen}`
  const plain = (of: OrderFilter): Sql[][] => {
    const states = by === 'total' || of.userId !== undefined ? [stateConditions(of)] : stateRanges(of)
    return whoseOf(merchantId, of).flatMap((whose) => states.map((state) => [mine, ...whose, ...bounds(of), ...state]))
  }
  if (sought === undefined) return plain(filter)
  if (rest.userId !== undefined) return plain(rest).map((conditions) => [...conditions, hasText(sought)])
  const found = sql`orders.id = any (array(${foundByText(merchantId, sought)}))`
  const withText =
    textBy === 'row'
      ? plain(rest).map((conditions) => [...conditions, hasText(sought)])
      : [[mine, found, ...bounds(rest), ...stateConditions(rest)]]
  const { begun } = sought
  if (begun === undefined) return withText
  const hasBegun = sql`(starts_with(orders.order_number, ${begun.digits}) and not ${isOwnNumber})`
  const span = intersect(rest, begun.span)
  return [
    ...withText.map((conditions) => [...conditions, sql`not ${hasBegun}`]),
    ...(span ? plain({ ...rest, ...span }).map((conditions) => [...conditions, hasBegun]) : []),
  ]
}

/** Of any customer; of one, by an id that may be of before; of a shopper, who may have several. */
function whoseOf(merchantId: string, { userId, asShopper }: OrderFilter): Sql[][] {
  if (userId === undefined) return [[]]
  if (!asShopper) return [[sql`orders.user_id = customer_id(${merchantId}, ${userId})`]]
  const own = sql`any (own_customers(${merchantId}, ${userId}))`
  const asNow = sql`orders.placed_as is null`
  // By their index: for several customers at once PostgreSQL would read all orders of the shop in their order.
  const ofOthers = sql`
    select its.id from unnest(own_customers(${merchantId}, ${userId})) other (id)
     cross join lateral (
       select one.id from orders one where one.merchant_id = ${merchantId} and one.user_id = other.id offset 0) its
     where other.id <> ${userId}`
  return [
    [sql`orders.user_id = ${userId}`, asNow],
    [sql`orders.id = any (array(${ofOthers}))`, asNow],
    [sql`orders.placed_as = ${own}`],
  ]
}
