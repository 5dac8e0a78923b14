/**
 * Money is a JSON number of major units in the API (19.99) and an integer of minor units inside (1999). Only this file
 * calculates with money.
 */

/**
 * Currencies whose number of decimals is not two, by ISO 4217. The only such table: engines follow CLDR, which rounds
 * HUF, COP, IDR, PKR and others to whole units in some of its releases. The client has a copy (`npm run generate`).
 */
export const unusualDecimals: Readonly<Record<string, number>> = {
  CLF: 4, UYW: 4, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0,
  XAF: 0, XOF: 0, XPF: 0,
} // biome-ignore format: a table reads better in rows

const currencies = new Set(Intl.supportedValuesOf('currency'))

export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** Decimals of a currency's minor unit: GBP 2, JPY 0, KWD 3. */
export function currencyDecimals(currency: string): number {
  return unusualDecimals[currency] ?? 2
}

/**
 * The largest amount accepted, in major units: sums of many such amounts in minor units are still exact in a double.
 */
export const maxAmount = 1_000_000_000

/** The most that one gift card or one grant of store credit may be worth, in major units. */
export const maxStoredValue = 100_000

/**
 * Minor units of an amount in major units, or undefined if it has more decimals than the currency. Works on the
 * shortest decimal text of the number, which is what the client wrote; multiplying floats would round.
 */
export function toMinor(amount: number, currency: string): number | undefined {
  return scaled(amount, currencyDecimals(currency))
}

/**
 * Minor units of an amount of which a payment can be made, or what is wrong with it.
 * @param unit the minor units that payments charge multiples of, a power of ten
 */
export function readPrice(amount: number, currency: string, unit: number): { minor: number } | { fault: string } {
  const minor = toMinor(amount, currency)
  if (minor === undefined)
    return { fault: `must have at most ${currencyDecimals(currency)} decimals, as ${currency} has` }
  return isChargeable(minor, unit) ? { minor } : { fault: `must be ${multipleOf(unit, currency)}` }
}

/** Whether a payment of the amount can be made. */
export function isChargeable(minor: number, unit: number): boolean {
  return minor % unit === 0
}

/** Words for a fault. */
export function multipleOf(unit: number, currency: string): string {
  return `a multiple of ${toMajor(unit, currency)}: payments can charge no smaller part of ${currency}`
}

/** Major units for JSON. Exact: dividing an integer by a power of ten gives the nearest double. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** currencyDecimals(currency)
}

/** How much less than `from` an amount is, in whole percent, rounded half up. */
export function percentBelow(minor: number, from: number): number {
  return Math.round(((from - minor) / from) * 100)
}

/** Minor units of the same number in another currency, or undefined if that has fewer decimals than the number. */
export function inCurrency(minor: number, from: string, to: string): number | undefined {
  return toMinor(toMajor(minor, from), to)
}

/** A bound of a query in minor units, rounded towards the inside of the range. */
export function boundToMinor(amount: number, currency: string, side: 'min' | 'max'): number {
  const scaled = Number((amount * 10 ** currencyDecimals(currency)).toFixed(6))
  return side === 'min' ? Math.ceil(scaled) : Math.floor(scaled)
}

/** Decimals of the common scale on which prices of all currencies are sorted and filtered. */
const commonDecimals = 3

/** Thousandths of the major unit, for every currency, so that a price filter means the number shown. */
export function toCommonScale(minor: number, currency: string): number {
  const shift = commonDecimals - currencyDecimals(currency)
  return shift < 0 ? Math.round(minor / 10 ** -shift) : minor * 10 ** shift
}

/** A price bound of a query on the common scale, rounded towards the inside of the range. */
export function boundToCommonScale(amount: number, side: 'min' | 'max'): number {
  const scaled = Number((amount * 10 ** commonDecimals).toFixed(6))
  return side === 'min' ? Math.ceil(scaled) : Math.floor(scaled)
}

export interface Line {
  priceMinor: number
  quantity: number
}

export function lineTotal({ priceMinor, quantity }: Line): number {
  return priceMinor * quantity
}

