import { lockProducts, moveUnits } from '#src/modules/inventory/index.ts'
import {
  addRefundedAgain,
  lockOrder,
  type OrderKey,
  type OrderRow,
  orderChanged,
  type RefundedTo,
  type RefundRow,
  selectOrder,
  unitsByProduct,
  updateCounts,
} from '#src/modules/orders/index.ts'
import { addRefunded, type PaymentProviders, promptTimeoutMs } from '#src/modules/payments/index.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Cause } from '#src/platform/lib/cause.ts'
import { AppError, cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { giftCardsLeft } from '../gift-card-rules.ts'
import { type Adjustment, planAdjusted } from './adjusted-rules.ts'
import { updatePartsResent } from './part-queries.ts'
import { refundDueAfterSeconds, type StoredRefund, selectRefund, updateResent } from './queries.ts'
import { type RefundedLine, type RefundInput, type RefundPlan, refundableMinor, refuseTooLarge } from './rules.ts'
import { requestRefund, settleByHand, settleWaiting, waitsForStaff } from './settle-refund.ts'
import { failedMinor } from './source-rules.ts'
import { sourcesOf } from './sources.ts'
import { waysOfRefund } from './ways-of-refund.ts'
import { largestUnit, writeRefund } from './write-refund.ts'

/**
 * A refund takes three steps: write it with its effects on order and stock (`beginRefund`, or `moveOrder` for an order
 * that is cancelled); ask the provider for the money, outside any transaction; record the outcome. A process that dies
 * in between leaves a pending refund, which the sweep requests under the same id.
 */
export interface RefundServices {
  db: Executor
  paymentProviders: PaymentProviders
  logger: Pick<Logger, 'error'>
}

export interface Refunded {
  refund: RefundRow
  order: OrderRow
}

/** Who refunds: staff, or a customer who withdraws. */
export interface RefundedBy {
  merchantId: string
  userId: string | null
  cause: Cause
}

export interface RefundFor extends RefundInput, Adjustment {
  reason?: string | null
  returnId?: string
  /** Default: as it was paid. */
  refundedTo?: RefundedTo
  /** If the order ends as cancelled. Default: by the merchant. */
  cancelReason?: 'requested_by_customer'
}

/**
 * An amount takes no gift card back, so it gives back nothing of what was paid for the cards that stay.
 * @throws AppError INVALID_TRANSITION
 */
function refuseAmountOfCards(order: OrderRow, { items, amountMinor }: Pick<RefundPlan, 'items' | 'amountMinor'>): void {
  const cards = giftCardsLeft(order, items)
  const refundable = refundableMinor(order) - cards
  if (cards === 0 || amountMinor <= refundable) return
  const { currency } = order
  const message = 'send the gift cards as items to refund them; an amount alone does not disable them'
  const details = { refundable: toMajor(Math.max(0, refundable), currency), currency }
  throw new AppError('INVALID_TRANSITION', message, { details })
}

/** Writes a refund, `pending`. @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, REFUND_TOO_LARGE */
export function beginRefund(
  db: Executor,
  providers: PaymentProviders,
  by: RefundedBy,
  orderId: string,
  { reason = null, returnId, cancelReason, refundedTo = 'as_paid', shippingMinor = 0, ...more }: RefundFor,
): Promise<StoredRefund> {
  const { deductionMinor = 0, isLimitedToLeft = false, ...input } = more
  const key = { merchantId: by.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    const before = await lockOrder(transaction, key)
    if (before === undefined) throw notFound('order')
    const way = waysOfRefund[refundedTo]
    const sources = await way.sources(transaction, before)
    const chargeUnit = sources.length > 0 && { charge_unit: largestUnit(providers, sources) }
    const plan = planAdjusted({ ...before, ...chargeUnit }, input, { shippingMinor, deductionMinor, isLimitedToLeft })
    const counts = { ...plan, refundedMinor: plan.amountMinor, ...(cancelReason && { cancelReason }) }
    await updateCounts(transaction, key, counts)
    refuseAmountOfCards(before, plan)
    const refund = await writeRefund(transaction, before, sources, {
      id: newId(),
      amount_minor: plan.amountMinor,
      currency: before.currency,
      items: plan.lines.length === 0 ? null : plan.lines.map(toStoredLine),
      shipping_minor: plan.shippingMinor,
      payment_fee_minor: plan.feeMinor,
      tax_lines: plan.taxLines,
      reason,
      actor_id: by.userId,
      return_id: returnId ?? null,
      refunded_to: refundedTo,
      due_after_seconds: refundDueAfterSeconds,
    })
    const stocked = await releaseUnits(transaction, by, before, plan.lines)
    await emitRefunded(transaction, by, key, before, refund, stocked)
    await way.give(transaction, before, refund, by.userId)
    return refund
  })
}

/**
 * Sends a refund again that its provider has refused.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, REFUND_TOO_LARGE
 */
export function beginRetry(db: Executor, staff: RefundedBy, orderId: string, refundId: string): Promise<StoredRefund> {
  return inTransaction(db, async (transaction) => {
    const { before, refund } = await reopen(transaction, { merchantId: staff.merchantId, orderId }, refundId)
    await emitRefunded(transaction, staff, { merchantId: staff.merchantId, orderId }, before, refund, [])
    return refund
  })
}

/**
 * Staff has paid back what was paid by hand, or given back by another way what the provider refused.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, REFUND_TOO_LARGE
 */
