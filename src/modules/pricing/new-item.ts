import type { OrderItemRow } from './priced-order.ts'
import type { OfferedLine } from './staff-lines.ts'

/** Fields by name: the row also contains the terms. */
export function newItem(offered: OfferedLine, line: number, tax_line: number | null): OrderItemRow {
  const { product_id, sku, name, quantity, price_minor, discount_minor = 0, requires_shipping, custom } = offered
  return {
    line,
    product_id,
    sku,
    name,
    quantity,
    price_minor,
    discount_minor,
    requires_shipping,
    tax_line,
    withdrawal: offered.withdrawal,
    quantity_fulfilled: 0,
    quantity_cancelled: 0,
    quantity_returned: 0,
    quantity_returning: 0,
    ...(custom && { custom }),
    ...(offered.is_exempt && { priced_by_staff: true }),
    options: offered.options,
    picture: offered.picture,
    image_url: offered.image_url,
    group_id: offered.group_id,
    slug: offered.slug,
    available: offered.available,
    unit_cost_minor: offered.unit_cost_minor ?? null,
    ...(offered.voucher && { voucher: offered.voucher }),
  }
}
