import {
  addPaid,
  dueOf,
  hasGiftCards,
  lockOrder,
  type OrderKey,
  type OrderRow,
  type OrderStatus,
  orderUpdated,
  type PayableOrder,
  presentOrder,
  selectOrder,
  settle,
  subjectOf,
} from '#src/modules/orders/index.ts'
import {
  type ChargeOutcome,
  charge,
  giveUp,
  insertPaidParts,
  type OpenPayment,
  type PaymentDetails,
  type PaymentProviders,
  type PaymentRow,
  paymentChanges,
  presentPayment,
  recordAction,
  selectAwaited,
  selectPayment,
} from '#src/modules/payments/index.ts'
import { lacksValuePermission, mayGiveValue } from '#src/modules/pricing/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, cannotBeRead, invalid, notFound } from '#src/platform/lib/errors.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { moveOrder } from '../change/change-status.ts'
import { settleEdit } from '../write-edit/end-edit.ts'
import { insertRequested } from './insert-requested.ts'
import { issueGiftCards } from './issue-gift-cards.ts'
import type { RequestedPayment } from './requested-payment.ts'

/**
 * Paying takes three steps: insert a pending payment (`beginPayment`); charge, outside any transaction; record the
 * outcome or the next action. A process that dies in between leaves a pending payment; the sweep asks the provider for
 * its outcome. With a provider that settles at once, payment and order are one transaction (`payAtOnce`).
 */
export interface PaymentServices {
  db: Executor
  seal: Seal
  paymentProviders: PaymentProviders
  logger: Pick<Logger, 'error'>
}

export interface Paid {
  payment: PaymentRow
  order: OrderRow
}

/**
 * Inserts the payment, `pending` until it is charged, or `succeeded` if its provider settles at once.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, CONFLICT, PAYMENT_METHOD_UNAVAILABLE
 */
export async function beginPayment(db: Executor, requested: RequestedPayment): Promise<OpenPayment> {
  const openedAtMs = performance.now()
  const order = await insertRequested(db, requested)
  return { ...paymentOf(order), openedAtMs }
}

/** The inserted payment. @throws AppError NOT_FOUND, INVALID_TRANSITION, CONFLICT */
function paymentOf(order: PayableOrder | undefined): PaymentRow {
  if (order === undefined) throw notFound('order')
  if (order.payment !== undefined) return order.payment
  const isPayable = order.status === 'pending' || (order.status !== 'cancelled' && order.due_minor > 0)
  if (!isPayable) throw notPayable(order.status)
  throw new AppError('CONFLICT', 'another payment of this order is in progress')
}

/** Pays with a provider that settles at once. @throws AppError NOT_FOUND, INVALID_TRANSITION, CONFLICT */
export function payAtOnce(db: Executor, requested: RequestedPayment): Promise<Paid> {
  return inTransaction(db, (transaction) => payInTransaction(transaction, requested))
}

/**
 * The same; the caller may have taken its money in the same transaction. Staff who records a payment of gift cards says
 * that they are paid, and so gives their value away.
 * @throws AppError also INSUFFICIENT_PERMISSIONS
 */
export async function payInTransaction(transaction: Transaction, requested: RequestedPayment): Promise<Paid> {
  const { key, amountIn, recordedBy } = requested
  if (recordedBy && !mayGiveValue(recordedBy) && (await hasGiftCards(transaction, key))) throw lacksValuePermission()
  const maxMinor = amountIn === undefined ? null : await readMaximum(transaction, key, amountIn)
  const before = await insertRequested(transaction, requested, { maxMinor })
  const payment = paymentOf(before)
  const { status = 'pending', total_minor = 0, due_minor = 0, wasPaid = false } = before ?? {}
  const isPart = payment.amount_minor < total_minor
  if (isPart) await insertPaidParts(transaction, key.merchantId, key.orderId)
  const { order, events, entries } =
    status === 'pending' && payment.amount_minor === due_minor
      ? await moveOrder(transaction, key, { to: 'paid', by: 'payment', actor: null })
      : await payPart(transaction, key, payment.amount_minor)
  await issueGiftCards(transaction, order)
  const paid = { payment, order }
  const succeeded = !wasPaid && order.paid_at !== null ? [paymentEvent('order.payment_succeeded', paid)] : []
  await emit(transaction, [...succeeded, ...events])
  if (recordedBy) {
    const changes = paymentChanges(payment, null)
    const recorded = { action: 'payment.recorded', targetId: payment.id, changes } as const
    await recordAudit(transaction, recordedBy, [recorded, ...entries])
  }
  return paid
}

async function payPart(transaction: Transaction, key: OrderKey, amountMinor: number) {
  const order = await addPaid(transaction, key, amountMinor)
  const settled = await settleIfPaid(transaction, order)
  const events = [orderUpdated(settled.order, order.status, 'payment_status'), ...settled.events]
  return { order: settled.order, events, entries: [] }
}

