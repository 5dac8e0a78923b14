import {
  lockOrderRow,
  orderUpdated,
  type RefundPartRow,
  touchOrder,
  updateRefunded,
} from '#src/modules/orders/index.ts'
import {
  addRefunded,
  findRefund,
  type PaymentProviders,
  type PaymentRow,
  paymentChanges,
  type RefundResult,
  type RequestedRefund,
  refund as refundPayment,
  selectPaidParts,
  selectPayment,
  updateRefundEnded,
} from '#src/modules/payments/index.ts'
import { type AuditChanges, type AuditEntry, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import type { Cause } from '#src/platform/lib/cause.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { updatePartSettled } from './part-queries.ts'
import {
  type DueRefund,
  leaseRefunds,
  markLeftToStaff,
  type StoredRefund,
  selectPendingPayments,
  selectRefund,
  selectRefundOfProvider,
  updateSettled,
} from './queries.ts'
import { failedMinor, statusOfParts } from './source-rules.ts'

/** Backoff for a provider without an answer: as long as it has been asked so far, from 1 to 15 minutes. */
const lease = { limit: 100, seconds: 60, longestSeconds: 900 }

/** Leases some due pending refunds. */
export function leaseDueRefunds(db: Executor): Promise<DueRefund[]> {
  return leaseRefunds(db, lease)
}

/**
 * Requests the open parts of the refund and records the outcome of each; a part that the provider has accepted but not
 * paid yet stays pending. A part without an answer does not hold up the others. Outside any transaction.
 * @throws if the outcome of a part is unknown
 */
export async function requestRefund(
  { db, paymentProviders }: { db: Executor; paymentProviders: PaymentProviders },
  refund: StoredRefund,
  timeoutMs?: number,
): Promise<void> {
  if (refund.parts.length === 0) return settleWithoutMoney(db, refund)
  const faults: unknown[] = []
  let isOpen = false
  for (const part of refund.parts.filter((one) => one.status === 'pending' && !waitsForStaff(one)))
    try {
      const { payment, requested } = await readRequested(db, refund, part)
      const result = await refundPayment(paymentProviders, payment, requested, timeoutMs)
      if (result.status === 'pending') isOpen = true
      else await settlePart(db, refund, part, result, ['pending'])
    } catch (error) {
      faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
  if (!isOpen && refund.parts.some(waitsForStaff)) await leaveToStaff(db, refund)
}

/**
 * Handles news of a refund: asks the provider for its status, without refunding. A paid refund can fail weeks later,
 * when the bank returns the money.
 */
export const lookUpRefund: Job<
  { merchantId: string; refundId: string },
  { shop(merchantId: string): Executor; paymentProviders: PaymentProviders }
> = {
  name: 'orders.look_up_refund',
  async run({ shop, paymentProviders }, { merchantId, refundId }) {
    const db = shop(merchantId)
    const refund = await selectRefundOfProvider(db, merchantId, refundId)
    const part = refund?.parts.find(({ id }) => id === null || id === refundId)
    if (refund === undefined || part === undefined || part.status === 'failed') return
    const { payment, requested } = await readRequested(db, refund, part)
    const found = await findRefund(paymentProviders, payment, requested)
    if (found === undefined || found.status === 'pending') return
    // The sweep may record its success while the provider is asked here.
    await settlePart(db, refund, part, found, found.status === 'failed' ? ['pending', 'succeeded'] : ['pending'])
  },
}

/** Queues the look-up of a refund, also beside a running one, which may have asked before the news. */
export function wakeRefund(db: Executor, merchantId: string, refundId: string): Promise<void> {
  return enqueue(db, lookUpRefund, { merchantId, refundId }, `refund:${refundId}`)
}

async function readRequested(
  db: Executor,
  refund: StoredRefund,
  { id, payment_id, attempt, amount_minor }: RefundPartRow,
): Promise<{ payment: PaymentRow; requested: RequestedRefund }> {
  const payment = await selectPayment(db, refund.merchant_id, payment_id)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  return { payment, requested: { refundId: id ?? refund.id, attempt, amountMinor: amount_minor } }
}

/** A refund of an order that was paid without a payment succeeds by itself. */
function settleWithoutMoney(db: Executor, refund: StoredRefund): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await lockOrderRow(transaction, { merchantId: refund.merchant_id, orderId: refund.order_id })
    const outcome = { status: 'succeeded', reference: null, failure: null } as const
    const settled = await updateSettled(transaction, refund, outcome, ['pending'])
    if (settled !== undefined) await endRefund(transaction, settled, [])
  })
}

/** What was paid by hand goes back by hand: nobody has moved it before staff say so. */
export function waitsForStaff({ status, method, amount_minor }: RefundPartRow): boolean {
  return status === 'pending' && method === 'manual' && amount_minor > 0
}

/** Nothing but what staff pay back by hand is open: the customer is told so. */
function leaveToStaff(db: Executor, refund: StoredRefund): Promise<void> {
  const key = { merchantId: refund.merchant_id, orderId: refund.order_id }
  return inTransaction(db, async (transaction) => {
    await lockOrderRow(transaction, key)
    if (!(await markLeftToStaff(transaction, refund))) return
    const order = await touchOrder(transaction, key)
    await emit(transaction, [orderUpdated(order, order.status, 'refunded')])
  })
}

