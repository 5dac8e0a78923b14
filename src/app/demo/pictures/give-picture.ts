import { now, put, type Shop } from '../shop.ts'
import { type Drawing, drawingOf } from './drawings.ts'

/** The id of the picture of what has this name; it is drawn once the service is up. */
export function givePicture(shop: Shop, named: { name: string; category: string | null }): string {
  return pictureOf(shop, drawingOf(named))
}

export function pictureOf(shop: Shop, { alt }: Drawing): string {
  const known = shop.drawings.get(alt)
  if (known !== undefined) return known
  const id = shop.id()
  shop.drawings.set(alt, id)
  put(shop, 'media', { merchant_id: shop.merchantId, id, state: 'processing', alt, created_at: now(shop) })
  return id
}
