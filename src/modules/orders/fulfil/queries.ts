import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { OrderKey } from '../queries.ts'
import type { CountedItem, FulfillmentStatus, OrderStatus } from '../rules.ts'
import type { ItemUnits } from '../unit-rules.ts'

export interface Tracking {
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
}

/** Fields of a fulfillment that staff changes. */
export interface Delivery extends Tracking {
  delivered_at: Date | null
}

export interface NewFulfillment extends Tracking {
  id: string
  lines: readonly ItemUnits[]
  actorId: string
}

export async function insertFulfillment(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  { id, lines, carrier, tracking_number, tracking_url, actorId }: NewFulfillment,
): Promise<void> {
  const items = lines.map(({ line, productId, quantity }) => ({ line, product_id: productId, quantity }))
  await sql`
    insert into fulfillments (merchant_id, order_id, id, items, carrier, tracking_number, tracking_url, actor_id,
                              created_at, updated_at)
    values (${merchantId}, ${orderId}, ${id}, ${JSON.stringify(items)}::jsonb, ${carrier}, ${tracking_number},
            ${tracking_url}, ${actorId}, now(), now())`.execute(transaction)
}

/** Fields of a fulfillment of a locked order. */
export async function selectTracking(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  fulfillmentId: string,
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select carrier, tracking_number, tracking_url, delivered_at from fulfillments
     where merchant_id = ${merchantId} and order_id = ${orderId} and id = ${fulfillmentId}`.execute(transaction)
  return rows[0]
}

/** False if it would be delivered before the day it was sent, or in the future. */
export async function updateTracking(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  fulfillmentId: string,
  { carrier, tracking_number, tracking_url, delivered_at }: Delivery,
): Promise<boolean> {
  const { rows } = await sql`
    update fulfillments
       set carrier = ${carrier}, tracking_number = ${tracking_number}, tracking_url = ${tracking_url},
           delivered_at = ${delivered_at}, updated_at = now()
     where merchant_id = ${merchantId} and order_id = ${orderId} and id = ${fulfillmentId}
       and coalesce(${delivered_at}::timestamptz
                    between date_trunc('day', created_at) and now() + interval '1 minute', true)
    returning id`.execute(transaction)
  return rows.length > 0
}

/** State of an order after a fulfillment or a refund. */
export interface OrderCounts {
  items: readonly CountedItem[]
  status: OrderStatus
  fulfillmentStatus: FulfillmentStatus
  /** Of a refund: what is given back. */
  refundedMinor?: number
  cancelReason?: string
}

/** Writes the counts of a locked order, whose status changes with them. */
export async function updateCounts(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  { items, status, fulfillmentStatus, refundedMinor, cancelReason = 'requested_by_merchant' }: OrderCounts,
): Promise<void> {
  const all = (column: Exclude<keyof CountedItem, 'line' | 'product_id'>) => items.map((item) => item[column])
  await sql`
    with counted as (
      update order_items item
         set quantity_fulfilled = counts.fulfilled, quantity_cancelled = counts.cancelled,
             quantity_returned = counts.returned
        from unnest(${items.map((item) => item.line)}::int[], ${all('quantity_fulfilled')}::int[],
                    ${all('quantity_cancelled')}::int[], ${all('quantity_returned')}::int[])
             as counts (line, fulfilled, cancelled, returned)
       where item.merchant_id = ${merchantId} and item.order_id = ${orderId} and item.line = counts.line
         and (item.quantity_fulfilled, item.quantity_cancelled, item.quantity_returned)
             <> (counts.fulfilled, counts.cancelled, counts.returned)
    )
    update orders
       set status = ${status}, fulfillment_status = ${fulfillmentStatus}, updated_at = now(), client_hash = null,
           completed_at = case when ${status}::text = 'completed' then coalesce(completed_at, now()) end,
           cancelled_at = case when ${status}::text = 'cancelled' then coalesce(cancelled_at, now()) end,
           cancel_reason = case when ${status}::text = 'cancelled'
                                then coalesce(cancel_reason, ${cancelReason}::text) end,
           refunded_total_minor = refunded_total_minor + ${refundedMinor ?? 0}::bigint,
           refund_count = refund_count + ${refundedMinor === undefined ? 0 : 1}::int
     where merchant_id = ${merchantId} and id = ${orderId}`.execute(transaction)
}
