import type { Static } from 'typebox'
import { presentOrder } from '#src/modules/orders/index.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { OrderByLink } from './open-link.ts'
import type { ReturnRow } from './queries.ts'
import { type ReturnMover, transitionsOf } from './rules.ts'
import type { LinkedOrder, Return } from './schemas.ts'

export function presentLinked({ order, returns, withdrawal }: OrderByLink): Static<typeof LinkedOrder> {
  const { available, until, lines } = withdrawal
  return {
    ...presentOrder(order, 'owner'),
    withdrawal: {
      available,
      until: until?.toISOString() ?? null,
      items: lines.map(({ line, productId, cancelled, returning }) => ({
        line,
        product_id: productId,
        quantity: cancelled + returning,
      })),
    },
    returns: returns.map((row) => presentReturn(row, 'customer')),
  }
}

export function presentReturn(row: ReturnRow, viewer: ReturnMover): Static<typeof Return> {
  const { currency } = row
  return {
    id: row.id,
    order_id: row.order_id,
    order_number: row.order_number,
    user_id: row.user_id,
    email: row.email,
    customer_name: row.customer_name,
    kind: row.kind,
    status: row.status,
    allowed_transitions: transitionsOf(row.status, viewer),
    items: row.items.map((item) => ({
      line: item.line,
      product_id: item.product_id,
      sku: item.sku,
      name: item.name,
      quantity: item.quantity,
      quantity_cancelled: item.quantity_cancelled,
      reason: item.reason,
      note: item.note,
      quantity_received: item.quantity_received,
      condition: item.condition,
      restock: item.restock,
    })),
    message: row.message,
    deduction:
      row.deduction_reason === null
        ? null
        : { amount: toMajor(row.deduction_minor, currency), reason: row.deduction_reason },
    refunds: row.refunds.map(({ id, amount_minor, status, refunded_to, created_at }) => ({
      id,
      amount: toMajor(amount_minor, currency),
      status,
      store_credit: refunded_to === 'store_credit',
      created_at: new Date(created_at).toISOString(),
    })),
    currency,
    refund_due_at: row.refund_due_at?.toISOString() ?? null,
    refund_to: row.refund_to ?? 'payment',
    exchange_order_id: row.exchange_order_id,
    label_url: row.label_url,
    label: row.label_type === null ? null : { content_type: row.label_type, size: row.label_size ?? 0 },
    carrier: row.carrier,
    tracking_number: row.tracking_number,
    tracking_url: row.tracking_url,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    received_at: row.received_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
