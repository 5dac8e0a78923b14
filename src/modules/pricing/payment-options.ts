import {
  type PaymentMethodRow,
  type PaymentTermsRow,
  paymentOptions,
  selectPaymentMethods,
  termsOf,
} from '#src/modules/payment-methods/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { OrderTerms } from './offer-queries.ts'
import type { OrderInput, Purpose } from './price-input.ts'

/** How an order can be paid, and how it will be. */
export interface Payment {
  /** Read for a quote, or if a method is given. */
  paymentOptions: PaymentMethodRow[]
  payment_terms: PaymentTermsRow | null
}

/** @throws AppError PAYMENT_METHOD_UNAVAILABLE, also for a method of another shop or of none */
export async function findPayment(
  db: Executor,
  merchantId: string,
  input: Pick<OrderInput, 'payment_method_id' | 'shipping_address' | 'billing_address'>,
  {
    has_payment_methods,
    purpose,
    totalMinor,
  }: Pick<OrderTerms, 'has_payment_methods'> & {
    purpose: Purpose
    totalMinor: number
  },
): Promise<Payment> {
  const id = input.payment_method_id?.toLowerCase()
  const readsMethods = has_payment_methods && (purpose === 'quote' || id !== undefined)
  const methods = readsMethods ? await selectPaymentMethods(db, merchantId) : []
  const country = (input.shipping_address ?? input.billing_address)?.country
  const options = paymentOptions(methods, { country, totalMinor })
  if (id === undefined) return { paymentOptions: options, payment_terms: null }
  const chosen = options.find((method) => method.id === id)
  if (chosen === undefined) {
    throw new AppError('PAYMENT_METHOD_UNAVAILABLE', 'the payment method is not available for this order', {
      details: { payment_method_id: id, available: options.map((method) => method.id) },
    })
  }
  return { paymentOptions: options, payment_terms: termsOf(chosen) }
}
