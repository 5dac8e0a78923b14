import { sql } from 'kysely'
import { joinProductOf, lineProductPairs } from '#src/modules/catalog/shared-queries.ts'
import type { PostalAddress } from '#src/modules/identity/index.ts'
import type { RefundTaxLineRow, UnplacedOrder } from '#src/modules/pricing/index.ts'
import { linePairs } from './line-queries.ts'
import type { FulfillmentStatus, OrderSource, OrderStatus, PaymentStatus } from './rules.ts'

/** Units in the row of a fulfillment or a refund. */
export interface StoredUnits {
  /** Absent in rows of earlier releases, whose orders have one line of each product. */
  line?: number
  product_id: string
  quantity: number
}

export interface FulfillmentRow {
  id: string
  items: StoredUnits[]
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  /** ISO 8601. */
  created_at: string
  delivered_at: string | null
  shipping_address: PostalAddress | null
}

/** What a refund gives back to one payment. */
export interface RefundPartRow {
  /** Null: the only part of its refund, which providers know by the refund's id. */
  id: string | null
  payment_id: string
  method: string
  amount_minor: number
  status: 'pending' | 'succeeded' | 'failed'
  attempt: number
  /** Staff gave it back by another way than the payment's. */
  by_hand: boolean
}

/** Where all of a refund goes; `as_paid`: its parts go back to the payments that they came from. */
export type RefundedTo = 'as_paid' | 'store_credit'

export interface RefundRow {
  id: string
  order_id: string
  amount_minor: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  items: (StoredUnits & { cancelled: number; restocked: boolean })[] | null
  shipping_minor: number
  /** The part for the way to pay, with its tax. */
  payment_fee_minor: number
  /** What it gives back for multi-purpose vouchers; null: nothing. */
  voucher_minor?: number | null
  reason: string | null
  /** Its part of the order's tax lines; null: an older release wrote it without. */
  tax_lines: RefundTaxLineRow[] | null
  return_id: string | null
  /** The edit that made the order cheaper: it lowered what was paid, and no units were refunded. */
  edit_id: string | null
  /** Only what goes back as it was paid has parts. */
  refunded_to: RefundedTo
  /** The newest payment first. */
  parts: RefundPartRow[]
  /** ISO 8601 in the row of an order. */
  created_at: string | Date
}

export interface OrderRow extends UnplacedOrder {
  id: string
  order_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
  source: OrderSource
  /** Null: it ends with the payment window of the service. */
  expires_at: Date | null
  paid_minor: number
  /** Refunds that succeeded or are in progress. */
  refunded_total_minor: number
  note: string | null
  /** Given by staff; addresses have their own. */
  phone: string | null
  /** For staff only. */
  tags: string[]
  /** The member of the staff who takes care of it. */
  assignee_id: string | null
  /** What was paid with granted value or single-purpose vouchers, which lowers `tax_lines`; null: nothing. */
  untaxed_minor: number | null
  version: number
  created_at: Date
  updated_at: Date
  paid_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  cancel_reason: string | null
  fulfillments: FulfillmentRow[] | null
  refunds: RefundRow[] | null
}

/**
 * All columns of a row of `orders` with its dependent rows, so that a page of orders is one statement. All uncancelled
 * units of a completed order count as fulfilled, also from before fulfillments existed.
 */
export const orderColumns = sql`
  orders.merchant_id, orders.id, orders.user_id, orders.order_number, orders.status, orders.payment_status,
  case orders.status when 'completed' then 'fulfilled' else orders.fulfillment_status end as fulfillment_status,
  orders.market_id, orders.locale,
  orders.currency, coalesce(orders.subtotal_minor, orders.total_minor) as subtotal_minor, orders.shipping_total_minor,
  orders.discounts, orders.discount_total_minor, orders.payment_fee_total_minor, orders.rounding_total_minor,
  orders.tax_total_minor, orders.tax_included, orders.tax_lines, orders.shipping_tax_line, orders.total_minor,
  coalesce(orders.paid_minor, case when orders.paid_at is null then 0 else orders.total_minor end) as paid_minor,
  orders.refunded_total_minor, orders.email, orders.shipping_address, orders.billing_address, orders.shipping_method,
  orders.buyer_vat, orders.payment_terms,
  orders.note, orders.phone, orders.tags, orders.assignee_id, orders.gift, orders.voucher_minor,
  orders.untaxed_minor, orders.version,
  orders.created_at, orders.updated_at, orders.paid_at, orders.completed_at, orders.cancelled_at,
  orders.cancel_reason, orders.source, orders.expires_at,
  (select json_agg(json_build_object(
            ${linePairs},
            'quantity_fulfilled', case orders.status when 'completed' then item.quantity - item.quantity_cancelled
                                                     else item.quantity_fulfilled end,
            'quantity_cancelled', item.quantity_cancelled, 'quantity_returned', item.quantity_returned,
            'quantity_returning', item.quantity_returning, ${lineProductPairs})
          order by item.line)
     from order_items item
     ${joinProductOf('item')}
    where item.merchant_id = orders.merchant_id and item.order_id = orders.id) as items,
  case when orders.fulfillment_status <> 'unfulfilled' then (
    select json_agg(json_build_object(
             'id', sent.id, 'items', sent.items, 'carrier', sent.carrier, 'tracking_number', sent.tracking_number,
             'tracking_url', sent.tracking_url, 'created_at', sent.created_at,
             'delivered_at', sent.delivered_at,
             'shipping_address', coalesce(sent.shipping_address, orders.shipping_address)) order by sent.id)
      from fulfillments sent
     where sent.merchant_id = orders.merchant_id and sent.order_id = orders.id) end as fulfillments,
  case when orders.refund_count > 0 then (
    select json_agg(json_build_object(
             'id', refund.id, 'order_id', refund.order_id, 'amount_minor', refund.amount_minor,
             'currency', refund.currency, 'status', refund.status, 'items', refund.items,
             'shipping_minor', refund.shipping_minor,
             'payment_fee_minor', refund.payment_fee_minor, 'voucher_minor', refund.voucher_minor,
             'reason', refund.reason, 'tax_lines', refund.tax_lines,
             'return_id', refund.return_id, 'edit_id', refund.edit_id,
             'refunded_to', refund.refunded_to,
             'parts', parts_of_refund(refund), 'created_at', refund.created_at)
           order by refund.id)
      from refunds refund
     where refund.merchant_id is not distinct from orders.merchant_id and refund.order_id = orders.id) end as refunds`
