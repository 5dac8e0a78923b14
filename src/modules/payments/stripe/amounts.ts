import { currencyDecimals } from '#src/platform/lib/money.ts'

/**
 * Stripe's minor units (docs.stripe.com/currencies): two decimals unless it says otherwise. It takes krónur and Ugandan
 * shillings in hundredths that must be 0, ariary as whole ones, and of three decimals the last must be 0.
 */
const decimalsAtStripe: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 }
const lastDigitZero = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount in Stripe's minor units; undefined if Stripe cannot charge exactly it. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  if (lastDigitZero.has(currency)) return minor % 10 === 0 ? minor : undefined
  const ours = currencyDecimals(currency)
  const theirs = decimalsAtStripe[currency] ?? ours
  const amount = theirs >= ours ? minor * 10 ** (theirs - ours) : minor / 10 ** (ours - theirs)
  return Number.isSafeInteger(amount) ? amount : undefined
}
