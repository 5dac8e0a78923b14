import type { OrderKey } from '#src/modules/orders/index.ts'
import {
  chargeUnit,
  type PaymentDetails,
  type PaymentInput,
  type PaymentProvider,
  type PaymentProviders,
  providerOf,
} from '#src/modules/payments/index.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { isChargeable, multipleOf, toMinor } from '#src/platform/lib/money.ts'

interface Providers {
  paymentProviders: PaymentProviders
}

export interface PayInput {
  method: string
  reference?: string | null
  payment_method?: string
  return_url?: string
  /** Of a gift card. */
  code?: string
}

export interface RequestedPayment extends PaymentInput {
  key: OrderKey
  details?: PaymentDetails
  /** Reads the amount in minor units of the order's currency; without it all that is due is paid. */
  amountIn?(currency: string): number
  /** The id of the payment, if something else names it already. */
  paymentId?: string
  /** The staff who records it, unless the shopper pays. */
  recordedBy?: Staff
}

/** A payment by the shopper. @throws AppError VALIDATION_ERROR */
export function shopperPayment(
  services: Providers,
  { userId, merchant }: { userId: string; merchant: Merchant },
  orderId: string,
  { method, code: _, ...input }: PayInput,
): RequestedPayment {
  const provider = offered(services, 'shopper', method)
  const key = { merchantId: merchant.id, orderId, userId }
  const details = detailsFor(provider, input)
  return { key, actorId: userId, provider, method, reference: null, details }
}

function detailsFor({ card }: PaymentProvider, input: Omit<PayInput, 'method' | 'code'>): PaymentDetails {
  const { payment_method: paymentMethod, return_url: returnUrl } = input
  const faults: FieldFault[] = []
  for (const field of ['payment_method', 'return_url'] as const)
    if (card === undefined && input[field] !== undefined)
      faults.push({ field, message: 'may not be sent with this method' })
  if (card !== undefined && returnUrl !== undefined && paymentMethod === undefined)
    faults.push({
      field: 'return_url',
      message: 'may be sent only with payment_method; without one pass it to Stripe.js',
    })
  if (returnUrl !== undefined && !URL.canParse(returnUrl))
    faults.push({ field: 'return_url', message: 'must be a URL, such as https://shop.example/paid' })
  if (faults.length > 0) throw invalid(...faults)
  return { ...(paymentMethod !== undefined && { paymentMethod }), ...(returnUrl !== undefined && { returnUrl }) }
}

/** A payment received in another way, which staff records. @throws AppError VALIDATION_ERROR */
export function recordedPayment(
  services: Providers,
  staff: Staff,
  orderId: string,
  { method, reference = null, amount }: PayInput & { amount?: number },
): RequestedPayment {
  const provider = offered(services, 'staff', method)
  const key = { merchantId: staff.merchantId, orderId }
  const requested = { key, actorId: staff.userId, provider, method, reference, recordedBy: staff }
  if (amount === undefined) return requested
  return { ...requested, amountIn: (currency) => readPart(services.paymentProviders, amount, currency) }
}

/** A part of what is due, so that providers can charge the rest. @throws AppError VALIDATION_ERROR */
export function readPart(providers: PaymentProviders, amount: number, currency: string): number {
  const [minor, unit] = [toMinor(amount, currency), chargeUnit(providers, currency)]
  if (minor === undefined || minor === 0)
    throw invalid({ field: 'amount', message: `is not a valid amount in ${currency}` })
  if (!isChargeable(minor, unit)) throw invalid({ field: 'amount', message: `must be ${multipleOf(unit, currency)}` })
  return minor
}

function offered({ paymentProviders }: Providers, usedBy: PaymentProvider['usedBy'], method: string): PaymentProvider {
  const provider = providerOf(paymentProviders, usedBy, method)
  if (provider === undefined) throw invalid({ field: 'method', message: 'is not available at this shop' })
  return provider
}
