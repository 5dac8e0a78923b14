import type { WrittenLine } from '#src/modules/orders/index.ts'
import { lineTotal } from '#src/platform/lib/money.ts'

/** What the lines of each product have more than before, by the product. */
export interface ProductChange {
  product_id: string
  units: number
  paid_minor: number
}

export function changedProducts(before: readonly WrittenLine[], after: readonly WrittenLine[]): ProductChange[] {
  const changes = new Map<string, ProductChange>()
  for (const [items, sign] of [[before, -1] as const, [after, 1] as const])
    for (const { product_id, quantity, price_minor, discount_minor } of items) {
      const { units = 0, paid_minor = 0 } = changes.get(product_id) ?? {}
      const paid = lineTotal({ priceMinor: price_minor, quantity }) - discount_minor
      changes.set(product_id, { product_id, units: units + sign * quantity, paid_minor: paid_minor + sign * paid })
    }
  return [...changes.values()].filter(({ units, paid_minor }) => units !== 0 || paid_minor !== 0)
}
