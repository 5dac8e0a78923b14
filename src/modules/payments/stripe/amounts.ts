import { currencyDecimals } from '#src/platform/lib/money.ts'

/**
 * Stripe's minor units (docs.stripe.com/currencies, "Minor units in API amounts"), which are not always those of ISO
 * 4217: two decimals unless it lists the currency. By "Special cases", krónur and Ugandan shillings are sent with two
 * decimals of 0; whole amounts here become that by themselves. Forints and Taiwan dollars keep two decimals; only their
 * payouts are whole. The last of three decimals must be 0.
 */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDecimal = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount in Stripe's minor units; undefined if Stripe cannot charge it exactly. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  if (minor % stripeUnit(currency) !== 0) return undefined
  const more = theirDecimals(currency) - currencyDecimals(currency)
  const amount = more >= 0 ? minor * 10 ** more : minor / 10 ** -more
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** For Stripe an amount must be a multiple of this many of our minor units. */
export function stripeUnit(currency: string): number {
  if (threeDecimal.has(currency)) return 10
  return 10 ** Math.max(0, currencyDecimals(currency) - theirDecimals(currency))
}

function theirDecimals(currency: string): number {
  return threeDecimal.has(currency) ? 3 : zeroDecimal.has(currency) ? 0 : 2
}

/** Stripe's least charge in major units (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). */
const minimums: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 0.5,
  BGN: 1,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
}

/** In our minor units; of other currencies Stripe publishes none. */
export function stripeMinimum(currency: string): number {
  return Math.round((minimums[currency] ?? 0) * 10 ** currencyDecimals(currency)) || 1
}
