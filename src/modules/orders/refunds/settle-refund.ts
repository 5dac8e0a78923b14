import {
  type PaymentProviders,
  paymentChanges,
  type RefundResult,
  refund as refundPayment,
  selectPayment,
  updateRefundEnded,
} from '#src/modules/payments/index.ts'
import { type AuditChanges, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { orderUpdated } from '../order-events.ts'
import { lockOrderRow } from '../queries.ts'
import { type DueRefund, leaseRefunds, type StoredRefund, updateRefunded, updateSettled } from './queries.ts'

/** A provider that does not answer is asked again after as long as it was asked for, from 1 to 15 minutes. */
const lease = { limit: 100, seconds: 60, longestSeconds: 900 }

/** Leases some pending refunds whose provider is to be asked. */
export function takeDueRefunds(db: Executor): Promise<DueRefund[]> {
  return leaseRefunds(db, lease)
}

/**
 * Asks the provider for the money and records the outcome; a refund that the provider has accepted and not given yet
 * stays pending. Outside any transaction.
 * @throws when the outcome is not known
 */
export async function giveRefund(
  { db, paymentProviders }: { db: Executor; paymentProviders: PaymentProviders },
  refund: StoredRefund,
  timeoutMs?: number,
): Promise<void> {
  const payment = await selectPayment(db, refund.merchant_id, refund.payment_id)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  const wanted = { refundId: refund.id, attempt: refund.attempt, amountMinor: refund.amount_minor }
  const result = await refundPayment(paymentProviders, payment, wanted, timeoutMs)
  if (result.status !== 'pending') await settleRefund(db, refund, result)
}

/** Records the outcome of a refund with its effects on order and payment, unless it was recorded before. */
function settleRefund(
  db: Executor,
  refund: StoredRefund,
  result: Exclude<RefundResult, { status: 'pending' }>,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const merchantId = refund.merchant_id
    const key = { merchantId, orderId: refund.order_id }
    await lockOrderRow(transaction, key)
    const outcome = { reference: null, failure: null, ...result }
    const settled = await updateSettled(transaction, refund, outcome)
    if (settled === undefined) return
    const hasFailed = settled.status === 'failed'
    const order = await updateRefunded(transaction, key, hasFailed ? settled.amount_minor : 0)
    if (order === undefined) throw new Error(`order ${refund.order_id} was deleted while locked`)
    const { payment_id } = settled
    const to = hasFailed ? 'succeeded' : order.payment_status === 'refunded' ? 'refunded' : undefined
    const ended = to && (await updateRefundEnded(transaction, merchantId, payment_id, to))
    await emit(transaction, [orderUpdated(order, order.status, 'refunded')])
    const amount = toMajor(settled.amount_minor, settled.currency)
    const changes: AuditChanges = ended
      ? { ...paymentChanges(ended.payment, ended.previous), amount: [amount, amount] }
      : { amount: [amount, amount] }
    const action = hasFailed ? 'payment.refund_failed' : 'payment.refunded'
    await recordAudit(transaction, { merchantId, cause: bySystem }, [{ action, targetId: payment_id, changes }])
  })
}
