import {
  findRefund,
  type PaymentProviders,
  type PaymentRow,
  paymentChanges,
  type RefundResult,
  refund as refundPayment,
  selectPayment,
  updateRefundEnded,
  type WantedRefund,
} from '#src/modules/payments/index.ts'
import { type AuditChanges, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { orderUpdated } from '../order-events.ts'
import { lockOrderRow } from '../queries.ts'
import {
  type DueRefund,
  leaseRefunds,
  type StoredRefund,
  selectRefund,
  updateRefunded,
  updateSettled,
} from './queries.ts'

/** Backoff for a provider without an answer: as long as it has been asked so far, from 1 to 15 minutes. */
const lease = { limit: 100, seconds: 60, longestSeconds: 900 }

/** Of an order that was paid without a payment. */
const withoutMoney = { status: 'succeeded', reference: null } as const

/** Leases some due pending refunds. */
export function takeDueRefunds(db: Executor): Promise<DueRefund[]> {
  return leaseRefunds(db, lease)
}

/**
 * Requests the refund and records the outcome; a refund that the provider has accepted but not paid yet stays pending.
 * Outside any transaction.
 * @throws if the outcome is unknown
 */
export async function giveRefund(
  { db, paymentProviders }: { db: Executor; paymentProviders: PaymentProviders },
  refund: StoredRefund,
  timeoutMs?: number,
): Promise<void> {
  if (refund.payment_id === null) return settleRefund(db, refund, withoutMoney, ['pending'])
  const { payment, wanted } = await readWanted(db, refund)
  const result = await refundPayment(paymentProviders, payment, wanted, timeoutMs)
  if (result.status !== 'pending') await settleRefund(db, refund, result, ['pending'])
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
    const refund = await selectRefund(db, merchantId, refundId)
    if (refund === undefined || refund.status === 'failed') return
    const { payment, wanted } = await readWanted(db, refund)
    const found = await findRefund(paymentProviders, payment, wanted)
    if (found === undefined || found.status === 'pending') return
    // The sweep may record its success while the provider is asked here.
    await settleRefund(db, refund, found, found.status === 'failed' ? ['pending', 'succeeded'] : ['pending'])
  },
}

/** Queues the look-up of a refund, also beside a running one, which may have asked before the news. */
export function wakeRefund(db: Executor, merchantId: string, refundId: string): Promise<void> {
  return enqueue(db, lookUpRefund, { merchantId, refundId }, `refund:${refundId}`)
}

async function readWanted(db: Executor, refund: StoredRefund): Promise<{ payment: PaymentRow; wanted: WantedRefund }> {
  const { merchant_id, payment_id } = refund
  const payment = payment_id === null ? undefined : await selectPayment(db, merchant_id, payment_id)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  return { payment, wanted: { refundId: refund.id, attempt: refund.attempt, amountMinor: refund.amount_minor } }
}

/** Records the outcome of a refund with its effects on order and payment, if it still has one of these statuses. */
function settleRefund(
  db: Executor,
  refund: StoredRefund,
  result: Exclude<RefundResult, { status: 'pending' }>,
  from: readonly StoredRefund['status'][],
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const merchantId = refund.merchant_id
    const key = { merchantId, orderId: refund.order_id }
    await lockOrderRow(transaction, key)
    const outcome = { reference: null, failure: null, ...result }
    const settled = await updateSettled(transaction, refund, outcome, from)
    if (settled === undefined) return
    const hasFailed = settled.status === 'failed'
    const order = await updateRefunded(transaction, key, hasFailed ? settled.amount_minor : 0)
    if (order === undefined) throw new Error(`order ${refund.order_id} was deleted while locked`)
    const { payment_id } = settled
    await emit(transaction, [orderUpdated(order, order.status, 'refunded')])
    if (payment_id === null) return
    const to = hasFailed ? 'succeeded' : order.payment_status === 'refunded' ? 'refunded' : undefined
    const ended = to && (await updateRefundEnded(transaction, merchantId, payment_id, to))
    const amount = toMajor(settled.amount_minor, settled.currency)
    const changes: AuditChanges = ended
      ? { ...paymentChanges(ended.payment, ended.previous), amount: [amount, amount] }
      : { amount: [amount, amount] }
    const action = hasFailed ? 'payment.refund_failed' : 'payment.refunded'
    await recordAudit(transaction, { merchantId, cause: bySystem }, [{ action, targetId: payment_id, changes }])
  })
}