/** Of an order that was paid before an edit: its last unit ends the edit. */
async function settleIfPaid(
  transaction: Transaction,
  order: OrderRow,
): Promise<{ order: OrderRow; events: DomainEvent[] }> {
  if (order.paid_at === null || order.paid_minor < order.total_minor) return { order, events: [] }
  return settleEdit(transaction, order)
}

/** The given amount in minor units, at most what is due. @throws AppError NOT_FOUND, VALIDATION_ERROR */
async function readMaximum(
  transaction: Transaction,
  key: OrderKey,
  amountIn: (currency: string) => number,
): Promise<number> {
  const order = await lockOrder(transaction, key)
  if (order === undefined) throw notFound('order')
  const { currency } = order
  const [minor, due] = [amountIn(currency), dueOf(order)]
  if (due > 0 && minor > due)
    throw invalid({ field: 'amount', message: `must not be more than is due: ${toMajor(due, currency)}` })
  return minor
}

/**
 * Pays by `pay`. It replaces a payment that waits for the shopper, who has left 3-D Secure and pays again. The old one
 * is cancelled at its provider first, so that only one of the two is charged.
 */
export async function replaceAwaited<T>(
  services: PaymentServices,
  { key }: RequestedPayment,
  pay: () => Promise<T>,
): Promise<T> {
  try {
    return await pay()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
    const awaited = await selectAwaited(services.db, key.merchantId, key.orderId)
    if (awaited === undefined) throw error
    const ended = await giveUp(services, awaited, 'not_completed').catch((fault) => {
      services.logger.error({ err: fault, payment: awaited.id }, 'a payment could not be given up for another')
      throw error
    })
    await settlePayment(services.db, awaited, ended)
    return pay()
  }
}

/**
 * Charges the payment and records the outcome. If either fails, the payment stays `pending` and the sweep settles it.
 * @throws if the payment cannot be read either
 */
export async function finishPayment(
  services: PaymentServices,
  payment: OpenPayment,
  details?: PaymentDetails,
): Promise<Paid> {
  const { db, logger } = services
  try {
    const result = await charge(services.paymentProviders, payment, details)
    if (result.status === 'failed' && result.failure === 'provider_refused')
      logger.error({ payment: payment.id, provider: payment.provider }, 'the payment provider refuses the request')
    if (result.status === 'requires_action') await recordAction(services, payment, result)
    else if (result.status !== 'pending') return await settlePayment(db, payment, result)
  } catch (error) {
    logger.error({ err: error, payment: payment.id }, 'a payment has no recorded outcome yet')
  }
  return readPayment(db, payment)
}

/** A payment and its order in their current state. @throws AppError SERVICE_UNAVAILABLE */
export async function readPayment(db: Executor, payment: { merchant_id: string; id: string }): Promise<Paid> {
  const current = await selectPayment(db, payment.merchant_id, payment.id)
  if (current === undefined) throw cannotBeRead('payment')
  const order = await selectOrder(db, { merchantId: current.merchant_id, orderId: current.order_id })
  if (order === undefined) throw cannotBeRead('order')
  return { payment: current, order }
}

/** Records the outcome of a charge with its effects on the order, unless one was recorded before. */
export function settlePayment(db: Executor, payment: PaymentRow, result: ChargeOutcome): Promise<Paid> {
  return inTransaction(db, async (transaction) => {
    const settled = await settle(transaction, payment, result)
    if (settled === undefined) throw cannotBeRead('order')
    const { payment: recorded, order: changed, previous, wasPaid } = settled
    if (recorded === undefined || changed === undefined) return readPayment(transaction, payment)
    const isMore = previous !== 'pending' && recorded.status === 'succeeded'
    const { order, events } = isMore ? await settleIfPaid(transaction, changed) : { order: changed, events: [] }
    const paid = { payment: recorded, order }
    if (recorded.status === 'failed') await emit(transaction, [paymentEvent('order.payment_failed', paid)])
    else {
      if (recorded.amount_minor < order.total_minor) await insertPaidParts(transaction, order.merchant_id, order.id)
      await issueGiftCards(transaction, order)
      const completes = !wasPaid && order.paid_at !== null
      await emit(transaction, [
        ...(completes ? [paymentEvent('order.payment_succeeded', paid)] : []),
        orderUpdated(order, previous, 'payment_status'),
        ...events,
      ])
    }
    return paid
  })
}

export function paymentEvent(
  name: 'order.payment_succeeded' | 'order.payment_failed',
  { payment, order }: Paid,
): DomainEvent {
  const data = { order: presentOrder(order, 'staff'), payment: presentPayment(payment, 'staff') }
  return { ...subjectOf(order), name, data }
}

export function notPayable(status: OrderStatus): AppError {
  return new AppError('INVALID_TRANSITION', `an order that is ${status} cannot be paid`, { details: { status } })
}
