import { sql } from 'kysely'
import type { RefundRow } from '#src/modules/orders/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { LabelFile } from './label-file.ts'
import type { ReceivedUnits } from './received-rules.ts'
import {
  type Condition,
  type GivenTerms,
  type ReturnReason,
  type ReturnStatus,
  type ReturnTerms,
  withTimes,
} from './rules.ts'

interface ReturnItemRow {
  line: number
  product_id: string
  sku: string
  name: string
  quantity: number
  /** Unsent units of a withdrawal, which were cancelled at once. */
  quantity_cancelled: number
  reason: ReturnReason | null
  note: string | null
  quantity_received: number | null
  condition: Condition | null
  restock: boolean | null
}

export interface ReturnRow {
  merchant_id: string
  id: string
  order_id: string
  user_id: string
  order_number: string
  /** Of the order. */
  email: string | null
  /** Of the account; of a guest, whom the order goes to. */
  customer_name: string | null
  kind: 'return' | 'withdrawal'
  status: ReturnStatus
  currency: string
  message: string | null
  shipping_minor: number
  deduction_minor: number
  deduction_reason: string | null
  refund_due_at: Date | null
  /** What the customer chose; null: the payment. */
  refund_to: 'store_credit' | null
  /** The order of what the customer gets instead. */
  exchange_order_id: string | null
  label_url: string | null
  label_type: LabelFile['type'] | null
  label_size: number | null
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  version: number
  created_at: Date
  updated_at: Date
  approved_at: Date | null
  received_at: Date | null
  ended_at: Date | null
  items: ReturnItemRow[]
  refunds: Pick<RefundRow, 'id' | 'amount_minor' | 'status' | 'refunded_to' | 'parts' | 'created_at'>[]
}

/** With its items and refunds. */
export const returnColumns = sql`
  returns.merchant_id, returns.id, returns.order_id, returns.user_id, orders.order_number, orders.email,
  coalesce((select case when told.told or told.by_staff then told.name else users.name end
              from users left join customers told on told.merchant_id = returns.merchant_id and told.user_id = users.id
             where users.id = returns.user_id), orders.shipping_address ->> 'name') as customer_name,
  returns.kind, returns.status, returns.currency, returns.message, returns.shipping_minor, returns.deduction_minor,
  returns.deduction_reason, returns.refund_due_at, returns.refund_to,
  returns.exchange_order_id, returns.label_url, returns.label_type, octet_length(returns.label_file) as label_size,
  returns.carrier, returns.tracking_number,
  returns.tracking_url, returns.version, returns.created_at, returns.updated_at, returns.approved_at,
  returns.received_at, returns.ended_at,
  (select json_agg(json_build_object(
            'line', item.line, 'product_id', ordered.product_id, 'sku', ordered.sku,
            'name', ordered.name, 'quantity', item.quantity,
            'quantity_cancelled', item.quantity_cancelled, 'reason', item.reason, 'note', item.note,
            'quantity_received', item.quantity_received, 'condition', item.condition, 'restock', item.restock)
          order by item.line)
     from return_items item
     join order_items ordered on ordered.merchant_id = item.merchant_id and ordered.order_id = returns.order_id
          and ordered.line = item.line
    where item.merchant_id = returns.merchant_id and item.return_id = returns.id) as items,
  (select coalesce(json_agg(json_build_object(
            'id', refund.id, 'amount_minor', refund.amount_minor, 'status', refund.status,
            'refunded_to', refund.refunded_to,
            'parts', parts_of_refund(refund), 'created_at', refund.created_at) order by refund.id), '[]')
     from refunds refund
    where refund.merchant_id is not distinct from returns.merchant_id and refund.order_id = returns.order_id
      and refund.return_id = returns.id) as refunds`

/** What `returnColumns` show of the order, by a look-up for each row of `returns`. */
export const withOrder = sql`
  cross join lateral (
    select order_number, email, shipping_address from orders
     where orders.merchant_id = returns.merchant_id and orders.id = returns.order_id offset 0) orders`

const returnTables = sql`returns ${withOrder}`

/** A return of the merchant; with `userId` only if it is that user's. */
export interface ReturnKey {
  merchantId: string
  returnId: string
  userId?: string | undefined
}

export async function selectReturn(db: Executor, key: ReturnKey): Promise<ReturnRow | undefined> {
  const { rows } = await sql<ReturnRow>`
    select ${returnColumns} from ${returnTables}
     where returns.merchant_id = ${key.merchantId} and returns.id = ${key.returnId} and ${isOf(key)}`.execute(db)
  return rows[0]
}

/** The order of a return, which is locked before the return. */
export async function selectOrderOf(db: Executor, key: ReturnKey): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from returns
     where merchant_id = ${key.merchantId} and id = ${key.returnId} and ${isOf(key)}`.execute(db)
  return rows[0]?.order_id
}

const isOf = ({ merchantId, userId }: ReturnKey) => (userId === undefined ? sql`true` : isOwnReturn(merchantId, userId))

/** Returns of a shopper; of orders of a merged customer, as `orders` shows those. */
export const isOwnReturn = (merchantId: string, userId: string) => sql`
  returns.user_id = any (own_customers(${merchantId}, ${userId}))
  and coalesce((select placed.placed_as from orders placed
                 where placed.merchant_id = returns.merchant_id and placed.id = returns.order_id),
               returns.user_id) = any (own_customers(${merchantId}, ${userId}))`

/** Returns of an order, newest first. */
export async function selectReturnsOfOrder(
  db: Executor,
  { merchantId, orderId }: { merchantId: string; orderId: string },
): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    select ${returnColumns} from ${returnTables}
     where returns.merchant_id = ${merchantId} and returns.order_id = ${orderId}
     order by returns.created_at desc, returns.id desc`.execute(db)
  return rows
}

