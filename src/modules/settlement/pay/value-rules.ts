import { baseOf, type TaxLineRow } from '#src/modules/pricing/index.ts'
import type { Value } from '#src/modules/stored-value/index.ts'
import { shareOf, sumMinor } from '#src/platform/lib/money.ts'

/** What of an order its tax depends on. */
export interface Taxed {
  total_minor: number
  rounding_total_minor: number
  voucher_minor: number | null
  untaxed_minor: number | null
  tax_included: boolean
  tax_total_minor: number
  tax_lines: TaxLineRow[] | null
  paid_at: Date | null
}

type Supplied = Pick<
  Taxed,
  'total_minor' | 'rounding_total_minor' | 'voucher_minor' | 'tax_included' | 'tax_total_minor'
>

/** Prices of an order, without what is no supply, without rounding and without tax that was added to them. */
export function suppliedMinor(order: Supplied): number {
  const minor = order.total_minor - order.rounding_total_minor - (order.voucher_minor ?? 0)
  return order.tax_included ? minor : minor - order.tax_total_minor
}

/** Tax and total of an order. */
export interface LoweredTax extends Pick<Taxed, 'tax_total_minor' | 'total_minor'> {
  tax_lines: TaxLineRow[]
  untaxed_minor: number
}

/**
 * The tax of an order of which so much more is paid with value that nobody paid for (Directive 2006/112/EC, article
 * 73a), or that was taxed when it was sold: it is a discount for tax, so each tax line is lowered in proportion. Tax
 * that was added to the prices makes the total that much lower. Undefined if nothing changes.
 * @param unit added tax is a multiple of it
 */
export function lowerTax(order: Taxed, untaxedMinor: number, unit = 1): LoweredTax | undefined {
  const { tax_lines: lines, tax_included, paid_at } = order
  const before = order.untaxed_minor ?? 0
  const left = suppliedMinor(order) - before
  const untaxed = Math.min(left, untaxedMinor)
  if (lines === null || paid_at !== null || untaxed <= 0) return undefined
  const rest = (minor: number, unit = 1) => shareOf(minor, left - untaxed, left, unit)
  const tax_lines = lines.map((line): TaxLineRow => {
    const amount_minor = rest(line.amount_minor, tax_included ? 1 : unit)
    return { ...line, base_minor: baseOf(line), taxable_minor: rest(line.taxable_minor), amount_minor }
  })
  const tax_total_minor = sumMinor(tax_lines.map(({ amount_minor }) => amount_minor))
  const total_minor = tax_included ? order.total_minor : order.total_minor - order.tax_total_minor + tax_total_minor
  return { tax_lines, tax_total_minor, total_minor, untaxed_minor: before + untaxed }
}

/** What a provider can charge of the rest. */
export interface ChargeableRest {
  minimum: number
  unit: number
}

/**
 * What value pays of an order, 0 if it can pay nothing, and how much of that lowers the tax at most. Where tax was
 * added to the prices, less is due then.
 * @param payableMinor what is due, without gift cards
 */
export function drawnFrom(
  order: Taxed,
  { dueMinor, payableMinor }: { dueMinor: number; payableMinor: number },
  { minor, untaxedMinor, isTaxed }: Value,
  rest: ChargeableRest,
): { minor: number; untaxedMinor: number } {
  const savedBy = (untaxed: number) =>
    order.tax_included ? 0 : order.total_minor - (lowerTax(order, untaxed, rest.unit)?.total_minor ?? order.total_minor)
  // A voucher was sold with its tax added, and so pays the tax of what it pays.
  let [least, most] = [0, isTaxed && !order.tax_included ? 0 : Math.min(minor, untaxedMinor)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (middle + savedBy(middle) <= payableMinor) least = middle
    else most = middle - 1
  }
  const saved = savedBy(least)
  return { minor: takeable(dueMinor - saved, Math.min(minor, payableMinor - saved), rest), untaxedMinor: least }
}

/**
 * The part of a balance that pays what is due: all of it, or so much that the rest is a multiple of `unit` and no less
 * than `minimum`, so that a provider can charge it. 0 if it can pay nothing.
 */
export function takeable(dueMinor: number, balanceMinor: number, { minimum, unit }: ChargeableRest): number {
  if (balanceMinor >= dueMinor) return dueMinor
  const least = Math.max(dueMinor - balanceMinor, minimum)
  const rest = Math.ceil(least / unit) * unit
  return Math.max(0, dueMinor - rest)
}
