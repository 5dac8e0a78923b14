import { lineTotal, shareOf, sumMinor } from '#src/platform/lib/money.ts'
import { splitMinor } from '#src/platform/lib/tax-fractions.ts'
import { baseOf, type RefundTaxLineRow, type TaxLineRow, taxLinesOfItem } from './tax-line-rules.ts'

/** The part of an order that the tax of refunds depends on. */
export interface TaxedOrder {
  total_minor: number
  shipping_total_minor: number
  /** Given back with the last unit. Default: 0. */
  payment_fee_total_minor?: number
  /** Given back with the last unit. Default: 0. */
  rounding_total_minor?: number
  tax_included: boolean
  tax_lines: readonly TaxLineRow[] | null
  shipping_tax_line: number | null
  items: readonly TaxedItem[]
  refunds: readonly TaxedRefund[] | null
  /** The provider refunds multiples of this many minor units. Default: 1. */
  charge_unit?: number
}

export interface TaxedRefund {
  status?: 'pending' | 'succeeded' | 'failed'
  /** Null: an older release wrote it without. */
  tax_lines?: readonly RefundTaxLineRow[] | null
  /** Of an edit: the order costs that much less, with its tax. */
  edit_id?: string | null
}

interface TaxedItem {
  line?: number
  quantity: number
  price_minor: number
  /** What discounts took off the line. Default: 0. */
  discount_minor?: number
  tax_line: number | null
  quantity_cancelled: number
  quantity_returned: number
}

/** Units of each item, in the order of the items, and shipping. */
export interface Units {
  quantities: readonly number[]
  shipping: boolean
  /** The fee of the way to pay. */
  fee: boolean
}

/** The refunded units, from the items' counts. The fee goes back with the last unit. */
export function refundedUnits(items: readonly TaxedItem[], shipping: boolean): Units {
  const quantities = items.map((item) => item.quantity_cancelled + item.quantity_returned)
  return { quantities, shipping, fee: items.every(({ quantity }, at) => quantities[at] === quantity) }
}

/** What some units of a line cost: their share of what was paid for the line, rounded half up. */
export function costOfLine(
  { price_minor, quantity, discount_minor = 0 }: Pick<TaxedItem, 'price_minor' | 'quantity' | 'discount_minor'>,
  units: number,
): number {
  const whole = lineTotal({ priceMinor: price_minor, quantity })
  return discount_minor === 0
    ? lineTotal({ priceMinor: price_minor, quantity: units })
    : shareOf(whole - discount_minor, units, quantity)
}

/** Cost of some units and shipping, by their tax lines. */
function partsOf(order: TaxedOrder, { quantities, shipping, fee }: Units): { lines: number[]; minor: number }[] {
  const taxLines = order.tax_lines ?? []
  const parts = order.items.map((item, position) => ({
    lines: taxLinesOfItem(taxLines, item, position),
    minor: costOfLine(item, quantities[position] ?? 0),
  }))
  const ofShipping = shipping ? shippingParts(order, taxLines) : []
  return [...parts, ...ofShipping, ...(fee ? [feePart(order, taxLines)] : [])]
}

function feePart({ payment_fee_total_minor: minor = 0 }: TaxedOrder, taxLines: readonly TaxLineRow[]) {
  return { lines: taxLines.flatMap(({ fee_minor }, index) => (fee_minor === undefined ? [] : [index])), minor }
}

/** Shipping may be split over sets of tax lines; each line has its part of shipping, and the rest is untaxed. */
function shippingParts(order: TaxedOrder, taxLines: readonly TaxLineRow[]): { lines: number[]; minor: number }[] {
  const { shipping_total_minor: whole, shipping_tax_line: line } = order
  if (line !== null) return [{ lines: [line], minor: whole }]
  const split = taxLines.flatMap(({ shipping_minor }, index) =>
    shipping_minor === undefined ? [] : [{ lines: [index], minor: shipping_minor }],
  )
  return split.length > 0 ? split : [{ lines: [], minor: whole }]
}

/** Share of each tax line for some units and shipping. */
function basesOf(order: TaxedOrder, units: Units): number[] {
  const parts = partsOf(order, units)
  return (order.tax_lines ?? []).map((_, index) =>
    sumMinor(parts.map(({ lines, minor }) => (lines.includes(index) ? minor : 0))),
  )
}

/**
 * Cost of some units and shipping, with added tax: a multiple of what can be refunded, and everything costs the total.
 */
export function costOfUnits(order: TaxedOrder, units: Units): number {
  const { items, total_minor: total, shipping_total_minor: shipping, charge_unit: unit } = order
  const { payment_fee_total_minor: fee = 0 } = order
  const isAll =
    items.every(({ quantity }, position) => units.quantities[position] === quantity) &&
    (units.shipping || shipping === 0) &&
    (units.fee || fee === 0)
  const prices = items.map((item, position) => costOfLine(item, units.quantities[position] ?? 0))
  const bases = order.tax_included ? [] : basesOf(order, units)
  const taxes = bases.map((base, index) => {
    const line = order.tax_lines?.[index]
    return line === undefined ? 0 : shareOf(line.amount_minor, base, baseOf(line), unit)
  })
  const exact = sumMinor([...prices, units.shipping ? shipping : 0, units.fee ? fee : 0, ...taxes])
  if (isAll) return exact + (order.rounding_total_minor ?? 0)
  return Math.min(shareOf(exact, 1, 1, unit), total)
}