/** Staff have paid back the parts of a pending refund of a locked order that wait for them. */
export async function settleWaiting(transaction: Transaction, refund: StoredRefund, cause: Cause): Promise<void> {
  for (const part of refund.parts.filter(waitsForStaff))
    await settlePart(transaction, refund, part, { status: 'succeeded', reference: null }, ['pending'], cause)
}

/** Records that staff gave the open parts of a refund of a locked order back by another way than the payments'. */
export async function settleByHand(transaction: Transaction, refund: StoredRefund, cause: Cause): Promise<void> {
  const outcome = { status: 'succeeded', reference: null, failure: null, isByHand: true } as const
  const ended = refund.parts.filter(({ status }) => status === 'pending')
  for (const { id, ...part } of ended)
    if (id !== null) await updatePartSettled(transaction, refund, { ...part, id }, outcome, ['pending'])
  const settled = await updateSettled(transaction, refund, outcome, ['pending'])
  if (settled === undefined) throw new Error(`refund ${refund.id} was changed while its order was locked`)
  const of = new Set(ended.map(({ payment_id }) => payment_id))
  const parts = settled.parts.filter(({ payment_id }) => of.has(payment_id))
  await endRefund(transaction, settled, parts, cause)
}

type Result = Exclude<RefundResult, { status: 'pending' }>

/**
 * Records the outcome of a part if it still has one of these statuses. The last open part ends the refund, with its
 * effects on order and payments.
 */
function settlePart(
  db: Executor,
  refund: StoredRefund,
  { id, ...part }: RefundPartRow,
  result: Result,
  from: readonly StoredRefund['status'][],
  cause?: Cause,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await lockOrderRow(transaction, { merchantId: refund.merchant_id, orderId: refund.order_id })
    const outcome = { reference: null, failure: null, ...result }
    if (id === null) {
      const settled = await updateSettled(transaction, refund, outcome, from)
      if (settled !== undefined) await endRefund(transaction, settled, settled.parts, cause)
      return
    }
    if (!(await updatePartSettled(transaction, refund, { ...part, id }, outcome, from))) return
    const current = await selectRefund(transaction, refund.merchant_id, refund.id)
    if (current === undefined) throw new Error(`refund ${refund.id} was deleted while its order was locked`)
    const status = statusOfParts(current.parts)
    if (status === 'pending') return
    const settled = await updateSettled(transaction, current, { ...outcome, status }, [current.status])
    if (settled === undefined) throw new Error(`refund ${refund.id} was changed while its order was locked`)
    // Of a refund that had ended before, only this part is news.
    const ended = settled.parts.filter((one) => current.status === 'pending' || one.id === id)
    await endRefund(transaction, settled, ended, cause)
  })
}

/** Updates order and payments after the end of a refund, or of parts of it, and tells of it. */
async function endRefund(
  transaction: Transaction,
  { merchant_id: merchantId, order_id: orderId, currency, edit_id: editId }: StoredRefund,
  parts: readonly RefundPartRow[],
  cause: Cause = bySystem,
): Promise<void> {
  const key = { merchantId, orderId }
  const failed = parts.filter(({ status }) => status === 'failed')
  if (failed.length > 0)
    await addRefunded(
      transaction,
      key,
      failed.map(({ payment_id, amount_minor }) => ({ payment_id, amount_minor: -amount_minor })),
    )
  const order = await updateRefunded(transaction, key, editId === null ? failedMinor(failed) : 0)
  if (order === undefined) throw new Error(`order ${orderId} was deleted while locked`)
  const isSplit = parts.some(({ id }) => id !== null)
  const sources = isSplit ? await selectPaidParts(transaction, merchantId, orderId) : []
  const givenBack = ({ payment_id }: RefundPartRow) => {
    const source = sources.find(({ id }) => id === payment_id)
    return source ? source.refunded_minor === source.amount_minor : order.payment_status === 'refunded'
  }
  const open = parts.some(givenBack) ? await selectPendingPayments(transaction, key) : new Set<string>()
  const entries: AuditEntry[] = []
  for (const part of parts) {
    const { payment_id, status, amount_minor, by_hand } = part
    const isWhole = givenBack(part) && !open.has(payment_id)
    const to = status === 'failed' ? 'succeeded' : isWhole ? 'refunded' : undefined
    const ended = to && (await updateRefundEnded(transaction, merchantId, payment_id, to))
    const amount = toMajor(amount_minor, currency)
    const changes: AuditChanges = {
      ...(ended && paymentChanges(ended.payment, ended.previous)),
      amount: [amount, amount],
      ...(by_hand && { by_hand: [null, true] }),
    }
    const action = status === 'failed' ? 'payment.refund_failed' : 'payment.refunded'
    entries.push({ action, targetId: payment_id, changes })
  }
  await emit(transaction, [orderUpdated(order, order.status, 'refunded')])
  await recordAudit(transaction, { merchantId, cause }, entries)
}
