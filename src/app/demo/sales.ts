import { type OrderMovement, movedPerUnit } from '#src/modules/inventory/index.ts'
import {
  leftOf,
  type OrderItemRow,
  type OrderRow,
  orderChanged,
  orderUpdated,
  paymentEvent,
  planFulfillment,
  planRefund,
  presentOrder,
  type RefundInput,
  type RefundRow,
  shippingOptions,
  subtotalOf,
  toStoredLine,
  totalsOf,
} from '#src/modules/orders/index.ts'
import { type PaymentRow, paymentChanges } from '#src/modules/payments/index.ts'
import { changesOf } from '#src/platform/audit/changes.ts'
import type { PostalAddress } from '#src/platform/http/address.ts'
import { newOrderSuffix } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Taken } from './catalog.ts'
import { type Actor, found, type Row, type Shop } from './shop.ts'

/** An order with what belongs to it, as it is now. */
export interface Sale {
  order: OrderRow
  payment?: PaymentRow
  /** The books of the test provider. */
  charge?: Record<'refunded_minor', number> & Record<string, unknown>
  refund?: Refund
}

interface Refund extends RefundRow {
  payment_id: string
  attempt: number
  reference: string | null
  failure: string | null
  actor_id: string | null
  settled_at: Date | null
}

/** What a provider takes to answer. */
const answerMs = 400

interface Purchase {
  userId: string
  /** Of a guest. */
  email: string | null
  address: PostalAddress
  method: string
  taken: readonly Taken[]
}

export function placeOrder(shop: Shop, n: number, { userId, email, address, method, taken }: Purchase): void {
  const { merchantId, currency, rates } = shop
  const lines = taken.map(({ product, quantity }) => ({ ...product, quantity }))
  const options = shippingOptions(Object.values(shop.methods), lines, address.country, subtotalOf(lines, currency))
  const { method: chosen, priceMinor } = found(options.find((option) => option.method === shop.methods[method]))
  const tax = { rates: rates.filter(({ country }) => country === address.country), place: address, included: true }
  const { taxLineOf, ...totals } = totalsOf(lines, priceMinor, tax, currency)
  const items = lines.map(({ id, sku, name, quantity, price_minor, requires_shipping }, line) => ({
    product_id: id,
    sku,
    name,
    quantity,
    price_minor,
    requires_shipping,
    tax_line: taxLineOf[line] ?? null,
    quantity_fulfilled: 0,
    quantity_cancelled: 0,
    quantity_returned: 0,
  }))
  const order: OrderRow = {
    merchant_id: merchantId,
    id: shop.id(),
    user_id: userId,
    order_number: shop.now().toISOString().slice(2, 10).replaceAll('-', '') + newOrderSuffix(),
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    currency,
    ...totals,
    refunded_total_minor: 0,
    email,
    shipping_address: address,
    billing_address: null,
    shipping_method: { id: chosen.id, name: chosen.name, price_minor: priceMinor },
    note: null,
    version: 1,
    created_at: shop.now(),
    updated_at: shop.now(),
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
    items,
    fulfillments: null,
    refunds: null,
  }
  shop.sales.set(n, { order })
  shop.emit({ merchantId, name: 'order.created', data: { order: presentOrder(order, 'staff') } })
  for (const { product, quantity } of taken)
    shop.move(product, { type: 'order_placed', onHand: 0, reserved: quantity, orderId: order.id, actorId: userId })
}

/** The order with a new version. */
function change(shop: Shop, order: OrderRow, fields: Partial<OrderRow>): void {
  Object.assign(order, fields, { version: order.version + 1, updated_at: shop.now() })
}

