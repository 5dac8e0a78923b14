import { changeProduct } from './catalog.ts'
import { lowestOf } from './prices.ts'
import type { Product } from './rows.ts'
import { now, passTime, type Shop, type Step } from './shop.ts'

/** Every sixth of the best sellers, and what is left of Easter. */
function isReduced({ goods }: Shop, product: Product): boolean {
  return product.category === 'Easter' || goods.indexOf(product) % 6 === 3
}

/** A sale begins: 30 % off, announced by the price before. */
export function planSale(at: number): Step {
  return {
    at,
    act(shop) {
      for (const product of shop.products.values()) {
        const { status, price_minor } = product
        const reduced = Math.round(price_minor * 0.7)
        if (status !== 'active' || reduced >= price_minor || !isReduced(shop, product)) continue
        passTime(shop, 1_000)
        const announced = { reduced_since: now(shop), lowest_30d_minor: lowestOf(shop, product) }
        changeProduct(shop, product, { price_minor: reduced, compare_at_minor: price_minor, ...announced })
      }
    },
  }
}
