import { optionsFor, type ShippingMethodRow, type ShippingOption } from '#src/modules/shipping/index.ts'
import { type Place, shippingClass, type TaxRateRow, taxOf } from '#src/modules/taxes/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { lineTotal, maxAmount, sumMinor, sumOfLines, toMinor } from '#src/platform/lib/money.ts'

/** A line at the catalog's price, with what shipping and tax depend on. */
export interface PricedLine {
  price_minor: number
  quantity: number
  requires_shipping: boolean
  /** Null counts as nothing. */
  weight_grams: number | null
  tax_class: string
}

/** Where an order goes, and to whom. */
interface Destination {
  shipping_address: Place | null
  billing_address: Place | null
}

/** Tax is that of the place where the goods go, else of the payer; undefined: no tax. */
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
  country: string | undefined,
  subtotalMinor: number,
): ShippingOption<ShippingMethodRow>[] {
  const shipped = lines.filter((line) => line.requires_shipping)
  if (shipped.length === 0) return []
  const weightGrams = shipped.reduce((sum, line) => sum + (line.weight_grams ?? 0) * line.quantity, 0)
  return optionsFor(methods, { country, weightGrams, subtotalMinor })
}

/** All that is charged, in minor units, and the tax as it is calculated now: a later change of rates leaves it. */
export interface Totals {
  subtotal_minor: number
  shipping_total_minor: number
  tax_total_minor: number
  tax_included: boolean
  tax_lines: { name: string; rate: number; taxable_minor: number; amount_minor: number }[] | null
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
  tax: { rates: readonly TaxRateRow[]; place: Place | undefined; included: boolean },
  currency: string,
  unit = 1,
): Totals {
  const subtotal = subtotalOf(lines, currency)
  const parts = [
    ...lines.map((line) => ({ taxClass: line.tax_class, amountMinor: lineTotal(toMoneyLine(line)) })),
    { taxClass: shippingClass, amountMinor: shippingMinor },
  ]
  const charged = taxOf(tax.rates, tax.place, parts, tax.included, tax.included ? 1 : unit)
  const added = tax.included ? 0 : charged.totalMinor
  return {
    subtotal_minor: subtotal,
    shipping_total_minor: shippingMinor,
    tax_total_minor: charged.totalMinor,
    tax_included: tax.included,
    tax_lines: charged.lines.length > 0 ? charged.lines : null,
    taxLineOf: charged.lineOf.slice(0, -1),
    shipping_tax_line: charged.lineOf.at(-1) ?? null,
    total_minor: chargeable(() => sumMinor([subtotal, shippingMinor, added]), currency),
  }
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
