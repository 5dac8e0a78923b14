import { type RawBuilder, sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { type OrderRow, orderColumns, type StoredUnits } from './row-queries.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './rules.ts'

/** An order of the merchant; with `userId` only if it is that user's, or staff's for their confirmed address. */
export interface OrderKey {
  merchantId: string
  orderId: string
  userId?: string | undefined
}

export async function selectOrder(db: Executor, key: OrderKey): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders where ${isOrder(key)}`.execute(db)
  return rows[0]
}

/** Whether a customer has placed an order at the shop since then. */
export async function hasOrderedSince(
  db: Executor,
  { merchantId, userId }: { merchantId: string; userId: string },
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from orders
     where merchant_id = ${merchantId} and user_id = any (own_customers(${merchantId}, ${userId}))
       and created_at > ${since} limit 1`.execute(db)
  return rows.length > 0
}

export async function orderExists(db: Executor, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`select from orders where ${isOrder(key)}`.execute(db)
  return rows.length > 0
}

/** Orders of a user at a merchant after `after`, oldest first. */
export async function selectOrdersOfUser(
  db: Executor,
  { merchantId, userId }: { merchantId: string; userId: string },
  after: Pick<OrderRow, 'id'> | undefined,
  limit: number,
): Promise<OrderRow[]> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) > (select created_at, id from orders
                                 where merchant_id = ${merchantId} and id = ${after.id}::uuid)`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
      from unnest(own_customers(${merchantId}, ${userId})) owner (owner_id)
     cross join lateral (
       select * from (
         (select * from orders
           where merchant_id = ${merchantId} and user_id = owner_id and placed_as is null and ${behind}
           order by created_at, id limit ${limit})
         union all
         (select * from orders where merchant_id = ${merchantId} and placed_as = owner_id and ${behind}
           order by created_at, id limit ${limit})) placed) orders
     order by orders.created_at, orders.id limit ${limit}`.execute(db)
  return rows
}

/**
 * The order, locked until the transaction ends. A second statement reads it: the first does not see commits during its
 * wait for the lock.
 */
export async function lockOrder(transaction: Transaction, key: OrderKey): Promise<OrderRow | undefined> {
  return (await lockOrderRow(transaction, key)) ? selectOrder(transaction, key) : undefined
}

/** Locks the order until the transaction ends; false if there is none. */
export async function lockOrderRow(transaction: Transaction, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`select from orders where ${isOrder(key)} for no key update`.execute(transaction)
  return rows.length > 0
}