/** Pays by the test provider. */
export function pay(shop: Shop, sale: Sale, method: string): void {
  const { order } = sale
  const payment = addPayment(shop, sale, { provider: 'test', method, actorId: order.user_id })
  shop.goOnTo(shop.now().getTime() + answerMs)
  const succeeded = method !== 'test_decline'
  sale.charge = {
    payment_id: payment.id,
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    succeeded,
    charged_at: shop.now(),
    refunded_minor: 0,
    refunded_at: null,
    refuses_refunds: method === 'test_refund_refused',
  }
  shop.put('test_provider_charges', sale.charge)
  payment.settled_at = shop.now()
  if (succeeded) {
    Object.assign(payment, { status: 'succeeded', reference: `test_${payment.id}` })
    markPaid(shop, sale, payment)
  } else {
    Object.assign(payment, { status: 'failed', failure: 'card_declined' })
    change(shop, order, { payment_status: 'failed' })
    shop.emit(paymentEvent('order.payment_failed', { payment, order }))
  }
}

/** The owner writes down what came in another way. */
export function recordTransfer(shop: Shop, sale: Sale, reference: string): void {
  const payment = addPayment(shop, sale, { provider: 'manual', method: 'manual', actorId: shop.staff.owner })
  Object.assign(payment, { status: 'succeeded', reference, settled_at: shop.now() })
  markPaid(shop, sale, payment)
  shop.audit('owner', 'payment.recorded', payment.id, paymentChanges(payment, null))
  shop.audit('owner', 'order.updated', sale.order.id, { status: ['pending', 'paid'] })
}

function addPayment(
  shop: Shop,
  sale: Sale,
  { provider, method, actorId }: { provider: string; method: string; actorId: string },
): PaymentRow {
  const { id: order_id, total_minor: amount_minor, currency } = sale.order
  const payment: PaymentRow = {
    merchant_id: shop.merchantId,
    id: shop.id(),
    order_id,
    provider,
    method,
    status: 'pending',
    amount_minor,
    currency,
    reference: null,
    failure: null,
    created_at: shop.now(),
    settled_at: null,
    refunded_at: null,
    account: null,
    next_action: null,
  }
  sale.payment = payment
  shop.put('payments', Object.assign<PaymentRow, Row>(payment, { actor_id: actorId, due_at: shop.now() }))
  return payment
}

function markPaid(shop: Shop, { order }: Sale, payment: PaymentRow): void {
  change(shop, order, { status: 'paid', payment_status: 'paid', paid_at: shop.now() })
  shop.emit(
    paymentEvent('order.payment_succeeded', { payment, order }),
    orderUpdated(order, 'pending', 'payment_status'),
  )
}

/** Moves units of the order. */
function moveUnits(
  shop: Shop,
  { order }: Sale,
  type: OrderMovement,
  actorId: string | null,
  lines: readonly { productId: string; quantity: number; restock?: boolean }[],
): void {
  const { onHand, reserved } = movedPerUnit[type]
  for (const { productId, quantity, restock = true } of lines) {
    const units = { onHand: restock ? onHand * quantity : 0, reserved: reserved * quantity }
    shop.move(found(shop.products.get(productId)), { type, ...units, orderId: order.id, actorId })
  }
}

const unitsLeft = (order: OrderRow) =>
  order.items
    .map((item) => ({ productId: item.product_id, quantity: leftOf(order, item) }))
    .filter(({ quantity }) => quantity > 0)

/** An order that was not paid ends: its customer cancels it, or the time to pay is over. */
export function endUnpaid(shop: Shop, sale: Sale, by: 'customer' | 'clock'): void {
  const { order } = sale
  const units = unitsLeft(order)
  change(shop, order, {
    status: 'cancelled',
    cancelled_at: shop.now(),
    cancel_reason: by === 'customer' ? 'requested_by_customer' : 'payment_window_expired',
  })
  shop.emit(...orderChanged(order, 'pending', 'status'))
  moveUnits(shop, sale, 'order_cancelled', by === 'customer' ? order.user_id : null, units)
}

export function writeNote(shop: Shop, { order }: Sale, note: string): void {
  change(shop, order, { note })
  shop.emit(orderUpdated(order, order.status, 'edited'))
  shop.audit('manager', 'order.updated', order.id, { has_note: [false, true] })
}

