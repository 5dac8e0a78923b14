import { rateUnits, shareOf, sumMinor } from './money.ts'

/** A tax on an amount. A compound tax also applies to the taxes before it. */
interface AppliedRate {
  /** Percent, with at most four decimals. */
  rate: number
  compound: boolean
}

/** A part of a price that contains taxes: the compound ones come last, each on top of those before it. */
export interface TaxedPortion {
  amountMinor: number
  applied: readonly AppliedRate[]
}

/** Exact: `over / under`. */
interface Fraction {
  over: bigint
  under: bigint
}

/** 100 % in the units of a rate. */
const whole = 1_000_000n

/**
 * One of the taxes in amounts that contain several. The tax of the sum is rounded once, half up; the amount it applies
 * to is rounded half down. With one tax both add up to the sum. For each tax `amount = taxable × rate / (100 + rate)`,
 * rounded half up, holds.
 * @param portions with the place of the tax in their `applied`
 */
export function includedTax(portions: readonly (TaxedPortion & { index: number })[]): {
  taxableMinor: number
  amountMinor: number
} {
  const base = sumOf(portions.map(({ amountMinor, applied, index }) => times(amountMinor, shareBefore(applied, index))))
  const tax = sumOf(
    portions.map(({ amountMinor, applied, index }) => {
      const { over, under } = times(amountMinor, shareBefore(applied, index))
      return { over: over * unitsOf(applied[index]), under: under * whole }
    }),
  )
  const amountMinor = Number((2n * tax.over + tax.under) / (2n * tax.under))
  const baseMinor = Number((2n * base.over + base.under - 1n) / (2n * base.under))
  return { taxableMinor: baseMinor + amountMinor, amountMinor }
}

/** The amount without its taxes, rounded half up to so many minor units. */
export function netMinor(portion: TaxedPortion, unit = 1): number {
  const { over, under } = netOf(portion)
  const divisor = under * BigInt(unit)
  return unit * Number((2n * over + divisor) / (2n * divisor))
}

/** Splits an amount in proportion to the net amounts of portions; undefined if they are all 0. */
export function splitByNet(amountMinor: number, portions: readonly TaxedPortion[]): number[] | undefined {
  const nets = portions.map(netOf)
  const under = [...new Set(nets.map((net) => net.under))].reduce((product, one) => product * one, 1n)
  const weights = nets.map((net) => (net.over * under) / net.under)
  return weights.some((weight) => weight > 0n) ? splitMinor(amountMinor, weights) : undefined
}

/**
 * Splits an amount into whole units by largest remainder: the parts sum to it, and of equal remainders the first is
 * rounded up.
 */
export function splitMinor(amountMinor: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  const shares = weights.map((weight, index) => {
    const product = BigInt(amountMinor) * weight
    return { index, floor: product / sum, rest: product % sum }
  })
  const left = amountMinor - Number(shares.reduce((total, { floor }) => total + floor, 0n))
  const roundedUp = new Set(
    shares
      .toSorted(
        (one, other) => Number(other.rest > one.rest) - Number(other.rest < one.rest) || one.index - other.index,
      )
      .slice(0, left)
      .map(({ index }) => index),
  )
  return shares.map(({ index, floor }) => Number(floor) + (roundedUp.has(index) ? 1 : 0))
}

/**
 * The same with weights as numbers, fast where the products are exact in a double; nothing of an amount of 0, or where
 * all weights are 0. Hundreds of combinations of discounts are compared for one order.
 */
export function splitByWeights(amountMinor: number, weights: readonly number[]): number[] {
  const sum = sumMinor(weights)
  if (amountMinor === 0 || sum === 0) return weights.map(() => 0)
  if (!Number.isSafeInteger(amountMinor * Math.max(...weights))) return splitMinor(amountMinor, weights.map(BigInt))
  const shares = weights.map((weight, index) => {
    const product = amountMinor * weight
    return { index, floor: Math.floor(product / sum), rest: product % sum }
  })
  const left = amountMinor - sumMinor(shares.map(({ floor }) => floor))
  const parts = shares.map(({ floor }) => floor)
  if (left === 0) return parts
  for (const { index, floor } of shares
    .toSorted((one, other) => other.rest - one.rest || one.index - other.index)
    .slice(0, left))
    parts[index] = floor + 1
  return parts
}

/** A percentage of an amount, in hundredths of a percent, rounded half up. */
export function percentOf(amountMinor: number, hundredths: number): number {
  const twice = 2 * amountMinor * hundredths + 10_000
  if (!Number.isSafeInteger(twice)) return shareOf(amountMinor, hundredths, 10_000)
  return Math.floor(twice / 20_000)
}

function netOf({ amountMinor, applied }: TaxedPortion): Fraction {
  return times(amountMinor, shareBefore(applied, 0))
}

/** The base of a tax as a share of the price: without it, the taxes beside it, and those on top of it. */
function shareBefore(applied: readonly AppliedRate[], index: number): Fraction {
  const isCompound = applied[index]?.compound ?? false
  const onTop = applied.filter((tax, at) => tax.compound && (!isCompound || at >= index))
  const factors = onTop.map((tax) => whole + unitsOf(tax))
  if (!isCompound) {
    const beside = applied.filter((tax) => !tax.compound).reduce((sum, tax) => sum + unitsOf(tax), 0n)
    factors.push(whole + beside)
  }
  return {
    over: factors.reduce((product) => product * whole, 1n),
    under: factors.reduce((product, factor) => product * factor, 1n),
  }
}

/** @throws RangeError if the rate is not one of `isRate` */
function unitsOf(tax: AppliedRate | undefined): bigint {
  const units = tax && rateUnits(tax.rate)
  if (units === undefined) throw new RangeError('tax rate out of range')
  return BigInt(units)
}

function times(amountMinor: number, { over, under }: Fraction): Fraction {
  return { over: BigInt(amountMinor) * over, under }
}

/** Adds fractions of one denominator first, which are usually all of them. */
function sumOf(fractions: readonly Fraction[]): Fraction {
  const byUnder = new Map<bigint, bigint>()
  for (const { over, under } of fractions) byUnder.set(under, (byUnder.get(under) ?? 0n) + over)
  return [...byUnder].reduce(
    (sum, [under, over]) => ({ over: sum.over * under + over * sum.under, under: sum.under * under }),
    { over: 0n, under: 1n },
  )
}
