import { type RawBuilder, sql } from 'kysely'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { type OrderRow, orderColumns } from './row-queries.ts'
import { type OrderStatus, type PaymentStatus, readNumber } from './rules.ts'

export interface OrderFilter {
  userId?: string | undefined
  status?: OrderStatus | undefined
  /** A prefix of the order number. */
  number?: string | undefined
}

/** Orders of a merchant, newest first (ids are in order of time); with a prefix of the number by number, descending. */
export async function selectOrders(
  db: Executor,
  merchantId: string,
  filter: OrderFilter,
  page: PageRequest,
): Promise<{ rows: OrderRow[]; total: number }> {
  const { userId, status } = filter
  const number = filter.number?.toUpperCase()
  const range = number === undefined ? undefined : readNumber(number)
  if (number !== undefined && range === undefined) return { rows: [], total: 0 }
  const conditions = [sql`merchant_id = ${merchantId}`]
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  // A range, because the generic plan does not know the prefix; no character of a number sorts after a tilde.
  const numbered = number === undefined ? sql`true` : sql`order_number >= ${number} and order_number < ${`${number}~`}`
  // `offset 0` keeps the planner from the index of numbers: one user's orders are fewer.
  const fence = userId === undefined || number === undefined ? sql`` : sql`offset 0`
  const matching = sql`
    (select * from orders where ${sql.join(conditions, sql` and `)} ${fence}) orders
     where ${numbered}`
  const [key, type] = number === undefined ? [sql`id`, 'uuid'] : [sql`order_number`, 'text']
  const behind = behindCursor(page, 'desc', [key, type])
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
      from (
        select * from ${matching} and ${behind} order by ${key} desc ${pageWindow(page)}
      ) orders
     order by orders.${key} desc`.execute(db)
  const isCounted = userId !== undefined || range === 'within a day'
  const total = isCounted ? await countMatching(db, matching) : await sumOf(db, merchantId, status, range?.days)
  return { rows, total }
}

/** The position of a row in the list, for its cursor. */
export function positionOf({ number }: OrderFilter, row: OrderRow): [string] {
  return [number === undefined ? row.id : row.order_number]
}

async function countMatching(db: Executor, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${matching}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The number of a merchant's orders, in a status or any, of some days or all, from the rollup: a shop may have a
 * million (of 300,000 a count took 38 ms, the sum under 1 ms).
 */
async function sumOf(
  db: Executor,
  merchantId: string,
  status: OrderStatus | undefined,
  days: { from: Date; to: Date } | undefined,
): Promise<number> {
  const counted = status === undefined ? sql`pending + paid + processing + completed + cancelled` : sql.ref(status)
  const rollup = sql.table(days === undefined ? 'figure_totals' : 'figure_days')
  const within = days === undefined ? sql`` : sql` and hour >= ${days.from} and hour < ${days.to}`
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(orders), 0) as total
      from (select ${counted} as orders from ${rollup} where merchant_id = ${merchantId}${within}
            union all
            select ${counted} from figure_changes where merchant_id = ${merchantId}${within}) figures`.execute(db)
  return rows[0]?.total ?? 0
}

/** An order of the merchant; with `userId` only if it is that user's. */
export interface OrderKey {
  merchantId: string
  orderId: string
  userId?: string | undefined
}

export async function selectOrder(db: Executor, key: OrderKey): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders where ${isOrder(key)}`.execute(db)
  return rows[0]
}

export async function orderExists(db: Executor, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`select from orders where ${isOrder(key)}`.execute(db)
  return rows.length > 0
}

/** Orders of a user at a merchant behind `after`, in the order of their ids. */
export async function selectOrdersOfUser(
  db: Executor,
  { merchantId, userId }: { merchantId: string; userId: string },
  after: string | undefined,
  limit: number,
): Promise<OrderRow[]> {
  const behind = after === undefined ? sql`true` : sql`id > ${after}::uuid`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders
     where merchant_id = ${merchantId} and user_id = ${userId} and ${behind} order by id limit ${limit}`.execute(db)
  return rows
}

/** The order, locked until the transaction ends. */
export async function lockOrder(transaction: Transaction, key: OrderKey): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders where ${isOrder(key)} for no key update of orders`.execute(transaction)
  return rows[0]
}

export interface StatusChange {
  to: OrderStatus
  from: readonly OrderStatus[]
  paymentStatus: PaymentStatus | null
  cancelReason: string | null
}

/**
 * The one statement behind every change of status: it changes an order that is in one of the statuses `from`. Answers
 * the status that was found, and the order if it was changed; undefined if there is no such order.
 */
export async function updateStatus(
  transaction: Transaction,
  key: OrderKey,
  { to, from, paymentStatus, cancelReason }: StatusChange,
): Promise<{ previous: OrderStatus; order: OrderRow | undefined } | undefined> {
  const { rows } = await sql<OrderRow & { previous: OrderStatus; changed: boolean }>`
    with found as (
      select status from orders where ${isOrder(key)} for no key update
    ), orders as (
      update orders
         set status = ${to}, updated_at = now(), payment_status = coalesce(${paymentStatus}::text, payment_status),
             paid_at = case when ${to}::text = 'paid' then now() else paid_at end,
             completed_at = case when ${to}::text = 'completed' then now() else completed_at end,
             cancelled_at = case when ${to}::text = 'cancelled' then now() else cancelled_at end,
             cancel_reason = ${cancelReason}::text
        from found
       where ${isOrder(key)} and found.status = any(${from}::text[])
      returning orders.*
    )
    select found.status as previous, orders.id is not null as changed, ${orderColumns}
      from found left join orders on true`.execute(transaction)
  const [row] = rows
  if (row === undefined) return undefined
  const { previous, changed, ...order } = row
  return { previous, order: changed ? order : undefined }
}

/** Changes the payment status of an order that is in `status`. */
export async function updatePaymentStatus(
  transaction: Transaction,
  key: OrderKey,
  status: OrderStatus,
  paymentStatus: PaymentStatus,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    with orders as (
      update orders set payment_status = ${paymentStatus}, updated_at = now()
       where ${isOrder(key)} and status = ${status}
      returning *
    )
    select ${orderColumns} from orders`.execute(transaction)
  return rows[0]
}

/** The condition on `orders` for this key. */
export function isOrder({ merchantId, orderId, userId }: OrderKey): RawBuilder<unknown> {
  const isOwner = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  return sql`merchant_id = ${merchantId} and id = ${orderId} and ${isOwner}`
}
