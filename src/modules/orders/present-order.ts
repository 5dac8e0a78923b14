import type { Static } from 'typebox'
import { presentLineProduct } from '#src/modules/catalog/index.ts'
import { presentTerms } from '#src/modules/payment-methods/index.ts'
import type { OrderItemRow, RefundTaxLineRow } from '#src/modules/pricing/index.ts'
import type { AppliedDiscount } from '#src/modules/promotions/index.ts'
import type { BuyerVat as BuyerVatRow } from '#src/modules/taxes/index.ts'
import { lineTotal, toMajor } from '#src/platform/lib/money.ts'
import { destinationOf, destinationOfPart } from './destinations.ts'
import type { BuyerVat, Fulfillment, Order, OrderDiscount, OrderItem, Refund, TaxLine } from './order-schemas.ts'
import type { FulfillmentRow, OrderRow, RefundRow, StoredUnits } from './row-queries.ts'
import { allowedTransitions, dueOf, type Mover } from './rules.ts'
import { lineOfProduct } from './unit-rules.ts'

/** An order in answers and events. Events go to the merchant's receivers, so they show it as staff sees it. */
export function presentOrder(row: OrderRow, viewer: Extract<Mover, 'owner' | 'staff'>): Static<typeof Order> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    user_id: row.user_id,
    order_number: row.order_number,
    source: row.source,
    status: row.status,
    payment_status: row.payment_status,
    fulfillment_status: row.fulfillment_status,
    allowed_transitions: allowedTransitions(row, viewer),
    ...presentCharge(row),
    phone: row.phone,
    ...(row.untaxed_minor && { untaxed_total: toMajor(row.untaxed_minor, row.currency) }),
    amount_paid: toMajor(row.paid_minor, row.currency),
    amount_due: toMajor(dueOf(row), row.currency),
    refunded_total: toMajor(row.refunded_total_minor, row.currency),
    items: row.items.map((item) => presentItem(item, row.currency)),
    fulfillments: row.fulfillments?.map((sent) => presentFulfillment(sent, row.items)) ?? [],
    refunds: row.refunds?.map((refund) => presentRefund(refund, row.items)) ?? [],
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.expires_at && { expires_at: row.expires_at.toISOString() }),
    ...presentedTerms(row),
    paid_at: row.paid_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason,
  }
}

function presentedTerms(row: OrderRow) {
  const payment_terms = presentTerms(row)
  return payment_terms && { payment_terms }
}

/** Left out of shops without markets. */
export function presentMarket({ market_id, locale }: Pick<OrderRow, 'market_id' | 'locale'>) {
  return { ...(market_id && { market_id }), ...(locale && { locale }) }
}

type Charge = Pick<
  OrderRow,
  | 'currency'
  | 'subtotal_minor'
  | 'discounts'
  | 'discount_total_minor'
  | 'shipping_total_minor'
  | 'payment_fee_total_minor'
  | 'rounding_total_minor'
  | 'tax_total_minor'
  | 'tax_included'
  | 'tax_lines'
  | 'total_minor'
  | 'email'
  | 'shipping_address'
  | 'billing_address'
  | 'shipping_method'
  | 'buyer_vat'
  | 'gift'
  | 'market_id'
  | 'locale'
>

/** Totals and addresses of an order or a quote. */
export function presentCharge(row: Charge) {
  const { currency, email, shipping_address, billing_address, shipping_method, buyer_vat, tax_included, gift } = row
  return {
    subtotal: toMajor(row.subtotal_minor, currency),
    discounts: (row.discounts ?? []).map((discount) => presentDiscount(discount, currency)),
    discount_total: toMajor(row.discount_total_minor, currency),
    shipping_total: toMajor(row.shipping_total_minor, currency),
    payment_fee_total: toMajor(row.payment_fee_total_minor, currency),
    rounding_total: toMajor(row.rounding_total_minor, currency),
    tax_total: toMajor(row.tax_total_minor, currency),
    tax_included,
    tax_lines: row.tax_lines?.map((line) => presentTaxLine(line, currency)) ?? [],
    total: toMajor(row.total_minor, currency),
    currency,
    ...presentMarket(row),
    email,
    shipping_address,
    billing_address,
    ...(buyer_vat && { buyer_vat: presentBuyerVat(buyer_vat) }),
    shipping_method: shipping_method && {
      id: shipping_method.id,
      name: shipping_method.name,
      price: toMajor(shipping_method.price_minor, currency),
    },
    ...(gift && { gift: { email: gift.email, message: gift.message, send_at: gift.send_at } }),
  }
}