/** Makes a new version of a locked order after a change of its other rows. */
export async function touchOrder(transaction: Transaction, key: OrderKey): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    with orders as (
      update orders set updated_at = now() where ${isOrder(key)} returning *
    )
    select ${orderColumns} from orders`.execute(transaction)
  const [order] = rows
  if (order === undefined) throw new Error(`order ${key.orderId} was deleted while locked`)
  return order
}

export interface StatusChange {
  to: OrderStatus
  from: readonly OrderStatus[]
  paymentStatus: PaymentStatus | null
  cancelReason: string | null
  /** The fulfillment of the rest of a completed order. */
  fulfillmentId: string
  actorId: string | null
}

/** Result of `updateStatus`. */
export interface StatusChanged {
  previous: {
    status: OrderStatus
    fulfillment_status: FulfillmentStatus
    refunded_total_minor: number
    /** An edit of a paid order is not paid: the order is neither completed nor cancelled with it. */
    has_unpaid_edit: boolean
  }
  /** The order if it changed; without rows of other tables written with it. */
  order: OrderRow | undefined
  /** The remaining units of an order that ended; null if there were none. */
  rest: (StoredUnits & { line: number })[] | null
  /** Others changed the order while the statement waited for its lock: read it again. */
  isStale: boolean
}

/**
 * The one statement behind every change of status: it changes an order with a status in `from`; an order with sent
 * units is not cancelled. The rest of a completed order becomes a fulfillment. The rest of a cancelled order is
 * cancelled, and the rest of its money will be refunded, also of one that was paid in part. Undefined if there is no
 * such order.
 */
export async function updateStatus(
  transaction: Transaction,
  key: OrderKey,
  { to, from, paymentStatus, cancelReason, fulfillmentId, actorId }: StatusChange,
): Promise<StatusChanged | undefined> {
  const refunds = sql`${to}::text = 'cancelled' and orders.paid_at is not null`
  const rest = {
    completed: sql`fulfil_rest(orders.merchant_id, orders.id, ${fulfillmentId}::uuid, ${actorId}::uuid)`,
    cancelled: sql`cancel_rest(orders.merchant_id, orders.id, orders.paid_at is not null)`,
    pending: sql`null::jsonb`,
    paid: sql`null::jsonb`,
    processing: sql`null::jsonb`,
  }[to]
  const { rows } = await sql<OrderRow & FoundColumns>`
    with seen as (
      select version from orders where ${isOrder(key)}
    ), found as (
      select status, fulfillment_status, refunded_total_minor, version,
             paid_at is not null and coalesce(paid_minor < total_minor, false) as has_unpaid_edit
        from orders where ${isOrder(key)} for no key update
    ), orders as (
      update orders
         set status = ${to}, updated_at = now(), payment_status = coalesce(${paymentStatus}::text, payment_status),
             paid_at = case when ${to}::text = 'paid' then now() else paid_at end,
             completed_at = case when ${to}::text = 'completed' then now() else completed_at end,
             cancelled_at = case when ${to}::text = 'cancelled' then now() else cancelled_at end,
             cancel_reason = ${cancelReason}::text, client_hash = null,
             fulfillment_status = case when ${to}::text = 'completed' then 'fulfilled'
                                       else orders.fulfillment_status end,
             refunded_total_minor = case when ${to}::text = 'cancelled'
                                         then coalesce(paid_minor, case when ${refunds} then total_minor else 0 end)
                                         else orders.refunded_total_minor end,
             refund_count = refund_count + case when ${refunds} then 1 else 0 end
        from found
       where ${isOrder(key)} and found.status = any(${from}::text[])
         and (${to}::text <> 'cancelled' or found.fulfillment_status = 'unfulfilled')
         and (${to}::text not in ('completed', 'cancelled') or not found.has_unpaid_edit)
      returning orders.*
    ), rest as materialized (
      select ${rest} as rest from orders
    )
    select found.status as found_status, found.fulfillment_status as found_fulfillment,
           found.refunded_total_minor as found_refunded, found.has_unpaid_edit,
           found.version <> seen.version as is_stale,
           orders.id is not null as changed, rest.rest, ${orderColumns}
      from found cross join seen left join orders on true left join rest on true`.execute(transaction)
  const [row] = rows
  if (row === undefined) return undefined
  const {
    found_status,
    found_fulfillment,
    found_refunded,
    has_unpaid_edit,
    is_stale,
    changed,
    rest: left,
    ...order
  } = row
  return {
    previous: {
      status: found_status,
      fulfillment_status: found_fulfillment,
      refunded_total_minor: found_refunded,
      has_unpaid_edit,
    },
    order: changed ? order : undefined,
    rest: left,
    isStale: is_stale,
  }
}

interface FoundColumns {
  found_status: OrderStatus
  found_fulfillment: FulfillmentStatus
  found_refunded: number
  has_unpaid_edit: boolean
  is_stale: boolean
  changed: boolean
  rest: StatusChanged['rest']
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

/** The condition on `orders` for this key. Nearly all are the shopper's own, and need no look at others' ids. */
export function isOrder({ merchantId, orderId, userId }: OrderKey): RawBuilder<unknown> {
  const isOwner =
    userId === undefined
      ? sql`true`
      : sql`(coalesce(placed_as, user_id) = ${userId}
             or coalesce(placed_as, user_id) = any (own_customers(${merchantId}, ${userId})))`
  return sql`merchant_id = ${merchantId} and id = ${orderId} and ${isOwner}`
}
