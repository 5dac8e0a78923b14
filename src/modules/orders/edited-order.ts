import type { OrderItemRow } from '#src/modules/pricing/index.ts'
import type { OrderRow } from './row-queries.ts'

/** The columns of an order that an edit changes. */
export type EditedTotals = Pick<
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

/** The columns of its items. */
export type EditedItem = Pick<
  OrderItemRow,
  | 'line'
  | 'product_id'
  | 'sku'
  | 'name'
  | 'quantity'
  | 'price_minor'
  | 'discount_minor'
  | 'requires_shipping'
  | 'custom'
  | 'priced_by_staff'
  | 'tax_line'
  | 'withdrawal'
>

export interface EditedOrder extends EditedTotals {
  items: EditedItem[]
}