export function beginProcessing(shop: Shop, { order }: Sale): void {
  const before = order.status
  change(shop, order, { status: 'processing' })
  shop.emit(...orderChanged(order, before, 'status'))
  shop.audit('manager', 'order.updated', order.id, { status: [before, 'processing'] })
}

interface Tracking {
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
}

/** Sends one line or all that is left, with tracking; without, the manager marks the order as completed. */
export function send(shop: Shop, sale: Sale, part: 'first' | 'all', tracking?: Tracking): void {
  const { order } = sale
  const { status, fulfillment_status } = order
  const asked = part === 'first' ? order.items.slice(0, 1) : undefined
  const plan = planFulfillment(order, asked)
  const fulfillment = {
    id: shop.id(),
    items: plan.lines.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    carrier: tracking?.carrier ?? null,
    tracking_number: tracking?.tracking_number ?? null,
    tracking_url: tracking?.tracking_url ?? null,
    created_at: shop.now().toISOString(),
  }
  const belongs = { merchant_id: shop.merchantId, order_id: order.id, actor_id: shop.staff.manager }
  shop.put('fulfillments', { ...fulfillment, ...belongs, updated_at: shop.now() })
  change(shop, order, {
    items: plan.items as OrderItemRow[],
    status: plan.status,
    fulfillment_status: plan.fulfillmentStatus,
    completed_at: plan.status === 'completed' ? shop.now() : null,
    fulfillments: [...(order.fulfillments ?? []), fulfillment],
  })
  shop.emit(...orderChanged(order, status, tracking ? 'fulfilled' : 'status'))
  moveUnits(shop, sale, tracking ? 'order_fulfilled' : 'order_completed', shop.staff.manager, plan.lines)
  const changes = changesOf<Pick<OrderRow, 'status' | 'fulfillment_status'>>(
    { status, fulfillment_status },
    { status: order.status, fulfillment_status: order.fulfillment_status },
  )
  if (tracking) shop.audit('manager', 'order.fulfilled', order.id, changes)
  else shop.audit('manager', 'order.updated', order.id, { status: [status, order.status] })
}

/** A paid order of which nothing was sent is cancelled, and its money given back. */
export function cancelPaid(shop: Shop, sale: Sale): void {
  const { order } = sale
  const payment = found(sale.payment)
  const { status, items } = order
  const units = unitsLeft(order)
  const plan = planRefund(order, { items, shipping: true })
  payment.status = 'refunding'
  const refund = addRefund(shop, sale, plan, { reason: null, by: 'manager' })
  change(shop, order, {
    items: plan.items as OrderItemRow[],
    status: 'cancelled',
    cancelled_at: shop.now(),
    cancel_reason: 'requested_by_merchant',
    refunded_total_minor: order.total_minor,
    refunds: [refund],
  })
  shop.emit(...orderChanged(order, status, 'status'))
  moveUnits(shop, sale, 'order_cancelled', shop.staff.manager, units)
  shop.audit('manager', 'order.updated', order.id, { status: [status, 'cancelled'] })
  shop.audit('manager', 'payment.refund_started', payment.id, paymentChanges(payment, 'succeeded'))
  settle(shop, sale, refund)
}

/** The owner gives money back, for units that were returned or without. */
export function giveBack(shop: Shop, sale: Sale, input: RefundInput, reason: string): void {
  const { order } = sale
  const plan = planRefund(order, input)
  const refund = addRefund(shop, sale, plan, { reason, by: 'owner' })
  change(shop, order, {
    items: plan.items as OrderItemRow[],
    refunded_total_minor: order.refunded_total_minor + plan.amountMinor,
    refunds: [...(order.refunds ?? []), refund],
  })
  tellRefund(shop, sale, refund)
  const returned = plan.lines.map((line) => ({ ...line, quantity: line.returned }))
  moveUnits(shop, sale, 'refund_returned', shop.staff.owner, returned)
  settle(shop, sale, refund)
}

