import { lockOrder, type OrderKey, type RefundRow, selectOrder } from '#src/modules/orders/index.ts'
import {
  type PaymentProviders,
  type PaymentRow,
  paymentChanges,
  promptTimeoutMs,
  refundCharge,
  selectPayment,
  updateLeftToStaff,
  updateRefunded,
  updateRefundRefused,
  updateRefundResent,
} from '#src/modules/payments/index.ts'
import { type AuditChanges, type AuditEntry, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { refundDueAfterSeconds } from './queries.ts'
import type { Refunded, RefundedBy, RefundServices } from './refund-order.ts'
import { markRefunded } from './refund-part-paid.ts'

/**
 * Gives back a charge that no order waits for: one that came late, a second one, or what was paid of an order that
 * ended before it was paid. It has no row of refunds; the id of its payment is that of its refund. What the provider
 * refuses waits for staff. Outside any transaction.
 * @throws when the provider does not answer, or has not paid it yet
 */
export async function refundLateCharge(
  { db, paymentProviders }: { db: Executor; paymentProviders: PaymentProviders },
  payment: PaymentRow,
  timeoutMs?: number,
): Promise<void> {
  if (payment.method === 'manual') return updateLeftToStaff(db, payment)
  const result = await refundCharge(paymentProviders, payment, timeoutMs)
  const { merchant_id: merchantId, order_id: orderId } = payment
  await inTransaction(db, async (transaction) => {
    if (result.status === 'succeeded') return end(transaction, { merchantId, orderId }, payment.id)
    // Under the order's lock, as all that changes its payments.
    await lockOrder(transaction, { merchantId, orderId })
    const refused = await updateRefundRefused(transaction, payment, result.failure)
    if (refused === undefined) return
    const changes: AuditChanges = { ...amountOf(payment), failure: [null, result.failure] }
    const entry: AuditEntry = { action: 'payment.refund_failed', targetId: payment.id, changes }
    await recordAudit(transaction, { merchantId, cause: bySystem }, [entry])
  })
}

/** Records that a charge was given back; `staff`: by hand. */
async function end(
  transaction: Transaction,
  key: OrderKey,
  paymentId: string,
  staff?: Pick<RefundedBy, 'cause'>,
): Promise<void> {
  const order = await lockOrder(transaction, key)
  const refunded = await updateRefunded(transaction, key.merchantId, paymentId, staff !== undefined)
  if (order === undefined || refunded === undefined) return
  await emit(transaction, (await markRefunded(transaction, order)).events)
  const changes = { ...paymentChanges(refunded, 'refunding'), ...(staff && { by_hand: [null, true] as [null, true] }) }
  const entry = { action: 'payment.refunded', targetId: refunded.id, changes } as const
  await recordAudit(transaction, { merchantId: key.merchantId, cause: staff?.cause ?? bySystem }, [entry])
}

/**
 * Has the refund of a charge asked for again, as its next attempt; undefined if the id is of no such charge.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION
 */
export function retryChargeRefund(
  db: Executor,
  staff: RefundedBy,
  orderId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    if (!(await isRefused(transaction, key, paymentId))) return undefined
    const resent = await updateRefundResent(transaction, key.merchantId, paymentId, refundDueAfterSeconds)
    if (resent === undefined) throw new Error(`payment ${paymentId} was changed while its order was locked`)
    const entry: AuditEntry = { action: 'payment.refund_started', targetId: paymentId, changes: amountOf(resent) }
    await recordAudit(transaction, staff, [entry])
    return resent
  })
}

/**
 * Staff has given a charge back by another way; false if the id is of no such charge.
 * @throws as `retryChargeRefund`
 */
export function settleChargeByHand(
  db: Executor,
  staff: RefundedBy,
  orderId: string,
  paymentId: string,
): Promise<boolean> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    if (!(await isByHand(transaction, key, paymentId)) && !(await isRefused(transaction, key, paymentId))) return false
    await end(transaction, key, paymentId, staff)
    return true
  })
}

/** Asks the provider; if it does not answer soon, the sweep asks again. */
export async function finishChargeRefund(services: RefundServices, payment: PaymentRow): Promise<Refunded> {
  try {
    await refundLateCharge(services, payment, promptTimeoutMs)
  } catch (error) {
    services.logger.error({ err: error, payment: payment.id }, 'the refund of a charge has no recorded outcome yet')
  }
  const refunded = await readChargeRefund(services.db, payment)
  if (refunded === undefined) throw cannotBeRead('payment')
  return refunded
}

/** The refund of a charge and its order in their current state; undefined if the id is of no charge that goes back. */
export async function readChargeRefund(
  db: Executor,
  key: { merchant_id: string; id: string },
): Promise<Refunded | undefined> {
  const payment = await selectPayment(db, key.merchant_id, key.id)
  if (payment === undefined || (payment.status !== 'refunding' && payment.status !== 'refunded')) return undefined
  const order = await selectOrder(db, { merchantId: payment.merchant_id, orderId: payment.order_id })
  if (order === undefined) throw cannotBeRead('order')
  return { refund: refundOf(payment), order }
}

function refundOf(payment: PaymentRow): RefundRow {
  const { id, order_id, amount_minor, currency, method, refund_attempt: attempt, refunded_by_hand: by_hand } = payment
  const status =
    payment.status === 'refunded' ? 'succeeded' : payment.refund_failure === null ? 'pending' : ('failed' as const)
  return {
    id,
    order_id,
    amount_minor,
    currency,
    status,
    items: null,
    shipping_minor: 0,
    payment_fee_minor: 0,
    reason: null,
    tax_lines: null,
    return_id: null,
    edit_id: null,
    refunded_to: 'as_paid',
    parts: [{ id: null, payment_id: id, method, amount_minor, status, attempt, by_hand }],
    created_at: payment.settled_at ?? payment.created_at,
  }
}

/** Whether staff pay it back: it was paid by hand, of an order that ended before it was paid. */
async function isByHand(transaction: Transaction, key: OrderKey, paymentId: string): Promise<boolean> {
  const order = await lockOrder(transaction, key)
  const payment = await selectPayment(transaction, key.merchantId, paymentId)
  if (order?.paid_at !== null || payment?.order_id !== key.orderId) return false
  return payment.method === 'manual' && payment.status === 'refunding'
}

/** Whether the provider has refused to give the charge back, under the lock of its order. */
async function isRefused(transaction: Transaction, key: OrderKey, paymentId: string): Promise<boolean> {
  if ((await lockOrder(transaction, key)) === undefined) throw notFound('order')
  const payment = await selectPayment(transaction, key.merchantId, paymentId)
  if (payment === undefined || payment.order_id !== key.orderId) return false
  const { status, refund_failure } = payment
  if (refund_failure !== null) return true
  if (status !== 'refunding' && status !== 'refunded') return false
  throw new AppError('INVALID_TRANSITION', `the refund of this payment has not failed: the payment is ${status}`, {
    details: { status },
  })
}

function amountOf({ amount_minor, currency }: PaymentRow): AuditChanges {
  const amount = toMajor(amount_minor, currency)
  return { amount: [amount, amount] }
}
