import type { RefundedTo } from '#src/modules/orders/index.ts'
import { beginRefund, planAdjusted, type RefundFor, type StoredRefund } from '#src/modules/settlement/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { toMajor, toMinor } from '#src/platform/lib/money.ts'
import { type LockedReturn, moveReturn, readLocked } from './end-return.ts'
import { type ExchangeServices, exchangeDue, payExchange } from './exchange.ts'
import type { ReturnRow } from './queries.ts'
import { refundedUnits } from './received-rules.ts'
import { shippingOf } from './withdraw.ts'

/** How a return ends. `full` and `store_credit` are what its units cost, less the deduction. */
export interface Closing {
  how: 'full' | 'amount' | 'store_credit' | 'none'
  /** In major units, with `amount`. */
  amount?: number | undefined
  deduction?: { amount: number; reason: string } | null | undefined
}

interface Closed {
  locked: LockedReturn
  /** Still to be requested from the provider. */
  refunds: StoredRefund[]
}

/** Ends a return, with a refund or without. @throws AppError INVALID_TRANSITION, VALIDATION_ERROR, REFUND_TOO_LARGE */
export async function closeReturn(
  transaction: Transaction,
  services: ExchangeServices,
  staff: Staff,
  locked: LockedReturn,
  closing: Closing,
): Promise<Closed> {
  if (closing.how !== 'none') return refundReturn(transaction, services, staff, locked, closing)
  refuseUnrefunded(locked.row)
  return { locked: await moveReturn(transaction, locked, 'closed', 'staff'), refunds: [] }
}

/** @throws AppError INVALID_TRANSITION */
function refuseUnrefunded({ kind, status, items }: ReturnRow): void {
  if (kind !== 'withdrawal' || items.every(({ quantity_received }) => (quantity_received ?? 0) === 0)) return
  const details = { status, reason: 'withdrawal' }
  throw new AppError('INVALID_TRANSITION', 'this withdrawal has received units; refund them instead', { details })
}

/** Writes the refund, `pending`. The units are released first: the refund counts them as returned. */
async function refundReturn(
  transaction: Transaction,
  { paymentProviders }: ExchangeServices,
  staff: Staff,
  locked: LockedReturn,
  { how, amount, deduction }: Closing,
): Promise<Closed> {
  const { row, order } = locked
  const items = refundedUnits(row.items, row.status === 'received')
  if (items.length === 0 && how !== 'amount') {
    const details = { status: row.status, reason: 'nothing_received' }
    throw new AppError('INVALID_TRANSITION', 'nothing of this return was received; use refund amount instead', {
      details,
    })
  }
  const refunded = await moveReturn(transaction, locked, 'refunded', 'staff')
  const by = { merchantId: staff.merchantId, userId: staff.userId, cause: staff.cause }
  const deductionMinor = deduction ? deductedMinor(deduction, row.currency) : 0
  const request = {
    ...(items.length > 0 && { items }),
    ...(how === 'amount' ? { ...(amount !== undefined && { amount }) } : shippingOf(order, row.shipping_minor)),
    deductionMinor,
    returnId: row.id,
    reason: null,
    isLimitedToLeft: how !== 'amount',
  }
  const give = (what: RefundFor, refundedTo: RefundedTo) =>
    beginRefund(transaction, paymentProviders, by, order.id, { ...what, refundedTo })
  const dueMinor = await exchangeDue(transaction, row)
  const restTo = how === 'store_credit' ? 'store_credit' : 'as_paid'
  const refunds =
    dueMinor === 0
      ? [await give(request, restTo)]
      : await payByReturn(transaction, { paymentProviders, give }, refunded, { request, dueMinor, restTo })
  return { locked: await readLocked(transaction, refunded), refunds }
}

interface Exchanged {
  request: RefundFor
  dueMinor: number
  /** What is more than the exchange costs. */
  restTo: RefundedTo
}

/** What comes back pays the order of the exchange, and the rest of it is refunded. */
async function payByReturn(
  transaction: Transaction,
  { paymentProviders, give }: Pick<ExchangeServices, 'paymentProviders'> & RefundGiver,
  { row, order }: LockedReturn,
  { request, dueMinor, restTo }: Exchanged,
): Promise<StoredRefund[]> {
  const { shippingMinor = 0, deductionMinor = 0, isLimitedToLeft = false, items, amount, shipping } = request
  const input = { ...(items && { items }), ...(amount !== undefined && { amount }), ...(shipping && { shipping }) }
  const { amountMinor } = planAdjusted(order, input, { shippingMinor, deductionMinor, isLimitedToLeft })
  const restMinor = restTo === 'store_credit' ? 0 : Math.max(0, amountMinor - dueMinor)
  const { returnId, reason } = request
  const about = { ...(returnId && { returnId }), reason: reason ?? null }
  const major = (minor: number) => toMajor(minor, row.currency)
  const refunds =
    restMinor === 0
      ? [await give(request, 'store_credit')]
      : [
          await give({ ...about, ...(items && { items }), amount: major(amountMinor - restMinor) }, 'store_credit'),
          await give({ ...about, amount: major(restMinor) }, restTo),
        ]
  await payExchange(transaction, { paymentProviders }, row, Math.min(amountMinor, dueMinor))
  return refunds
}

interface RefundGiver {
  give(what: RefundFor, refundedTo: RefundedTo): Promise<StoredRefund>
}

/** @throws AppError VALIDATION_ERROR */
export function deductedMinor({ amount }: { amount: number }, currency: string): number {
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw invalid({ field: 'deduction.amount', message: `is not a valid amount in ${currency}` })
  return minor
}