export function presentDiscount(discount: AppliedDiscount, currency: string): Static<typeof OrderDiscount> {
  const { promotion_id, code, name, amount_minor, shipping_minor } = discount
  const amounts = { amount: toMajor(amount_minor, currency), shipping_amount: toMajor(shipping_minor, currency) }
  return { promotion_id, code, name, ...amounts }
}

export function presentItem(item: OrderItemRow, currency: string): Static<typeof OrderItem> {
  const total = lineTotal({ priceMinor: item.price_minor, quantity: item.quantity })
  return {
    line: item.line,
    product_id: item.product_id,
    sku: item.sku,
    name: item.name,
    quantity: item.quantity,
    price: toMajor(item.price_minor, currency),
    total: toMajor(total, currency),
    discount: toMajor(item.discount_minor, currency),
    paid: toMajor(total - item.discount_minor, currency),
    requires_shipping: item.requires_shipping,
    ...(item.custom && { custom: true }),
    ...(item.voucher && { gift_card: true }),
    quantity_fulfilled: item.quantity_fulfilled,
    quantity_refunded: item.quantity_cancelled + item.quantity_returned,
    ...presentLineProduct(item),
  }
}

function presentTaxLine(line: RefundTaxLineRow, currency: string): Static<typeof TaxLine> {
  const { name, rate, taxable_minor, amount_minor, compound, reason } = line
  return {
    name,
    rate,
    taxable: toMajor(taxable_minor, currency),
    amount: toMajor(amount_minor, currency),
    ...(compound && { compound }),
    ...(reason && { reason }),
  }
}

function presentBuyerVat({ number, reverse_charge, check }: BuyerVatRow): Static<typeof BuyerVat> {
  return {
    number,
    reverse_charge,
    check: check && { status: check.status, checked_at: check.checked_at, reference: check.reference },
  }
}

function presentFulfillment(row: FulfillmentRow, items: readonly OrderItemRow[]): Static<typeof Fulfillment> {
  const { id, carrier, tracking_number, tracking_url, delivered_at } = row
  return {
    id,
    items: row.items.map((units) => presentUnits(units, items)),
    carrier,
    tracking_number,
    tracking_url,
    created_at: new Date(row.created_at).toISOString(),
    delivered_at: delivered_at && new Date(delivered_at).toISOString(),
    ...(row.shipping_address && { shipping_address: row.shipping_address }),
  }
}

function presentUnits({ line, product_id, quantity }: StoredUnits, items: readonly OrderItemRow[]) {
  return { line: line ?? lineOfProduct(items, product_id), product_id, quantity }
}

export function presentRefund(row: RefundRow, items: readonly OrderItemRow[]): Static<typeof Refund> {
  return {
    id: row.id,
    order_id: row.order_id,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    status: row.status,
    destination: destinationOf(row),
    items: row.items?.map((units) => presentUnits(units, items)) ?? [],
    reason: row.reason,
    parts: row.parts.map((part) => ({
      payment_id: part.payment_id,
      method: part.method,
      amount: toMajor(part.amount_minor, row.currency),
      status: part.status,
      destination: destinationOfPart(part),
    })),
    ...(row.tax_lines && { tax_lines: row.tax_lines.map((line) => presentTaxLine(line, row.currency)) }),
    ...(row.return_id && { return_id: row.return_id }),
    ...(row.edit_id && { edit: true }),
    ...(row.refunded_to === 'store_credit' && { store_credit: true }),
    created_at: new Date(row.created_at).toISOString(),
  }
}
