import { shopPaths } from '#shop-paths'
import type { ShopPages } from '#src/platform/module.ts'
import { selectShownAddresses } from './queries.ts'

/** The published pages of a shop. */
export const listShownPaths: ShopPages = async (db, merchantId) => {
  const pages = await selectShownAddresses(db, merchantId)
  return pages.map(({ slug, updated_at }) => ({ path: shopPaths.page(slug), updatedAt: updated_at }))
}