export function settleRefundByHand(db: Executor, staff: RefundedBy, orderId: string, refundId: string): Promise<void> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    if ((await lockOrder(transaction, key)) === undefined) throw notFound('order')
    const waiting = await selectRefund(transaction, key.merchantId, refundId)
    if (waiting?.order_id === orderId && waiting.parts.some(waitsForStaff))
      return settleWaiting(transaction, waiting, staff.cause)
    const { refund } = await reopen(transaction, key, refundId)
    await settleByHand(transaction, refund, staff.cause)
  })
}

/** Makes a failed refund pending, as its next attempt. */
async function reopen(
  transaction: Transaction,
  key: OrderKey,
  refundId: string,
): Promise<{ before: OrderRow; refund: StoredRefund }> {
  const before = await lockOrder(transaction, key)
  if (before === undefined) throw notFound('order')
  const failed = await selectRefund(transaction, key.merchantId, refundId)
  if (failed === undefined || failed.order_id !== before.id) throw notFound('refund')
  const { status } = failed
  if (status !== 'failed') {
    throw new AppError('INVALID_TRANSITION', `a refund that is ${status} cannot be sent again`, { details: { status } })
  }
  const parts = failed.parts.filter((part) => part.status === 'failed')
  const sources = new Map((await sourcesOf(transaction, before)).map((source) => [source.id, source]))
  for (const { payment_id, amount_minor } of parts) {
    const { amount_minor: given = 0, refunded_minor = 0 } = sources.get(payment_id) ?? {}
    refuseTooLarge(
      { ...before, ...(refunded_minor !== null && { paid_minor: given, refunded_total_minor: refunded_minor }) },
      amount_minor,
    )
  }
  // What an edit gives back is no part of what the order has refunded.
  const minor = failed.edit_id === null ? failedMinor(parts) : 0
  refuseTooLarge(before, minor)
  await updatePartsResent(transaction, failed)
  await addRefunded(transaction, key, parts)
  await addRefundedAgain(transaction, key, minor)
  const refund = await updateResent(transaction, failed, refundDueAfterSeconds)
  if (refund === undefined) throw new Error(`refund ${refundId} was changed while its order was locked`)
  return { before, refund }
}

/** Asks the provider; if it does not answer soon, the refund stays pending and the sweep asks again. */
export async function finishRefund(services: RefundServices, refund: StoredRefund): Promise<Refunded> {
  try {
    await requestRefund(services, refund, promptTimeoutMs)
  } catch (error) {
    services.logger.error({ err: error, refund: refund.id }, 'a refund has no recorded outcome yet')
  }
  return readRefund(services.db, refund)
}

/** A refund and its order in their current state. @throws AppError SERVICE_UNAVAILABLE */
export async function readRefund(db: Executor, key: { merchant_id: string; id: string }): Promise<Refunded> {
  const refund = await selectRefund(db, key.merchant_id, key.id)
  if (refund === undefined) throw cannotBeRead('refund')
  const order = await selectOrder(db, { merchantId: refund.merchant_id, orderId: refund.order_id })
  if (order === undefined) throw cannotBeRead('order')
  return { refund, order }
}

/** Releases the reservations of unsent units, and puts sent units back on hand. Returns the events to emit. */
async function releaseUnits(
  transaction: Transaction,
  { userId }: RefundedBy,
  { merchant_id: merchantId, id: orderId, items }: OrderRow,
  lines: readonly RefundedLine[],
): Promise<DomainEvent[]> {
  const key = { merchantId, orderId }
  const cancelled = lines.filter((line) => line.cancelled > 0)
  const returned = lines.filter((line) => line.returned > 0)
  if (cancelled.length > 0 && returned.length > 0) {
    const all = new Set(lines.map(({ productId }) => productId))
    await lockProducts(transaction, key.merchantId, [...all])
  }
  const actor = userId === null ? null : { userId }
  const ended = await moveUnits(transaction, actor, 'refund_cancelled', {
    ...key,
    lines: unitsByProduct(
      items,
      cancelled.map((line) => ({ productId: line.productId, quantity: line.cancelled })),
    ),
  })
  const back = await moveUnits(transaction, actor, 'refund_returned', {
    ...key,
    // Units that are not put back on hand move nothing.
    lines: unitsByProduct(
      items,
      returned.map((line) => ({ productId: line.productId, quantity: line.restock ? line.returned : 0 })),
    ),
  })
  return [...ended, ...back]
}

async function emitRefunded(
  transaction: Transaction,
  by: RefundedBy,
  key: OrderKey,
  before: OrderRow,
  refund: StoredRefund,
  stocked: readonly DomainEvent[],
): Promise<void> {
  const order = await selectOrder(transaction, key)
  if (order === undefined) throw new Error(`order ${key.orderId} was deleted while locked`)
  await emit(transaction, [...orderChanged(order, before.status, 'refunded'), ...stocked])
  const entries = refund.parts
    .filter(({ status }) => status === 'pending')
    .map(({ payment_id, amount_minor }): AuditEntry => {
      const amount = toMajor(amount_minor, refund.currency)
      return { action: 'payment.refund_started', targetId: payment_id, changes: { amount: [null, amount] } }
    })
  if (order.status !== before.status)
    entries.push({ action: 'order.updated', targetId: order.id, changes: { status: [before.status, order.status] } })
  await recordAudit(transaction, by, entries)
}

export function toStoredLine({ line, productId, cancelled, returned, restock }: RefundedLine) {
  return { line, product_id: productId, quantity: cancelled + returned, cancelled, restocked: restock && returned > 0 }
}
