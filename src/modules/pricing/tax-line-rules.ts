/** A stored tax line of an order. Fields with a `?` stand only in orders that need them. */
export interface TaxLineRow extends RefundTaxLineRow {
  /** Price of the taxed items and shipping, if it differs from `taxable_minor`. */
  base_minor?: number
  /** Lines of the taxed items, from 1, if some items have several taxes; otherwise the items name their tax line. */
  items?: number[]
  /** The taxed part of shipping, if no single line taxes all of it. */
  shipping_minor?: number
  /** The fee of the way to pay, if it is taxed by this line. */
  fee_minor?: number
}

/** A refund's part of a tax line. */
export interface RefundTaxLineRow {
  name: string
  /** Percent. */
  rate: number
  /** The amount that the rate applies to. */
  taxable_minor: number
  amount_minor: number
  compound?: true
  reason?: 'reverse_charge'
}

/** Data that tells the tax lines of an item. */
interface TaxedItem {
  line?: number
  tax_line: number | null
}

export function taxLinesOfItem(
  taxLines: readonly Pick<TaxLineRow, 'items'>[],
  { line, tax_line }: TaxedItem,
  position: number,
): number[] {
  const isNamed = taxLines.some(({ items }) => items !== undefined)
  if (!isNamed) return tax_line === null ? [] : [tax_line]
  return taxLines.flatMap(({ items }, index) => (items?.includes(line ?? position + 1) ? [index] : []))
}

/** Price of the taxed parts of a tax line. */
export function baseOf({ base_minor, taxable_minor }: Pick<TaxLineRow, 'base_minor' | 'taxable_minor'>): number {
  return base_minor ?? taxable_minor
}
