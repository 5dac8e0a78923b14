import { type RawBuilder, sql } from 'kysely'
import type { Executor, Transaction } from '#src/db/transaction.ts'
import type { PageRequest } from '#src/http/pagination.ts'
import type { OrderStatus, PaymentStatus } from './rules.ts'

export interface OrderItemRow {
  product_id: string
  sku: string
  name: string
  quantity: number
  price_minor: number
}

export interface OrderRow {
  merchant_id: string
  id: string
  user_id: string
  order_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  currency: string
  total_minor: number
  created_at: Date
  updated_at: Date
  paid_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  cancel_reason: string | null
  items: OrderItemRow[]
}

/** Every column of an order named `orders`, its lines among them: a page of orders is one statement. */
const orderColumns = sql`
  orders.merchant_id, orders.id, orders.user_id, orders.order_number, orders.status, orders.payment_status,
  orders.currency, orders.total_minor, orders.created_at, orders.updated_at, orders.paid_at, orders.completed_at,
  orders.cancelled_at, orders.cancel_reason,
  (select json_agg(json_build_object('product_id', item.product_id, 'sku', item.sku, 'name', item.name,
                                     'quantity', item.quantity, 'price_minor', item.price_minor) order by item.line)
     from order_items item
    where item.merchant_id = orders.merchant_id and item.order_id = orders.id) as items`

export interface OrderFilter {
  userId?: string | undefined
  status?: OrderStatus | undefined
  /** How the order number begins. */
  number?: string | undefined
}

/** Orders of a merchant, newest first: ids are made in time order. */
export async function selectOrders(
  db: Executor,
  merchantId: string,
  filter: OrderFilter,
  page: PageRequest,
): Promise<{ rows: OrderRow[]; total: number }> {
  const conditions = [sql`merchant_id = ${merchantId}`]
  if (filter.userId !== undefined) conditions.push(sql`user_id = ${filter.userId}`)
  if (filter.status !== undefined) conditions.push(sql`status = ${filter.status}`)
  // A range, because plans are made before the number is known; no character of a number comes after a tilde.
  if (filter.number !== undefined) {
    conditions.push(sql`order_number >= upper(${filter.number}) and order_number < upper(${filter.number}) || '~'`)
  }
  const matching = sql.join(conditions, sql` and `)
  const behind = page.after === undefined ? sql`true` : sql`id < ${String(page.after[0])}::uuid`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
      from (
        select * from orders where ${matching} and ${behind}
         order by id desc limit ${page.limit + 1} offset ${page.after === undefined ? page.offset : 0}
      ) orders
     order by orders.id desc`.execute(db)
  const isNarrow = filter.userId !== undefined || filter.number !== undefined
  const total = isNarrow ? await countMatching(db, matching) : await countAll(db, merchantId, filter.status)
  return { rows, total }
}

async function countMatching(db: Executor, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from orders where ${matching}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * All orders of a merchant, or those in a status, from the figures that are kept with them: a shop may have a million
 * (300,000: counted 38 ms, added up under 1 ms).
 */
async function countAll(db: Executor, merchantId: string, status: OrderStatus | undefined): Promise<number> {
  const counted = status === undefined ? sql`pending + paid + processing + completed + cancelled` : sql.ref(status)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(orders), 0) as total
      from (select ${counted} as orders from figure_hours where merchant_id = ${merchantId}
            union all
            select ${counted} from figure_changes where merchant_id = ${merchantId}) figures`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whose order is meant: any of the merchant's, or one of a user's there. */
export interface OrderKey {
  merchantId: string
  orderId: string
  userId?: string | undefined
}

export async function selectOrder(db: Executor, key: OrderKey): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders where ${isOrder(key)}`.execute(db)
  return rows[0]
}

/** The order, which nobody else changes until this transaction ends. */
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
  at: Date
}

/**
 * The one statement behind every change of status: of all that try at once, those who find the order in one of the
 * statuses `from` succeed. Answers the status that was found, and the order if it was changed; undefined if there is none.
 */
export async function updateStatus(
  transaction: Transaction,
  key: OrderKey,
  { to, from, paymentStatus, cancelReason, at }: StatusChange,
): Promise<{ previous: OrderStatus; order: OrderRow | undefined } | undefined> {
  const { rows } = await sql<OrderRow & { previous: OrderStatus; changed: boolean }>`
    with found as (
      select status from orders where ${isOrder(key)} for no key update
    ), orders as (
      update orders
         set status = ${to}, updated_at = ${at}, payment_status = coalesce(${paymentStatus}::text, payment_status),
             paid_at = case when ${to}::text = 'paid' then ${at} else paid_at end,
             completed_at = case when ${to}::text = 'completed' then ${at} else completed_at end,
             cancelled_at = case when ${to}::text = 'cancelled' then ${at} else cancelled_at end,
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

/** Says how payment of an order stands, where its status remains. */
export async function updatePaymentStatus(
  transaction: Transaction,
  key: OrderKey,
  status: OrderStatus,
  paymentStatus: PaymentStatus,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    with orders as (
      update orders set payment_status = ${paymentStatus}, updated_at = ${new Date()}
       where ${isOrder(key)} and status = ${status}
      returning *
    )
    select ${orderColumns} from orders`.execute(transaction)
  return rows[0]
}

/**
 * Orders still unpaid after the window, oldest first. One that is being paid at this moment is left to its payment,
 * which ends by itself.
 */
export async function selectUnpaid(
  db: Executor,
  windowSeconds: number,
  limit: number,
): Promise<{ merchant_id: string; id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select merchant_id, id from orders
     where status = 'pending' and created_at < now() - make_interval(secs => ${windowSeconds}::float8)
       and not exists (
         select from payments
          where payments.merchant_id = orders.merchant_id and payments.order_id = orders.id and payments.status = 'pending')
     order by created_at limit ${limit}`.execute(db)
  return rows
}

function isOrder({ merchantId, orderId, userId }: OrderKey): RawBuilder<unknown> {
  const isOwner = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  return sql`merchant_id = ${merchantId} and id = ${orderId} and ${isOwner}`
}
