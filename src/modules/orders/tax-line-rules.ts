/** A tax line of an order as it is kept. What has a `?` stands only in orders that need it. */
export interface TaxLineRow extends RefundTaxLineRow {
  /** What the items and the shipping that it taxes cost, where that is not `taxable_minor`. */
  base_minor?: number
  /** The lines of the order's items that it taxes, from 1, where some have several taxes; else they say it. */
  items?: number[]
  /** The part of shipping that it taxes, where no single line taxes all of it. */
  shipping_minor?: number
}

/** What a refund gives back of a tax line. */
export interface RefundTaxLineRow {
  name: string
  /** Percent. */
  rate: number
  /** What the rate is taken of. */
  taxable_minor: number
  amount_minor: number
  compound?: true
  reason?: 'reverse_charge'
}

/** What says which tax lines an item has. */
interface TaxedItem {
  tax_line: number | null
}

/** The indexes of the tax lines of an item. */
export function taxLinesOfItem(
  taxLines: readonly Pick<TaxLineRow, 'items'>[],
  { tax_line }: TaxedItem,
  position: number,
): number[] {
  const isNamed = taxLines.some(({ items }) => items !== undefined)
  if (!isNamed) return tax_line === null ? [] : [tax_line]
  return taxLines.flatMap(({ items }, index) => (items?.includes(position + 1) ? [index] : []))
}

/** What a tax line taxes, at its price. */
export function baseOf({ base_minor, taxable_minor }: Pick<TaxLineRow, 'base_minor' | 'taxable_minor'>): number {
  return base_minor ?? taxable_minor
}
