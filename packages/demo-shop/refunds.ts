import { receiveReturn } from './returns.ts'
import type { Refund } from './rows.ts'
import { answerMs, changeAndEmit, countUnits, moveUnits, unitsLeft } from './sales.ts'
import type { RefundInput } from './service.ts'
import { type Actor, audit, needed, now, passTime, put, type Sale, type Shop } from './shop.ts'

/** Cancels a paid order before it is sent, and refunds it. */
export function cancelPaid(shop: Shop, sale: Sale): void {
  const { order } = sale
  const { status } = order
  const payment = needed(sale.payment)
  const units = unitsLeft(shop, sale)
  const refund = putRefund(shop, sale, { items: order.items, shipping: true }, 'manager', null)
  payment.status = 'refunding'
  const cancelled = { status: 'cancelled', cancelled_at: now(shop), cancel_reason: 'requested_by_merchant' } as const
  changeAndEmit(shop, sale, 'status', cancelled)
  moveUnits(shop, sale, 'order_cancelled', shop.staff.manager, units)
  audit(shop, 'manager', 'order.updated', order.id, { status: [status, 'cancelled'] })
  audit(shop, 'manager', 'payment.refund_started', payment.id, shop.service.paymentChanges(payment, 'succeeded'))
  settle(shop, sale, refund)
}

/** The owner refunds, with or without returned units. */
export function refundOrder(shop: Shop, sale: Sale, input: RefundInput, reason: string): void {
  const returned = input.items && receiveReturn(shop, sale, input.items[0]?.restock ?? true)
  const { lines } = shop.service.planRefund(sale.order, input)
  const refund = putRefund(shop, sale, input, 'owner', reason)
  if (returned !== undefined) refund.return_id = returned.id
  beginRefund(shop, sale, refund)
  const units = lines.map((line) => ({ ...line, quantity: line.returned }))
  moveUnits(shop, sale, 'refund_returned', shop.staff.owner, units)
  settle(shop, sale, refund)
}

/** The owner retries a refund that the provider has refused. */
export function refundAgain(shop: Shop, sale: Sale): void {
  const refund = needed(sale.refund)
  Object.assign(refund, { status: 'pending', attempt: refund.attempt + 1, failure: null })
  Object.assign(refund, { parts: [partOf(sale, refund)] })
  sale.order.refunded_total_minor += refund.amount_minor
  beginRefund(shop, sale, refund)
  settle(shop, sale, refund)
}

function beginRefund(shop: Shop, sale: Sale, { payment_id, amount_minor, currency }: Refund): void {
  changeAndEmit(shop, sale, 'refunded', {})
  const changes = { amount: [null, shop.service.toMajor(amount_minor, currency)] } as const
  audit(shop, 'owner', 'payment.refund_started', payment_id, changes)
}

function putRefund(
  shop: Shop,
  sale: Sale,
  input: RefundInput,
  by: Exclude<Actor, 'system'>,
  reason: string | null,
): Refund {
  const { order, payment } = sale
  const plan = shop.service.planRefund(order, input)
  const refund: Refund = put(shop, 'refunds', {
    merchant_id: shop.merchantId,
    id: shop.id(),
    order_id: order.id,
    payment_id: needed(payment).id,
    status: 'pending',
    amount_minor: plan.amountMinor,
    currency: order.currency,
    items: plan.lines.length === 0 ? null : plan.lines.map((line) => shop.service.toStoredLine(line)),
    shipping_minor: plan.shippingMinor,
    tax_lines: plan.taxLines,
    reason,
    attempt: 1,
    reference: null,
    failure: null,
    actor_id: shop.staff[by],
    return_id: null,
    edit_id: null,
    refunded_to: 'as_paid',
    created_at: now(shop),
    settled_at: null,
    due_at: now(shop),
    parts: [],
  })
  refund.parts = [partOf(sale, refund)]
  sale.refund = refund
  countUnits(sale, plan)
  const refunded_total_minor = order.refunded_total_minor + plan.amountMinor
  Object.assign(order, { refunds: [refund], refund_count: 1, refunded_total_minor })
  return refund
}

/** The only part of a refund. */
function partOf({ payment }: Sale, { payment_id, amount_minor, status, attempt }: Refund): object {
  return { id: null, payment_id, method: needed(payment).method, amount_minor, status, attempt, by_hand: false }
}

/** The provider answers. */
function settle(shop: Shop, sale: Sale, refund: Refund): void {
  passTime(shop, answerMs)
  const { order, charge } = sale
  const payment = needed(sale.payment)
  const { amount_minor, attempt } = refund
  const succeeded = payment.method !== 'test_refund_refused' || attempt > 1
  const refunded = order.refunded_total_minor - (succeeded ? 0 : amount_minor)
  const isWhole = refunded === order.total_minor
  const outcome = succeeded ? { status: 'succeeded' } : { status: 'failed', failure: 'refund_refused' }
  Object.assign(refund, outcome, { settled_at: now(shop) })
  refund.parts = [partOf(sale, refund)]
  if (charge) {
    const requested = { refund_id: refund.id, attempt, payment_id: payment.id, amount_minor, succeeded }
    put(shop, 'test_provider_refunds', { ...requested, refunded_at: now(shop) })
    if (succeeded) Object.assign(refund, { reference: `test_${refund.id}` })
    Object.assign(charge, { refunded_minor: refunded, refunded_at: isWhole ? now(shop) : null })
  }
  const before = payment.status
  if (isWhole) Object.assign(payment, { status: 'refunded', refunded_at: now(shop) })
  changeAndEmit(shop, sale, 'refunded', {
    refunded_total_minor: refunded,
    payment_status: isWhole ? 'refunded' : refunded > 0 ? 'partially_refunded' : 'paid',
  })
  const amount = shop.service.toMajor(amount_minor, refund.currency)
  audit(shop, 'system', succeeded ? 'payment.refunded' : 'payment.refund_failed', payment.id, {
    ...(isWhole && shop.service.paymentChanges(payment, before)),
    amount: [amount, amount],
  })
}
