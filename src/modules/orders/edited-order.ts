import type { WrittenLine } from './line-fields.ts'
import type { OrderRow } from './row-queries.ts'

/** The columns of an order that an edit changes. */
type EditedTotals = Pick<
  OrderRow,
  | 'subtotal_minor'
  | 'discounts'
  | 'discount_total_minor'
  | 'rounding_total_minor'
  | 'tax_total_minor'
  | 'tax_lines'
  | 'shipping_tax_line'
  | 'total_minor'
>

export interface EditedOrder extends EditedTotals {
  items: WrittenLine[]
}
