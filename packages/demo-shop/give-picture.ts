import type { Picture } from './pictures.ts'
import { needed, now, put, type Shop } from './shop.ts'

/** The id of a picture, which the shop has from now on. */
export function givePicture(shop: Shop, { name, alt }: Picture): string {
  const id = needed(shop.pictureIds.get(name))
  if (shop.shownPictures.has(name)) return id
  shop.shownPictures.add(name)
  put(shop, 'media', { merchant_id: shop.merchantId, id, name, alt, created_at: now(shop) })
  return id
}
