import Stripe from 'stripe'

/**
 * Failure codes of payments and refunds. Stripe's messages are neither shown nor logged: they may name a person, and
 * its errors carry the whole payment.
 */
const shownCodes = new Set([
  'authentication_required',
  'card_not_supported',
  'card_velocity_exceeded',
  'currency_not_supported',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_zip',
  'insufficient_funds',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'processing_error',
])
const otherNames: Record<string, string> = {
  payment_intent_authentication_failure: 'authentication_failed',
  invalid_cvc: 'incorrect_cvc',
  invalid_number: 'incorrect_number',
}

interface Coded {
  code?: string | null
  decline_code?: string | null
}

/** Code of a decline by the bank. For a stolen card it is only `card_declined`, so that the thief learns nothing. */
export function declineOf({ code, decline_code }: Coded): string {
  for (const given of [decline_code, code]) {
    if (given == null) continue
    const name = Object.hasOwn(otherNames, given) ? otherNames[given] : given
    if (name !== undefined && (shownCodes.has(name) || name === otherNames[given])) return name
  }
  return 'card_declined'
}

const { StripeError, StripeCardError, StripeInvalidRequestError } = Stripe.errors
const { StripeAuthenticationError, StripePermissionError } = Stripe.errors

/** Code of a refusal by Stripe; undefined if Stripe may have carried out the request. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof StripeCardError) return declineOf(error)
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) return 'provider_refused'
  if (!(error instanceof StripeInvalidRequestError)) return undefined
  const { code = '', param = '' } = error
  if (code === 'amount_too_small' || code === 'amount_too_large') return code
  if (param === 'currency') return 'currency_not_supported'
  return param === 'payment_method' ? 'payment_method_invalid' : 'provider_refused'
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof StripeError ? error.code : undefined
}

/** The error without the content that Stripe sent. */
export function withoutContent(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error
  const { type, code, statusCode, requestId } = error
  const parts = [statusCode, type, code, requestId].filter((part) => part !== undefined)
  return new Error(`Stripe did not carry out the request: ${parts.join(' ')}`)
}
