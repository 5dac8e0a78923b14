import type { PaymentFee } from '#src/modules/payment-methods/index.ts'
import { optionsFor, type ShippingMethodRow, type ShippingOption } from '#src/modules/shipping/index.ts'
import { type Place, type TaxLine, taxOf } from '#src/modules/taxes/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { maxAmount, shareOf, sumMinor, sumOfLines, toMinor } from '#src/platform/lib/money.ts'
import { supplyOf } from './supply-rules.ts'
import type { TaxLineRow } from './tax-line-rules.ts'
import {
  type Goods,
  type PricedLine,
  shippingParts,
  supplyOfAll,
  type TaxTerms,
  taxedAs,
  taxedAt,
  toGoods,
  toMoneyLine,
} from './taxed-goods-rules.ts'

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

/** All charged amounts, in minor units, with the tax of the current rates; later changes of rates do not affect it. */
export interface Totals {
  /** Before discounts. */
  subtotal_minor: number
  /** Discounts of the lines. */
  discount_total_minor: number
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

/** Whether all tax of an order is owed by the buyer: it is said of such an order that its prices contain none. */
function isReversedAsWhole(charged: readonly TaxLine[], lines: readonly PricedLine[], { reverse }: TaxTerms): boolean {
  return (
    charged.every(({ reason }) => reason !== undefined) &&
    lines.some((line) => line.voucher == null && reverse?.[supplyOf(line)])
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
