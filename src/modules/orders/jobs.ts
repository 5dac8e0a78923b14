import {
  type DuePayment,
  findLateCharge,
  findOutcome,
  paymentChanges,
  recordRefund,
  refundCharge,
  takeDuePayments,
  takeLookUps,
} from '#src/modules/payments/index.ts'
import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { changeStatus, markRefunded } from './change-status.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteEndedPostponements, postponeExpiry, selectUnpaid } from './expiry-queries.ts'
import { sweepMetrics } from './metrics.ts'
import { settlePayment } from './pay-order.ts'
import { lockOrder } from './queries.ts'
import type { StoredRefund } from './refunds/queries.ts'
import { giveRefund, takeDueRefunds } from './refunds/settle-refund.ts'

/** How many orders or payments a batch works on at the same time, each on a connection of its own. */
const atOnce = 4
const batchSize = 100

/** What a sweep gets. */
type OnDatabase = Dependencies & { db: Database }

/** Cancels orders that were not paid in time. Runs every tenth of the payment window, at least every 10 s. */
export const expireUnpaidOrders: Sweep<Dependencies> = {
  name: 'expire-unpaid-orders',
  of: 'shops',
  everyMs: ({ config }) => Math.min(10_000, Math.max(50, config.ORDER_PAYMENT_WINDOW_SECONDS * 100)),
  async run(deps) {
    while ((await expireBatch(deps)) === batchSize);
    await deleteEndedPostponements(deps.db)
  },
}

/**
 * Each order in a transaction of its own, by a guarded change: another process may cancel or pay it first. One that
 * cannot be cancelled is postponed, so that it holds up no other.
 */
async function expireBatch({ db, config, logger, metrics }: OnDatabase): Promise<number> {
  const { expiryFailures } = sweepMetrics(metrics)
  const orders = await selectUnpaid(db, config.ORDER_PAYMENT_WINDOW_SECONDS, batchSize)
  await forEach(orders, async ({ merchant_id, id }) => {
    const key = { merchantId: merchant_id, orderId: id }
    try {
      await changeStatus(db, key, { to: 'cancelled', by: 'clock', actor: null })
    } catch (error) {
      if (wasChanged(error)) return
      expiryFailures.inc()
      await postponeExpiry(db, key)
      logger.error({ err: error, order: id }, 'an unpaid order could not be cancelled; it is tried again later')
    }
  })
  return orders.length
}

/** Another process has paid, cancelled or deleted the order since it was selected. */
function wasChanged(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'INVALID_TRANSITION' || error.code === 'NOT_FOUND')
}

/** Settles charges and refunds without a recorded outcome: a process died, the provider did not answer. */
export const settlePayments: Sweep<Dependencies> = {
  name: 'settle-payments',
  of: 'shops',
  everyMs: () => 1_000,
  async run(deps) {
    const settle = (payment: DuePayment) =>
      payment.status === 'refunding' ? giveBackCharge(deps, payment) : lookUp(deps, payment)
    while ((await settleBatch(deps, await takeDuePayments(deps.db), settle)) === batchSize);
    const give = (refund: StoredRefund) => giveRefund(deps, refund)
    while ((await settleBatch(deps, await takeDueRefunds(deps.db), give)) === batchSize);
  },
}

/** Refunds charges that happened although their payment was recorded as failed: a bank may book one a day later. */
export const refundLateCharges: Sweep<Dependencies> = {
  name: 'refund-late-charges',
  of: 'shops',
  everyMs: () => 10_000,
  async run(deps) {
    const { db, paymentProviders } = deps
    const settle = async (payment: DuePayment) => {
      const found = await findLateCharge(db, paymentProviders, payment)
      if (found !== undefined) await settlePayment(db, payment, found)
    }
    while ((await settleBatch(deps, await takeLookUps(db, paymentProviders), settle)) === batchSize);
  },
}

async function settleBatch<Due extends { id: string }>(
  { logger, metrics }: OnDatabase,
  all: readonly Due[],
  settle: (due: Due) => Promise<void>,
): Promise<number> {
  const { settlementFailures } = sweepMetrics(metrics)
  await forEach(all, async (due) => {
    // It is due again when its lease ends.
    await settle(due).catch((error) => {
      settlementFailures.inc()
      logger.error({ err: error, id: due.id }, 'a payment or refund could not be settled; it is tried again')
    })
  })
  return all.length
}

async function lookUp({ db, paymentProviders, logger }: OnDatabase, payment: DuePayment): Promise<void> {
  const outcome = await findOutcome(paymentProviders, payment)
  if (outcome.status === 'failed' && outcome.failure === 'outcome_unknown') {
    const { id, provider } = payment
    logger.error({ payment: id, provider }, 'the outcome of a charge is not known; the payment counts as failed')
  }
  await settlePayment(db, payment, outcome)
}

/** Gives back a charge that its order did not wait for. */
async function giveBackCharge({ db, paymentProviders }: OnDatabase, payment: DuePayment): Promise<void> {
  await refundCharge(paymentProviders, payment)
  const key = { merchantId: payment.merchant_id, orderId: payment.order_id }
  await inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, key)
    const refunded = await recordRefund(transaction, payment)
    if (order === undefined || refunded === undefined) return
    await markRefunded(transaction, order)
    const changes = paymentChanges(refunded, 'refunding')
    const entry = { action: 'payment.refunded', targetId: refunded.id, changes } as const
    await recordAudit(transaction, { merchantId: payment.merchant_id, cause: bySystem }, [entry])
  })
}

/** Works on all items; an error is thrown when all others have ended, and keeps one of `atOnce` from taking more. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const fault = ended.find((one) => one.status === 'rejected')
  if (fault !== undefined) throw fault.reason
}

export const ordersBackground: Background<Dependencies> = {
  sweeps: [expireUnpaidOrders, settlePayments, refundLateCharges],
}
