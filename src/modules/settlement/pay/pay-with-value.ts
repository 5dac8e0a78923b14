import { dueOf, lockOrder, type OrderRow, updateTax } from '#src/modules/orders/index.ts'
import { chargeMinimum, chargeUnit, type PaymentProviders } from '#src/modules/payments/index.ts'
import { giftCardsMinor } from '#src/modules/pricing/index.ts'
import { drawValue, holderOf, selectPaidWithValue, storedValueProvider } from '#src/modules/stored-value/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { notPayable, type Paid, payInTransaction } from './pay-order.ts'
import type { PayInput, RequestedPayment } from './requested-payment.ts'
import { drawnFrom, lowerTax } from './value-rules.ts'

/** A payment with a gift card or store credit; undefined for any other method. @throws AppError VALIDATION_ERROR */
export function valuePayment(
  { paymentProviders }: { paymentProviders: PaymentProviders },
  { userId, merchant }: { userId: string; merchant: Merchant },
  orderId: string,
  { method, code, payment_method, return_url }: PayInput,
): (RequestedPayment & { code: string | null }) | undefined {
  const provider = paymentProviders.find(({ name }) => name === storedValueProvider)
  if (provider === undefined || !provider.methods.includes(method)) {
    if (code !== undefined) throw invalid({ field: 'code', message: 'may be sent only with the method gift_card' })
    return undefined
  }
  const isCard = method === 'gift_card'
  if (isCard && code === undefined) throw invalid({ field: 'code', message: 'is required with the method gift_card' })
  for (const [field, value] of Object.entries({ payment_method, return_url, ...(!isCard && { code }) }))
    if (value !== undefined) throw invalid({ field, message: 'may not be sent with this method' })
  const key = { merchantId: merchant.id, orderId, userId }
  return { key, actorId: userId, provider, method, reference: null, code: code ?? null }
}

interface ValueTerms {
  /** Of a gift card; null: store credit. */
  code: string | null
  /** Default: all of the balance. */
  maxMinor?: number
}

/** What stored value may pay of what is due: no gift cards. @throws AppError INVALID_TRANSITION */
async function payableWithValue(transaction: Transaction, order: OrderRow, due: number): Promise<number> {
  const cards = giftCardsMinor(order)
  if (cards === 0) return due
  const paid = await selectPaidWithValue(transaction, { merchantId: order.merchant_id, orderId: order.id })
  const payable = Math.min(due, order.total_minor - cards - paid)
  if (payable > 0) return payable
  throw new AppError('INVALID_TRANSITION', 'gift cards cannot be paid with gift cards or store credit')
}

/**
 * Takes value and records its payment in one transaction, under the lock of the order: of what is due, or as much as
 * there is.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, CONFLICT, GIFT_CARD_UNAVAILABLE, REMAINDER_TOO_SMALL
 */
export function payWithValue(
  db: Executor,
  paymentProviders: PaymentProviders,
  { code, maxMinor = Number.MAX_SAFE_INTEGER, ...requested }: RequestedPayment & ValueTerms,
): Promise<Paid> {
  const { key, actorId } = requested
  const { merchantId, orderId } = key
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, key)
    if (order === undefined) throw notFound('order')
    const due = dueOf(order)
    if (due <= 0) throw notPayable(order.status)
    const payable = await payableWithValue(transaction, order, due)
    const { currency } = order
    const holder = code === null ? { userId: actorId } : holderOf(merchantId, code)
    const paymentId = newId()
    const taking = { merchantId, holder, currency, paymentId, orderId, actorId }
    const rest = { minimum: chargeMinimum(paymentProviders, currency), unit: chargeUnit(paymentProviders, currency) }
    let maxUntaxedMinor = 0
    const { account, amountMinor, untaxedMinor } = await drawValue(transaction, taking, (value) => {
      const offered = { ...value, minor: Math.min(value.minor, maxMinor) }
      const drawn = drawnFrom(order, { dueMinor: due, payableMinor: payable }, offered, rest)
      maxUntaxedMinor = drawn.untaxedMinor
      if (drawn.minor > 0) return drawn.minor
      const [least, left] = [toMajor(rest.minimum, currency), toMajor(due, currency)]
      throw new AppError('REMAINDER_TOO_SMALL', `${left} would be left to pay; the least that can be paid is ${least}`)
    })
    const taxed = lowerTax(order, Math.min(untaxedMinor, maxUntaxedMinor), rest.unit)
    if (taxed !== undefined) await updateTax(transaction, key, taxed)
    const reference = account.last_four
    return payInTransaction(transaction, { ...requested, paymentId, reference, amountIn: () => amountMinor })
  })
}
