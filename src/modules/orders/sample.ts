import { sampleLine } from '#src/modules/catalog/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { SampleShop } from '#src/platform/module.ts'

/** An unpaid order of test deliveries. */
export function sampleOrder(shop: SampleShop) {
  const at = shop.at.toISOString()
  return {
    id: newId(),
    merchant_id: shop.id,
    user_id: newId(),
    order_number: '000000-SAMPLE',
    source: 'storefront',
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    allowed_transitions: ['cancelled'],
    subtotal: 24,
    discounts: [],
    discount_total: 0,
    shipping_total: 0,
    payment_fee_total: 0,
    rounding_total: 0,
    tax_total: 0,
    tax_included: true,
    tax_lines: [],
    total: 24,
    amount_paid: 0,
    amount_due: 24,
    refunded_total: 0,
    currency: shop.currency,
    items: [
      {
        line: 1,
        ...sampleLine(shop),
        discount: 0,
        paid: 24,
        requires_shipping: true,
        quantity_fulfilled: 0,
        quantity_refunded: 0,
      },
    ],
    email: null,
    phone: null,
    shipping_address: null,
    billing_address: null,
    shipping_method: null,
    fulfillments: [],
    refunds: [],
    version: 1,
    created_at: at,
    updated_at: at,
    paid_at: null as string | null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
  }
}

export function samplePaidOrder(shop: SampleShop) {
  return {
    ...sampleOrder(shop),
    status: 'paid',
    payment_status: 'paid',
    amount_paid: 24,
    amount_due: 0,
    allowed_transitions: ['processing', 'completed', 'cancelled'],
    version: 2,
    paid_at: shop.at.toISOString(),
  }
}
