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
import { lineTotal, maxAmount, shareOf, sumMinor, sumOfLines, toMinor } from '#src/platform/lib/money.ts'
import type { TaxLineRow } from '../tax-line-rules.ts'

/** A line at the catalog's price, with the inputs of shipping and tax. */
export interface PricedLine {
  price_minor: number
  quantity: number
  requires_shipping: boolean
  /** Null counts as 0. */
  weight_grams: number | null
  tax_class: string
  /** Of a gift card. */
  voucher?: 'multi' | 'single' | null
  /** Where a single-purpose voucher is taxed, wherever the order goes. */
  voucher_country?: string | null
  /** What discounts take off the line. Default: 0. */
  discount_minor?: number
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
  /** Before discounts. */
  subtotal_minor: number
  /** Discounts of the lines. */
  discount_total_minor: number
  /** What is paid for shipping. */
  shipping_total_minor: number
  /** Less than `unit`: it makes the total one that payments can charge. */
  rounding_total_minor: number
  tax_total_minor: number
  tax_included: boolean
  tax_lines: TaxLineRow[] | null
  /** Per line of the order, and for shipping, the index of its tax line. */
  taxLineOf: (number | null)[]
  shipping_tax_line: number | null
  /** What is paid for multi-purpose vouchers; null: the order has none. */
  voucher_minor: number | null
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
  const discount = discountOf(lines)
  const { charged, shipping, added } = chargeOf(lines.map(toGoods), shippingMinor, tax, unit)
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
  const sum = chargeable(() => sumMinor([subtotal, shippingMinor, added]), currency) - discount
  const rounding = roundingOf(sum, unit)
  return {
    ...{ subtotal_minor: subtotal, discount_total_minor: discount, rounding_total_minor: rounding },
    shipping_total_minor: shippingMinor,
    tax_total_minor: charged.totalMinor,
    tax_included: tax.included,
    tax_lines: taxLines.length > 0 ? taxLines : null,
    taxLineOf: ofItems.map(([first]) => first ?? null),
    shipping_tax_line: isOneLine ? (shippingLine ?? null) : null,
    voucher_minor: vouchersOf(lines),
    total_minor: sum + rounding,
  }
}

/** Total of what discounts leave of the lines and of shipping, for comparing many: lines of one class are summed. */
export function totalOfRest(
  lines: readonly PricedLine[],
  tax: TaxTerms,
  unit: number,
): (left: readonly number[], shippingLeft: number) => number {
  const keyOf = (line: PricedLine) => `${line.requires_shipping} ${line.tax_class} ${countryOf(line).country}`
  const groups = [...Map.groupBy(lines.entries(), ([, line]) => keyOf(line)).values()]
  return (left, shippingLeft) => {
    const sum = sumMinor([...left, shippingLeft])
    if (tax.included || tax.rates.length === 0) return sum
    const goods = groups.map((group) => ({
      taxClass: group[0]?.[1].tax_class ?? '',
      ...(group[0] && countryOf(group[0][1])),
      requires_shipping: group[0]?.[1].requires_shipping ?? false,
      amountMinor: sumMinor(group.map(([index]) => left[index] ?? 0)),
      quantity: group.reduce((units, [, { quantity }]) => units + quantity, 0),
    }))
    return sum + chargeOf(goods, shippingLeft, tax, unit).added
  }
}

/** A line, or lines of one class, with what is paid for them. */
interface Goods extends TaxedPart {
  quantity: number
  requires_shipping: boolean
}

function chargeOf(goods: readonly Goods[], shippingMinor: number, tax: TaxTerms, unit: number) {
  const shipping = shippingParts(goods, shippingMinor, tax)
  const charged = taxOf(tax.rates, tax.place, [...goods, ...shipping], tax.included, tax.included ? 1 : unit)
  return { charged, shipping, added: tax.included ? 0 : charged.totalMinor }
}

function isTaxedBy(lines: readonly number[] | undefined, index: number): boolean {
  return lines?.includes(index) ?? false
}

function shippingParts(
  goods: readonly Goods[],
  shippingMinor: number,
  { rates, place, included, shippingTax = 'class' }: TaxTerms,
): TaxedPart[] {
  const whole = [{ taxClass: shippingClass, amountMinor: shippingMinor }]
  const byClass = shippingTax === 'default' && rates.some((row) => row.tax_class === shippingClass)
  if (shippingTax === 'class' || byClass) return whole
  const shipped = goods.filter((part) => part.requires_shipping)
  return shippingByGoods(rates, place, shipped.length > 0 ? shipped : goods, included, shippingMinor)
}

/**
 * The totals of a reverse charge: prices that include tax, less the tax of the shop's own country.
 * @throws AppError VALIDATION_ERROR when the total exceeds the largest amount
 */
export function reverseChargedTotals(
  lines: readonly PricedLine[],
  shippingMinor: number,
  currency: string,
  unit = 1,
): Totals {
  const subtotal = subtotalOf(lines, currency)
  const discount = discountOf(lines)
  const total = chargeable(() => sumMinor([subtotal, shippingMinor]), currency) - discount
  const rounding = roundingOf(total, unit)
  const vouchers = vouchersOf(lines)
  const taxable_minor = total - (vouchers ?? 0)
  return {
    ...{ subtotal_minor: subtotal, discount_total_minor: discount, rounding_total_minor: rounding },
    shipping_total_minor: shippingMinor,
    tax_total_minor: 0,
    tax_included: false,
    tax_lines: [{ name: 'Reverse charge', rate: 0, taxable_minor, amount_minor: 0, reason: 'reverse_charge' }],
    taxLineOf: lines.map(({ voucher }) => (voucher === 'multi' ? null : 0)),
    shipping_tax_line: shippingMinor > 0 ? 0 : null,
    voucher_minor: vouchers,
    total_minor: total + rounding,
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
  return sumMinor(
    shippingParts(lines.map(toGoods), shippingMinor, home).map((part) => withoutTax(rates, place, part, unit)),
  )
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

function toGoods(line: PricedLine): Goods {
  const amountMinor = lineTotal(toMoneyLine(line)) - (line.discount_minor ?? 0)
  const { quantity, requires_shipping } = line
  return { taxClass: line.tax_class, ...countryOf(line), amountMinor, quantity, requires_shipping }
}

/** Of a single-purpose voucher. */
function countryOf({ voucher, voucher_country: country }: PricedLine): { country?: string } {
  return voucher === 'single' && country ? { country } : {}
}

/** What is paid for multi-purpose vouchers; null: there are none. */
function vouchersOf(lines: readonly PricedLine[]): number | null {
  const vouchers = lines.filter(({ voucher }) => voucher === 'multi')
  return vouchers.length === 0 ? null : sumOfLines(vouchers.map(toMoneyLine)) - discountOf(vouchers)
}

function discountOf(lines: readonly PricedLine[]): number {
  return sumMinor(lines.map((line) => line.discount_minor ?? 0))
}

/** What makes an amount a multiple of `unit`, rounded half up. */
function roundingOf(minor: number, unit: number): number {
  return shareOf(minor, 1, 1, unit) - minor
}
