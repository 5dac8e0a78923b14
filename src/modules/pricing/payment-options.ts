import {
  feeOf,
  findPaymentOptions,
  type PaymentFee,
  type PaymentMethodRow,
  type PaymentTermsRow,
  termsOf,
} from '#src/modules/payment-methods/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { isChargeable, multipleOf, toMajor } from '#src/platform/lib/money.ts'
import type { OrderTerms } from './offer-queries.ts'
import type { OrderInput, Purpose } from './price-input.ts'

/** How an order can be paid, and how it will be. */
export interface Payment {
  /** Read for a quote, or if a method is given. */
  paymentOptions: PaymentMethodRow[]
  payment_terms: PaymentTermsRow | null
  /** Of the chosen method. */
  fee?: PaymentFee | undefined
}

interface PaidOrder extends Pick<OrderTerms, 'has_payment_methods'> {
  purpose: Purpose
  /** Without a fee. */
  totalMinor: number
  /** Payments charge multiples of this many minor units. */
  unit: number
  currency: string
  /** Of the shop's amounts. */
  ownCurrency: string
  /** A fee as this order pays it: without the tax that its buyer owes. */
  charged: (fee: PaymentFee) => PaymentFee
  /** Instead of what the chosen method costs today; null: nothing. */
  kept: PaymentFee | null | undefined
}

/** @throws AppError PAYMENT_METHOD_UNAVAILABLE, also for a method of another shop or of none */
export async function findPayment(
  db: Executor,
  buyer: { merchantId: string; userId: string },
  input: Pick<OrderInput, 'payment_method_id' | 'shipping_address' | 'billing_address' | 'market'>,
  { has_payment_methods, purpose, totalMinor, unit, currency, ownCurrency, charged, kept }: PaidOrder,
): Promise<Payment> {
  const id = input.payment_method_id?.toLowerCase()
  const readsMethods = has_payment_methods && (purpose === 'quote' || id !== undefined)
  const country = (input.shipping_address ?? input.billing_address)?.country
  const chargedOf = (method: PaymentMethodRow) => {
    const fee = feeOf(method, totalMinor)
    return fee && charged(fee)
  }
  const paying = { country, totalMinor, currency, ownCurrency }
  const found = readsMethods ? (await findPaymentOptions(db, buyer, paying, input.market)).options : []
  const options = found.map((method) => ({ ...method, fee_minor: chargedOf(method)?.amountMinor ?? null }))
  if (id === undefined) return { paymentOptions: options, payment_terms: null }
  const chosen = found.find((method) => method.id === id)
  if (chosen === undefined) {
    throw new AppError('PAYMENT_METHOD_UNAVAILABLE', 'the payment method is not available for this order', {
      details: { payment_method_id: id, available: options.map((method) => method.id) },
    })
  }
  const fee = kept === undefined ? chargedOf(chosen) : (kept ?? undefined)
  if (fee !== undefined && !isChargeable(fee.amountMinor, unit)) {
    const costs = `costs ${toMajor(fee.amountMinor, currency)}, which is not ${multipleOf(unit, currency)}`
    throw invalid({ field: 'payment_method_id', message: costs })
  }
  return { paymentOptions: options, payment_terms: termsOf(chosen, fee), fee }
}
