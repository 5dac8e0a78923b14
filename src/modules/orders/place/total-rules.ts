import { optionsFor, type ShippingMethodRow, type ShippingOption } from '#src/modules/shipping/index.ts'
import {
  type Place,
  shippingByGoods,
  shippingClass,
  type TaxedPart,
  type TaxRateRow,
  taxOf,
  withoutTax,
} from '#src/modules/taxes/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { lineTotal, maxAmount, sumMinor, sumOfLines, toMinor } from '#src/platform/lib/money.ts'
import type { TaxLineRow } from '../tax-line-rules.ts'

/** A line at the catalog's price, with the inputs of shipping and tax. */
export interface PricedLine {
  price_minor: number
  quantity: number
  requires_shipping: boolean
  /** Null counts as 0. */
  weight_grams: number | null
  tax_class: string
}

/** Destination and buyer of an order. */
interface Destination {
  shipping_address: Place | null
  billing_address: Place | null
}

/** The taxed place: that of the goods, else of the payer; undefined: no tax. */
export function taxPlace({ shipping_address, billing_address }: Destination): Place | undefined {
  return shipping_address ?? billing_address ?? undefined
}

/** The sum of the lines in minor units. @throws AppError VALIDATION_ERROR when it exceeds the largest amount */
export function subtotalOf(lines: readonly PricedLine[], currency: string): number {
  return chargeable(() => sumOfLines(lines.map(toMoneyLine)), currency)
}

/** The methods for these lines, cheapest first; none if no line is shipped. */
export function shippingOptions(
  methods: readonly ShippingMethodRow[],
  lines: readonly PricedLine[],
  to: Place | undefined,
  subtotalMinor: number,
): ShippingOption<ShippingMethodRow>[] {
  const shipped = lines.filter((line) => line.requires_shipping)
  if (shipped.length === 0) return []
  const weightGrams = shipped.reduce((sum, line) => sum + (line.weight_grams ?? 0) * line.quantity, 0)
  return optionsFor(methods, { to, weightGrams, subtotalMinor })
}

/** Tax settings of a shop, and the destination of the order. */
export interface TaxTerms {
  rates: readonly TaxRateRow[]
  place: Place | undefined
  included: boolean
  /** `class` if left out. */
  shippingTax?: ShippingTax
}

/**
 * Whether shipping is taxed like the goods or by the rows of its class. New shops begin with `default`: by its class if
 * the table has rows of it, else like the goods.
 */
export type ShippingTax = 'goods' | 'class' | 'default'

/** All charged amounts, in minor units, with the tax of the current rates; later changes of rates do not affect it. */
export interface Totals {
  subtotal_minor: number
  shipping_total_minor: number
  tax_total_minor: number
  tax_included: boolean
  tax_lines: TaxLineRow[] | null
  /** Per line of the order, and for shipping, the index of its tax line. */
  taxLineOf: (number | null)[]
  shipping_tax_line: number | null
  total_minor: number
}

/**
 * @param unit the minor units that payments charge multiples of: tax that is added is rounded to it, once per line
 * @throws AppError VALIDATION_ERROR when the total exceeds the largest amount
 */
export function totalsOf(
  lines: readonly PricedLine[],
  shippingMinor: number,
  tax: TaxTerms,
  currency: string,
  unit = 1,
): Totals {
  const subtotal = subtotalOf(lines, currency)
  const shipping = shippingParts(lines, shippingMinor, tax)
  const parts = [...lines.map(toPart), ...shipping]
  const charged = taxOf(tax.rates, tax.place, parts, tax.included, tax.included ? 1 : unit)
  const added = tax.included ? 0 : charged.totalMinor
  const ofItems = charged.linesOf.slice(0, lines.length)
  const ofShipping = charged.lines.map((_, index) =>
    sumMinor(shipping.map((part, at) => (isTaxedBy(charged.linesOf[lines.length + at], index) ? part.amountMinor : 0))),
  )
  const [shippingLine, ...others] = ofShipping.flatMap((minor, index) => (minor > 0 ? [index] : []))
  const isOneLine = others.length === 0 && (shippingLine === undefined || ofShipping[shippingLine] === shippingMinor)
  const hasSeveral = ofItems.some((of) => of.length > 1)
  const taxLines = charged.lines.map((line, index): TaxLineRow => {
    const shippingPart = ofShipping[index] ?? 0
    return {
      ...line,
      ...(hasSeveral && { items: ofItems.flatMap((of, at) => (of.includes(index) ? [at + 1] : [])) }),
      ...(!isOneLine && shippingPart > 0 && { shipping_minor: shippingPart }),
    }
  })
  return {
    subtotal_minor: subtotal,
    shipping_total_minor: shippingMinor,
    tax_total_minor: charged.totalMinor,
    tax_included: tax.included,
    tax_lines: taxLines.length > 0 ? taxLines : null,
    taxLineOf: ofItems.map(([first]) => first ?? null),
    shipping_tax_line: isOneLine ? (shippingLine ?? null) : null,
    total_minor: chargeable(() => sumMinor([subtotal, shippingMinor, added]), currency),
  }
}

