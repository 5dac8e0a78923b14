import type { OrderItemRow } from '#src/modules/pricing/index.ts'

export type Stocked = Pick<OrderItemRow, 'product_id' | 'sku' | 'name' | 'quantity'>

/** The units of each product in an order, named once; custom items have no stock. */
export function stockedOf(items: readonly (Stocked & { custom?: boolean })[]): Stocked[] {
  const sums = new Map<string, Stocked>()
  for (const { product_id, sku, name, quantity, custom } of items) {
    if (custom) continue
    sums.set(product_id, { product_id, sku, name, quantity: quantity + (sums.get(product_id)?.quantity ?? 0) })
  }
  return [...sums.values()]
}
