import { findOutcome, type PaymentRow, recordRefund, refund, takeDuePayments } from '#src/modules/payments/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { changeStatus } from './change-status.ts'
import type { Dependencies } from './dependencies.ts'
import { settlePayment } from './pay-order.ts'
import { lockOrder, selectUnpaid, updatePaymentStatus } from './queries.ts'

/** Orders cancelled, and payments settled, at the same time: each takes one connection for a moment. */
const atOnce = 4
const batchSize = 100

/** Cancels orders that nobody paid in time. A tenth of the window, and at most 10 s, passes between runs. */
export const expireUnpaidOrders: Sweep<Dependencies> = {
  name: 'expire-unpaid-orders',
  everyMs: ({ config }) => Math.min(10_000, Math.max(50, config.ORDER_PAYMENT_WINDOW_SECONDS * 100)),
  async run(deps) {
    while ((await expireBatch(deps)) === batchSize);
  },
}

/** Each order in a transaction of its own: one guarded statement, so it does not matter who else cancels or pays it. */
async function expireBatch({ db, config }: Pick<Dependencies, 'db' | 'config'>): Promise<number> {
  const orders = await selectUnpaid(db, config.ORDER_PAYMENT_WINDOW_SECONDS, batchSize)
  await forEach(orders, async ({ merchant_id, id }) => {
    const key = { merchantId: merchant_id, orderId: id }
    await changeStatus(db, key, { to: 'cancelled', by: 'clock', actor: null }).catch(unlessMovedMeanwhile)
  })
  return orders.length
}

function unlessMovedMeanwhile(error: unknown): void {
  if (!(error instanceof AppError && (error.code === 'INVALID_TRANSITION' || error.code === 'NOT_FOUND'))) throw error
}

/** Settles charges whose outcome was never recorded, because a process died or the provider was away; gives refunds. */
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
    // Left as it is, it is due again once this process's claim to it has run out.
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
    // A second charge given back leaves an order that stays paid as it is.
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
