import type { FastifyBaseLogger } from 'fastify'
import { type Executor, inTransaction, type Transaction } from '#src/db/transaction.ts'
import { AppError, invalid, notFound } from '#src/lib/errors.ts'
import type { Merchant } from '#src/modules/merchants/index.ts'
import {
  type ChargeResult,
  charge,
  findPayment,
  openPayment,
  type PaymentProvider,
  type PaymentProviders,
  type PaymentRow,
  presentPayment,
  providerOf,
  recordOutcome,
} from '#src/modules/payments/index.ts'
import { emit } from '#src/outbox/index.ts'
import { moveOrder } from './change-status.ts'
import { lockOrder, type OrderKey, type OrderRow, selectOrder, updatePaymentStatus } from './queries.ts'
import { presentOrder } from './schemas.ts'

/**
 * Paying is three steps: write down that a payment is under way; charge, with no transaction open; record the outcome.
 * A process that dies in between leaves a pending payment, whose outcome the sweep asks the provider for.
 */
export interface PaymentServices {
  db: Executor
  paymentProviders: PaymentProviders
  logger: Pick<FastifyBaseLogger, 'error'>
}

export interface PayInput {
  method: string
  reference?: string | null
}

export interface Paid {
  payment: PaymentRow
  order: OrderRow
}

/** First step, by the shopper. @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, CONFLICT */
export function beginPayment(
  transaction: Transaction,
  services: Pick<PaymentServices, 'paymentProviders'>,
  shopper: { userId: string; merchant: Merchant },
  orderId: string,
  input: PayInput,
): Promise<PaymentRow> {
  const provider = offered(services, 'shopper', input.method)
  const key = { merchantId: shopper.merchant.id, orderId, userId: shopper.userId }
  return begin(transaction, key, shopper.userId, provider, input)
}

/** First step, by staff who was paid in some other way. Throws the same. */
export function beginRecordedPayment(
  transaction: Transaction,
  services: Pick<PaymentServices, 'paymentProviders'>,
  staff: { userId: string; merchantId: string },
  orderId: string,
  input: PayInput,
): Promise<PaymentRow> {
  const provider = offered(services, 'staff', input.method)
  return begin(transaction, { merchantId: staff.merchantId, orderId }, staff.userId, provider, input)
}

async function begin(
  transaction: Transaction,
  key: OrderKey,
  actorId: string,
  provider: PaymentProvider,
  { method, reference = null }: PayInput,
): Promise<PaymentRow> {
  const order = await lockOrder(transaction, key)
  if (order === undefined) throw notFound('order')
  if (order.status !== 'pending') {
    throw new AppError('INVALID_TRANSITION', `an order that is ${order.status} cannot be paid`, {
      details: { status: order.status },
    })
  }
  const payment = await openPayment(transaction, {
    merchantId: order.merchant_id,
    orderId: order.id,
    actorId,
    provider,
    method,
    amountMinor: order.total_minor,
    currency: order.currency,
    reference,
  })
  if (payment === undefined) throw new AppError('CONFLICT', 'another payment of this order is under way')
  return payment
}

/**
 * Second and third step. If the provider does not answer, the payment stays `pending` and the sweep sees to it.
 * @throws only when the outcome could not be recorded
 */
export async function finishPayment(services: PaymentServices, payment: PaymentRow): Promise<Paid> {
  try {
    const result = await charge(services.paymentProviders, payment)
    return await settlePayment(services.db, payment, result)
  } catch (error) {
    services.logger.error({ err: error, payment: payment.id }, 'a payment has no recorded outcome yet')
    return readPayment(services.db, payment)
  }
}

/** The payment and its order as they stand now. */
export async function readPayment(db: Executor, payment: { merchant_id: string; id: string }): Promise<Paid> {
  const current = await findPayment(db, payment.merchant_id, payment.id)
  if (current === undefined) throw notFound('payment')
  const order = await selectOrder(db, { merchantId: current.merchant_id, orderId: current.order_id })
  if (order === undefined) throw notFound('order')
  return { payment: current, order }
}

/** Third step: the outcome, once, with all that follows for the order. What was recorded before is answered as it is. */
export function settlePayment(db: Executor, payment: PaymentRow, result: ChargeResult): Promise<Paid> {
  const key = { merchantId: payment.merchant_id, orderId: payment.order_id }
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, key)
    if (order === undefined) throw notFound('order')
    const isPayable = order.status === 'pending'
    const recorded = await recordOutcome(transaction, payment, result, isPayable)
    if (recorded?.status === 'succeeded') return succeed(transaction, key, recorded)
    if (recorded?.status === 'failed' && isPayable) return fail(transaction, key, recorded)
    return readPayment(transaction, payment)
  })
}

async function succeed(transaction: Transaction, key: OrderKey, payment: PaymentRow): Promise<Paid> {
  const { order, events } = await moveOrder(transaction, key, { to: 'paid', by: 'payment', actor: null })
  const data = { order: presentOrder(order, 'staff'), payment: presentPayment(payment) }
  await emit(transaction, [{ merchantId: key.merchantId, name: 'order.payment_succeeded', data }, ...events])
  return { payment, order }
}

async function fail(transaction: Transaction, key: OrderKey, payment: PaymentRow): Promise<Paid> {
  const order = await updatePaymentStatus(transaction, key, 'pending', 'failed')
  if (order === undefined) throw new Error(`order ${key.orderId} changed under its lock`)
  const data = { order: presentOrder(order, 'staff'), payment: presentPayment(payment) }
  await emit(transaction, [{ merchantId: key.merchantId, name: 'order.payment_failed', data }])
  return { payment, order }
}

function offered(
  { paymentProviders }: Pick<PaymentServices, 'paymentProviders'>,
  usedBy: PaymentProvider['usedBy'],
  method: string,
): PaymentProvider {
  const provider = providerOf(paymentProviders, usedBy, method)
  if (provider === undefined) throw invalid({ field: 'method', message: 'is not offered here' })
  return provider
}
