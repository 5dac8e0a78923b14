import type { Product } from './rows.ts'
import { now, type Price, put, type Shop } from './shop.ts'

/** Writes the price in force into the history, after a product was added or changed. Only active ones have one. */
export function notePrice(shop: Shop, { id, status, price_minor, compare_at_minor }: Product): void {
  const history = shop.prices.get(id) ?? []
  const last = history.at(-1)
  const isSame = last?.price_minor === price_minor && last.compare_at_minor === compare_at_minor
  if (isSame && status === 'active') return
  if (last?.ends_at === 'infinity') last.ends_at = now(shop)
  if (status !== 'active') return
  const price: Price = { product_id: id, starts_at: now(shop), ends_at: 'infinity', price_minor, compare_at_minor }
  shop.prices.set(id, [...history, put(shop, 'prices', { merchant_id: shop.merchantId, ...price })])
}

const windowMs = 30 * 86_400_000

/** The lowest price of the 30 days before, with the one at their start. */
export function lowestOf(shop: Shop, { id }: Product): number {
  const history = shop.prices.get(id) ?? []
  const recent = history.filter(({ ends_at }) => ends_at === 'infinity' || ends_at.getTime() > shop.nowMs - windowMs)
  return Math.min(...recent.map(({ price_minor }) => price_minor))
}
