import { lineTotal, shareOf, sumMinor } from '#src/platform/lib/money.ts'
import { splitMinor } from '#src/platform/lib/tax-fractions.ts'
import { baseOf, type RefundTaxLineRow, type TaxLineRow, taxLinesOfItem } from '../tax-line-rules.ts'

/** An order as far as the tax of its refunds depends on it. */
export interface TaxedOrder {
  shipping_total_minor: number
  tax_included: boolean
  tax_lines: readonly TaxLineRow[] | null
  shipping_tax_line: number | null
  items: readonly TaxedItem[]
  refunds: readonly TaxedRefund[] | null
  /** Minor units that the provider gives back multiples of; left out: 1. */
  charge_unit?: number
}

export interface TaxedRefund {
  status?: 'pending' | 'succeeded' | 'failed'
  /** Null: written by a release that did not say. */
  tax_lines?: readonly RefundTaxLineRow[] | null
}

interface TaxedItem {
  quantity: number
  price_minor: number
  tax_line: number | null
  quantity_cancelled: number
  quantity_returned: number
}

/** Units of each item, in the order of the items, and shipping. */
interface Units {
  quantities: readonly number[]
  shipping: boolean
}

/** The units that were refunded, by the items' counts. */
export function refundedUnits(items: readonly TaxedItem[], shipping: boolean): Units {
  return { quantities: items.map((item) => item.quantity_cancelled + item.quantity_returned), shipping }
}

/** What some units and shipping cost, by the tax lines that they have. */
function partsOf(order: TaxedOrder, { quantities, shipping }: Units): { lines: number[]; minor: number }[] {
  const taxLines = order.tax_lines ?? []
  const parts = order.items.map((item, position) => ({
    lines: taxLinesOfItem(taxLines, item, position),
    minor: lineTotal({ priceMinor: item.price_minor, quantity: quantities[position] ?? 0 }),
  }))
  return shipping ? [...parts, ...shippingParts(order, taxLines)] : parts
}

/** Shipping may be split over sets of lines; a line says what of it it taxes, so the rest has no tax. */
function shippingParts(order: TaxedOrder, taxLines: readonly TaxLineRow[]): { lines: number[]; minor: number }[] {
  const { shipping_total_minor: whole, shipping_tax_line: line } = order
  if (line !== null) return [{ lines: [line], minor: whole }]
  const split = taxLines.flatMap(({ shipping_minor }, index) =>
    shipping_minor === undefined ? [] : [{ lines: [index], minor: shipping_minor }],
  )
  return split.length > 0 ? split : [{ lines: [], minor: whole }]
}

/** What of each tax line some units and shipping have. */
function basesOf(order: TaxedOrder, units: Units): number[] {
  const parts = partsOf(order, units)
  return (order.tax_lines ?? []).map((_, index) =>
    sumMinor(parts.map(({ lines, minor }) => (lines.includes(index) ? minor : 0))),
  )
}

/** What some units and shipping cost, with the tax that was added to them. */
export function costOfUnits(order: TaxedOrder, units: Units): number {
  const prices = order.items.map(({ price_minor }, position) =>
    lineTotal({ priceMinor: price_minor, quantity: units.quantities[position] ?? 0 }),
  )
  const cost = sumMinor([...prices, units.shipping ? order.shipping_total_minor : 0])
  if (order.tax_included) return cost
  const bases = basesOf(order, units)
  const shares = (order.tax_lines ?? []).map((line, index) =>
    shareOf(line.amount_minor, bases[index] ?? 0, baseOf(line), order.charge_unit),
  )
  return cost + sumMinor(shares)
}

/** The tax of units that are refunded: of each line the share after them without the share before. */
export function taxOfUnits(order: TaxedOrder, before: Units, after: Units): RefundTaxLineRow[] | null {
  const [was, is] = [basesOf(order, before), basesOf(order, after)]
  return giveBack(order, (line, index) => {
    const [from, to] = [was[index] ?? 0, is[index] ?? 0]
    const between = (minor: number, unit = 1) =>
      shareOf(minor, to, baseOf(line), unit) - shareOf(minor, from, baseOf(line), unit)
    const unit = order.tax_included ? 1 : order.charge_unit
    return { taxable: between(line.taxable_minor), amount: between(line.amount_minor, unit) }
  })
}

/**
 * The tax in an amount that staff gives back: it is split over what is left of the order's parts by their taxes, and so
 * is the tax of each.
 */
export function taxOfAmount(order: TaxedOrder, refunded: Units, amountMinor: number): RefundTaxLineRow[] | null {
  const all = { quantities: order.items.map(({ quantity }) => quantity), shipping: true }
  const left = {
    quantities: all.quantities.map((quantity, position) => quantity - (refunded.quantities[position] ?? 0)),
    shipping: !refunded.shipping,
  }
  const groups = groupsOf(order, left).some(({ gross }) => gross > 0) ? groupsOf(order, left) : groupsOf(order, all)
  if (!groups.some(({ gross }) => gross > 0)) return giveBack(order, () => ({ taxable: 0, amount: 0 }))
  const shares = splitMinor(
    amountMinor,
    groups.map(({ gross }) => BigInt(gross)),
  )
  const bases = groups.map(({ minor, gross }, at) => shareOf(minor, shares[at] ?? 0, gross))
  return giveBack(order, (line, index) => {
    const base = sumMinor(groups.map(({ lines }, at) => (lines.includes(index) ? (bases[at] ?? 0) : 0)))
    return {
      taxable: shareOf(line.taxable_minor, base, baseOf(line)),
      amount: shareOf(line.amount_minor, base, baseOf(line)),
    }
  })
}

/** Parts with the same tax lines, with the tax that was added to them. */
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

/** All that earlier refunds have left of the order's tax lines; the last money of an order gives it back. */
export function taxLeft(order: TaxedOrder): RefundTaxLineRow[] | null {
  return giveBack(order, (line) => ({ taxable: line.taxable_minor, amount: line.amount_minor }))
}

/** Whether each refund so far says its tax, so that what is left is known. */
export function isTaxLeftKnown({ refunds }: Pick<TaxedOrder, 'refunds'>): boolean {
  return refunds?.every(({ tax_lines }) => tax_lines != null) ?? true
}

/** Of each tax line what is asked for, and no more than earlier refunds have left; null if the order has none. */
function giveBack(
  order: TaxedOrder,
  asked: (line: TaxLineRow, index: number) => { taxable: number; amount: number },
): RefundTaxLineRow[] | null {
  return (
    order.tax_lines?.map((line, index) => {
      const given = (order.refunds ?? []).flatMap(({ status, tax_lines }) =>
        status === 'failed' ? [] : (tax_lines?.[index] ?? []),
      )
      const { name, rate, compound, reason } = line
      const { taxable, amount } = asked(line, index)
      const taxableLeft = line.taxable_minor - sumMinor(given.map((one) => one.taxable_minor))
      const amountLeft = line.amount_minor - sumMinor(given.map((one) => one.amount_minor))
      return {
        ...{ name, rate, taxable_minor: Math.min(taxable, taxableLeft), amount_minor: Math.min(amount, amountLeft) },
        ...(compound && { compound }),
        ...(reason && { reason }),
      }
    }) ?? null
  )
}
