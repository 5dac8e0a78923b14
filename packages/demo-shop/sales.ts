import { lineProductOf, type ReservedLine } from './catalog.ts'
import { codeOf, discountLines } from './discounts.ts'
import type { Order, Payment } from './rows.ts'
import type { OrderMovement } from './service.ts'
import { audit, emit, moveStock, needed, now, passTime, put, rowTimes, type Sale, type Shop, timezone } from './shop.ts'
import { addressOf, arrive, type Buyer } from './shoppers.ts'

/** Time that a provider takes to answer. */
export const answerMs = 400

/** What staff says of an order by phone. */
export interface ByStaff {
  note: string
  expiresAt: Date
  /** Of a payment method of the shop. */
  terms: object | null
}

export function placeOrder(
  shop: Shop,
  n: number,
  buyer: Buyer,
  method: string,
  taken: readonly ReservedLine[],
  staff?: ByStaff,
): void {
  const { merchantId, currency } = shop
  const userId = arrive(shop, buyer)
  const address = addressOf(buyer)
  const products = taken.map(({ product, quantity }) => ({ ...product, quantity }))
  const { byLine, discounts } = discountLines(shop, products, staff ? null : codeOf(n))
  const lines = products.map(({ gift_card, voucher, tax_class, ...line }, index) => ({
    ...line,
    gift_card,
    voucher: gift_card ? voucher : null,
    tax_class: gift_card ? '' : tax_class,
    discount_minor: byLine[index] ?? 0,
  }))
  const options = shop.service.shippingOptions(
    Object.values(shop.methods),
    lines,
    address,
    shop.service.subtotalOf(lines, currency),
  )
  const isShipped = lines.some(({ requires_shipping }) => requires_shipping)
  const option = options.find((one) => one.method === shop.methods[method])
  const chosen = isShipped ? needed(option) : undefined
  const priceMinor = chosen?.priceMinor ?? 0
  const rates = shop.rates.filter(({ country }) => country === address.country)
  const { taxLineOf, ...totals } = shop.service.totalsOf(
    lines,
    priceMinor,
    { rates, place: address, included: true },
    currency,
  )
  const id = shop.id()
  const items = lines.map((line, index) => ({
    product_id: line.id,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    price_minor: line.price_minor,
    discount_minor: line.discount_minor,
    requires_shipping: line.requires_shipping,
    voucher: line.voucher,
    ...lineProductOf(line),
    tax_line: taxLineOf[index] ?? null,
    quantity_fulfilled: 0,
    quantity_cancelled: 0,
    quantity_returned: 0,
    quantity_returning: 0,
    withdrawal: 'allowed',
    unit_cost_minor: line.unit_cost_minor,
    merchant_id: merchantId,
    order_id: id,
    line: index + 1,
  }))
  const order: Order = {
    merchant_id: merchantId,
    id,
    user_id: userId,
    order_number:
      shop.service.dayOf(now(shop).getTime(), timezone).slice(2).replaceAll('-', '') + shop.service.newOrderSuffix(),
    status: 'pending',
    source: staff ? 'staff' : 'storefront',
    expires_at: staff?.expiresAt ?? null,
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    currency,
    discounts,
    ...totals,
    paid_minor: 0,
    refunded_total_minor: 0,
    email: buyer.isGuest ? buyer.who.email : null,
    shipping_address: address,
    billing_address: null,
    buyer_vat: null,
    shipping_method: chosen ? { id: chosen.method.id, name: chosen.method.name, price_minor: priceMinor } : null,
    note: staff?.note ?? null,
    phone: null,
    tags: [],
    assignee_id: null,
    payment_terms: staff?.terms ?? null,
    gift: null,
    untaxed_minor: null,
    version: 1,
    ...rowTimes(shop),
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
    items,
    fulfillments: null,
    refunds: null,
  }
  shop.sales.set(n, { order: put(shop, 'orders', Object.assign(order, { refund_count: 0 })) })
  for (const item of items) put(shop, 'order_items', item)
  emit(shop, shop.service.orderCreated(order))
  for (const { product, quantity } of taken)
    moveStock(shop, product, { type: 'order_placed', reserved: quantity, orderId: id, actorId: userId })
}

/** Makes a new version of the order. */
export function changeOrder(shop: Shop, { order }: Sale, fields: Partial<Order>): void {
  Object.assign(order, fields, { version: order.version + 1, updated_at: now(shop) })
}

/** The same with an event. */
export function changeAndEmit(shop: Shop, sale: Sale, what: string, fields: Partial<Order>): void {
  const { status } = sale.order
  changeOrder(shop, sale, fields)
  emit(shop, ...shop.service.orderChanged(sale.order, status, what))
}

type Units = readonly { productId: string; quantity: number; restock?: boolean }[]

export function moveUnits(
  shop: Shop,
  { order }: Sale,
  type: OrderMovement,
  actorId: string | null,
  units: Units,
): void {
  const { onHand, reserved } = shop.service.movedPerUnit[type]
  for (const { productId, quantity, restock = true } of units) {
    const moved = { onHand: restock ? onHand * quantity : 0, reserved: reserved * quantity }
    moveStock(shop, needed(shop.products.get(productId)), { type, ...moved, orderId: order.id, actorId })
  }
}

/** Units that were neither sent nor cancelled. */
export function unitsLeft(shop: Shop, { order }: Sale): Units {
  return order.items.map((item) => ({ productId: item.product_id, quantity: shop.service.leftOf(order, item) }))
}

/** Counts units of the items as sent, cancelled or returned. */
export function countUnits({ order }: Sale, { items }: { items: readonly object[] }): void {
  for (const [index, item] of order.items.entries()) Object.assign(item, items[index])
}

