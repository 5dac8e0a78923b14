import { insertPayment, type PayableOrder, selectOrder } from '#src/modules/orders/index.ts'
import { takesCard } from '#src/modules/payment-methods/index.ts'
import { type NewPayment, newPayment } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { RequestedPayment } from './requested-payment.ts'

/**
 * Inserts a requested payment. An order that is to be paid to the shop itself, or that names no method, takes no card
 * where the shop offers none for it. Where it does, it is asked for once more.
 * @throws AppError PAYMENT_METHOD_UNAVAILABLE
 */
export async function insertRequested(
  db: Executor,
  requested: RequestedPayment,
  { maxMinor = null }: { maxMinor?: number | null } = {},
): Promise<PayableOrder | undefined> {
  const { key, provider, paymentId: id } = requested
  const payment: NewPayment = { ...newPayment(requested), ...(id && { id }) }
  const exceptByHand = provider.usedBy === 'shopper'
  const order = await insertPayment(db, key, payment, { maxMinor, exceptByHand })
  if (!order?.isByHand || order.status === 'cancelled' || order.due_minor <= 0) return order
  const row = await selectOrder(db, key)
  if (row === undefined) return undefined
  if (!(await takesCard(db, row))) {
    const { method } = requested
    const why =
      row.payment_terms === null
        ? 'the shop takes no cards for this order; ask the shop how to pay it'
        : 'this order is to be paid to the shop itself, not by card'
    throw new AppError('PAYMENT_METHOD_UNAVAILABLE', why, {
      details: { method, payment_method_id: row.payment_terms?.method_id ?? null },
    })
  }
  return insertPayment(db, key, payment, { maxMinor })
}
