import { Order, sampleOrder, samplePaidOrder } from '#src/modules/orders/index.ts'
import { Payment } from '#src/modules/payments/index.ts'
import { Nullable } from '#src/platform/http/envelope.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { EventOfModule, SampleShop } from '#src/platform/module.ts'

export const paymentEvents = {
  'order.payment_succeeded': {
    summary: 'An order was paid; `payment` is null if nothing was left to pay',
    data: { order: Order, payment: Nullable(Payment) },
    sample(shop) {
      const paid = samplePaidOrder(shop)
      return { order: paid, payment: samplePayment(shop, paid.id) }
    },
  },
  'order.payment_failed': {
    summary: 'A payment of an order failed',
    data: { order: Order, payment: Payment },
    sample(shop) {
      const unpaid = { ...sampleOrder(shop), payment_status: 'failed', version: 2 }
      const failed = { status: 'failed', reference: null, failure: 'card_declined' }
      return { order: unpaid, payment: { ...samplePayment(shop, unpaid.id), ...failed } }
    },
  },
} satisfies Record<string, EventOfModule>

function samplePayment(shop: SampleShop, orderId: string) {
  const at = shop.at.toISOString()
  return {
    id: newId(),
    order_id: orderId,
    provider: 'test',
    method: 'test_success',
    status: 'succeeded',
    amount: 24,
    currency: shop.currency,
    reference: 'sample',
    failure: null,
    created_at: at,
    settled_at: at,
    refunded_at: null,
    next_action: null,
  }
}
