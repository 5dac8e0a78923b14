import type { ColumnNotes } from './column-notes.ts'
import type { SalePrices } from './foreign-product.ts'

/** The prices of a product that is on sale, as the import was asked to take them. */
export function salePriceOf(
  sale: number,
  usual: number,
  column: string,
  { sales, notes }: { sales: SalePrices; notes: ColumnNotes },
): { price: number; compare_at_price: number | null } {
  if (sales === 'none') {
    notes.dropped(column, 'a sale price: the usual price is the price, as asked for')
    return { price: usual, compare_at_price: null }
  }
  notes.changed(column, 'a sale price is the price, the usual one what it is compared with')
  return { price: sale, compare_at_price: usual }
}