/** The tax of refunded units: for each tax line the share after them less the share before. */
export function taxOfUnits(order: TaxedOrder, before: Units, after: Units): RefundTaxLineRow[] | null {
  const [was, is] = [basesOf(order, before), basesOf(order, after)]
  return partOfTaxLines(order, (line, index) => {
    const [from, to] = [was[index] ?? 0, is[index] ?? 0]
    const between = (minor: number, unit = 1) =>
      shareOf(minor, to, baseOf(line), unit) - shareOf(minor, from, baseOf(line), unit)
    const unit = order.tax_included ? 1 : order.charge_unit
    return { taxable: between(line.taxable_minor), amount: between(line.amount_minor, unit) }
  })
}

/**
 * The tax in a refund of an amount: the amount, and the tax of each part, are split over the rest of the order's parts.
 */
export function taxOfAmount(order: TaxedOrder, refunded: Units, amountMinor: number): RefundTaxLineRow[] | null {
  const all = { quantities: order.items.map(({ quantity }) => quantity), shipping: true, fee: true }
  const left = {
    quantities: all.quantities.map((quantity, position) => quantity - (refunded.quantities[position] ?? 0)),
    shipping: !refunded.shipping,
    fee: !refunded.fee,
  }
  const groups = groupsOf(order, left).some(({ gross }) => gross > 0) ? groupsOf(order, left) : groupsOf(order, all)
  if (!groups.some(({ gross }) => gross > 0)) return partOfTaxLines(order, () => ({ taxable: 0, amount: 0 }))
  const shares = splitMinor(
    amountMinor,
    groups.map(({ gross }) => BigInt(gross)),
  )
  const bases = groups.map(({ minor, gross }, at) => shareOf(minor, shares[at] ?? 0, gross))
  return partOfTaxLines(order, (line, index) => {
    const base = sumMinor(groups.map(({ lines }, at) => (lines.includes(index) ? (bases[at] ?? 0) : 0)))
    return {
      taxable: shareOf(line.taxable_minor, base, baseOf(line)),
      amount: shareOf(line.amount_minor, base, baseOf(line)),
    }
  })
}

/** Parts with the same tax lines, with their added tax. */
function groupsOf(order: TaxedOrder, units: Units): { lines: number[]; minor: number; gross: number }[] {
  const groups = Map.groupBy(partsOf(order, units), ({ lines }) => lines.join())
  return [...groups.values()].map((parts) => {
    const lines = parts[0]?.lines ?? []
    const minor = sumMinor(parts.map((part) => part.minor))
    const added = order.tax_included
      ? []
      : (order.tax_lines ?? []).map((line, index) =>
          lines.includes(index) ? shareOf(line.amount_minor, minor, baseOf(line)) : 0,
        )
    return { lines, minor, gross: sumMinor([minor, ...added]) }
  })
}

/** The rest of the order's tax lines after earlier refunds, which the last refund takes. */
export function taxLeft(order: TaxedOrder): RefundTaxLineRow[] | null {
  return partOfTaxLines(order, (line) => ({ taxable: line.taxable_minor, amount: line.amount_minor }))
}

/** Whether each earlier refund has its tax, so that the rest is known. */
export function hasTaxOfRefunds({ refunds }: Pick<TaxedOrder, 'refunds'>): boolean {
  return refunds?.every(({ tax_lines, edit_id }) => edit_id != null || tax_lines != null) ?? true
}

/** The requested part of each tax line, at most the rest after earlier refunds; null if the order has none. */
function partOfTaxLines(
  order: TaxedOrder,
  givenOf: (line: TaxLineRow, index: number) => { taxable: number; amount: number },
): RefundTaxLineRow[] | null {
  return (
    order.tax_lines?.map((line, index) => {
      const given = (order.refunds ?? []).flatMap(({ status, tax_lines, edit_id }) =>
        status === 'failed' || edit_id ? [] : (tax_lines?.[index] ?? []),
      )
      const { name, rate, compound, reason } = line
      const { taxable, amount } = givenOf(line, index)
      const taxableLeft = line.taxable_minor - sumMinor(given.map((one) => one.taxable_minor))
      const amountLeft = line.amount_minor - sumMinor(given.map((one) => one.amount_minor))
      return {
        name,
        rate,
        taxable_minor: Math.min(taxable, taxableLeft),
        amount_minor: Math.min(amount, amountLeft),
        ...(compound && { compound }),
        ...(reason && { reason }),
      }
    }) ?? null
  )
}
