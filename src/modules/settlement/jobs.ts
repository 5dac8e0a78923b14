import { lockOrder } from '#src/modules/orders/index.ts'
import {
  type DuePayment,
  findLateCharge,
  findOutcome,
  giveUp,
  leaseDueLookUps,
  leaseDuePayments,
  recordAction,
  timeToActSeconds,
} from '#src/modules/payments/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { changeStatus } from './change/change-status.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteEndedPostponements, postponeExpiry, selectSecondsLeft, selectUnpaid } from './expire/queries.ts'
import { sweepMetrics } from './metrics.ts'
import { settlePayment } from './pay/pay-order.ts'
import { mailPaymentLink } from './pay-link/mail-payment-link.ts'
import { deleteEndedLinks } from './pay-link/queries.ts'
import { refundLateCharge } from './refund/charge-refunds.ts'
import type { DueRefund } from './refund/queries.ts'
import { leaseDueRefunds, lookUpRefund, requestRefund } from './refund/settle-refund.ts'
import { revertEdit } from './write-edit/end-edit.ts'
import { isOverdue, selectOverdueEdits } from './write-edit/queries.ts'

/** Concurrent orders or payments of a batch, each on a connection of its own. */
const atOnce = 4
const batchSize = 100
/** A request that fails after so long got no answer. The run does not ask the same provider again. */
const silenceMs = 5_000

type OnDatabase = Dependencies & { db: Database }

/** Cancels orders that were not paid in time. Runs every tenth of the payment window, at least every 10 s. */
export const expireUnpaidOrders: Sweep<Dependencies> = {
  name: 'expire-unpaid-orders',
  everyMs: ({ config }) => Math.min(10_000, Math.max(50, config.ORDER_PAYMENT_WINDOW_SECONDS * 100)),
  async run(deps) {
    while ((await expireBatch(deps)) === batchSize);
    while ((await revertBatch(deps)) === batchSize);
    await deleteEndedPostponements(deps.db)
    await deleteEndedLinks(deps.db)
  },
}

/**
 * Each order in a transaction of its own, with a guarded change: another process may cancel or pay it first. An order
 * that cannot be cancelled is postponed, so that it blocks no other.
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

/** Takes back edits of paid orders that were not paid in time; orders by orders, as they expire. */
async function revertBatch({ db, logger, metrics }: OnDatabase): Promise<number> {
  const { expiryFailures } = sweepMetrics(metrics)
  const edits = await selectOverdueEdits(db, batchSize)
  await forEach(edits, async ({ merchant_id, order_id }) => {
    const key = { merchantId: merchant_id, orderId: order_id }
    try {
      await inTransaction(db, async (transaction) => {
        const order = await lockOrder(transaction, key)
        if (order !== undefined && (await isOverdue(transaction, key))) await revertEdit(transaction, order)
      })
    } catch (error) {
      expiryFailures.inc()
      await postponeExpiry(db, key)
      logger.error({ err: error, order: order_id }, 'an unpaid edit could not be taken back; it is tried again later')
    }
  })
  return edits.length
}

/** Another process has paid, cancelled or deleted the order since it was selected. */
function wasChanged(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'INVALID_TRANSITION' || error.code === 'NOT_FOUND')
}

/** Settles charges and refunds without a recorded outcome: a process died, the provider did not answer. */
export const settlePayments: Sweep<Dependencies> = {
  name: 'settle-payments',
  everyMs: () => 1_000,
  async run(deps) {
    const settlePayments = settlement(deps, (payment: DuePayment) =>
      payment.status === 'refunding' ? refundLateCharge(deps, payment) : lookUp(deps, payment),
    )
    while ((await settlePayments(await leaseDuePayments(deps.db))) === batchSize);
    const requestRefunds = settlement(deps, (refund: DueRefund) => requestRefund(deps, refund))
    while ((await requestRefunds(await leaseDueRefunds(deps.db))) === batchSize);
  },
}

/** Refunds late charges of failed payments: a bank may book one a day later. */
export const refundLateCharges: Sweep<Dependencies> = {
  name: 'refund-late-charges',
  everyMs: () => 10_000,
  async run(deps) {
    const { db, paymentProviders } = deps
    const settleBatch = settlement(deps, async (payment: DuePayment) => {
      const found = await findLateCharge(deps, payment)
      if (found !== undefined) await settlePayment(db, payment, found)
    })
    while ((await settleBatch(await leaseDueLookUps(db, paymentProviders))) === batchSize);
  },
}

/**
 * One run of a sweep. A silent provider does not delay the others: its remaining payments wait for the end of their
 * leases.
 */
function settlement<Due extends { id: string; provider: string }>(
  { logger, metrics }: OnDatabase,
  settle: (due: Due) => Promise<void>,
) {
  const { settlementFailures } = sweepMetrics(metrics)
  const silent = new Set<string>()
  return async (all: readonly Due[]): Promise<number> => {
    await forEach(all, async (due) => {
      if (silent.has(due.provider)) return
      const startedAt = performance.now()
      // It is due again when its lease ends.
      await settle(due).catch((error) => {
        if (performance.now() - startedAt > silenceMs) silent.add(due.provider)
        settlementFailures.inc()
        logger.error({ err: error, id: due.id }, 'a payment or refund could not be settled; it is tried again')
      })
    })
    return all.length
  }
}

async function lookUp(deps: OnDatabase, payment: DuePayment): Promise<void> {
  const found = await findOutcome(deps, payment)
  if (found.status === 'pending') return
  if (found.status === 'requires_action') {
    const secondsLeft = await secondsToAct(deps, payment)
    if (secondsLeft > 0) return recordAction(deps, payment, found, secondsLeft)
  }
  const outcome = found.status === 'requires_action' ? await giveUp(deps, payment, 'not_completed') : found
  if (outcome.status === 'failed' && outcome.failure === 'outcome_unknown') {
    const { id, provider } = payment
    deps.logger.error({ payment: id, provider }, 'the outcome of a charge is not known; the payment counts as failed')
  }
  await settlePayment(deps.db, payment, outcome)
}

/** Remaining seconds for the shopper; 0 or less if the order is cancelled or its window has ended. */
function secondsToAct({ db, config }: OnDatabase, payment: DuePayment): Promise<number> {
  const { ORDER_PAYMENT_WINDOW_SECONDS: window } = config
  const key = { merchantId: payment.merchant_id, orderId: payment.order_id }
  return selectSecondsLeft(db, key, window + Math.min(window, timeToActSeconds))
}

/**
 * Works on all items, `atOnce` at a time. After an error a worker takes no more items, and the error is thrown when all
 * others have ended.
 */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const fault = ended.find((one) => one.status === 'rejected')
  if (fault !== undefined) throw fault.reason
}

export const settlementBackground: Background<Dependencies> = {
  jobs: [mailPaymentLink, lookUpRefund],
  sweeps: [expireUnpaidOrders, settlePayments, refundLateCharges],
}
