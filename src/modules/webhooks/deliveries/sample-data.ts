import { initialColumns, presentOwnProduct } from '#src/modules/catalog/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMinor } from '#src/platform/lib/money.ts'
import type { EventName } from '#src/platform/outbox/index.ts'

/**
 * Sample data of every event for test deliveries, with the fields of the real events (a test compares them with the
 * schemas). Ids are new and refer to nothing. Prices are whole numbers, which every currency allows.
 */
export function sampleData(
  name: EventName,
  merchant: { id: string; currency: string },
  at: Date,
): Record<string, unknown> {
  return makers[name](makeSamples(merchant, at.toISOString()))
}

type Samples = ReturnType<typeof makeSamples>

const makers: Record<EventName, (samples: Samples) => Record<string, unknown>> = {
  'user.created': ({ user }) => ({ user }),
  'user.updated': ({ user }) => ({ user: { ...user, phone: '+442079460018' } }),
  'user.deleted': ({ user }) => ({ user: { ...user, email: '', name: null, phone: null, is_verified: false } }),
  'user.verified': ({ user }) => ({ user: { ...user, is_verified: true } }),
  'order.created': ({ order }) => ({ order }),
  'order.updated': ({ paidOrder }) => ({ order: paidOrder, previous_status: 'pending', change: 'payment_status' }),
  'order.cancelled': ({ order, at }) => ({
    order: {
      ...order,
      status: 'cancelled',
      allowed_transitions: [],
      version: 2,
      cancelled_at: at,
      cancel_reason: 'requested_by_customer',
    },
  }),
  'order.completed': ({ paidOrder, at }) => ({
    order: { ...paidOrder, status: 'completed', allowed_transitions: [], version: 3, completed_at: at },
  }),
  'order.payment_succeeded': ({ paidOrder, payment }) => ({ order: paidOrder, payment }),
  'order.payment_failed': ({ order, payment }) => ({
    order: { ...order, payment_status: 'failed', version: 2 },
    payment: { ...payment, status: 'failed', reference: null, failure: 'card_declined' },
  }),
  'product.created': ({ product }) => ({ product }),
  'product.updated': ({ product }) => ({ product: { ...product, price: 14, version: 2 } }),
  'product.deleted': ({ product }) => ({ product: { ...product, status: 'archived', version: 2 } }),
  'inventory.updated': ({ product: { id, sku, name } }) => ({
    product: { id, sku, name },
    inventory: { previous_quantity: 40, current_quantity: 38, reserved: 3, available: 35, version: 2 },
    reason: 'adjustment',
  }),
  'cart.item_added': ({ cart, item }) => ({ cart, item }),
  'cart.item_removed': ({ cart, item }) => ({
    cart: { ...cart, items: [], subtotal: 0, total: 0, item_count: 0 },
    item,
  }),
  'cart.abandoned': ({ cart }) => ({ cart: { ...cart, status: 'abandoned' } }),
}

function makeSamples(merchant: { id: string; currency: string }, at: string) {
  const { id: merchant_id, currency } = merchant
  const user = {
    id: newId(),
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    phone: '+442079460017',
    is_verified: false,
    is_guest: false,
    created_at: at,
  }
  const product = presentOwnProduct({
    ...initialColumns,
    id: newId(),
    merchant_id,
    sku: 'SAMPLE-MUG',
    name: 'Blue mug (sample)',
    description: 'Sent by the test of a webhook.',
    category: 'Kitchen',
    price_minor: toMinor(12, currency) ?? 12,
    currency,
    weight_grams: 350,
    slug: 'blue-mug-sample',
    available: 37,
    pictures: null,
    version: 1,
    created_at: new Date(at),
    updated_at: new Date(at),
  })
  const line = {
    product_id: product.id,
    sku: product.sku,
    name: product.name,
    quantity: 2,
    price: 12,
    total: 24,
    ...{ image_url: null, slug: product.slug, group_id: null, options: {}, available_quantity: 37 },
  }
  const order = {
    id: newId(),
    merchant_id,
    user_id: user.id,
    order_number: '000000-SAMPLE',
    source: 'storefront',
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    allowed_transitions: ['cancelled'],
    ...{
      ...{ subtotal: 24, discounts: [], discount_total: 0, shipping_total: 0, rounding_total: 0 },
      tax_total: 0,
      tax_included: true,
      tax_lines: [],
      ...{ total: 24, amount_paid: 0, amount_due: 24 },
      refunded_total: 0,
    },
    currency,
    items: [
      {
        ...{ line: 1, ...line, discount: 0, paid: 24 },
        ...{ requires_shipping: true, quantity_fulfilled: 0, quantity_refunded: 0 },
      },
    ],
    ...{ email: null, shipping_address: null, billing_address: null, shipping_method: null },
    ...{ fulfillments: [], refunds: [] },
    version: 1,
    created_at: at,
    updated_at: at,
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
  }
  const paidOrder = {
    ...order,
    status: 'paid',
    payment_status: 'paid',
    ...{ amount_paid: 24, amount_due: 0 },
    allowed_transitions: ['processing', 'completed', 'cancelled'],
    version: 2,
    paid_at: at,
  }
  const payment = {
    id: newId(),
    order_id: order.id,
    provider: 'test',
    method: 'test_success',
    status: 'succeeded',
    amount: 24,
    currency,
    reference: 'sample',
    failure: null,
    created_at: at,
    settled_at: at,
    refunded_at: null,
    next_action: null,
  }
  const item = { ...line, available: true }
  const cart = {
    id: newId(),
    merchant_id,
    user_id: user.id,
    status: 'active',
    currency,
    items: [item],
    ...{ subtotal: 24, discounts: [], discount_total: 0, total: 24, discount_codes: [] },
    item_count: 2,
    created_at: at,
    updated_at: at,
  }
  return { user, product, order, paidOrder, payment, item, cart, at }
}