/** The owner sends a refund again that the provider has refused. */
export function giveBackAgain(shop: Shop, sale: Sale): void {
  const refund = found(sale.refund)
  Object.assign(refund, { status: 'pending', attempt: refund.attempt + 1, failure: null, settled_at: null })
  const refunded_total_minor = sale.order.refunded_total_minor + refund.amount_minor
  change(shop, sale.order, { refunded_total_minor })
  tellRefund(shop, sale, refund)
  settle(shop, sale, refund)
}

function tellRefund(shop: Shop, { order }: Sale, refund: Refund): void {
  shop.emit(orderUpdated(order, order.status, 'refunded'))
  const amount = toMajor(refund.amount_minor, refund.currency)
  shop.audit('owner', 'payment.refund_started', refund.payment_id, { amount: [null, amount] })
}

function addRefund(
  shop: Shop,
  sale: Sale,
  plan: ReturnType<typeof planRefund>,
  { reason, by }: { reason: string | null; by: Exclude<Actor, 'system'> },
): Refund {
  const { order, payment } = sale
  const refund: Refund = {
    id: shop.id(),
    order_id: order.id,
    payment_id: found(payment).id,
    status: 'pending',
    amount_minor: plan.amountMinor,
    currency: order.currency,
    items: plan.lines.length === 0 ? null : plan.lines.map(toStoredLine),
    shipping_minor: plan.shippingMinor,
    reason,
    attempt: 1,
    reference: null,
    failure: null,
    actor_id: shop.staff[by],
    created_at: shop.now(),
    settled_at: null,
  }
  sale.refund = refund
  return refund
}

/** The provider answers. */
function settle(shop: Shop, { order, payment, charge }: Sale, refund: Refund): void {
  shop.goOnTo(shop.now().getTime() + answerMs)
  const paid = found(payment)
  const { amount_minor } = refund
  const succeeded = paid.method !== 'test_refund_refused' || refund.attempt > 1
  Object.assign(refund, { status: succeeded ? 'succeeded' : 'failed', settled_at: shop.now() })
  if (!succeeded) refund.failure = 'refund_refused'
  if (charge) {
    if (succeeded) {
      refund.reference = `test_${refund.id}`
      charge.refunded_minor += amount_minor
      if (charge.refunded_minor === paid.amount_minor) Object.assign(charge, { refunded_at: shop.now() })
    }
    shop.put('test_provider_refunds', {
      refund_id: refund.id,
      attempt: refund.attempt,
      payment_id: paid.id,
      amount_minor,
      succeeded,
      refunded_at: shop.now(),
    })
  }
  const refunded_total_minor = order.refunded_total_minor - (succeeded ? 0 : amount_minor)
  const isWhole = refunded_total_minor === order.total_minor
  change(shop, order, {
    refunded_total_minor,
    payment_status: refunded_total_minor === 0 ? 'paid' : isWhole ? 'refunded' : 'partially_refunded',
  })
  const before = paid.status
  if (isWhole) Object.assign(paid, { status: 'refunded', refunded_at: shop.now() })
  shop.emit(orderUpdated(order, order.status, 'refunded'))
  const amount = toMajor(amount_minor, refund.currency)
  shop.audit('system', succeeded ? 'payment.refunded' : 'payment.refund_failed', paid.id, {
    ...(isWhole && paymentChanges(paid, before)),
    amount: [amount, amount],
  })
}

/** Orders as they are in the end, with their items and refunds. */
export function putOrders(shop: Shop): void {
  for (const { order, refund } of shop.sales.values()) {
    const { items, fulfillments: _, refunds, ...row } = order
    const belongs = { merchant_id: shop.merchantId, order_id: order.id }
    shop.put('orders', { ...row, refund_count: refunds?.length ?? 0 })
    shop.put('order_items', ...items.map((item, index) => ({ ...belongs, line: index + 1, ...item })))
    if (refund === undefined) continue
    // Until it is loaded (`endWhatHasEnded`).
    const status = refund.status === 'succeeded' ? 'pending' : refund.status
    shop.put('refunds', { ...refund, ...belongs, status, due_at: refund.created_at })
  }
}
