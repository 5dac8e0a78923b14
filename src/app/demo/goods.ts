import type { Shop } from './shop.ts'

/** How many products of the catalog the demo shop sells often. One more is taken out of the catalog. */
export const goodsCount = 120

/** A line of a basket. */
export interface Wanted {
  /** Numbers of goods, each once. */
  goods: number
  quantity: number
}

/** Units that the supplier brings when there are too few; none: they bring no more of it. */
export function restockOf(goods: number): number {
  return goods % 8 === 4 ? 0 : 24 + (goods % 5) * 12
}

/** Adds units, or takes some away: once, though its request has no idempotency key. */
export async function adjustStock(shop: Shop, productId: string, units: number, reason: string): Promise<void> {
  const path = `/admin/inventory/${productId}`
  const { items } = await shop.send('manager', 'GET', `${path}/movements?limit=1`)
  const { number, on_hand_after: onHand } = items[0]
  // Noted before: when the step is done again, and there was a movement since then, it was this one.
  const key = `adjusted:${shop.step}:${productId}`
  if (shop.known(key) === undefined) await shop.know(key, String(number))
  if (shop.known(key) === String(number)) await shop.send('manager', 'PATCH', path, { on_hand: onHand + units, reason })
}

/** A tenth more; noted before, as its request has no idempotency key. */
export async function raisePrice(shop: Shop, productId: string): Promise<void> {
  const path = `/admin/products/${productId}`
  if (shop.known(`price:${productId}`) === undefined) {
    const { price } = await shop.send('manager', 'GET', path)
    const raised = Number.isInteger(price) ? Math.ceil(price * 1.1) : Math.round(price * 110) / 100
    await shop.know(`price:${productId}`, String(raised))
  }
  await shop.send('manager', 'PATCH', path, { price: Number(shop.known(`price:${productId}`)) })
}