/** Pays by the test provider. */
export function pay(shop: Shop, sale: Sale, method: string): void {
  const payment = putPayment(shop, sale, { provider: 'test', method, actor_id: sale.order.user_id })
  passTime(shop, answerMs)
  const succeeded = method !== 'test_decline'
  sale.charge = put(shop, 'test_provider_charges', {
    payment_id: payment.id,
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    succeeded,
    charged_at: now(shop),
    refunded_minor: 0,
    refunded_at: null,
    refuses_refunds: method === 'test_refund_refused',
  })
  payment.settled_at = now(shop)
  if (succeeded) {
    payment.reference = `test_${payment.id}`
    markPaid(shop, sale, payment)
    return
  }
  Object.assign(payment, { status: 'failed', failure: 'card_declined' })
  changeOrder(shop, sale, { payment_status: 'failed' })
  emit(shop, shop.service.paymentEvent('order.payment_failed', { payment, order: sale.order }))
}

/** The owner records a payment made in another way. */
export function recordTransfer(shop: Shop, sale: Sale, reference: string): void {
  const given = { provider: 'manual', method: 'manual', actor_id: shop.staff.owner }
  const payment = Object.assign(putPayment(shop, sale, given), { reference, settled_at: now(shop) })
  markPaid(shop, sale, payment)
  audit(shop, 'owner', 'payment.recorded', payment.id, shop.service.paymentChanges(payment, null))
  audit(shop, 'owner', 'order.updated', sale.order.id, { status: ['pending', 'paid'] })
}

export function putPayment(
  shop: Shop,
  sale: Sale,
  given: { provider: string; method: string; actor_id: string },
): Payment {
  const { id: order_id, total_minor: amount_minor, currency } = sale.order
  sale.payment = put(shop, 'payments', {
    merchant_id: shop.merchantId,
    id: shop.id(),
    order_id,
    ...given,
    status: 'pending',
    amount_minor,
    currency,
    reference: null,
    failure: null,
    created_at: now(shop),
    settled_at: null,
    refunded_at: null,
    due_at: now(shop),
    account: null,
    next_action: null,
    refund_attempt: 1,
    refund_failure: null,
    refunded_by_hand: false,
  } as Payment)
  return sale.payment
}

export function markPaid(shop: Shop, sale: Sale, payment: Payment): void {
  payment.status = 'succeeded'
  const { total_minor: paid_minor } = sale.order
  changeOrder(shop, sale, { status: 'paid', payment_status: 'paid', paid_minor, paid_at: now(shop) })
  const { order } = sale
  emit(shop, shop.service.paymentEvent('order.payment_succeeded', { payment, order }))
  emit(shop, ...shop.service.orderChanged(order, 'pending', 'payment_status'))
}

/** Ends an unpaid order: its customer cancels it, or the payment window closes. */
export function endUnpaid(shop: Shop, sale: Sale, by: 'customer' | 'clock'): void {
  const units = unitsLeft(shop, sale)
  const cancel_reason = by === 'customer' ? 'requested_by_customer' : 'payment_window_expired'
  changeAndEmit(shop, sale, 'status', { status: 'cancelled', cancelled_at: now(shop), cancel_reason })
  moveUnits(shop, sale, 'order_cancelled', by === 'customer' ? sale.order.user_id : null, units)
}

export function writeNote(shop: Shop, sale: Sale, note: string): void {
  changeAndEmit(shop, sale, 'edited', { note })
  audit(shop, 'manager', 'order.updated', sale.order.id, { has_note: [false, true] })
}

export function beginProcessing(shop: Shop, sale: Sale): void {
  changeAndEmit(shop, sale, 'status', { status: 'processing' })
  audit(shop, 'manager', 'order.updated', sale.order.id, { status: ['paid', 'processing'] })
}

interface Tracking {
  carrier: string
  tracking_number: string
  tracking_url: string
}

/** The warehouse sends one line or the rest, with tracking; or the manager marks the order as completed. */
export function send(shop: Shop, sale: Sale, part: 'first' | 'all', tracking?: Tracking): void {
  const { order } = sale
  const before = { status: order.status, fulfillment_status: order.fulfillment_status }
  const { lines, ...plan } = shop.service.planFulfillment(order, part === 'first' ? order.items.slice(0, 1) : undefined)
  const sent = {
    id: shop.id(),
    items: lines.map(({ line, productId, quantity }) => ({ line, product_id: productId, quantity })),
    carrier: tracking?.carrier ?? null,
    tracking_number: tracking?.tracking_number ?? null,
    tracking_url: tracking?.tracking_url ?? null,
    created_at: now(shop).toISOString(),
    delivered_at: null,
  }
  const by = shop.staff[tracking ? 'warehouse' : 'manager']
  const belongs = { merchant_id: shop.merchantId, order_id: order.id, actor_id: by }
  put(shop, 'fulfillments', { ...sent, ...belongs, updated_at: now(shop) })
  countUnits(sale, plan)
  const after = { status: plan.status, fulfillment_status: plan.fulfillmentStatus }
  changeAndEmit(shop, sale, tracking ? 'fulfilled' : 'status', {
    ...after,
    completed_at: plan.status === 'completed' ? now(shop) : null,
    fulfillments: [...(order.fulfillments ?? []), { ...sent, shipping_address: order.shipping_address }],
  })
  moveUnits(shop, sale, tracking ? 'order_fulfilled' : 'order_completed', by, lines)
  if (tracking)
    audit(shop, 'warehouse', 'order.fulfilled', order.id, shop.service.changesOf<typeof before>(before, after))
  else audit(shop, 'manager', 'order.updated', order.id, { status: [before.status, order.status] })
}
