import { findOutcome, type PaymentRow, recordRefund, refund, takeDuePayments } from '#src/modules/payments/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { changeStatus } from './change-status.ts'
import type { Dependencies } from './dependencies.ts'
import { settlePayment } from './pay-order.ts'
import { lockOrder, selectUnpaid, updatePaymentStatus } from './queries.ts'

/** How many orders or payments a batch works on at the same time, each on a connection of its own. */
const atOnce = 4
const batchSize = 100

/** Cancels orders that were not paid in time. Runs every tenth of the payment window, at least every 10 s. */
export const expireUnpaidOrders: Sweep<Dependencies> = {
  name: 'expire-unpaid-orders',
  everyMs: ({ config }) => Math.min(10_000, Math.max(50, config.ORDER_PAYMENT_WINDOW_SECONDS * 100)),
  async run(deps) {
    while ((await expireBatch(deps)) === batchSize);
  },
}

/** Each order in a transaction of its own, by a guarded change: another process may cancel or pay it first. */
async function expireBatch({ db, config }: Pick<Dependencies, 'db' | 'config'>): Promise<number> {
  const orders = await selectUnpaid(db, config.ORDER_PAYMENT_WINDOW_SECONDS, batchSize)
  await forEach(orders, async ({ merchant_id, id }) => {
    const key = { merchantId: merchant_id, orderId: id }
    await changeStatus(db, key, { to: 'cancelled', by: 'clock', actor: null }).catch(ignoreIfChanged)
  })
  return orders.length
}

/** Another process has paid, cancelled or deleted the order since it was selected. */
function ignoreIfChanged(error: unknown): void {
  if (!(error instanceof AppError && (error.code === 'INVALID_TRANSITION' || error.code === 'NOT_FOUND'))) throw error
}

/** Settles charges without a recorded outcome (a process died, the provider did not answer), and gives refunds. */
export const settlePayments: Sweep<Dependencies> = {
  name: 'settle-payments',
  everyMs: () => 1_000,
  async run(deps) {
    while ((await settleBatch(deps)) === batchSize);
  },
}

async function settleBatch(deps: Dependencies): Promise<number> {
  const payments = await takeDuePayments(deps.db, batchSize)
  await forEach(payments, async (payment) => {
    const settle = payment.status === 'refunding' ? giveRefund : lookUp
    // It is due again when its lease ends.
    await settle(deps, payment).catch((error) =>
      deps.logger.error({ err: error, payment: payment.id }, 'a payment could not be settled; it is tried again'),
    )
  })
  return payments.length
}

async function lookUp({ db, paymentProviders }: Dependencies, payment: PaymentRow): Promise<void> {
  await settlePayment(db, payment, await findOutcome(paymentProviders, payment))
}

async function giveRefund({ db, paymentProviders }: Dependencies, payment: PaymentRow): Promise<void> {
  await refund(paymentProviders, payment)
  const key = { merchantId: payment.merchant_id, orderId: payment.order_id }
  await inTransaction(db, async (transaction) => {
    await lockOrder(transaction, key)
    const refunded = await recordRefund(transaction, payment)
    // An order that stays paid (a second charge was refunded) keeps its payment status.
    if (refunded) await updatePaymentStatus(transaction, key, 'cancelled', 'refunded')
  })
}

async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

export const ordersBackground: Background<Dependencies> = { sweeps: [expireUnpaidOrders, settlePayments] }