/** Sum of line totals; beyond the safe integers the nearest double. For display, not for charging. */
export function roughSumOfLines(lines: readonly Line[]): number {
  return lines.reduce((total, line) => total + lineTotal(line), 0)
}

/** Sum of line totals. @throws RangeError beyond the safe integers */
export function sumOfLines(lines: readonly Line[]): number {
  return safe(roughSumOfLines(lines))
}

/** Sum of amounts. @throws RangeError beyond the safe integers */
export function sumMinor(amounts: readonly number[]): number {
  return safe(amounts.reduce((sum, amount) => sum + amount, 0))
}

const rateDecimals = 4

/** Ten-thousandths of a percent, or undefined if the rate has more decimals. */
export function rateUnits(rate: number): number | undefined {
  return scaled(rate, rateDecimals)
}

/** Whether a rate in percent is between 0 and 100, with at most four decimals. */
export function isRate(rate: number): boolean {
  return rate >= 0 && rate <= 100 && rateUnits(rate) !== undefined
}

/**
 * The tax on an amount, rounded half up to the minor unit, or to so many of them. Included, it is the part of the
 * amount that is tax; else it is added to the amount. Exact: calculated in BigInt, from the decimal text of the rate.
 * @throws RangeError if the rate is not one of `isRate`
 */
export function taxMinor(taxableMinor: number, rate: number, included: boolean, unit = 1): number {
  const units = rateUnits(rate)
  if (units === undefined) throw new RangeError('tax rate out of range')
  const whole = 100n * 10n ** BigInt(rateDecimals)
  const divisor = (included ? whole + BigInt(units) : whole) * BigInt(unit)
  return safe(unit * Number((2n * BigInt(taxableMinor) * BigInt(units) + divisor) / (2n * divisor)))
}

/** Average in minor units, rounded; undefined for a count of 0. */
export function averageMinor(totalMinor: number, count: number): number | undefined {
  return count === 0 ? undefined : Math.round(totalMinor / count)
}

function safe(minor: number): number {
  if (!Number.isSafeInteger(minor)) throw new RangeError('sum out of range')
  return minor
}

/** The integer `amount × 10^decimals`, or undefined if the amount has more decimals. */
function scaled(amount: number, decimals: number): number | undefined {
  const [whole = '0', fraction = ''] = decimalText(amount).split('.')
  if (fraction.length > decimals) return undefined
  const integer = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(integer) ? integer : undefined
}

/**
 * The share of an amount that falls to a part of a whole, rounded half up to the minor unit, or to so many of them;
 * 0 of an empty whole. None is negative.
 */
export function shareOf(amountMinor: number, part: number, whole: number, unit = 1): number {
  if (whole === 0) return 0
  const divisor = BigInt(whole) * BigInt(unit)
  return unit * Number((2n * BigInt(amountMinor) * BigInt(part) + divisor) / (2n * divisor))
}

/** Decimals of a percentage by which prices are changed. */
const percentDecimals = 4

/** How a price becomes another: by a percentage in ten-thousandths of a percent, by an amount, or set. */
export type PriceStep = { percentUnits: number } | { amountMinor: number } | { setMinor: number }

/** Ten-thousandths of a percent, below 0 for cheaper; undefined if it has more decimals. */
export function percentUnits(percent: number): number | undefined {
  return scaled(percent, percentDecimals)
}

/**
 * The price after a step, rounded half up to a multiple of `roundTo` minor units. Exact. Below 0 it is not rounded:
 * the caller refuses it.
 */
export function stepPrice(priceMinor: number, step: PriceStep, roundTo: number): number {
  const whole = 100 * 10 ** percentDecimals
  if ('percentUnits' in step) return shareOf(priceMinor, whole + step.percentUnits, whole, roundTo)
  const minor = 'setMinor' in step ? step.setMinor : priceMinor + step.amountMinor
  return minor < 0 ? minor : shareOf(minor, 1, 1, roundTo)
}

/** Plain decimal text of a number, without exponent: 1e-7 becomes 0.0000001. */
function decimalText(amount: number): string {
  const text = String(amount)
  if (!text.includes('e')) return text
  return amount.toFixed(20).replace(/\.?0+$/, '')
}