export async function countReturnsOfOrder(
  transaction: Transaction,
  { merchantId, orderId }: { merchantId: string; orderId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from returns
     where merchant_id = ${merchantId} and order_id = ${orderId}`.execute(transaction)
  return rows[0]?.count ?? 0
}

/** The terms of an order. Times run from the last delivery; that of a fulfilment without one is estimated. */
export async function selectTerms(
  db: Executor,
  { merchantId, orderId }: { merchantId: string; orderId: string },
): Promise<ReturnTerms> {
  const { rows } = await sql<GivenTerms>`
    with terms as (
      select setting.withdrawal, coalesce(setting.delivery_days, 7) as delivery_days,
             case when setting.merchant_id is null then 14 else setting.return_days end as return_days,
             coalesce(setting.timezone, 'UTC') as timezone,
             setting.invoices -> 'seller_address' as seat, setting.vat_number
        from (values (1)) one
        left join merchant_settings setting on setting.merchant_id = ${merchantId}
    )
    select now() as now, withdrawal, return_days, timezone, seat, vat_number,
           coalesce(
             (select max(coalesce(delivered_at, created_at + make_interval(days => delivery_days))) from fulfillments
               where merchant_id = ${merchantId} and order_id = ${orderId}),
             (select completed_at + make_interval(days => delivery_days) from orders
               where merchant_id = ${merchantId} and id = ${orderId})) as received_at
      from terms`.execute(db)
  const [terms] = rows
  if (terms === undefined) throw new Error('the terms have a row')
  return withTimes(terms)
}

export interface NewReturn {
  id: string
  userId: string
  kind: ReturnRow['kind']
  status: ReturnStatus
  currency: string
  shippingMinor: number
  refundTo?: ReturnRow['refund_to']
  lines: readonly NewReturnLine[]
}

interface NewReturnLine {
  line: number
  quantity: number
  cancelled: number
  reason: ReturnReason | null
  note: string | null
}

/** Days from the declaration of a withdrawal to its refund. */
const refundDueDays = 14

export async function insertReturn(
  transaction: Transaction,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  { id, userId, kind, status, currency, shippingMinor, refundTo = null, lines }: NewReturn,
): Promise<void> {
  await sql`
    with made as (
      insert into returns (merchant_id, id, order_id, user_id, kind, status, currency, shipping_minor, refund_to,
                           refund_due_at, created_at, updated_at, approved_at, ended_at)
      values (${merchantId}, ${id}, ${orderId}, ${userId}, ${kind}, ${status}, ${currency}, ${shippingMinor},
              ${refundTo}::text,
              case when ${kind}::text = 'withdrawal' then now() + make_interval(days => ${refundDueDays}) end,
              now(), now(), case when ${status}::text = 'approved' then now() end,
              case when ${status}::text in ('refunded', 'closed') then now() end)
    )
    insert into return_items (merchant_id, return_id, line, quantity, quantity_cancelled, reason, note)
    select ${merchantId}, ${id}, line, quantity, cancelled, reason, note
      from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map((line) => line.quantity)}::int[],
                  ${lines.map((line) => line.cancelled)}::int[], ${lines.map((line) => line.reason)}::text[],
                  ${lines.map((line) => line.note)}::text[])
           as units (line, quantity, cancelled, reason, note)`.execute(transaction)
}

/** Fields of a return that staff sets without a change of its status. */
export interface ReturnFields {
  message: string | null
  deduction_minor: number
  deduction_reason: string | null
  label_url: string | null
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
}

export async function updateFields(
  transaction: Transaction,
  { merchantId, returnId }: ReturnKey,
  fields: ReturnFields,
): Promise<void> {
  await transaction
    .updateTable('returns')
    .set({ ...fields, updated_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', returnId)
    .execute()
}

/** Changes the status of a return of a locked order; false if it has another one than `from`. */
export async function updateReturnStatus(
  transaction: Transaction,
  { merchantId, returnId }: ReturnKey,
  from: ReturnStatus,
  to: ReturnStatus,
): Promise<boolean> {
  const { rows } = await sql`
    update returns
       set status = ${to}, updated_at = now(),
           approved_at = case when ${to}::text = 'approved' then now() else approved_at end,
           received_at = case when ${to}::text = 'received' then now() else received_at end,
           ended_at = case when ${to}::text in ('declined', 'refunded', 'closed', 'cancelled') then now() end
     where merchant_id = ${merchantId} and id = ${returnId} and status = ${from}
    returning id`.execute(transaction)
  return rows.length > 0
}

export async function updateReceived(
  transaction: Transaction,
  { merchantId, returnId }: ReturnKey,
  came: readonly ReceivedUnits[],
): Promise<void> {
  await sql`
    update return_items item
       set quantity_received = came.quantity, condition = came.condition, restock = came.restock
      from unnest(${came.map((one) => one.line)}::int[], ${came.map((one) => one.quantity)}::int[],
                  ${came.map((one) => one.condition)}::text[], ${came.map((one) => one.restock)}::bool[])
           as came (line, quantity, condition, restock)
     where item.merchant_id = ${merchantId} and item.return_id = ${returnId}
       and item.line = came.line`.execute(transaction)
}
