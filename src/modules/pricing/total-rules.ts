import type { PaymentFee } from '#src/modules/payment-methods/index.ts'
import { optionsFor, type ShippingMethodRow, type ShippingOption } from '#src/modules/shipping/index.ts'
import {
  type Place,
  shippingByGoods,
  shippingClass,
  type TaxedPart,
  type TaxLine,
  type TaxRateRow,
  taxOf,
  withoutTax,
} from '#src/modules/taxes/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { lineTotal, maxAmount, shareOf, sumMinor, sumOfLines, toMinor } from '#src/platform/lib/money.ts'
import { type Supply, supplyOf } from './supply-rules.ts'
import type { TaxLineRow } from './tax-line-rules.ts'

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
  /** Where goods are taxed, and services, unless `services` says another place. */
  place: Place | undefined
  services?: Place | undefined
  /** What the buyer owes the tax of. */
  reverse?: Record<Supply, boolean>
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
  /** What is paid for the way to pay. */
  payment_fee_total_minor: number
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
  fee?: PaymentFee,
): Totals {
  const subtotal = subtotalOf(lines, currency)
  const discount = discountOf(lines)
  const { charged, shipping, fees, added } = chargeOf(
    lines.map((line) => toGoods(line, tax)),
    shippingMinor,
    tax,
    unit,
    fee,
  )
  const ofItems = charged.linesOf.slice(0, lines.length)
  const ofFee = charged.linesOf.slice(charged.linesOf.length - fees.length).flat()
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
      ...(fee && ofFee.includes(index) && { fee_minor: fee.amountMinor }),
    }
  })
  const feeMinor = fee?.amountMinor ?? 0
  const sum = chargeable(() => sumMinor([subtotal, shippingMinor, feeMinor, added]), currency) - discount
  const rounding = roundingOf(sum, unit)
  return {
    subtotal_minor: subtotal,
    discount_total_minor: discount,
    rounding_total_minor: rounding,
    shipping_total_minor: shippingMinor,
    payment_fee_total_minor: feeMinor,
    tax_total_minor: charged.totalMinor,
    tax_included: tax.included && !isReversedAsWhole(charged.lines, lines, tax),
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
  const keyOf = (line: PricedLine) =>
    `${line.requires_shipping} ${line.tax_class} ${line.voucher} ${line.voucher_country}`
  const groups = [...Map.groupBy(lines.entries(), ([, line]) => keyOf(line)).values()]
  return (left, shippingLeft) => {
    const sum = sumMinor([...left, shippingLeft])
    if (tax.included || tax.rates.length === 0) return sum
    const goods = groups.map((group) => ({
      taxClass: group[0]?.[1].tax_class ?? '',
      ...(group[0] && taxedAt(group[0][1], tax)),
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

function chargeOf(goods: readonly Goods[], shippingMinor: number, tax: TaxTerms, unit: number, fee?: PaymentFee) {
  const shipping = shippingParts(goods, shippingMinor, tax)
  const fees = fee ? [{ ...fee, ...taxedAs(supplyOfAll(goods), tax) }] : []
  const parts = [...goods, ...shipping, ...fees]
  const charged = taxOf(tax.rates, tax.place, parts, tax.included, tax.included ? 1 : unit)
  return { charged, shipping, fees, added: tax.included ? 0 : charged.totalMinor }
}

function isTaxedBy(lines: readonly number[] | undefined, index: number): boolean {
  return lines?.includes(index) ?? false
}

/** What shipping and a fee are a part of. */
function supplyOfAll(goods: readonly Goods[]): Supply {
  return goods.length === 0 || goods.some((part) => part.requires_shipping) ? 'goods' : 'services'
}

function shippingParts(goods: readonly Goods[], shippingMinor: number, tax: TaxTerms): TaxedPart[] {
  const { rates, included, shippingTax = 'class' } = tax
  const shipped = goods.filter((part) => part.requires_shipping)
  const supply = supplyOfAll(goods)
  const place = placeOf(supply, tax)
  const at = taxedAs(supply, tax)
  const whole = [{ taxClass: shippingClass, amountMinor: shippingMinor, ...at }]
  const byClass = shippingTax === 'default' && rates.some((row) => row.tax_class === shippingClass)
  if (shippingTax === 'class' || byClass) return whole
  const parts = shippingByGoods(rates, place, shipped.length > 0 ? shipped : goods, included, shippingMinor)
  return parts.map((part) => ({ ...part, ...at }))
}

/** Whether all tax of an order is owed by the buyer: it is said of such an order that its prices contain none. */
function isReversedAsWhole(charged: readonly TaxLine[], lines: readonly PricedLine[], { reverse }: TaxTerms): boolean {
  return (
    charged.every(({ reason }) => reason !== undefined) &&
    lines.some((line) => line.voucher == null && reverse?.[supplyOf(line)])
  )
}

/**
 * Prices of what the buyer owes the tax of, without the included tax of the shop's own place.
 * @param home the terms at the shop's own place
 * @param unit the minor units that payments charge multiples of, to which they are rounded
 */
export function pricesWithoutTax<Line extends PricedLine>(lines: readonly Line[], home: TaxTerms, unit = 1): Line[] {
  const { rates, place, included, reverse } = home
  if (!included || place === undefined) return [...lines]
  return lines.map((line) => {
    if (!reverse?.[supplyOf(line)] || line.voucher != null) return line
    const part = { taxClass: line.tax_class, amountMinor: line.price_minor }
    return { ...line, price_minor: withoutTax(rates, place, part, unit) }
  })
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
  const parts = shippingParts(
    lines.map((line) => toGoods(line, home)),
    shippingMinor,
    home,
  )
  return sumMinor(
    parts.map((part) => (part.isReverseCharged ? withoutTax(rates, place, part, unit) : part.amountMinor)),
  )
}

/** The same of a fee. */
export function feeWithoutTax(lines: readonly PricedLine[], fee: PaymentFee, home: TaxTerms, unit = 1): PaymentFee {
  const { rates, place, included, reverse } = home
  const supply = supplyOfAll(lines.map((line) => toGoods(line, home)))
  if (!included || place === undefined || !reverse?.[supply]) return fee
  return { ...fee, amountMinor: withoutTax(rates, place, fee, unit) }
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

function toGoods(line: PricedLine, tax: TaxTerms): Goods {
  const amountMinor = lineTotal(toMoneyLine(line)) - (line.discount_minor ?? 0)
  const { quantity, requires_shipping } = line
  return { taxClass: line.tax_class, ...taxedAt(line, tax), amountMinor, quantity, requires_shipping }
}

type TaxedAt = Pick<TaxedPart, 'place' | 'isReverseCharged'>

/** Vouchers are no services: of those for one purpose it is said where they are taxed, others are not taxed here. */
function taxedAt(line: PricedLine, tax: TaxTerms): TaxedAt {
  const { voucher, voucher_country: country } = line
  if (voucher == null) return taxedAs(supplyOf(line), tax)
  return voucher === 'single' && country ? { place: { country, region: null } } : {}
}

function taxedAs(supply: Supply, tax: TaxTerms): TaxedAt {
  const place = placeOf(supply, tax)
  return {
    ...(place !== undefined && place !== tax.place && { place }),
    ...(tax.reverse?.[supply] && { isReverseCharged: true }),
  }
}

function placeOf(supply: Supply, { place, services }: TaxTerms): Place | undefined {
  return supply === 'goods' ? place : (services ?? place)
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
