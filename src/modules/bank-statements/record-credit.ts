import { dueOf, lockOrder } from '#src/modules/orders/index.ts'
import { readPart, record, recordedPayment } from '#src/modules/settlement/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { withoutKey } from '#src/platform/http/requests/idempotency.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from './dependencies.ts'
import { type Reason, whyNot } from './match.ts'
import { type CreditRow, markCreditRecorded, updateReason } from './queries.ts'

/** Thrown within the transaction, which it rolls back. */
class NotRecorded extends Error {
  readonly reason: Reason | undefined
  /** @param reason undefined if it is recorded already */
  constructor(reason: Reason | undefined) {
    super(`not recorded: ${reason ?? 'it is already'}`)
    this.reason = reason
  }
}

interface ToRecord {
  credit: Pick<CreditRow, 'id' | 'booked_on' | 'amount_minor' | 'currency'>
  orderId: string
  /** Only if the amount is what is due; else what is due at most. */
  whole: boolean
}

/**
 * Records a credit as a payment by hand of an order, once: the mark and the payment are one transaction. If the order
 * cannot be paid, the credit says why.
 */
export async function recordCredit(
  deps: Dependencies,
  staff: Staff,
  { credit, orderId, whole }: ToRecord,
): Promise<void> {
  const { merchantId } = staff
  const key = { merchantId, orderId }
  const creditKey = { merchantId, creditId: credit.id, orderId }
  const paymentId = newId()
  let amountMinor = credit.amount_minor
  const markRecorded = async (transaction: Transaction) => {
    if (!(await markCreditRecorded(transaction, { ...creditKey, paymentId }))) throw new NotRecorded(undefined)
    const order = await lockOrder(transaction, key)
    if (order === undefined) throw new NotRecorded('order_cancelled')
    const due = dueOf(order)
    const refusal = whyNot({ status: order.status, due_minor: due })
    if (refusal !== undefined) throw new NotRecorded(refusal)
    if (order.currency !== credit.currency) throw new NotRecorded('other_currency')
    if (whole && due !== credit.amount_minor) throw new NotRecorded('amount_differs')
    amountMinor = Math.min(due, credit.amount_minor)
  }
  const input = { method: 'manual', reference: `Bank statement${credit.booked_on ? `, ${credit.booked_on}` : ''}` }
  const requested = {
    ...recordedPayment(deps, staff, orderId, input),
    // Under the lock of the order, when `markRecorded` has found the amount.
    amountIn: (currency: string) => readPart(deps.paymentProviders, toMajor(amountMinor, currency), currency),
    paymentId,
  }
  const { inSteps } = withoutKey(deps.shop(merchantId))
  try {
    await record(deps, requested, 'staff', {
      inSteps,
      once: (work) =>
        inTransaction(deps.shop(merchantId), async (transaction) => {
          await markRecorded(transaction)
          return work(transaction)
        }),
    })
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) return
    const state = isHopeless(reason) ? 'unmatched' : 'proposed'
    await updateReason(deps.shop(merchantId), creditKey, { state, reason })
  }
}

/** Why it was not recorded; undefined if it was before. @throws what is not about this credit */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof NotRecorded) return error.reason
  if (!(error instanceof AppError)) throw error
  if (error.code === 'INSUFFICIENT_PERMISSIONS') return 'not_permitted'
  if (error.code === 'CONFLICT') return 'payment_in_progress'
  if (error.code === 'VALIDATION_ERROR') return 'amount_differs'
  throw error
}

/** Nothing can be paid of this order, so it is no proposal. */
export function isHopeless(reason: Reason | null): boolean {
  return reason === 'order_paid' || reason === 'order_cancelled' || reason === 'other_currency'
}
