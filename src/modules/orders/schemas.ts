import { type Static, Type } from 'typebox'
import { Payment } from '#src/modules/payments/index.ts'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { lineTotal, toMajor } from '#src/platform/lib/money.ts'
import type { OrderItemRow, OrderRow } from './queries.ts'
import {
  allowedTransitions,
  type Mover,
  maxLines,
  maxQuantity,
  orderStatuses,
  paymentStatuses,
  type OrderStatus as Status,
} from './rules.ts'

export const OrderStatus = Type.Unsafe<Status>(Type.String({ enum: [...orderStatuses] }))

const OrderItem = named(
  'OrderItem',
  Type.Object({
    product_id: Uuid,
    sku: Type.String({ examples: ['22423'] }),
    name: Type.String({ examples: ['Regency cakestand, 3 tier'] }),
    quantity: Type.Integer({ examples: [2] }),
    price: Type.Number({ description: 'For one, as it was when the order was placed.', examples: [12.75] }),
    total: Type.Number({ examples: [25.5] }),
  }),
)

export const Order = named(
  'Order',
  Type.Object({
    id: Uuid,
    merchant_id: Uuid,
    user_id: Uuid,
    order_number: Type.String({ description: 'For people; unique per merchant.', examples: ['261121-7K3M9Q'] }),
    status: OrderStatus,
    payment_status: Type.String({ enum: [...paymentStatuses] }),
    allowed_transitions: Type.Array(OrderStatus, {
      description: 'Statuses the caller can bring the order to. Paying is not among them: it has its own endpoint.',
    }),
    total: Type.Number({ examples: [25.5] }),
    currency: Type.String({ examples: ['GBP'] }),
    items: Type.Array(OrderItem),
    version: Type.Integer({ description: 'Grows with each change of the order.', examples: [1] }),
    created_at: Timestamp,
    updated_at: Timestamp,
    paid_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    cancelled_at: Nullable(Timestamp),
    cancel_reason: Nullable(
      Type.String({ enum: ['requested_by_customer', 'requested_by_merchant', 'payment_window_expired'] }),
    ),
  }),
)

/** An order in answers and events. Events go to the merchant's receivers, so they show it as staff sees it. */
export function presentOrder(row: OrderRow, viewer: Extract<Mover, 'owner' | 'staff'>): Static<typeof Order> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    user_id: row.user_id,
    order_number: row.order_number,
    status: row.status,
    payment_status: row.payment_status,
    allowed_transitions: allowedTransitions(row.status, viewer),
    total: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    items: row.items.map((item) => presentItem(item, row.currency)),
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason,
  }
}

function presentItem(item: OrderItemRow, currency: string): Static<typeof OrderItem> {
  return {
    product_id: item.product_id,
    sku: item.sku,
    name: item.name,
    quantity: item.quantity,
    price: toMajor(item.price_minor, currency),
    total: toMajor(lineTotal({ priceMinor: item.price_minor, quantity: item.quantity }), currency),
  }
}

export const PlaceOrder = body('PlaceOrder', {
  items: Type.Array(
    named(
      'PlaceOrderItem',
      Type.Object(
        { product_id: Uuid, quantity: Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] }) },
        { additionalProperties: false },
      ),
    ),
    { minItems: 1, maxItems: maxLines, description: 'Lines that name one product are summed.' },
  ),
  expected_total: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The total the shopper was shown; another one now is PRICE_CHANGED.',
      examples: [25.5],
    }),
  ),
})

export const UpdateOrder = body('UpdateOrder', { status: OrderStatus })

export const PayOrder = body('PayOrder', {
  method: line({
    max: 50,
    description: 'Of the test provider: `test_success`, `test_decline`, or `test_slow`, which answers after 2 s.',
    examples: ['test_success'],
  }),
})

export const RecordPayment = body('RecordPayment', {
  method: line({ max: 50, description: '`manual`', examples: ['manual'] }),
  reference: Type.Optional(Nullable(line({ max: 200, examples: ['Bank transfer of 21 November'] }))),
})

export const PaidOrder = named('PaidOrder', Type.Object({ payment: Payment, order: Order }))