function isTaxedBy(lines: readonly number[] | undefined, index: number): boolean {
  return lines?.includes(index) ?? false
}

function shippingParts(
  lines: readonly PricedLine[],
  shippingMinor: number,
  { rates, place, included, shippingTax = 'class' }: TaxTerms,
): TaxedPart[] {
  const whole = [{ taxClass: shippingClass, amountMinor: shippingMinor }]
  const byClass = shippingTax === 'default' && rates.some((row) => row.tax_class === shippingClass)
  if (shippingTax === 'class' || byClass) return whole
  const shipped = lines.filter((line) => line.requires_shipping)
  const goods = (shipped.length > 0 ? shipped : lines).map((line) => ({ ...toPart(line), quantity: line.quantity }))
  return shippingByGoods(rates, place, goods, included, shippingMinor)
}

/**
 * The totals of a reverse charge: prices that include tax, less the tax of the shop's own country.
 * @throws AppError VALIDATION_ERROR when the total exceeds the largest amount
 */
export function reverseChargedTotals(lines: readonly PricedLine[], shippingMinor: number, currency: string): Totals {
  const subtotal = subtotalOf(lines, currency)
  const total = chargeable(() => sumMinor([subtotal, shippingMinor]), currency)
  return {
    subtotal_minor: subtotal,
    shipping_total_minor: shippingMinor,
    tax_total_minor: 0,
    tax_included: false,
    tax_lines: [{ name: 'Reverse charge', rate: 0, taxable_minor: total, amount_minor: 0, reason: 'reverse_charge' }],
    taxLineOf: lines.map(() => 0),
    shipping_tax_line: shippingMinor > 0 ? 0 : null,
    total_minor: total,
  }
}

/**
 * Prices without the included tax of the shop's own place; unchanged if they include none.
 * @param unit the minor units that payments charge multiples of, to which they are rounded
 */
export function pricesWithoutTax<Line extends PricedLine>(lines: readonly Line[], home: TaxTerms, unit = 1): Line[] {
  const { rates, place, included } = home
  if (!included || place === undefined) return [...lines]
  return lines.map((line) => ({
    ...line,
    price_minor: withoutTax(rates, place, { taxClass: line.tax_class, amountMinor: line.price_minor }, unit),
  }))
}

/** The same of shipping, whose tax may be that of the lines at their prices with tax. */
export function shippingWithoutTax(
  lines: readonly PricedLine[],
  shippingMinor: number,
  home: TaxTerms,
  unit = 1,
): number {
  const { rates, place, included } = home
  if (!included || place === undefined) return shippingMinor
  return sumMinor(shippingParts(lines, shippingMinor, home).map((part) => withoutTax(rates, place, part, unit)))
}

/** @throws AppError VALIDATION_ERROR when the sum exceeds the largest amount */
function chargeable(sum: () => number, currency: string): number {
  let minor = Number.POSITIVE_INFINITY
  try {
    minor = sum()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (minor <= (toMinor(maxAmount, currency) ?? 0)) return minor
  throw invalid({ field: 'items', message: `must not add up to more than ${maxAmount}` })
}

function toMoneyLine({ price_minor, quantity }: PricedLine) {
  return { priceMinor: price_minor, quantity }
}

function toPart(line: PricedLine): TaxedPart {
  return { taxClass: line.tax_class, amountMinor: lineTotal(toMoneyLine(line)) }
}
