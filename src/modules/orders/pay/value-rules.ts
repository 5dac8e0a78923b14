import { shareOf, sumMinor } from '#src/platform/lib/money.ts'
import { baseOf, type TaxLineRow } from '../tax-line-rules.ts'

/** What of an order its tax depends on. */
interface Taxed {
  total_minor: number
  rounding_total_minor: number
  voucher_minor: number | null
  untaxed_minor: number | null
  tax_included: boolean
  tax_lines: TaxLineRow[] | null
  paid_at: Date | null
}

/** What an order costs without what is no supply, and without rounding. */
export function suppliedMinor(order: Pick<Taxed, 'total_minor' | 'rounding_total_minor' | 'voucher_minor'>): number {
  return order.total_minor - order.rounding_total_minor - (order.voucher_minor ?? 0)
}

/**
 * The tax of an order of which so much more is paid with value that nobody paid for (Directive 2006/112/EC, article
 * 73a), or that was taxed when it was sold: each tax line in proportion to what is paid otherwise. Undefined if nothing
 * changes: where tax is added to the prices it stays as it was charged.
 */
export function lowerTax(
  order: Taxed,
  untaxedMinor: number,
): { tax_lines: TaxLineRow[]; tax_total_minor: number; untaxed_minor: number } | undefined {
  const { tax_lines: lines, tax_included, paid_at } = order
  const before = order.untaxed_minor ?? 0
  const left = suppliedMinor(order) - before
  const untaxed = Math.min(left, untaxedMinor)
  if (lines === null || !tax_included || paid_at !== null || untaxed <= 0) return undefined
  const rest = (minor: number) => shareOf(minor, left - untaxed, left)
  const tax_lines = lines.map(
    (line): TaxLineRow => ({
      ...line,
      ...{ base_minor: baseOf(line), taxable_minor: rest(line.taxable_minor), amount_minor: rest(line.amount_minor) },
    }),
  )
  const tax_total_minor = sumMinor(tax_lines.map(({ amount_minor }) => amount_minor))
  return { tax_lines, tax_total_minor, untaxed_minor: before + untaxed }
}

/**
 * The part of a balance that pays what is due: all of it, or so much that the rest is a multiple of `unit` and no less
 * than `minimum`, so that a provider can charge it. 0 if it can pay nothing.
 */
export function takeable(
  dueMinor: number,
  balanceMinor: number,
  { minimum, unit }: { minimum: number; unit: number },
): number {
  if (balanceMinor >= dueMinor) return dueMinor
  const least = Math.max(dueMinor - balanceMinor, minimum)
  const rest = Math.ceil(least / unit) * unit
  return Math.max(0, dueMinor - rest)
}
